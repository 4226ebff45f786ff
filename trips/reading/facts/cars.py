"""Cars at hand or to rent, and whether the trip leads back."""

from __future__ import annotations

from collections.abc import Iterator

from trips.reading.chart import Span
from trips.reading.facts.message import Found, Message
from trips.reading.facts.money import sums_in

#: So many tokens behind the car its seats and its price are said.
_FAR = 24
_ANY_CAR = frozenset("car cars vehicle rental hire".split())


def read_cars(message: Message) -> list[Found]:
    return [*_rented(message), *_own(message)]


def read_trip_type(message: Message) -> Iterator[Found]:
    for span in message.cover("trip_type"):
        clause = message.clause(span.i)
        instead = message.word(span.i - 1) == "not" or message.word(span.i - 2) in ("not", "instead")
        if not (instead or clause.has("over.past", "others.kin_says")):
            yield Found("trip_type", span.value, span.i, span.j)


def _rented(message: Message) -> Iterator[Found]:
    for span in message.cover("rents"):
        clause = message.clause(span.i)
        if clause.denies(span):
            first = max((at for at, _ in clause.cues["denies"] if at < span.i), default=span.i)
            yield Found("car.wanted", False, first, span.j)
            continue
        seats = next((one for one in message.chart.of("seats") if span.j <= one.i < span.j + _FAR), None)
        prices = (one for one in sums_in(message) if one.per == "day")
        price = next((one for one in prices if span.j <= one.span.i < span.j + _FAR), None)
        named = next(
            (one for one in message.chart.of("vehicle") if one.j == span.j and span.i <= one.i), None
        )
        rents = message.word(span.i).startswith(("rent", "hir", "car", "self"))
        surely = (rents and (named or span.j - span.i < 3)) or seats or (named and price)
        asks = clause.asked and message.word(clause.i) in ("do", "should", "is")
        if not surely or asks or clause.has("over.past", "others.kin_says"):
            continue
        yield Found("car.wanted", True, span.i, span.j)
        if named and span.value not in _ANY_CAR:
            yield Found("car.kind", message.tokens.quote(named.i, span.j), named.i, span.j)
        if price:
            yield Found("car.price_per_day", price.amount, price.i, price.j)
            if price.currency and message.facts.budget.currency is None:
                yield Found("budget.currency", price.currency, price.i, price.j)
        if seats:
            yield Found("car.seats", seats.value, seats.i, seats.j)
            if "us" in message.norms(span.j, seats.i) and not message.facts.party.adults:
                yield Found("party.adults", seats.value, seats.i, seats.j)


def _own(message: Message) -> Iterator[Found]:
    found = [one for one in message.cover("own_car", "rents", "no_ride") if one.kind == "own_car"]
    named = [one for one in found if _called(message, one) != "car"] or found
    for span in found:
        clause = message.clause(span.i)
        if clause.asked or clause.has("over.past", "others.kin_says", "supposed.if"):
            continue
        yield Found("car.at_hand", not clause.denies(span), span.i, span.j)
        if span in named and not clause.denies(span):
            yield Found("travel_by", _called(message, span), span.i, span.j, "add")


def _called(message: Message, span: Span) -> str:
    """ "Drive" and "our 4x4" are by car; a van, a bus or bikes are what they are called."""
    inside = [one for one in message.chart.of("vehicle") if span.i <= one.i and one.j <= span.j]
    if inside and inside[-1].value == "other":
        return message.words(inside[-1].i, inside[-1].j)
    return "own car" if inside and {"own", "our", "my"} & set(message.norms(span.i, span.j)) else "car"
