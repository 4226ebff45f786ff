"""What children eat for where no row says it."""

from decimal import Decimal

import pytest

from tests.trips.planning.asking import facts_for, first_option, gazetteer
from trips.catalogue.child_meals import is_by_rule, with_child, with_child_meal
from trips.planning.costing import meal_lines
from trips.schemas import Meal, Price


def test_a_share_of_the_meal_and_nothing_for_the_smallest():
    price = with_child(Price(currency="JPY", adult=Decimal(3000)))
    assert (price.child, price.free_under) == (Decimal(1800), 3)
    assert is_by_rule(price) and not is_by_rule(Price(currency="JPY", adult=Decimal(3000)))


def test_a_rows_own_price_for_children_stays():
    row = gazetteer().place("boston:regina-pizzeria")
    own = row.model_copy(update={"price": row.price.model_copy(update={"child": Decimal(1)})})
    assert with_child_meal(own) == own
    assert [line.grade for line in meal_lines(own, 2, [7])] == [row.grade, row.grade]


@pytest.mark.parametrize("slug", ["boston", "kyoto", "marrakesh", "new-york", "paris", "tokyo"])
def test_no_place_to_eat_charges_a_child_like_an_adult_unless_it_says_so(slug):
    for row in gazetteer().places(slug, "food"):
        assert row.price.child is not None, row.id


def test_children_are_priced_as_an_estimate_and_eat_where_they_are_welcome():
    plan = first_option(facts_for(None, ["Kyoto"], "2027-04-03", "2027-04-06", ages=(2, 7), level="high"))
    meals = [item for item in plan.items() if isinstance(item, Meal) and item.style == "place"]
    assert meals
    for meal in meals:
        row = gazetteer().place(meal.place_id)
        assert row.children != "no"
        child = [line for line in meal.costs if line.label.startswith("Child")]
        assert [(line.quantity, line.grade) for line in child] == [(1, "estimate")]  # the smaller one is free
        assert child[0].unit < row.price.adult
