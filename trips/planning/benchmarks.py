"""What things usually cost in a city: medians of our rows, with how many there are and their date."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from statistics import median

from trips.catalogue.gazetteer import City, Gazetteer
from trips.schemas import Place, Plan, TripFacts
from trips.wording import quantum

_LEVELS = {"low": "plain", "mid": "mid-range", "high": "fine"}


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A person's for meals and sights, a room's a night for stays. `as_of` is that of the newest row."""

    city: str
    what: str
    amount: Decimal
    currency: str
    rows: int
    as_of: str


def benchmarks_of(facts: TripFacts, plan: Plan | None, gazetteer: Gazetteer) -> list[Benchmark]:
    """Of each city of the trip with rows, in its order."""
    gazetteer = gazetteer.catalogue
    numbers = [day.city_id for day in plan.days] if plan else []
    numbers += [destination.city_id for destination in facts.destinations]
    cities = [gazetteer.city(number) for number in dict.fromkeys(number for number in numbers if number)]
    return [
        found
        for city in cities
        if city and city.curated
        for found in _of_city(city, gazetteer.places(city.curated))
    ]


def _of_city(city: City, places: Iterable[Place]) -> list[Benchmark]:
    groups: dict[tuple[int, str, str], list[Place]] = {}
    for place in places:
        if place.price is None or place.grade_of("price") == "estimate":
            continue
        if place.kind == "visit" and not place.price.adult:
            continue  # what costs nothing is no price
        groups.setdefault((*_what(place), place.price.currency), []).append(place)
    return [
        Benchmark(
            city.name,
            what,
            Decimal(median(row.price.adult for row in rows)).quantize(quantum(currency)),
            currency,
            len(rows),
            max(row.as_of for row in rows),
        )
        for (_order, what, currency), rows in sorted(groups.items())
    ]


def _what(place: Place) -> tuple[int, str]:
    if place.kind == "visit":
        return 6, "a sight that charges, a person"
    order = {"low": 0, "mid": 1, "high": 2}.get(place.band or "mid", 1)
    level = _LEVELS[place.band or "mid"]
    return (
        (order, f"a {level} meal, a person")
        if place.kind == "food"
        else (3 + order, f"a {level} room, a night")
    )
