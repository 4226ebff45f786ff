"""What a meal, a night or a ticket costs where no row says so.

A meal: what is usual in the United States, times the price level of the city. That level is the median of
what its rows of food cost, each against what is usual for its main meal and band; without rows it is its
country's (`fares.price_level`). A room: the median of the city's rows of that band. Elsewhere rooms and
tickets: the median over the best known of those cities in US dollars, each divided by its country's price
level, times that of the country. Always graded "estimate".
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from decimal import Decimal
from functools import cache, lru_cache, partial
from statistics import median

from trips.catalogue.child_meals import with_child
from trips.catalogue.gazetteer import City, Gazetteer
from trips.planning.costing import converted
from trips.planning.fares import price_level, rounded
from trips.schemas import Level, MealName, Place, PlaceKind, Price, Source

#: So many cities, the best known, stand for all.
REFERENCE_CITIES = 30
#: A person's meal in US dollars at the price level of the United States, from general knowledge of 2026.
USUAL_MEALS: dict[MealName, dict[Level, Decimal]] = {
    "breakfast": {"low": Decimal(9), "mid": Decimal(17), "high": Decimal(30)},
    "lunch": {"low": Decimal(12), "mid": Decimal(24), "high": Decimal(48)},
    "dinner": {"low": Decimal(14), "mid": Decimal(34), "high": Decimal(95)},
}
BAND_FACTOR: dict[Level, Decimal] = {"low": Decimal("0.6"), "mid": Decimal(1), "high": Decimal("1.9")}
FEWEST_ROWS = 3
REFERENCE_CURRENCY = "USD"  # of what no row of the city says
FORMULA = "what is usual in other cities, at this country's price level"
#: What charges at the door where nobody says what; other sights are estimated at nothing.
WITH_TICKET = frozenset({"museum", "science", "animals", "theatre", "spa", "hammam", "onsen"})
USUALLY_FREE = "usually free"


def meal_estimate(city: City, meal: MealName, level: Level, gazetteer: Gazetteer, on: dt.date) -> Price:
    """One typical meal of a person, to two figures, in the currency of the city's rows or in US dollars."""
    rows = _priced(city, "food", gazetteer)
    known = len(rows) >= FEWEST_ROWS
    factor = (
        median(_against_usual(row, gazetteer, on) for row in rows) if known else price_level(city.country)
    )
    currency = rows[0].price.currency if known else REFERENCE_CURRENCY
    amount = converted(USUAL_MEALS[meal][level] * factor, REFERENCE_CURRENCY, currency, gazetteer, on)
    return with_child(Price(currency=currency, adult=_two_figures(amount)))


def _against_usual(row: Place, gazetteer: Gazetteer, on: dt.date) -> Decimal:
    """Its price as a share of what is usual for its main meal and band: a price is that of the main meal."""
    usual = USUAL_MEALS[_main_meal(row)][row.band or "mid"]
    return converted(row.price.adult, row.price.currency, REFERENCE_CURRENCY, gazetteer, on) / usual


def _main_meal(row: Place) -> MealName:
    return (row.meals or ["lunch"])[-1]


def _two_figures(amount: Decimal) -> Decimal:
    return amount.quantize(Decimal(1).scaleb(amount.adjusted() - 1)).quantize(Decimal("0.01"))


def room_estimate(city: City, level: Level, gazetteer: Gazetteer, on: dt.date) -> Price:
    """One room for one night."""
    if city.curated:
        rows = [place for place in _priced(city, "stay", gazetteer) if place.band == level]
        if rows:
            return Price(currency=rows[0].price.currency, adult=middle(row.price.adult for row in rows))
    typical = _reference(gazetteer.catalogue, on)["room", level]
    return Price(
        currency=REFERENCE_CURRENCY, adult=rounded(typical * price_level(city.country), REFERENCE_CURRENCY)
    )


def ticket_estimate(city: City, gazetteer: Gazetteer, on: dt.date, level: Level = "mid") -> Price:
    """A ticket of a sight that charges."""
    typical = _reference(gazetteer.catalogue, on)["ticket", "mid"]
    usual = typical * BAND_FACTOR[level] * price_level(city.country)
    return Price(currency=REFERENCE_CURRENCY, adult=rounded(usual, REFERENCE_CURRENCY))


def estimated(places: Sequence[Place], city: City, gazetteer: Gazetteer, on: dt.date) -> list[Place]:
    """Rows whose price nobody knows, with an estimate that says so; one for all of a kind, meal and band."""

    @cache
    def usual(kind: PlaceKind, meal: MealName, level: Level, charges: bool) -> Price:
        if not charges:
            return Price(currency=REFERENCE_CURRENCY, adult=Decimal(0))
        if kind == "food":
            return meal_estimate(city, meal, level, gazetteer, on)
        if kind == "stay":
            return room_estimate(city, level, gazetteer, on)
        return ticket_estimate(city, gazetteer, on, level)

    def priced(place: Place) -> Place:
        charges = place.kind != "visit" or bool(place.band or WITH_TICKET & set(place.tags))
        price = usual(place.kind, _main_meal(place), place.band or "mid", charges)
        said = FORMULA if charges else USUALLY_FREE
        source = Source(grade="estimate", source=said, as_of=on.isoformat())
        return place.model_copy(update={"price": price, "provenance": {**place.provenance, "price": source}})

    return list(map(priced, places))


def band_of(price: Price, kind: PlaceKind, city: City, gazetteer: Gazetteer, on: dt.date) -> Level:
    """The level whose dinners, or rooms, cost about as much."""

    def away(level: Level) -> Decimal:
        estimate = room_estimate if kind == "stay" else partial(meal_estimate, meal="dinner")
        usual = estimate(city, level=level, gazetteer=gazetteer, on=on)
        wanted = converted(price.adult, price.currency, usual.currency, gazetteer, on)
        return abs((wanted + 1).ln() - (usual.adult + 1).ln())

    return min(("mid", "low", "high"), key=away)


def _priced(city: City, kind: PlaceKind, gazetteer: Gazetteer) -> list[Place]:
    """Rows of the city whose price was said, not estimated, and that cost something."""
    rows = gazetteer.places(city.curated or "", kind)
    return [row for row in rows if row.price and row.price.adult and row.grade_of("price") != "estimate"]


def middle(amounts: Iterable[Decimal]) -> Decimal:
    """The median, as one of the amounts' own figures (the lower of two middles)."""
    ordered = sorted(amounts)
    return ordered[(len(ordered) - 1) // 2]


@lru_cache(maxsize=8)
def _reference(gazetteer: Gazetteer, on: dt.date) -> dict[tuple[str, str], Decimal]:
    """("room" or "ticket", level) → US dollars at the price level of the United States."""
    found: dict[tuple[str, str], list[Decimal]] = {}
    for city in gazetteer.cities_with_rows()[:REFERENCE_CITIES]:
        level = price_level(city.country)
        for place in [*_priced(city, "visit", gazetteer), *_priced(city, "stay", gazetteer)]:
            price = converted(place.price.adult, place.price.currency, REFERENCE_CURRENCY, gazetteer, on)
            found.setdefault(_group(place), []).append(price / level)
    return {key: Decimal(median(amounts)) for key, amounts in found.items() if len(amounts) >= FEWEST_ROWS}


def _group(place: Place) -> tuple[str, str]:
    return ("room", place.band or "mid") if place.kind == "stay" else ("ticket", "mid")
