"""Spans found in a message, layer by layer, and the cover of those that explain most of it."""

from __future__ import annotations

import inspect
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from trips.reading.matching import Caught, Ways, matcher, once
from trips.reading.patterns import FIGURE, firsts, needs, options, pattern, spans_in
from trips.reading.tokens import Token, Tokens

#: A layer is read again while it finds more: "two hundred and five" takes three rounds.
MOST_ROUNDS = 4
#: Charts that are kept, for a turn reads its words many times; few of texts longer than so many tokens.
KEPT, LONG, LONG_KEPT = 256, 640, 16

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

    __slots__ = ("kind", "text", "node", "make", "takes", "weight", "ends", "needs", "builds_on")

    def __init__(self, kind: str, text: str, make: Any = True, weight: float = 1.0) -> None:
        self.kind, self.text, self.make, self.weight = kind, text, make, weight
        self.node = pattern(text)
        self.ends, self.needs, self.builds_on = matcher(self.node), needs(self.node), spans_in(self.node)
        self.takes = frozenset(inspect.signature(make).parameters) if callable(make) else None

    def value(self, caught: Caught, words: Callable[[], str], context: Mapping[str, Any]) -> Any:
        if self.takes is None:
            return self.make
        given = {name: value for name, value in (*context.items(), *caught) if name in self.takes}
        if "words" in self.takes:
            given["words"] = words()
        return self.make(**given)


class Layer:
    """Rules by what a match of theirs may begin with; `kinds` that they make."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._by_first: dict[str, list[Rule]] = defaultdict(list)
        self.kinds: set[str] = set()
        for rule in rules:
            self.kinds.add(rule.kind)
            for first in sorted(firsts(rule.node)[0]):
                self._by_first[first].append(rule)

    def among(self, keys: Set[str], new: Set[str] | None) -> Index:
        """The rules that may match where these words and kinds of spans stand; of these kinds are `new`."""
        found = {}
        for first in (*(self._by_first.keys() & keys), "."):
            rules = [rule for rule in self._by_first.get(first, ()) if _may_match(rule, keys, new)]
            if rules:
                found[first] = rules
        return found


def _may_match(rule: Rule, keys: Set[str], new: Set[str] | None) -> bool:
    if new is not None and new.isdisjoint(rule.builds_on):
        return False
    return not any(need.isdisjoint(keys) for need in rule.needs)


class Grammar:
    """Layers of rules; each sees the spans of the layers before it and its own as they grow."""

    def __init__(self, *layers: Iterable[Rule]) -> None:
        rules = [list(layer) for layer in layers]
        self._layers = [Layer(layer) for layer in rules]
        self._waits_for: dict[str, list[tuple[frozenset[str], ...]]] = defaultdict(list)
        for rule in (rule for layer in rules for rule in layer):
            self._waits_for[rule.kind] += [needs(option) for option in options(rule.node)]

    def may_find(self, kind: str, tokens: Tokens) -> bool:
        """Whether the words are said without which no span of a kind is found: quicker than a chart."""
        said = {form for token in tokens.all for form in token.forms}
        return any(
            all(any(key.startswith("<") or key in said for key in need) for need in needed)
            for needed in self._waits_for[kind]
        )

    def parse(self, tokens: Tokens, given: Iterable[Span] | None = None, **context: Any) -> Chart:
        """`given`: spans found by others (names of places). `context`: what rules ask for by name; can be
        hashed where nothing is given. The chart is shared by all who read these words: nobody adds to it."""
        if given is not None:
            return self.read(tokens, given, context)
        kept = _kept if len(tokens) <= LONG else _kept_of_long
        return kept(self, tokens, tuple(context.items()))

    def read(self, tokens: Tokens, given: Iterable[Span], context: Mapping[str, Any]) -> Chart:
        """A new chart."""
        chart = Chart(tokens)
        for span in given:
            chart.add(span)
        for layer in self._layers:
            new, last = None, len(tokens) - 1
            for _ in range(MOST_ROUNDS):
                index = layer.among(chart.said, new)
                found = [span for i in range(last + 1) for span in chart.matches(i, index, context)]
                grown = [span for span in found if chart.add(span)]
                new = {span.kind for span in grown}
                if not grown:
                    break
                last = max(span.i for span in grown)
        return chart


def _read(grammar: Grammar, tokens: Tokens, context: Caught) -> Chart:
    return grammar.read(tokens, (), dict(context))


_kept = lru_cache(maxsize=KEPT)(_read)
_kept_of_long = lru_cache(maxsize=LONG_KEPT)(_read)


class Chart:
    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.rows: dict[tuple[str, int], dict[int, Span]] = defaultdict(dict)  # (kind, i) → {j: span}
        #: What begins at each token, and behind the last one: its forms, then "<kind>" of spans.
        self.keys = [*map(_begins, tokens.all), {}]
        self.said = {key for keys in self.keys for key in keys}
        self._of: dict[tuple[str, ...], list[Span]] = {}

    def add(self, span: Span) -> bool:
        """Whether it is new. The first reading of the same words as the same kind stays."""
        row = self.rows[span.kind, span.i]
        if span.j in row:
            return False
        row[span.j] = span
        self._of.clear()
        key = f"<{span.kind}>"
        self.keys[span.i][key] = None
        self.said.add(key)
        return True

    def beside(self, spans: Iterable[Span]) -> Chart:
        """Another chart with all of this one, and spans besides."""
        chart = Chart(self.tokens)
        for row in self.rows.values():
            for span in row.values():
                chart.add(span)
        for span in spans:
            chart.add(span)
        return chart

    def of(self, *kinds: str) -> list[Span]:
        """All spans of these kinds, in the order of the text."""
        if kinds not in self._of:
            found = [span for (kind, _), row in self.rows.items() if kind in kinds for span in row.values()]
            self._of[kinds] = sorted(found, key=lambda span: (span.i, -span.j))
        return self._of[kinds]

    def at(self, kind: str, i: int) -> Span | None:
        """The longest of a kind that begins there."""
        row = self.rows.get((kind, i))
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

    def matches(self, i: int, index: Index, context: Mapping[str, Any]) -> Iterator[Span]:
        """What rules of a layer read from token i on that was not read before."""
        tried: set[int] = set()
        for key in (*self.keys[i], "."):
            for rule in index.get(key, ()):
                if id(rule) not in tried:
                    tried.add(id(rule))
                    if ways := rule.ends(self, [(i, ())]):
                        yield from self._spans(rule, i, once(ways), context)

    def _spans(self, rule: Rule, i: int, ways: Ways, context: Mapping[str, Any]) -> Iterator[Span]:
        known = self.rows.get((rule.kind, i), ())
        for j, caught in ways:
            if j not in known:
                value = rule.value(caught, lambda j=j: " ".join(self.tokens.norms(i, j)), context)
                if value is not None:
                    yield Span(rule.kind, i, j, value, rule.weight)


def _begins(token: Token) -> dict[str, None]:
    figure = (FIGURE,) if token.norm[:1].isdigit() else ()
    return dict.fromkeys((*token.forms, *figure))
