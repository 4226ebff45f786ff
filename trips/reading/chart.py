"""Spans found in a message, layer by layer, and the cover of those that explain most of it."""

from __future__ import annotations

import inspect
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from trips.reading.patterns import (
    AnyWord,
    Choice,
    Node,
    Repeated,
    Sequence,
    Spanned,
    Word,
    firsts,
    pattern,
    spans_in,
)
from trips.reading.tokens import Tokens

#: A layer is read again while it finds more: "two hundred and five" takes three rounds.
MOST_ROUNDS = 4
#: Ways to match one pattern from one token on.
MOST_WAYS = 64
#: Charts that are kept, and the longest text of one, in tokens: a turn reads its sentences many times.
KEPT, LONGEST_KEPT = 256, 640

Caught = tuple[tuple[str, Any], ...]
Ways = list[tuple[int, Caught]]
Index = Mapping[str, list["Rule"]]


@dataclass(frozen=True, slots=True)
class Span:
    """Tokens i to j (j not included) read as a value of a kind; values can be hashed."""

    kind: str
    i: int
    j: int
    value: Any = field(compare=False, hash=False)
    weight: float = 1.0


class Rule:
    """A pattern and what it makes: a value, or a function of the spans it names (by name), of the `words`
    matched, and of what the message comes with (today …). A function that returns None makes nothing."""

    __slots__ = ("kind", "text", "node", "make", "takes", "weight")

    def __init__(self, kind: str, text: str, make: Any = True, weight: float = 1.0) -> None:
        self.kind, self.text, self.make, self.weight = kind, text, make, weight
        self.node = pattern(text)
        self.takes = frozenset(inspect.signature(make).parameters) if callable(make) else None

    def value(self, caught: Caught, words: Callable[[], str], context: Mapping[str, Any]) -> Any:
        if self.takes is None:
            return self.make
        given = {name: value for name, value in (*context.items(), *caught) if name in self.takes}
        if "words" in self.takes:
            given["words"] = words()
        return self.make(**given)


def _index(rules: Iterable[Rule]) -> Index:
    """Rules by what a match of theirs may begin with."""
    index: dict[str, list[Rule]] = defaultdict(list)
    for rule in rules:
        for first in sorted(firsts(rule.node)[0]):
            index[first].append(rule)
    return index


class Grammar:
    """Layers of rules; each sees the spans of the layers before it and its own as they grow."""

    def __init__(self, *layers: Iterable[Rule]) -> None:
        self._layers: list[tuple[Index, Index]] = []
        for layer in layers:
            rules = list(layer)
            made = {rule.kind for rule in rules}
            self._layers.append((_index(rules), _index(rule for rule in rules if spans_in(rule.node) & made)))

    def parse(self, tokens: Tokens, given: Iterable[Span] | None = None, **context: Any) -> Chart:
        """`given`: spans found by others (names of places). `context`: what rules ask for by name; can be
        hashed where nothing is given. The chart is shared by all who read these words: nobody adds to it."""
        if given is None and len(tokens) <= LONGEST_KEPT:
            return _kept(self, tokens, tuple(context.items()))
        return self.read(tokens, given or (), context)

    def read(self, tokens: Tokens, given: Iterable[Span], context: Mapping[str, Any]) -> Chart:
        """A new chart."""
        chart = Chart(tokens)
        for span in given:
            chart.add(span)
        for first, again in self._layers:
            for index in (first, *[again] * (MOST_ROUNDS - 1)):
                new = [span for i in range(len(tokens)) for span in chart.matches(i, index, context)]
                grown = [span for span in new if chart.add(span)]
                if not grown or not again:
                    break
        return chart


@lru_cache(maxsize=KEPT)
def _kept(grammar: Grammar, tokens: Tokens, context: Caught) -> Chart:
    return grammar.read(tokens, (), dict(context))


