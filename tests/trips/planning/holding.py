"""What must hold for every plan, worked out without the validator: order, ways, hours, sums, pace."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from decimal import Decimal
from itertools import pairwise

from trips.catalogue.gazetteer import Gazetteer, distance_km
from trips.catalogue.opening_hours import is_open
from trips.schemas import FreeTime, Item, Leg, Meal, Plan, Stay, TripFacts, Visit

VISITS = {"relaxed": 3, "moderate": 5, "packed": 7}
WALKING_KM = {"relaxed": 6.0, "moderate": 10.0, "packed": 15.0}
HOURS = {"relaxed": (10, 20), "moderate": (9, 21), "packed": (8, 22)}
#: Dinner has hours of its own, and the way back from it.
AFTER_DINNER = dt.time(22, 45)
#: A free choice, and free time, are near a point, not on it.
NEAR_KM = 1.2


def holds(plan: Plan, facts: TripFacts, gazetteer: Gazetteer) -> None:
    """Asserts everything; the messages name the item."""
    in_order(plan)
    connected(plan)
    open_when_visited(plan, gazetteer)
    sums(plan)
    pace(plan, facts)
    nothing_twice(plan)
    nights(plan)


def timeline(plan: Plan) -> list[Item]:
    return [item for item in plan.items() if not isinstance(item, Stay)]


def in_order(plan: Plan) -> None:
    for one, other in pairwise(plan.days):
        assert other.date == one.date + dt.timedelta(days=1)
    for item in plan.items():
        assert item.end_utc > item.start_utc, f"{item.title} takes no time"
        assert item.minutes % 5 == 0
    for before, after in pairwise(timeline(plan)):
        assert after.start_utc >= before.end_utc, f"{after.title} starts before {before.title} is over"
    uids = [item.uid for item in plan.items()]
    assert len(set(uids)) == len(uids)


def connected(plan: Plan) -> None:
    """Each item is where the one before left the travellers; legs go on from point to point."""
    here: tuple[float, float] | None = None
    for item in timeline(plan):
        if isinstance(item, Leg):
            if here and item.origin.lat is not None:
                assert distance_km(*here, item.origin.lat, item.origin.lon) < 0.05, item.title
            assert item.minutes >= item.travel_minutes + item.buffer_minutes, item.title
            here = (item.destination.lat, item.destination.lon) if item.destination.lat else None
        elif isinstance(item, Visit) and item.lat is None:
            here = None  # nobody knows where that is
        elif here and item.lat is not None:
            loose = isinstance(item, FreeTime) or (isinstance(item, Meal) and item.style == "free")
            assert distance_km(*here, item.lat, item.lon) <= (NEAR_KM if loose else 0.06), item.title
            here = here if loose else (item.lat, item.lon)


def open_when_visited(plan: Plan, gazetteer: Gazetteer) -> None:
    for item in plan.items():
        if isinstance(item, Visit) or (isinstance(item, Meal) and item.style == "place"):
            row = gazetteer.place(item.place_id or "")
            if row:
                assert is_open(row, item.start, item.end, gazetteer), f"{item.title} at {item.start}"
                assert not isinstance(item, Meal) or item.meal in row.meals, item.title


def sums(plan: Plan) -> None:
    rates = {rate.base: rate.rate for rate in plan.rates} | {plan.currency: Decimal(1)}
    total = Decimal(0)
    for item in plan.items():
        for line in item.costs:
            assert line.amount == line.unit * line.quantity, f"{item.title}: {line.label}"
            assert line.quantity > 0 and (line.unit > 0 or line.label.startswith("On the ticket of"))
            total += line.amount * rates[line.currency]
    assert abs(total - plan.total) <= Decimal("0.5") if plan.currency == "JPY" else Decimal("0.005")
    for rate in plan.rates:
        assert rate.quote == plan.currency and rate.source


def pace(plan: Plan, facts: TripFacts) -> None:
    first, last = HOURS[plan.pace]
    travelling = {leg.start.date() for leg in _long_legs(plan)} | {leg.end.date() for leg in _long_legs(plan)}
    for day in plan.days:
        visits = [item for item in day.items if isinstance(item, Visit)]
        assert len(visits) <= VISITS[plan.pace], f"{day.date}: {len(visits)} visits"
        walked = sum(item.distance_km for item in day.items if isinstance(item, Leg) and item.mode == "walk")
        assert walked <= WALKING_KM[plan.pace] or "taxi" in facts.transport_bans, f"{day.date}: {walked} km"
        if day.date in travelling:
            continue
        for item in day.items:
            if not isinstance(item, Stay):
                assert item.start.hour >= first, f"{day.date}: {item.title} at {item.start}"
                until = dt.time(last) if isinstance(item, Visit) else AFTER_DINNER
                assert item.end.time() <= until, f"{day.date}: {item.title} until {item.end}"


def nothing_twice(plan: Plan) -> None:
    visits = Counter(item.place_id or item.title for item in plan.items() if isinstance(item, Visit))
    tables = Counter(
        item.place_id
        for item in plan.items()
        if isinstance(item, Meal) and item.style == "place" and item.place_id
    )
    assert not [name for name, times in (visits + tables).items() if times > 1]


def nights(plan: Plan) -> None:
    """Every night is spent in exactly one stay, or under way."""
    stays = [item for item in plan.items() if isinstance(item, Stay)]
    for before, _ in pairwise(plan.days):
        date = before.date
        slept = [stay for stay in stays if stay.start.date() <= date < stay.end.date()]
        moving = [leg for leg in _long_legs(plan) if leg.start.date() <= date < leg.end.date()]
        assert len(slept) + bool(moving) >= 1, f"the night of {date}"
        assert len(slept) <= 1, f"the night of {date}"
    for stay in stays:
        assert (stay.end.date() - stay.start.date()).days == stay.nights


def _long_legs(plan: Plan) -> list[Leg]:
    return [
        item
        for item in plan.items()
        if isinstance(item, Leg) and item.origin.city_id != item.destination.city_id
    ]
