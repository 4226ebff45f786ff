"""What a meal or a night costs where no row says so.

In a city with rows: the median of its rows of that meal (or band). Elsewhere: the median over the best known
of those cities in US dollars, each divided by its country's price level, times that of the country
(`fares.price_level`). Always graded "estimate".
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from decimal import Decimal
from functools import lru_cache, partial
from statistics import median

from trips.catalogue.child_meals import with_child
from trips.catalogue.gazetteer import City, Gazetteer
from trips.planning.costing import converted
from trips.planning.fares import price_level, rounded
from trips.schemas import Level, MealName, Place, PlaceKind, Price, Source

#: So many cities, the best known, stand for all.
REFERENCE_CITIES = 30
#: US dollars at the price level of the United States, used only while there are no rows at all.
FALLBACK_MEALS: dict[MealName, Decimal] = {
    "breakfast": Decimal(14),
    "lunch": Decimal(22),
    "dinner": Decimal(38),
}
FALLBACK_ROOMS: dict[Level, Decimal] = {"low": Decimal(110), "mid": Decimal(210), "high": Decimal(450)}
FALLBACK_TICKET = Decimal(15)
BAND_FACTOR: dict[Level, Decimal] = {"low": Decimal("0.6"), "mid": Decimal(1), "high": Decimal("1.9")}
FEWEST_ROWS = 3
REFERENCE_CURRENCY = "USD"  # of what no row of the city says
FORMULA = "what is usual in other cities, at this country's price level"


def meal_estimate(city: City, meal: MealName, level: Level, gazetteer: Gazetteer, on: dt.date) -> Price:
    """One typical meal of a person."""
    if city.curated:
        rows = [place for place in _priced(city, "food", gazetteer) if meal in place.meals]
        same_band = [place for place in rows if place.band == level]
        pool = same_band if len(same_band) >= FEWEST_ROWS else rows
        if len(pool) >= FEWEST_ROWS:
            currency = pool[0].price.currency
            return _with_child(middle(place.price.adult for place in pool), currency)
    typical = _reference(gazetteer.catalogue, on).get(
        (meal, level), FALLBACK_MEALS[meal] * BAND_FACTOR[level]
    )
    return _with_child(rounded(typical * price_level(city.country), REFERENCE_CURRENCY), REFERENCE_CURRENCY)


def room_estimate(city: City, level: Level, gazetteer: Gazetteer, on: dt.date) -> Price:
    """One room for one night."""
    if city.curated:
        rows = [place for place in _priced(city, "stay", gazetteer) if place.band == level]
        if rows:
            return Price(currency=rows[0].price.currency, adult=middle(row.price.adult for row in rows))
    typical = _reference(gazetteer.catalogue, on).get(("room", level), FALLBACK_ROOMS[level])
    return Price(
        currency=REFERENCE_CURRENCY, adult=rounded(typical * price_level(city.country), REFERENCE_CURRENCY)
    )


def ticket_estimate(city: City, gazetteer: Gazetteer, on: dt.date, level: Level = "mid") -> Price:
    """A ticket of a sight that charges."""
    typical = _reference(gazetteer.catalogue, on).get(("ticket", "mid"), FALLBACK_TICKET)
    usual = typical * BAND_FACTOR[level] * price_level(city.country)
    return Price(currency=REFERENCE_CURRENCY, adult=rounded(usual, REFERENCE_CURRENCY))


def estimated(place: Place, city: City, gazetteer: Gazetteer, on: dt.date) -> Place:
    """A row whose price nobody knows, with an estimate that says so."""
    level = place.band or "mid"
    if place.kind == "food":
        price = meal_estimate(city, (place.meals or ["lunch"])[-1], level, gazetteer, on)
    elif place.kind == "stay":
        price = room_estimate(city, level, gazetteer, on)
    else:
        price = ticket_estimate(city, gazetteer, on, level)
    source = Source(grade="estimate", source=FORMULA, as_of=on.isoformat())
    return place.model_copy(update={"price": price, "provenance": {**place.provenance, "price": source}})


def band_of(price: Price, kind: PlaceKind, city: City, gazetteer: Gazetteer, on: dt.date) -> Level:
    """The level whose dinners, or rooms, cost about as much."""

    def away(level: Level) -> Decimal:
        estimate = room_estimate if kind == "stay" else partial(meal_estimate, meal="dinner")
        usual = estimate(city, level=level, gazetteer=gazetteer, on=on)
        wanted = converted(price.adult, price.currency, usual.currency, gazetteer, on)
        return abs((wanted + 1).ln() - (usual.adult + 1).ln())

    return min(("mid", "low", "high"), key=away)


def _priced(city: City, kind: PlaceKind, gazetteer: Gazetteer) -> list[Place]:
    """Rows of the city whose price was said, not estimated."""
    rows = gazetteer.places(city.curated or "", kind)
    return [row for row in rows if row.price and row.grade_of("price") != "estimate"]


def middle(amounts: Iterable[Decimal]) -> Decimal:
    """The median, as one of the amounts' own figures (the lower of two middles)."""
    ordered = sorted(amounts)
    return ordered[(len(ordered) - 1) // 2]


def _with_child(adult: Decimal, currency: str) -> Price:
    return with_child(Price(currency=currency, adult=adult))


@lru_cache(maxsize=8)
def _reference(gazetteer: Gazetteer, on: dt.date) -> dict[tuple[str, str], Decimal]:
    """(meal, "room" or "ticket", level) → US dollars at the price level of the United States."""
    found: dict[tuple[str, str], list[Decimal]] = {}
    for city in gazetteer.cities_with_rows()[:REFERENCE_CITIES]:
        level = price_level(city.country)
        for place in gazetteer.places(city.curated or ""):
            if not (place.price and place.price.adult) or place.grade_of("price") == "estimate":
                continue
            dollars = (
                converted(place.price.adult, place.price.currency, REFERENCE_CURRENCY, gazetteer, on) / level
            )
            for kind in _kinds(place):
                found.setdefault((kind, "mid" if kind == "ticket" else place.band or "mid"), []).append(
                    dollars
                )
    return {key: Decimal(median(amounts)) for key, amounts in found.items() if len(amounts) >= FEWEST_ROWS}


def _kinds(place: Place) -> list[str]:
    return list(place.meals) if place.kind == "food" else ["room" if place.kind == "stay" else "ticket"]
