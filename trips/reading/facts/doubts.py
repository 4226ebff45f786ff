"""What somebody needs, fears or rules out in words that no rule reads: kept as it was said, and asked about.

A clause that denies something, or speaks of the body, faith or fear, and of which nothing was read, is asked
back, never turned into a wish and never dropped. Not what is told of who does not come, is over, supposed or
said in jest.
"""

from __future__ import annotations

from collections.abc import Iterator

from trips.facts.limits import MAX_ENTRY
from trips.reading import lexicon
from trips.reading.chart import Span
from trips.reading.clauses import Clause
from trips.reading.facts.message import Found, Message
from trips.reading.facts.needs import NO_FOOD, OURS, of_this_trip

ASKED = "I keep “{}” as you said it: what does it rule out, a food, a way to travel, a place?"
#: Of these the sentence is read where a need was; of the others (can't, won't, must) only the clause.
_OF_A_SENTENCE = frozenset(("fear", "allergic", "ill", "body"))
_NEAR = 8  # words before a fear that it may be of
#: Longer sentences about health say more than the need that a rule found; of these what else is said counts.
_SHORT = 8
_SERIOUS = frozenset(
    ("heart condition", "epilepsy", "diabetic", "insulin", "dialysis", "immunocompromised", "pregnant")
)
_EATEN = frozenset(("edible", "diet", "table"))
_DENIES = ("denies.not", "denies.refuses", "denies.dislikes", "denies.rather_not", "denies_after")
_GOES_ON, _LIKES, _JEST, _VERBS, _IDLE = (
    lexicon.words("needs", name) for name in ("goes_on", "likes", "jest", "verbs", "idle")
)


def read_doubts(message: Message, needs: list[Found], told: list[Found]) -> Iterator[Found]:
    """Sentences to keep. `needs`, `told`: where needs and bans, and where anything at all, was read."""
    kept: list[tuple[int, int, int, bool]] = []
    before, cues = 0, _cues(message)
    for i, j in message.sentences:
        at = [cue.i for cue in cues if i <= cue.i < j and not _is_read(message, cue, i, j, needs, told)]
        here = [one for one in message.clauses if i <= one.i < j]
        at += [one[0].i for one in (here, *([each] for each in here)) if _refuses(message, one, told)]
        if at or _says_more(message, i, j, cues):
            goes_on = message.word(i) in _GOES_ON or not _any(told, before, i)
            first = kept.pop()[0] if kept and kept[-1][1] == i and goes_on else before if goes_on else i
            if len(message.tokens.quote(first, j)) > MAX_ENTRY:
                first = i
            kept.append((first, j, min(at, default=first), bool(at)))
        before = i
    for first, j, at, asked in kept:
        i, j = _fitting(message, first, j, at)
        yield Found("wishes", message.tokens.quote(i, j).strip(" .!;,"), i, j, "asked" if asked else "add")


def _cues(message: Message) -> list[Span]:
    """Words of harm, health, faith, fear, what can't be and what must be, of who travels."""
    return [cue for cue in message.chart.cover("grave", "allergic") if _counts(message, cue)]


def _counts(message: Message, cue: Span) -> bool:
    clause = message.clause(cue.i)
    jest = next((at for at in range(cue.j, len(message.tokens)) if message.word(at) in _JEST), 0)
    if (
        jest
        and message.word(jest - 1) != "not"
        or (clause.denies(cue) and "not" not in message.norms(cue.i, cue.j))
    ):
        return False
    return of_this_trip(message, cue, sure=False)


def _any(found: list[Found], i: int, j: int) -> bool:
    return any(i <= one.i < j for one in found)


def _is_read(message: Message, cue: Span, i: int, j: int, needs: list[Found], told: list[Found]) -> bool:
    clause = message.clause(cue.i)
    if cue.value in _OF_A_SENTENCE:
        return _any(needs, cue.i - _NEAR if cue.value == "fear" else i, j)
    return _any(told if cue.value in ("refuses", "unable", "must") else needs, clause.i, clause.j)


def _fitting(message: Message, i: int, j: int, at: int) -> tuple[int, int]:
    """As much of a stretch around a token as one entry holds."""
    while len(message.tokens.quote(i, j)) > MAX_ENTRY:
        i, j = (i + 1, j) if at - i > j - at else (i, j - 1)
    return i, j


def _refuses(message: Message, clauses: list[Clause], told: list[Found]) -> bool:
    """Whether clauses, of which nothing was read, deny anything of who travels, or tell of their food."""
    if not clauses:
        return False
    i, j = clauses[0].i, clauses[-1].j
    words = set(message.norms(i, j))
    untold = any(one.question or one.has("others.away", "others.theirs", "over") for one in clauses)
    if untold or _any(told, i, j):
        return False
    of_kind = {
        one.kind
        for one in message.chart.of("edible", "diet", "table", "access", "burden", "kin", "trip_day")
        if i <= one.i < j and one.value not in NO_FOOD | {"none"}
    }
    foods, who = of_kind - {"kin", "trip_day"}, bool(OURS & words) or "kin" in of_kind
    denied = any(one.has(*_DENIES) for one in clauses)
    denied = denied or bool({"unless", "except"} & words) or bool(foods and "only" in words)
    if "trip_day" in of_kind or not (denied or foods & _EATEN):
        return False
    if foods:
        return denied or (who and not _LIKES & words)
    return who and len(clauses) == 1 and not (message.planned or _IDLE & words)


def _says_more(message: Message, i: int, j: int, cues: list[Span]) -> bool:
    """Whether a sentence about health or faith says more than the need that was read of it."""
    serious = any(i <= one.i < j and one.value in _SERIOUS for one in message.chart.of("access", "diet"))
    of_them = any(i <= cue.i < j and cue.value in ("health", "faith") for cue in cues)
    return j - i > _SHORT and (serious or of_them)


def guarded(message: Message) -> frozenset[int]:
    """The tokens of clauses that speak of harm, fear or refusal, and of lists behind such a sentence: nothing
    in them is liked."""
    if message.guarded is None:
        message.guarded = frozenset(_guarded(message))
    return message.guarded


def _guarded(message: Message) -> set[int]:
    cues = [cue for cue in _cues(message) if cue.value not in ("health", "faith", "must")]
    starts = {message.clause(cue.i).i for cue in cues}
    starts |= {message.clause(i - 1).i for i in starts if message.word(i - 1) == ":"}
    found = {at for one in message.clauses if one.i in starts for at in range(one.i, one.j)}
    for i, j in message.sentences:
        if i - 1 in found and j - i < _SHORT and _VERBS.isdisjoint(message.norms(i, j)):
            found |= set(range(i, j))
    return found
