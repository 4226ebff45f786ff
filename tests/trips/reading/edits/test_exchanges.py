"""What changes places, and what is added two at once."""

from __future__ import annotations

import pytest

from tests.trips.planning.asking import TODAY, gazetteer
from tests.trips.planning.editing.plans import ALL, edited, meal, options, plan_of
from tests.trips.reading.edits.test_edits import read
from trips.planning.editing import ReplaceMeal, SwapMeals
from trips.reading.edits import read_edits


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("can we swap lunch and dinner on Tuesday", 2),
        ("switch lunch with dinner on day 3", 3),
        ("exchange the lunch and the dinner on Wednesday please", 3),
    ],
)
def test_two_meals_of_a_day_change_places(text, day):
    assert read("Boston", text) == [{"kind": "swap_meals", "day": day, "first": "lunch", "second": "dinner"}]


@pytest.mark.parametrize("name", ["Boston", "Japan", "Braga"])
def test_swapped_meals_are_had_at_the_other_hour_or_it_is_told_why_not(name):
    for plan in options(name)[:1]:
        for number, day in enumerate(plan.days, 1):
            meals = {one.meal for one in day.items if one.kind == "meal"}
            found = edited(name, SwapMeals(day=number, first="lunch", second="dinner"), plan=plan)
            if not {"lunch", "dinner"} <= meals:
                assert found.problems and found.plan == plan
                continue
            if found.problems:
                assert found.plan == plan
                continue
            was, now = (
                {one: meal(plan, number, one) for one in ("lunch", "dinner")},
                {one: meal(found.plan, number, one) for one in ("lunch", "dinner")},
            )
            assert now["lunch"].place_id == was["dinner"].place_id
            assert now["dinner"].place_id == was["lunch"].place_id
            assert now["lunch"].start < now["dinner"].start


def test_a_free_choice_stays_one_where_no_table_is_listed():
    found = edited("Braga", ReplaceMeal(day=2, meal="lunch"))
    assert not found.changed and "stays a free choice" in found.problems[0]


@pytest.mark.parametrize(
    "text",
    [
        "add the Belvedere on Tuesday afternoon and a coffee house after it",
        "add the Belvedere and a coffee house on Tuesday",
    ],
)
def test_two_things_to_add_are_two(text):
    rows = read("Braga", text)
    assert [(row["kind"], row["day"]) for row in rows] == [("add_place", 2)] * 2
    assert rows[0]["name"] == "Belvedere" and rows[1]["like"] == "coffee house"


def test_what_is_added_has_the_hour_that_is_said():
    [row] = read("Braga", "add the Belvedere on Tuesday at 3 pm")
    assert row == {"kind": "add_place", "day": 2, "name": "Belvedere", "start": "15:00:00"}
    found = edited(
        "Braga",
        *read_edits(
            "add the Belvedere on Tuesday at 3 pm", plan_of("Braga"), ALL["Braga"], gazetteer(), today=TODAY
        ).edits,
    )
    added = next(one for one in found.plan.days[1].items if one.title == "Belvedere")
    assert f"{added.start:%H:%M}" == "15:00"
    afternoon = read_edits(
        "add the Belvedere on Tuesday afternoon", plan_of("Braga"), ALL["Braga"], gazetteer(), today=TODAY
    )
    found = edited("Braga", *afternoon.edits)
    added = next(one for one in found.plan.days[1].items if one.title == "Belvedere")
    assert 14 <= added.start.hour < 17
