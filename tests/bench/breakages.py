"""What it takes to spoil a good plan: a trip to spoil, and the list of ways.

The ways are in the modules `break_…`. They are written against the nouns of `trips.schemas` and the rows of
the gazetteer alone: nothing here knows the validator (a test reads it).
A breakage gets its own deep copy of a plan and its facts, spoils them and returns True, or returns False
where the plan has nothing to spoil in this way.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal

from trips.catalogue.gazetteer import Gazetteer
from trips.schemas import (
    Item,
    Leg,
    Meal,
    Place,
    Plan,
    Stay,
    TripFacts,
)

MINUTE = dt.timedelta(minutes=1)
DAY = dt.timedelta(days=1)


@dataclass
class Trip:
    """A plan with what it was asked for; `others` are further options of the same turn."""

    name: str
    facts: TripFacts
    plan: Plan
    gazetteer: Gazetteer
    others: list[Plan] = field(default_factory=list)

    def copy(self) -> Trip:
        return Trip(
            self.name,
            self.facts.model_copy(deep=True),
            self.plan.model_copy(deep=True),
            self.gazetteer,
            [other.model_copy(deep=True) for other in self.others],
        )

    def items(self, *kinds: type) -> list[Item]:
        return [item for item in self.plan.items() if not kinds or isinstance(item, kinds)]

    def row(self, item: Item) -> Place | None:
        return self.gazetteer.place(item.place_id) if item.place_id and not item.unlisted else None

    def listed(self, *kinds: type) -> list[Item]:
        """Visits, stays and meals at a row of our data."""
        return [
            item
            for item in self.items(*kinds)
            if self.row(item) and not (isinstance(item, Meal) and item.style != "place")
        ]

    def full_days(self) -> Iterator[int]:
        """Days that are neither first nor last nor partly spent between cities."""
        for index in range(1, len(self.plan.days) - 1):
            dates = {self.plan.days[index].date}
            if not any(between_cities(leg) and touches(leg, dates) for leg in self.items(Leg)):
                yield index

    def remove(self, item: Item) -> None:
        for day in self.plan.days:
            day.items = [other for other in day.items if other is not item]

    def retotal(self) -> None:
        """Add up again, so that only the intended fault is left."""
        rates = {rate.base: rate.rate for rate in self.plan.rates} | {self.plan.currency: Decimal(1)}
        lines = [line for item in self.items() for line in item.costs]
        total = sum((line.amount * rates[line.currency] for line in lines), Decimal(0))
        self.plan.total = total.quantize(self.plan.total if self.plan.total % 1 else Decimal("0.01"))

    def next_after(self, item: Item) -> Item | None:
        later = [other for other in self.items() if not isinstance(other, Stay) and other is not item]
        later = [other for other in later if other.start_utc >= item.end_utc]
        return min(later, key=lambda other: other.start_utc, default=None)


def between_cities(leg: Leg) -> bool:
    if leg.mode == "flight":
        return True
    if "airport" in (leg.origin.kind, leg.destination.kind):
        return False
    return leg.origin.city_id != leg.destination.city_id


def touches(leg: Leg, dates: set[dt.date]) -> bool:
    first, last = sorted((leg.start.date(), leg.end.date()))
    return any(first <= date <= last for date in dates)


Spoil = Callable[[Trip], bool]


@dataclass(frozen=True)
class Breakage:
    name: str
    check: int
    spoil: Spoil


BREAKAGES: list[Breakage] = []


def breaks(check: int) -> Callable[[Spoil], Spoil]:
    """Declare which check must notice."""

    def register(function: Spoil) -> Spoil:
        BREAKAGES.append(Breakage(function.__name__, check, function))
        return function

    return register


def shift(plan: Plan, days: int) -> None:
    for day in plan.days:
        day.date += days * DAY
        for item in day.items:
            item.start += days * DAY
            item.end += days * DAY


def become(trip: Trip, item: Item, row: Place) -> None:
    """Another listed place in an item's stead, with its own name, position and price."""
    item.place_id, item.title, item.area, item.lat, item.lon = row.id, row.name, row.area, row.lat, row.lon
    city = next(city for city in trip.gazetteer.cities_with_rows() if city.curated == row.city)
    item.city_id = city.id


def local_legs_between_listed(trip: Trip) -> list[Leg]:
    """Legs in a city that cover a real distance between places of our data."""
    return [
        leg
        for leg in trip.items(Leg)
        if not between_cities(leg)
        and leg.origin.place_id
        and leg.destination.place_id
        and leg.origin.place_id != leg.destination.place_id
        and leg.distance_km > 1
    ]
