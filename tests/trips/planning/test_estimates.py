"""Prices where no row says one."""

from decimal import Decimal

import pytest

from tests.trips.planning.asking import TODAY, city, gazetteer
from trips.catalogue.gazetteer import Gazetteer
from trips.planning.estimates import meal_estimate, middle, room_estimate


def test_in_a_curated_city_it_is_the_median_of_its_rows_in_its_currency():
    price = meal_estimate(city("Tokyo"), "lunch", "mid", gazetteer(), TODAY)
    rows = [
        place.price.adult
        for place in gazetteer().places("tokyo", "food")
        if "lunch" in place.meals and place.band == "mid"
    ]
    assert price.currency == "JPY" and price.adult == middle(rows)


@pytest.mark.parametrize("meal", ["breakfast", "lunch", "dinner"])
def test_elsewhere_it_follows_the_level_and_the_country(meal):
    def price(name: str, level: str) -> Decimal:
        found = meal_estimate(city(name), meal, level, gazetteer(), TODAY)
        assert found.currency == "USD"
        return found.adult

    assert price("Porto Seguro", "low") < price("Porto Seguro", "mid") < price("Porto Seguro", "high")
    assert price("Porto Seguro", "mid") < price("Manchester", "mid")


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