class Chart:
    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self._at: dict[tuple[str, int], dict[int, Span]] = defaultdict(dict)  # (kind, i) → {j: span}
        self._kinds: dict[int, dict[str, None]] = defaultdict(dict)
        self._of: dict[tuple[str, ...], list[Span]] = {}

    def add(self, span: Span) -> bool:
        """Whether it is new. The first reading of the same words as the same kind stays."""
        row = self._at[span.kind, span.i]
        if span.j in row:
            return False
        row[span.j] = span
        self._of.clear()
        self._kinds[span.i][f"<{span.kind}>"] = None
        return True

    def beside(self, spans: Iterable[Span]) -> Chart:
        """Another chart with all of this one, and spans besides."""
        chart = Chart(self.tokens)
        for row in self._at.values():
            for span in row.values():
                chart.add(span)
        for span in spans:
            chart.add(span)
        return chart

    def of(self, *kinds: str) -> list[Span]:
        """All spans of these kinds, in the order of the text."""
        if kinds not in self._of:
            found = [span for (kind, _), row in self._at.items() if kind in kinds for span in row.values()]
            self._of[kinds] = sorted(found, key=lambda span: (span.i, -span.j))
        return self._of[kinds]

    def at(self, kind: str, i: int) -> Span | None:
        """The longest of a kind that begins there."""
        row = self._at.get((kind, i))
        return row[max(row)] if row else None

    def cover(self, *kinds: str) -> list[Span]:
        """Spans that do not overlap and explain most: the sum of squared lengths, weighted, is greatest."""
        ends: dict[int, list[Span]] = defaultdict(list)
        for span in self.of(*kinds):
            ends[span.j].append(span)
        best: list[tuple[float, Span | None]] = [(0.0, None)]
        for j in range(1, len(self.tokens) + 1):
            best.append((best[j - 1][0], None))
            for span in ends.get(j, ()):
                score = best[span.i][0] + span.weight * (span.j - span.i) ** 2
                if score > best[j][0]:
                    best[j] = (score, span)
        found, j = [], len(self.tokens)
        while j > 0:
            span = best[j][1]
            if span:
                found.append(span)
            j = span.i if span else j - 1
        return found[::-1]

    def matches(self, i: int, index: Mapping[str, list[Rule]], context: Mapping[str, Any]) -> Iterator[Span]:
        """What rules of a layer read from token i on."""
        seen: set[int] = set()
        for key in (*self.tokens[i].forms, *self._kinds[i], "."):
            for rule in index.get(key, ()):
                if id(rule) not in seen:
                    seen.add(id(rule))
                    yield from self._spans(rule, i, context)

    def _spans(self, rule: Rule, i: int, context: Mapping[str, Any]) -> Iterator[Span]:
        for j, caught in _once(self._ends(rule.node, [(i, ())])):
            value = rule.value(caught, lambda j=j: " ".join(self.tokens.norms(i, j)), context)
            if value is not None:
                yield Span(rule.kind, i, j, value, rule.weight)

    def _ends(self, node: Node, starts: Ways) -> Ways:
        """Where a node can end, from each of the places where it can begin, with what it caught."""
        match node:
            case Word(form):
                return [(i + 1, caught) for i, caught in starts if self._is(i, form)]
            case AnyWord():
                return [(i + 1, caught) for i, caught in starts if i < len(self.tokens)]
            case Spanned(kind, name):
                return [
                    (j, (*caught, (name, span.value)))
                    for i, caught in starts
                    for j, span in self._at.get((kind, i), {}).items()
                ]
            case Sequence(parts):
                for part in parts:
                    starts = _once(self._ends(part, starts)) if starts else starts
                return starts
            case Choice():
                return [
                    way
                    for start in starts
                    for one in self._options(node, start[0])
                    for way in self._ends(one, [start])
                ]
            case Repeated(inner, most):
                found, last = list(starts), starts
                for _ in range(most if starts else 0):
                    last = _once(self._ends(inner, last)) if last else last
                    found += last
                return found

    def _options(self, choice: Choice, i: int) -> Iterator[Node]:
        """Those that may match from a token on."""
        for form in (*self.tokens[i].forms, "") if i < len(self.tokens) else ():
            yield from choice.by_word.get(form, ())

    def _is(self, i: int, form: str) -> bool:
        return i < len(self.tokens) and form in self.tokens[i].forms


def _once(ways: Ways) -> Ways:
    return list(dict.fromkeys(ways))[:MOST_WAYS] if len(ways) > 1 else ways
