"""Prices where no row says one."""

from decimal import Decimal

import pytest

from tests.trips.given_rows import GivenRows
from tests.trips.imported import VADUZ, imported_rows
from tests.trips.planning.asking import TODAY, city, gazetteer
from trips.catalogue.gazetteer import City, Gazetteer
from trips.planning.costing import converted
from trips.planning.estimates import estimated, meal_estimate, middle, room_estimate
from trips.planning.request import request_of
from trips.schemas import Destination, Level, MealName, Place, TripFacts

MEALS: tuple[MealName, ...] = ("breakfast", "lunch", "dinner")
LEVELS: tuple[Level, ...] = ("low", "mid", "high")
#: Least and most that a person's meal may be said to cost anywhere, in US dollars.
BOUNDS = {
    ("breakfast", "low"): (1.4, 17),
    ("breakfast", "mid"): (2.8, 30),
    ("breakfast", "high"): (5, 55),
    ("lunch", "low"): (1.9, 22),
    ("lunch", "mid"): (4, 42),
    ("lunch", "high"): (8, 85),
    ("dinner", "low"): (2.2, 25),
    ("dinner", "mid"): (5.5, 60),
    ("dinner", "high"): (15, 170),
}


def dollars(where: City, meal: MealName, level: Level) -> Decimal:
    price = meal_estimate(where, meal, level, gazetteer(), TODAY)
    return converted(price.adult, price.currency, "USD", gazetteer(), TODAY)


def test_every_city_with_rows_has_meals_of_a_plausible_price():
    cities = gazetteer().cities_with_rows()
    absurd = [
        f"{where.slug}: {meal}, {level}: {said:.0f} US dollars"
        for where in cities
        for (meal, level), (least, most) in BOUNDS.items()
        if not least <= (said := dollars(where, meal, level)) <= most
    ]
    assert len(cities) >= 120 and not absurd


def test_every_city_with_rows_has_meals_in_order():
    for where in gazetteer().cities_with_rows():
        table = {meal: [dollars(where, meal, level) for level in LEVELS] for meal in MEALS}
        assert all(low < mid < high for low, mid, high in table.values()), where.slug
        of_levels = zip(*(table[meal] for meal in MEALS), strict=True)
        assert all(breakfast < lunch < dinner for breakfast, lunch, dinner in of_levels), where.slug


def test_two_people_have_breakfast_in_the_dearest_country_without_rows_for_less_than_a_dinner():
    for level, most in zip(LEVELS, (25, 45, 80), strict=True):
        assert 2 * dollars(city("Vaduz"), "breakfast", level) < most


def test_in_a_city_with_rows_it_is_in_their_currency_and_follows_them():
    price = meal_estimate(city("Tokyo"), "lunch", "mid", gazetteer(), TODAY)
    assert price.currency == "JPY" and 1500 <= price.adult <= 3000
    assert dollars(city("Marrakesh"), "lunch", "mid") < dollars(city("Paris"), "lunch", "mid")
    assert dollars(city("Boston"), "dinner", "mid") > dollars(city("Kyoto"), "dinner", "mid")


@pytest.mark.parametrize("meal", MEALS)
def test_elsewhere_it_follows_the_level_and_the_country(meal):
    prices = [meal_estimate(city("Porto Seguro"), meal, level, gazetteer(), TODAY) for level in LEVELS]
    assert {price.currency for price in prices} == {"USD"}
    assert prices[0].adult < prices[1].adult < prices[2].adult
    assert dollars(city("Porto Seguro"), meal, "mid") < dollars(city("Manchester"), meal, "mid")


def test_rooms_cost_more_the_higher_the_level():
    levels = [
        room_estimate(city("Lisbon"), level, gazetteer(), TODAY).adult for level in ("low", "mid", "high")
    ]
    assert levels == sorted(levels) and levels[0] > 20


def test_children_eat_for_less_and_infants_for_nothing():
    price = meal_estimate(city("Boston"), "dinner", "mid", gazetteer(), TODAY)
    assert 0 < price.child < price.adult and price.free_under == 3


def test_the_middle_is_one_of_the_amounts():
    assert middle([Decimal(3), Decimal(1), Decimal(9), Decimal(4)]) == 3


def test_a_world_without_rows_still_has_prices():
    class Empty(Gazetteer):
        def cities_with_rows(self):
            return []

    price = meal_estimate(city("Porto Seguro"), "dinner", "mid", Empty(), TODAY)
    assert price.adult > 0


def test_rows_without_prices_ask_once_for_all_of_their_kind() -> None:
    class Counting(Gazetteer):
        asked = 0

        def places(self, *how) -> list[Place]:
            Counting.asked += 1
            return super().places(*how)

    rows = imported_rows(visits=50, food=100, stays=50)
    world = Counting(GivenRows(rows, cities={VADUZ: rows[0].city}))
    there = Destination(name="Vaduz", city_id=VADUZ, country="LI")
    request = request_of(TripFacts(destinations=[there]), world, today=TODAY)
    priced = request.gazetteer.places(rows[0].city)
    assert len(priced) == 200 and all(
        row.price.adult and row.grade_of("price") == "estimate" for row in priced
    )
    assert Counting.asked < len(rows) / 2


def test_only_what_sells_tickets_is_estimated_at_one():
    kinds = {
        "museum": ["museum", "history"], "zoo": ["animals", "family"], "theatre": ["theatre", "evening"],
        "church": ["religion", "architecture"], "ruin": ["history"], "square": ["neighbourhood"],
    }  # fmt: skip
    row = next(row for row in imported_rows() if row.kind == "visit")
    rows = [
        row.model_copy(update={"name": kind, "tags": tags, "price": None}) for kind, tags in kinds.items()
    ]
    dear = rows[-1].model_copy(update={"name": "tour", "band": "high"})
    found = {row.name: row for row in estimated([*rows, dear], city("Vaduz"), gazetteer(), TODAY)}
    assert {name for name, row in found.items() if row.price.adult} == {"museum", "zoo", "theatre", "tour"}
    assert {row.grade_of("price") for row in found.values()} == {"estimate"}
