"""Dishes to try: those that are known to suit everybody, nothing of a dish that nobody knows."""

from __future__ import annotations

import re

import pytest

from agents.board.timeline import days_of
from tests.agents.board.values import meal, plan, verdict
from trips.catalogue.diets import dishes_for, unknown_diets
from trips.catalogue.gazetteer import default_gazetteer
from trips.exports.plan_markdown import day_markdown
from trips.schemas import Place

#: What no vegetarian eats, whatever else is in the dish.
FLESH = re.compile(
    r"ham|bacon|pork|beef|steak|lamb|chicken|duck|rabbit|sausages?|fish|cod|octopus|squid|prawns?|shrimps?|crab|"
    r"oysters?|mussels|tuna|salmon|eel|croquettes|francesinha|broth|pudding"
)
TABLES = [
    row
    for city in default_gazetteer().cities_with_rows()
    for row in default_gazetteer().places(city.curated, "food")
    if row.dishes
]


def table(*dishes: str, diet=("vegetarian",), cuisine="modern") -> Place:
    return TABLES[0].model_copy(update={"dishes": list(dishes), "diet": list(diet), "cuisine": cuisine})


def test_a_vegetarian_reads_of_no_flesh_in_any_city():
    kitchens = [row for row in TABLES if not {"vegan", "vegetarian"} & set(row.cuisine.split())]
    shown = [dish for row in kitchens for dish in dishes_for(row, ["vegetarian"])]
    assert len(shown) > 200
    named = [dish for dish in shown if FLESH.fullmatch(dish.split()[-1].lower()) and "vegan" not in dish]
    assert named == []


@pytest.mark.parametrize(
    ("diets", "dishes"),
    [
        ((), ["croquettes", "Octopus rice", "grilled fish", "custard tarts", "mint tea", "vegan burger"]),
        (("vegetarian",), ["custard tarts", "mint tea", "vegan burger"]),
        (("vegan",), ["mint tea", "vegan burger"]),
        (("pescatarian",), ["grilled fish", "custard tarts", "mint tea", "vegan burger"]),
        (("vegetarian", "allergy: gluten"), []),
        (("allergy: nuts",), []),
    ],
)
def test_dishes_suit_every_need(diets, dishes):
    row = table("croquettes", "Octopus rice", "grilled fish", "custard tarts", "mint tea", "vegan burger")
    assert dishes_for(row, diets) == dishes


def test_a_vegan_kitchen_serves_what_it_names():
    assert dishes_for(table("francesinha", cuisine="vegan"), ["vegetarian"]) == ["francesinha"]


def test_what_nobody_knows_is_said():
    assert unknown_diets(None, ["vegetarian", "allergy: gluten"]) == "vegetarian and gluten-free"
    assert unknown_diets(table("toast"), ["vegetarian"]) == ""
    assert unknown_diets(table("toast"), ["allergy: nuts"]) == "nuts"


def test_page_and_exports_say_the_same():
    row = next(row for row in TABLES if row.dishes and not dishes_for(row, ["vegetarian"]))
    trip = plan([meal("m1", 12, place_id=row.id, title=row.name), meal("m2", 19, title="Chez Ana")])
    gazetteer = default_gazetteer()
    for diets, tried in (([], True), (["vegetarian"], False)):
        (day,) = days_of(trip, verdict(), gazetteer, diets=diets)
        written = "\n".join(day_markdown(trip, 1, gazetteer, diets=diets))
        assert (day.entries[0].about != "") is tried and ("Try " in written) is tried
        meals = [entry for entry in day.entries if entry.kind == "meal"]
        unknown = [any("not known whether" in mark for mark in entry.marks) for entry in meals]
        assert unknown[1] is not tried and ("not known whether" in written) is not tried
