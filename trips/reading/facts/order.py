"""In which order the cities of the trip come: "Kyoto before Tokyo", "swap Rome and Florence"."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from trips.catalogue.names import key
from trips.reading.chart import Grammar, Rule, Span
from trips.reading.facts.message import Found
from trips.reading.tokens import Tokens, tokens_of
from trips.schemas import Destination, TripFacts

_CHANGE = "(change | swap | switch | trade | exchange) their? (places | order | positions)"
_BE = "((should | must | can)? (come | comes | go | goes | be | is))?"
_CITIES = "(the | our | two | both)* (cities | towns | destinations | route)"
_IN = "(start | begin | starting | beginning) (the trip)? (with | in | at)"
_TO = "(end | finish | ending | finishing) (the trip)? (with | in | at)"
_OTHER = "(reverse | opposite)"
_ROUND = "the other way (around | round)"
_SWAPS = "(swap | exchange | switch | flip)"


def _both(action: str) -> Callable[[str, str], tuple[str, str, str]]:
    return lambda a, b: (action, a, b)


def _one(action: str) -> Callable[[str], tuple[str, str]]:
    return lambda a: (action, a)


#: What is done to the order, to which cities; "town" is any name, "ours" one of the trip's cities.
RULES = [
    Rule("order", f"{_SWAPS} (the order of)? <town:a> (and | with | for) <town:b>", _both("swap")),
    Rule("order", f"<town:a> and <town:b> (should | could | can | shall | to)? {_CHANGE}", _both("swap")),
    Rule("order", f"(reverse | turn around | {_SWAPS}) (the order of)? {_CITIES}", ("reverse",)),
    Rule("order", f"{_CITIES} (in (the | a)? {_OTHER} order? | {_ROUND})", ("reverse",)),
    Rule("order", f"<ours:a> {_BE} before <ours:b>", _both("before")),
    Rule("order", f"<ours:a> {_BE} first? (, | and | only)* then (to | in)? <ours:b>", _both("before"), 2.0),
    Rule("order", f"<ours:a> {_BE} after <ours:b>", _both("after")),
    Rule("order", f"<wish> .? .? {_IN} <ours:a>", _one("first")),
    Rule("order", f"{_IN} <ours:a> instead", _one("first")),
    Rule("order", f"<ours:a> {_BE} first", _one("first")),
    Rule("order", f"<wish> .? .? {_TO} <ours:a>", _one("last")),
    Rule("order", f"<ours:a> {_BE} last", _one("last")),
]  # fmt: skip
#: "We start in Rome" may tell of the way there only.
_WISHES = "can | could | shall | should | let 's | rather | prefer | want to | like to | please | better"
GRAMMAR = Grammar([Rule("wish", _WISHES)], RULES)
_MAY_FOLLOW = frozenset("please instead with , . ! ? ; : ) and but so for in because if then".split())
#: Names of this many words at most.
_LONGEST = 3


class Order(NamedTuple):
    """What is said of the order, of which cities, in which tokens."""

    action: str
    names: tuple[str, ...]
    i: int
    j: int


def order_said(text: str, facts: TripFacts) -> Order | None:
    """Only where the trip has several cities, and one of those that are named is its own."""
    if len(facts.destinations) < 2 or any(place.kind != "city" for place in facts.destinations):
        return None
    tokens = tokens_of(text)
    chart = GRAMMAR.read(tokens, _names(tokens, facts.destinations), {})
    for span in chart.cover("order"):
        action, *names = span.value
        said = [index_of(facts.destinations, name) for name in names]
        ours = not names or (any(one is not None for one in said) and len(set(said)) == len(said))
        after = tokens.norms(span.j, span.j + 1)
        last = action in ("first", "last") and after == ["and"]
        if ours and not last and (not after or after[0] in _MAY_FOLLOW):
            return Order(action, tuple(names), span.i, span.j)
    return None


def _names(tokens: Tokens, known: Sequence[Destination]) -> Iterator[Span]:
    ours = {key(place.name): place.name for place in known}
    for i in range(len(tokens)):
        for j in range(i + 1, min(i + _LONGEST, len(tokens)) + 1):
            said = tokens.quote(i, j)
            if name := ours.get(key(said)):
                yield Span("ours", i, j, name)
                yield Span("town", i, j, name)
            elif all(token.capital for token in tokens.all[i:j]) and j - i < _LONGEST:
                yield Span("town", i, j, said)


def index_of(known: Sequence[Destination], name: str) -> int | None:
    return next((at for at, place in enumerate(known) if key(place.name) == key(name)), None)


def ordered(known: Sequence[Destination], action: str, named: Sequence[int]) -> list[Destination]:
    """The cities as they are to come; `named`: their places in `known`."""
    order = list(known)
    if action == "reverse":
        return order[::-1]
    first, second = known[named[0]], known[named[-1]]
    if action == "swap":
        order[named[0]], order[named[1]] = second, first
        return order
    if action in ("before", "after") and (named[0] < named[1]) == (action == "before"):
        return order
    order.remove(first)
    place = {"first": 0, "last": len(order)}.get(action)
    order.insert(order.index(second) + (action == "after") if place is None else place, first)
    return order


def changes_of(known: Sequence[Destination], order: Sequence[Destination], span: Order) -> list[Found]:
    """From the first that comes too late on they are taken out and put in again, with their nights."""
    was = [known.index(place) for place in order]
    stays = next((i for i in range(1, len(was)) if was[i] < was[i - 1]), len(was))
    moved, (i, j) = order[stays:], (span.i, span.j)
    found = [Found("destinations", one.name, i, j, "remove") for one in moved]
    found += [Found("destinations", one.name, i, j, "add") for one in moved]
    return found + [
        Found("destinations.nights", one.nights, i, j, subject=one.name) for one in moved if one.nights
    ]
