"""What things usually cost in a city: medians of our rows, with how many there are and their date."""

from __future__ import annotations

from collections import defaultdict
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
    numbers = [place.city_id for place in (*(plan.days if plan else ()), *facts.destinations)]
    cities = [city for city in gazetteer.cities(numbers) if city.curated]
    return [found for city in cities for found in _of_city(city, gazetteer.places(city.curated))]


def _of_city(city: City, places: Iterable[Place]) -> list[Benchmark]:
    groups: defaultdict[tuple[int, str, str], list[Place]] = defaultdict(list)
    for place in places:
        is_free_sight = place.kind == "visit" and place.price and not place.price.adult
        if place.price and place.grade_of("price") != "estimate" and not is_free_sight:
            groups[(*_what(place), place.price.currency)].append(place)
    found = []
    for (_order, what, currency), rows in sorted(groups.items()):
        amount = Decimal(median(row.price.adult for row in rows)).quantize(quantum(currency))
        newest = max(row.as_of for row in rows)
        found.append(Benchmark(city.name, what, amount, currency, len(rows), newest))
    return found


def _what(place: Place) -> tuple[int, str]:
    if place.kind == "visit":
        return 6, "a sight that charges, a person"
    band = place.band or "mid"
    order, level = list(_LEVELS).index(band), _LEVELS[band]
    return (
        (order, f"a {level} meal, a person")
        if place.kind == "food"
        else (3 + order, f"a {level} room, a night")
    )
