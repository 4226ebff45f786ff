"""A message as clauses, and of each: is it denied, supposed, over, told of others, asked, an order?

Readers ask the clause; none looks for "not" itself. In doubt a denial holds: what is denied is no wish.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from trips.reading import lexicon
from trips.reading.chart import Chart, Grammar, Span
from trips.reading.tokens import Tokens

CUES = tuple(dict.fromkeys(row.kind for row in lexicon.rows("scope")))
GRAMMAR = Grammar(lexicon.rules("words", "kin"), lexicon.rules("scope"))
#: End a sentence.
STOPS = frozenset(". ! ? ; :".split())
#: Begin a clause of their own behind a comma or a joining word.
_SUBJECTS = frozenset(
    "i we he she they you my our it its that this there one what who how do would could can is are did "
    "please make let add drop now want from not maybe".split()
)
_AFTER_SO = frozenset("just only the a no my our any all anything nothing every".split())
_JOINERS = frozenset(", and but so - then".split())
_TURNS = frozenset("but otherwise although though whereas however except".split())
#: Behind these "no" answers, and denies no thing.
_NO_THINGS = frozenset("a me i us we he she it is oh so and or but yes".split())
_OF_ALL = frozenset("that none you".split())
_VERDICTS = frozenset("yes no ok okay fine".split())
_ASKING = frozenset("maybe perhaps can could shall should would will may".split())
_STARTS = frozenset("which who because so although though whereas while if unless when whenever".split())
_NOT_AFTER_AND = frozenset("my our from not that one".split())
#: What a phrase of `keeps` takes back: "I don't mind", "if possible", "getting used to".
_KEPT = frozenset("denies supposed asks over".split())
#: Further from its denial a name is not denied: "no, I mean the one in Porto".
FAR = 12


@dataclass(frozen=True, slots=True)
class Clause:
    """Tokens i to j; `cues`: kind, and kind.row of the lexicon → where each cue begins and ends; `question`:
    its sentence ends so."""

    i: int
    j: int
    cues: dict[str, tuple[tuple[int, int], ...]] = field(hash=False)
    question: bool = False
    first: bool = False  # it begins its sentence
    end: int = 0  # where its sentence ends
    head: int = 0  # its first word behind "and", "but", "so"

    def part(self, i: int, j: int) -> Clause:
        """A stretch of it, with the cues in that stretch."""
        cues = {kind: tuple(cue for cue in found if i <= cue[0] < j) for kind, found in self.cues.items()}
        return replace(self, i=i, j=j, cues=cues, first=self.first and i == self.i, head=max(i, self.head))

    def has(self, *kinds: str) -> bool:
        return any(self.cues.get(kind) for kind in kinds)

    @property
    def asked(self) -> bool:
        """A question that orders nothing: "can you move lunch?" is an order."""
        return (self.question or (self.first and self.begins("asks"))) and not self.has("orders")

    def begins(self, *kinds: str) -> bool:
        return any(at <= self.head for kind in kinds for at, _ in self.cues.get(kind, ()))

    @property
    def real(self) -> bool:
        """It tells of this trip and of whoever speaks: nothing asked, supposed, over or of others."""
        return not self.asked and not self.has("supposed", "over", "others")

    def supposes(self, span: Span) -> bool:
        """Whether an "if" stands before the span; what it depends on may follow: "a week, if it's cheap"."""
        return any(at <= span.i for at, _ in self.cues.get("supposed.if", ()))

    def denies(self, span: Span) -> bool:
        """Whether the clause says no to what the span names."""
        if any(at >= span.j for at, _ in self.cues.get("denies_after", ())):
            return True
        ends = [end for _, end in self.cues.get("denies", ()) if 0 <= span.i - end <= FAR]
        if not ends:
            return False
        return not any(max(ends) <= at < span.i for at, _ in self.cues.get("contrasts", ()))


def clauses_of(tokens: Tokens, whole: Iterable[Span] = ()) -> list[Clause]:
    """All clauses of a message. No clause begins inside a span of `whole` (a list of names, a range)."""
    chart = GRAMMAR.parse(tokens)
    inside = {at for span in whole for at in range(span.i + 1, span.j)}
    cuts = [0]
    for at in range(1, len(tokens)):
        if at not in inside and at - 1 != cuts[-1] and _begins(tokens, at, inside):
            cuts.append(at)
    ends = [*cuts[1:], len(tokens)]
    found = [_clause(tokens, chart, i, j) for i, j in zip(cuts, ends, strict=True) if i < j]
    return _told_first(tokens, _answered(tokens, _stay_away(tokens, found)))


def _answered(tokens: Tokens, clauses: list[Clause]) -> list[Clause]:
    """ "Zoos, elephant rides: not with our money", "Karaoke? No thanks": an answer denies what it follows."""
    for at, answer in enumerate(clauses[1:]):
        said = answer.cues.get("denies_after.answer", ())
        if (
            said
            and (said[0][0] == answer.head or tokens[answer.head].norm in _OF_ALL)
            and not any(token.text[:1].isalpha() for token in tokens.all[said[0][1] : answer.j])
        ):
            first = at
            while (
                first
                and tokens[answer.head].norm in _OF_ALL
                and clauses[first - 1].j - clauses[first - 1].i < 5
            ):
                first -= 1
            for number, each in enumerate(clauses[first : at + 1], first):
                last = each.j - (not tokens[each.j - 1].norm.isalnum())
                cue = *each.cues.get("denies_after", ()), (last, answer.j)
                clauses[number] = replace(each, question=False, cues={**each.cues, "denies_after": cue})
            clauses[at + 1] = replace(answer, cues={**answer.cues, "denies_after": ()})
    return clauses


def _stay_away(tokens: Tokens, clauses: list[Clause]) -> list[Clause]:
    """ "My friend is vegan, but he isn't coming": what is told before of who does not come is others'."""
    found: list[Clause] = []
    for one in clauses:
        away = one.cues.get("others.away", ())
        who = set(tokens.norms(one.i, away[0][0] + 1)) if away else set()
        if (
            found
            and who & {"he", "she", "they", "who", "but", "and"}
            and not who & {"my", "our", "the", "i", "we"}
        ):
            found[-1] = replace(found[-1], cues={**found[-1].cues, "others": away, "others.away": away})
        found.append(one)
    return found


