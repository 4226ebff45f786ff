"""What somebody needs, fears or rules out in words that no rule reads: kept as it was said, and asked about.

A clause that denies something, or speaks of the body, faith, fear or a limit, is asked back where words of it
were not read: never turned into a wish and never dropped. Not what is told of who does not come, is over,
supposed or said in jest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from trips.facts.limits import MAX_ENTRY
from trips.reading import lexicon
from trips.reading.chart import Span
from trips.reading.clauses import Clause
from trips.reading.facts.message import Found, Message
from trips.reading.facts.needs import NO_FOOD, OURS, of_this_trip

ASKED = "I keep “{}” as you said it: what does it rule out, a food, a way to travel, a place?"
#: So many words beside a need that was read are its story: "he gets seasick, so no boats".
_STORY = 1
_SHORT = 8  # words of a sentence that says no more than its need
_NEAR = 3  # words between a denial and what it denies
#: Of these a denial says no less: "no more than 200 m", "I can't drive since the accident".
_SURE = frozenset(("limits", "troubles", "part", "must"))
_NAMED = frozenset("heart condition|epilepsy|diabetic|insulin|dialysis|immunocompromised|pregnant".split("|"))
_UNGUARDED = frozenset(("health", "faith", "must", "limits", "troubles", *_NAMED))
_EATEN = frozenset(("edible", "diet", "table"))
_KNOWN = ("grave", "allergic", "unwell", "can_not", "access", "diet", "kin")
_FOODS = (*_EATEN, "access", "burden")
_DENIES = ("denies.not", "denies.refuses", "denies.dislikes", "denies.rather_not")
_GOES_ON, _LIKES, _JEST, _VERBS, _IDLE = lexicon.lists("needs", "goes_on likes jest verbs idle")
_MANY = frozenset(("many", "much"))
_SMALL = _IDLE | OURS | lexicon.words("tastes", "stop") | lexicon.words("tastes", "skip")


def read_doubts(message: Message, needs: list[Found], told: list[Found]) -> Iterator[Found]:
    """Sentences to keep. `needs`, `told`: where needs and bans, and where anything at all, was read."""
    kept: list[tuple[int, int, int]] = []
    before, cues, bans = 0, _cues(message), {one.i for one in needs}
    said = _said(message, {one.i for one in told})
    for i, j in message.sentences:
        here = [one for one in message.clauses if i <= one.i < j]
        at = [cue.i for cue in cues if i <= cue.i < j and not _is_read(message, cue, (i, j), bans, said)]
        at += [one[0].i for one in (here, *([each] for each in here)) if one and _refuses(message, one, said)]
        if at:
            goes_on = message.word(i) in _GOES_ON or said.read.isdisjoint(range(before, i))
            first = kept.pop()[0] if kept and kept[-1][1] == i and goes_on else before if goes_on else i
            if len(message.tokens.quote(first, j)) > MAX_ENTRY:
                first = i
            if first == i:
                first = _around(message, min(at), range(i, j)).start
            kept.append((first, j, min(at)))
        before = i
    for i, j, at in kept:
        while len(message.tokens.quote(i, j)) > MAX_ENTRY:  # as much around the cue as one entry holds
            i, j = (i + 1, j) if at - i > j - at else (i, j - 1)
        yield Found("wishes", message.tokens.quote(i, j).strip(" .!;,"), i, j, "asked")


def _cues(message: Message) -> list[Span]:
    """Words of harm, health, faith, fear, limits, what can't be and what must be, of who travels."""
    named = [one for one in message.chart.of("access", "diet") if one.value in _NAMED]
    cues = [one for one in message.chart.cover("grave", "allergic", "idiom") if one.kind != "idiom"]
    return [cue for cue in (*cues, *named) if _counts(message, cue)]


def _counts(message: Message, cue: Span) -> bool:
    clause = message.clause(cue.i)
    jest = next((at for at in range(cue.j, len(message.tokens)) if message.word(at) in _JEST), 0)
    near = any(0 <= cue.i - end <= _NEAR for _, end in clause.cues.get("denies", ()))
    denied = cue.value not in _SURE and near and "not" not in message.norms(cue.i, cue.j)
    jest = jest and message.word(jest - 1) != "not"
    return not (jest or denied) and of_this_trip(message, cue, sure=False)


