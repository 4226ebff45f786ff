"""In which order the cities of the trip come: "Kyoto before Tokyo", "swap Rome and Florence"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
_SWAPS = "(swap | exchange | switch | flip)"


def _two(a: str, b: str) -> tuple[str, str]:
    return a, b


def _one(a: str) -> tuple[str]:
    return (a,)


#: What is done to the order, to which cities; "town" is any name, "ours" one of the trip's cities.
RULES = [
    Rule("swap", f"{_SWAPS} (the order of)? <town:a> (and | with | for) <town:b>", _two),
    Rule("swap", f"<town:a> and <town:b> (should | could | can | shall | to)? {_CHANGE}", _two),
    Rule("reverse", f"(reverse | turn around | {_SWAPS}) (the order of)? {_CITIES}", ()),
    Rule("reverse", f"{_CITIES} in (the | a)? (reverse | opposite) order?", ()),
    Rule("reverse", f"{_CITIES} the other way (around | round)", ()),
    Rule("before", f"<ours:a> {_BE} before <ours:b>", _two),
    Rule("before", f"<ours:a> {_BE} first? (, | and | only)* then (to | in)? <ours:b>", _two, 2.0),
    Rule("after", f"<ours:a> {_BE} after <ours:b>", _two),
    Rule("first", f"<wish> .? .? {_IN} <ours:a> | {_IN} <ours:a> instead | <ours:a> {_BE} first", _one),
    Rule("last", f"<wish> .? .? {_TO} <ours:a> | <ours:a> {_BE} last", _one),
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
    for span in chart.cover("swap", "reverse", "before", "after", "first", "last"):
        action, names = span.kind, span.value
        said = [index_of(facts.destinations, name) for name in names]
        ours = not names or (any(one is not None for one in said) and len(set(said)) == len(said))
        after = tokens.norms(span.j, span.j + 1)
        last = action in ("first", "last") and after == ["and"]
        if ours and not last and (not after or after[0] in _MAY_FOLLOW):
            return Order(action, names, span.i, span.j)
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
    elif action not in ("before", "after") or (named[0] < named[1]) != (action == "before"):
        order.remove(first)
        at = {"first": 0, "last": len(order)}.get(action)
        order.insert(order.index(second) + (action == "after") if at is None else at, first)
    return order


def changes_of(known: Sequence[Destination], order: Sequence[Destination], span: Order) -> list[Found]:
    """From the first that comes too late on they are taken out and put in again, with their nights."""
    was, at = [known.index(place) for place in order], (span.i, span.j)
    moved = order[next((i for i in range(1, len(was)) if was[i] < was[i - 1]), len(was)) :]
    found = [Found("destinations", one.name, *at, op) for op in ("remove", "add") for one in moved]
    nights = (one for one in moved if one.nights)
    return found + [Found("destinations.nights", one.nights, *at, subject=one.name) for one in nights]
