"""What somebody needs, fears or rules out in words that no rule reads: kept as it was said, and asked about.

It is never turned into a wish and never dropped. What is told of who does not come, is over, supposed or said
in jest is no such thing.
"""

from __future__ import annotations

from collections.abc import Iterator

from trips.facts.limits import MAX_ENTRY
from trips.reading import lexicon
from trips.reading.chart import Span
from trips.reading.facts.message import Found, Message
from trips.reading.facts.needs import NO_FOOD, OURS, of_this_trip

ASKED = "I keep “{}” as you said it: what does it rule out, a food, a way to travel, a place?"
#: Of these the sentence is read where a need was; of the others (can't, won't, must) only the clause.
_OF_A_SENTENCE = frozenset(("health", "harm", "faith", "fear", "allergic", "ill"))
#: Longer sentences about health say more than the need that a rule found.
_SHORT = 8
#: Of these what else is said of them counts, too.
_SERIOUS = frozenset(
    ("heart condition", "epilepsy", "diabetic", "insulin", "dialysis", "immunocompromised", "pregnant")
)
_GOES_ON, _LIKES, _JEST, _VERBS = (
    lexicon.words("needs", name) for name in ("goes_on", "likes", "jest", "verbs")
)


def read_doubts(message: Message, needs: list[Found], told: list[Found]) -> Iterator[Found]:
    """Sentences to keep, with the op "asked" where nothing says what follows of them. `needs`, `told`: where
    needs and bans, and where anything at all, was read."""
    kept: list[tuple[int, int, int, bool]] = []
    before, every_cue = 0, _cues(message)
    for i, j in message.sentences:
        cues = [cue for cue in every_cue if i <= cue.i < j]
        open_ones = [cue for cue in cues if not _is_read(message, cue, i, j, needs, told)]
        against = _speaks_against(message, i, j) and not _any(needs, i, j)
        against = against or (not _any(told, i, j) and _of_somebodys_food(message, i, j))
        if open_ones or against or _says_more(message, i, j, cues):
            goes_on = message.word(i) in _GOES_ON or not _any(told, before, i)
            first = kept.pop()[0] if kept and kept[-1][1] == i and goes_on else before if goes_on else i
            if len(message.tokens.quote(first, j)) > MAX_ENTRY:
                first = i
            at = open_ones[0].i if open_ones else first
            kept.append((first, j, at, bool(open_ones or against)))
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
        return _any(needs, cue.i - _SHORT if cue.value == "fear" else i, j)
    return _any(told, clause.i, clause.j)


def _fitting(message: Message, i: int, j: int, at: int) -> tuple[int, int]:
    """As much of a stretch around a token as one entry holds."""
    while len(message.tokens.quote(i, j)) > MAX_ENTRY:
        i, j = (i + 1, j) if at - i > j - at else (i, j - 1)
    return i, j


def _says_more(message: Message, i: int, j: int, cues: list[Span]) -> bool:
    """Whether a sentence says more of somebody's health or food than the need that was read."""
    serious = any(i <= one.i < j and one.value in _SERIOUS for one in message.chart.of("access", "diet"))
    long = j - i > _SHORT and (serious or any(cue.value in ("health", "faith") for cue in cues))
    return long or _answers_short(message, i, j)


def _of_somebodys_food(message: Message, i: int, j: int) -> bool:
    """ "Cow milk makes my little one spotty": a food, somebody, and nothing that likes it."""
    words = set(message.norms(i, j))
    foods = any(i <= one.i < j and one.value not in NO_FOOD for one in message.chart.of("edible"))
    who = OURS & words or any(i <= one.i < j for one in message.chart.of("kin"))
    asked = any(one.question for one in message.clauses if i <= one.i < j)
    return bool(foods and who) and not (asked or _LIKES & words)


def _answers_short(message: Message, i: int, j: int) -> bool:
    """ "He can walk anything. He cannot." takes back what was said before it, whatever that was."""
    clauses = (message.norms(one.i, one.j) for one in message.clauses if max(i, 1) <= one.i < j)
    told = ([word for word in words if word.isalpha()] for words in clauses)
    return any(2 < len(one) <= 4 and one[-1] == "not" and one[0] in _GOES_ON | OURS | {"our"} for one in told)


def _speaks_against(message: Message, i: int, j: int) -> bool:
    """Whether a sentence about food or ways on foot denies anything."""
    table = (one for one in message.chart.of("table") if message.clause(one.i).denies(one))
    spans = (*message.chart.of("edible", "diet", "burden", "access"), *table)
    here = [one for one in spans if i <= one.i < j and one.value not in NO_FOOD | {"none"}]
    clauses = [one for one in message.clauses if i <= one.i < j]
    denies = any(one.has("denies", "denies_after") for one in clauses)
    denies = denies or {"unless", "except", "only", "but"} & set(message.norms(i, j))
    of_a_day = any(i <= day.i < j for day in message.chart.of("trip_day"))
    untold = any(one.question or one.has("others.away", "over") for one in clauses)
    ours = any(not message.clause(one.i).has("others.theirs") for one in here)
    return ours and bool(denies) and not (of_a_day or untold)


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
        if i - 1 in found and _VERBS.isdisjoint(message.norms(i, j)):
            found |= set(range(i, j))
    return found