def _is_read(message: Message, cue: Span, at: tuple[int, int], bans: set[int], said: Said) -> bool:
    """Whether a need was read of the sentence (of a clause about what can't be: anything), and few words are
    left that say more."""
    if cue.value == "limits":
        return not said.read.isdisjoint(range(cue.i, cue.j))
    whole, clause = cue.value not in ("refuses", "unable", "must"), message.clause(cue.i)
    stretch = _around(message, cue.i, range(*at)) if whole else range(clause.i, clause.j)
    if (bans if whole else said.read).isdisjoint(stretch) or not said.foods.isdisjoint(stretch):
        return False
    told = cue.value in _UNGUARDED  # what no need says
    story = _STORY + (cue.kind == "allergic") - told * (2 if len(stretch) > _SHORT else 1)
    return len(said.left.intersection(stretch)) <= story


def _around(message: Message, at: int, sentence: range) -> range:
    """The words of a sentence from the second comma before a token to the second behind it."""
    commas = [one for one in sentence if message.word(one) == ","]
    before = [sentence.start, sentence.start, *(one + 1 for one in commas if one < at)]
    behind = [*(one for one in commas if one > at), sentence.stop, sentence.stop]
    return range(before[-2], behind[1])


@dataclass(frozen=True)
class Said:
    """Tokens: what was read, words that say something and were not, foods among these."""

    read: set[int]
    left: set[int]
    foods: set[int]


def _said(message: Message, read: set[int]) -> Said:
    known = {at for one in message.chart.of(*_KNOWN) for at in range(one.i, one.j)} | read
    words = ((at, message.word(at)) for at in range(len(message.tokens)) if at not in known)
    says = (at for at, word in words if len(word) > 2 and word.isalpha() and word not in _SMALL)
    left = {at for at in says if at == 0 or not message.tokens[at].capital}
    foods = {one.i for one in message.chart.of("edible") if one.value not in NO_FOOD}
    return Said(read, left, foods & left)


def _refuses(message: Message, clauses: list[Clause], said: Said) -> bool:
    """Whether clauses, of which nothing was read, deny anything of who travels, or tell of their food."""
    i, j = clauses[0].i, clauses[-1].j
    words = set(message.norms(i, j))
    untold = any(one.question or one.has("others.away", "others.theirs", "over") for one in clauses)
    if untold or not said.read.isdisjoint(range(i, j)):
        return False
    spans = [one for one in message.chart.of(*_FOODS, "kin", "trip_day") if i <= one.i < j]
    of_kind = {one.kind for one in spans if one.value not in NO_FOOD | {"none"}}
    foods, who = of_kind - {"kin", "trip_day"}, bool(OURS & words) or "kin" in of_kind
    denied = any(one.has(*_DENIES) for one in clauses)
    denied = denied or bool({"unless", "except"} & words) or bool(foods and "only" in words)
    if "trip_day" in of_kind or not (denied or foods & _EATEN):
        return False
    if foods:
        return denied or (who and not _LIKES & words)
    says = said.left.intersection(range(i, j)) if _IDLE & words else words
    return who and len(clauses) == 1 and not (message.planned or _MANY & words) and bool(says)


def guarded(message: Message) -> frozenset[int]:
    """The tokens of clauses that speak of harm, fear or refusal, and of lists behind such a sentence: nothing
    in them is liked."""
    if message.guarded is None:
        message.guarded = frozenset(_guarded(message))
    return message.guarded


def _guarded(message: Message) -> set[int]:
    cues = [cue for cue in _cues(message) if cue.value not in _UNGUARDED]
    starts = {message.clause(cue.i).i for cue in cues}
    starts |= {message.clause(i - 1).i for i in starts if message.word(i - 1) == ":"}
    found = {at for one in message.clauses if one.i in starts for at in range(one.i, one.j)}
    for i, j in message.sentences:
        words = message.norms(i, j)
        if i - 1 in found and _VERBS.isdisjoint(words) and not any(word.isdigit() for word in words):
            found |= set(range(i, j))
    return found
