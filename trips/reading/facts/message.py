"""A message on its way to facts: its tokens, the spans found in them, its clauses, and what is known."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any

from trips.reading import lexicon, numbers
from trips.reading.chart import Chart, Grammar, Rule, Span
from trips.reading.clauses import Clause, clauses_of
from trips.reading.facts.rules import CARS, CASH, FIXED, MONEY, STAYS
from trips.reading.spelling import mended
from trips.reading.tokens import Tokens, tokens_of
from trips.schemas import TripFacts

_FILES = "needs tastes ways budget fixed places".split()
_WORDS = [rule for file in _FILES for rule in lexicon.rules(file)]
HOURS = [
    Rule("hour", "<time:at>", lambda at: f"{at:%H:%M}"),
    Rule("hour", "<number> ish?", lambda number: f"{number:02}:00" if 0 < number < 24 else None),
    Rule("hour", "half past? <number>", lambda number: f"{number:02}:30" if 0 < number < 24 else None),
    Rule("hours", "(from | between)? <hour:a> (to | until | till | and | -) <hour:b>", lambda a, b: (a, b)),
]  # fmt: skip
GRAMMAR = Grammar(*numbers.base(), [*_WORDS, *HOURS, *CASH], [*MONEY, *STAYS, *CARS, *FIXED])
_SPELT = lexicon.words("calendar", "spelt")
_JOINS = frozenset(", and or nor & / plus as well either also even".split())
#: May stand between a list's entries: "no nuts and no eggs", "nuts or any dairy".
_FILLS = frozenset("no not any the a an all kind kinds of to my our some".split())


@dataclass(frozen=True, slots=True)
class Found:
    """A change of the facts, and the tokens i to j that say so. Without a path they say
    nothing that holds, or, where `op` is "declined", that nothing is wanted for the topic `value`."""

    path: str
    value: Any
    i: int
    j: int
    op: str = "set"
    subject: str = ""
    shared: bool = False  # others may read the same words
    verdict: bool = False  # the words say how much a place counts, or when


@dataclass
class Message:
    """`closed`: tokens that somebody else has read. `asked`: topics of the open question."""

    tokens: Tokens
    today: dt.date
    facts: TripFacts = field(default_factory=TripFacts)
    asked: tuple[str, ...] = ()
    planned: bool = False
    closed: frozenset[int] = frozenset()
    before: str = ""  # what the agent said last
    people: Callable[[], int] = lambda: 0  # how many travel, 0 = nobody has said
    town: Callable[[str], bool] = lambda name: False  # whether a name is a city, a country or a region
    atlas: Any = None  # where names of places are looked up (atlas.Atlas)
    guarded: frozenset[int] | None = None  # where nothing is liked, once somebody looked (doubts.py)
    names: Any = None  # of the whole message, once somebody looked them up

    @cached_property
    def chart(self) -> Chart:
        return GRAMMAR.parse(self.tokens, today=self.today)

    @cached_property
    def clauses(self) -> list[Clause]:
        return clauses_of(self.tokens)

    @cached_property
    def sentences(self) -> list[tuple[int, int]]:
        """Where sentences begin and end; a colon ends none."""
        cuts = [one.i for one in self.clauses if one.first and one.i and self.word(one.i - 1) != ":"]
        return list(pairwise((0, *cuts, len(self.tokens)))) if self.clauses else []

    def clause(self, at: int) -> Clause:
        return next(one for one in self.clauses if one.i <= at < one.j)

    @cached_property
    def said(self) -> frozenset[str]:
        """All words of the message."""
        return frozenset(self.norms(0, len(self.tokens)))

    def denied_from(self, span: Span) -> int:
        """Where what denies a span begins: at the last denial before it, else at itself."""
        starts = [at for at, _ in self.clause(span.i).cues.get("denies", ()) if at < span.i]
        return max(starts, default=span.i)

    def led(self, span: Span, *kinds: str) -> bool:
        """Whether something of these kinds stands before a span in its clause."""
        first = self.clause(span.i).i
        return any(first <= cue.i < span.i for cue in self.chart.of(*kinds))

    def open(self, span: Span) -> bool:
        return self.closed.isdisjoint(range(span.i, span.j))

    def cover(self, *kinds: str) -> list[Span]:
        """The best spans of these kinds that nobody has read."""
        return [span for span in self.chart.cover(*kinds) if self.open(span)]

    def norms(self, i: int, j: int) -> list[str]:
        return self.tokens.norms(i, j)

    def word(self, at: int) -> str:
        """A token's one form; "" before the first and behind the last."""
        return self.tokens[at].norm if 0 <= at < len(self.tokens) else ""

    def words(self, i: int, j: int) -> str:
        """The words as typed, in small letters."""
        return " ".join(self.tokens.quote(i, j).lower().split())

    def listed(self, before: Span, after: Span) -> bool:
        """Whether two spans are entries of one list."""
        between = self.norms(before.j, after.i)
        return bool(between) and set(between) <= _JOINS | _FILLS and bool(_JOINS & set(between))


def message_of(text: str, today: dt.date, **known: Any) -> Message:
    """A message whose slips of the hand in words of the calendar are mended."""
    return Message(mended(tokens_of(text), _SPELT, frozenset()), today, **known)


def once(found: Iterable[Found]) -> Iterator[Found]:
    """Each change once, as it was said first."""
    seen = set()
    for one in found:
        if (what := (one.path, one.op, str(one.value), one.subject)) not in seen:
            seen.add(what)
            yield one
