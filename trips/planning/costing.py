"""What things cost: lines for a party, and their sum in the trip's currency.

Amounts are exact `Decimal`s: a line is unit × quantity, a total is the sum of all lines times their
frozen, dated rates, rounded once, at the end, half up.
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal
from typing import Literal

from trips.catalogue.child_meals import is_by_rule
from trips.catalogue.gazetteer import Gazetteer
from trips.catalogue.tickets import covered
from trips.schemas import CostLine, Grade, Item, Place, Price, Rate, Visit
from trips.wording import counted, quantum

Category = Literal["stay", "food", "transport", "visits"]
#: What the label of a room's line begins with.
ROOM = "Room, a night"


def line(
    label: str, unit: Decimal, quantity: int, currency: str, category: Category, grade: Grade
) -> CostLine:
    return CostLine(
        label=label,
        unit=unit,
        quantity=quantity,
        currency=currency,
        amount=unit * quantity,
        category=category,
        grade=grade,
    )


def person_lines(
    price: Price, adults: int, ages: Iterable[int], category: Category, grade: Grade, what: str = "ticket"
) -> list[CostLine]:
    """Adults and children of one price; who goes free has no line."""
    paying = [age for age in ages if age >= price.free_under]
    if price.shared_by > 1:
        together = math.ceil((adults + len(paying)) / price.shared_by)
        label = f"{what.capitalize()} for up to {price.shared_by}"
        return [line(label, price.adult, together, price.currency, category, grade)]
    child = price.adult if price.child is None else price.child
    lines = []
    if adults and price.adult:
        lines.append(line(f"Adult {what}", price.adult, adults, price.currency, category, grade))
    if paying and child:
        lines.append(line(f"Child {what}", child, len(paying), price.currency, category, grade))
    return lines


def visit_lines(
    place: Place, adults: int, ages: Iterable[int], seller: Place | None = None
) -> list[CostLine]:
    """Tickets; none of a day trip, whose row has no price: what is seen there costs what it costs. A visit on
    the ticket of another place, the `seller`, has a line of nothing."""
    if place.price is None:
        return []
    grade = place.grade_of("price")
    if seller:
        label = f"On the ticket of {seller.name}"
        return [line(label, Decimal(0), 1, place.price.currency, "visits", grade)]
    return person_lines(place.price, adults, ages, "visits", grade)


def share_tickets(items: Iterable[Item], gazetteer: Gazetteer, adults: int, ages: Iterable[int]) -> None:
    """Charges a ticket that opens several places once; needs the items' uids."""
    visits = [item for item in items if isinstance(item, Visit)]
    sold = covered(visits, lambda visit: gazetteer.place(visit.place_id or ""))
    for visit in visits:
        row = gazetteer.place(visit.place_id or "")
        if row and row.price and row.price.ticket:
            visit.costs = visit_lines(row, adults, ages, sold.get(visit.uid))


def meal_lines(place: Place, adults: int, ages: Iterable[int]) -> list[CostLine]:
    """A child's meal that no row has a price for is an estimate and says so."""
    lines = person_lines(place.price, adults, ages, "food", place.grade_of("price"), "meal")
    if not is_by_rule(place.price):
        return lines
    estimated = {"label": "Child meal (estimated)", "grade": "estimate"}
    return [one.model_copy(update=estimated) if one.label == "Child meal" else one for one in lines]


def room_lines(price: Price, rooms: int, nights: int, grade: Grade) -> list[CostLine]:
    """One line: the room's typical price a night × rooms × nights."""
    label = room_label(rooms, nights)
    return [line(label, price.adult, rooms * nights, price.currency, "stay", grade)]


def room_label(rooms: int, nights: int) -> str:
    return f"{ROOM} ({counted(rooms, 'room')}, {counted(nights, 'night')})"


def rates_for(items: Iterable[Item], currency: str, gazetteer: Gazetteer, on: dt.date) -> list[Rate]:
    """One dated rate for each foreign currency of the lines, by code. A currency without a rate has
    none here, and `total_of` leaves its lines out: `unpriced` names it."""
    foreign = sorted({cost.currency for item in items for cost in item.costs} - {currency})
    found = (gazetteer.rate(code, currency, on) for code in foreign)
    return [rate for rate in found if rate is not None]


def unpriced(items: Iterable[Item], currency: str, rates: Iterable[Rate]) -> list[str]:
    """Currencies of the lines that can't be converted."""
    known = {rate.base for rate in rates} | {currency}
    return sorted({cost.currency for item in items for cost in item.costs} - known)


def total_of(items: Iterable[Item], currency: str, rates: Iterable[Rate], category: str = "") -> Decimal:
    """Of all lines, or those of a category, in `currency`, rounded to its smallest coin."""
    factor = {rate.base: rate.rate for rate in rates} | {currency: Decimal(1)}
    lines = (line for item in items for line in item.costs if category in ("", line.category))
    amounts = (line.amount * factor[line.currency] for line in lines if line.currency in factor)
    return sum(amounts, Decimal(0)).quantize(quantum(currency), ROUND_HALF_UP)


def sum_in(lines: Iterable[CostLine], currency: str, gazetteer: Gazetteer, on: dt.date) -> Decimal:
    """Of all lines, for comparing them. Not rounded."""
    return sum((converted(one.amount, one.currency, currency, gazetteer, on) for one in lines), Decimal(0))


def converted(amount: Decimal, base: str, quote: str, gazetteer: Gazetteer, on: dt.date) -> Decimal:
    """For comparing prices; the amount itself where there is no rate. Not rounded."""
    if base == quote:
        return amount
    rate = gazetteer.rate(base, quote, on)
    return amount * rate.rate if rate else amount