def _told_first(tokens: Tokens, clauses: list[Clause]) -> list[Clause]:
    """ "We're vegan, is that a problem?": what stands before the clause that asks is told."""
    begin = {one.i for one in clauses if one.begins("asks", "orders") or tokens[one.head].norm in _ASKING}
    asking = {one.end for one in clauses if one.question and one.i in begin}
    found: list[Clause] = []
    for one in clauses:
        if one.i in begin:
            asking.discard(one.end)
        found.append(replace(one, question=False) if one.end in asking else one)
    return found


def _begins(tokens: Tokens, at: int, inside: set[int]) -> bool:
    before, here = tokens[at - 1], tokens[at].norm
    if before.norm in STOPS:
        return not (before.norm in ".:" and before.tight and tokens[at].tight)
    if here in _TURNS:
        return before.norm not in ("anything", "everything", "nothing", "all")
    if before.norm not in _JOINERS or at - 1 in inside:
        return False
    if before.norm == "," and at > 2 and tokens[at - 2].norm in _VERDICTS and here not in _JOINERS:
        return True  # "wine yes, sharks no", "heat ok, camels absolutely not"
    return (
        here in _STARTS
        or (before.norm == "so" and here in _AFTER_SO)
        or (here in _SUBJECTS and (before.norm != "and" or here not in _NOT_AFTER_AND or _says(tokens, at)))
    )


def _says(tokens: Tokens, at: int) -> bool:
    """ "… and my wife is vegan": a subject with a verb of its own."""
    return tokens[at].norm in ("my", "our") and bool(
        {"is", "are", "has", "have", "love", "loves", "hates", "uses", "needs", "does", "can"}
        & set(tokens.norms(at + 2, at + 5))
    )


def _clause(tokens: Tokens, chart: Chart, i: int, j: int) -> Clause:
    cues: dict[str, list[tuple[int, int]]] = {}
    for span in chart.of(*CUES):
        if i <= span.i < j:
            for kind in (span.kind, f"{span.kind}.{span.value}"):
                cues.setdefault(kind, []).append((span.i, span.j))
    said = [at for at in range(i, j) if tokens[at].norm.isalpha()]
    beside = 1 < len(said) <= 3 and said[-1] == said[-2] + 1
    if beside and tokens[said[-1]].norm in ("no", "not") and tokens[said[-2]].norm not in _NO_THINGS:
        cues.setdefault("denies_after", []).append((said[-1], said[-1] + 1))  # "sharks no"
    kept = {at for start, end in cues.get("keeps", ()) for at in range(start, end)}
    for kind in cues:
        if kind.partition(".")[0] in _KEPT:
            cues[kind] = [cue for cue in cues[kind] if cue[0] not in kept]
    end = next((at for at in range(j - 1, len(tokens)) if tokens[at].norm in STOPS), len(tokens) - 1)
    first = i == 0 or tokens[i - 1].norm in STOPS
    head = next((at for at in range(i, j) if tokens[at].norm not in _JOINERS | _TURNS), i)
    found = {kind: tuple(cue) for kind, cue in cues.items()}
    return Clause(i, j, found, tokens[end].norm == "?", first, end, head)


def sentences_of(tokens: Tokens, clauses: Iterable[Clause]) -> Iterator[list[Clause]]:
    """The clauses of each sentence; one of nothing but signs belongs to none, and a colon ends none."""
    found: list[Clause] = []
    for one in clauses:
        if found and tokens[one.i - 1].norm in STOPS - {":"}:
            yield found
            found = []
        if any(tokens[at].norm.isalnum() for at in range(one.i, one.j)):
            found.append(one)
    if found:
        yield found
