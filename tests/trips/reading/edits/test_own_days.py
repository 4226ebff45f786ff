"""Each clause has its own day, each city its own count, and a part of the day costs no breakfast."""

from __future__ import annotations

import pytest

from tests.trips.planning.asking import TODAY, gazetteer
from tests.trips.planning.editing.plans import ALL, edited, options, plan_of, visits
from tests.trips.reading.edits.test_edits import of, read
from trips.planning.editing import MoveItem
from trips.reading.edits import read_edits


def test_a_thing_that_is_on_its_day_already_takes_no_day_of_another_clause():
    plan = plan_of("Boston")
    there, stays = visits(plan, 2)[0], visits(plan, 3)[0]
    wish = read_edits(
        f"move {there} to Wednesday morning and {stays} to Wednesday",
        plan,
        ALL["Boston"],
        gazetteer(),
        today=TODAY,
    )
    assert all(edit.uid == next(one.uid for one in plan.items() if one.title == there) for edit in wish.edits)
    text = f"move {there} to day 4 and {stays} to Wednesday"
    wish = read_edits(text, plan, ALL["Boston"], gazetteer(), today=TODAY)
    assert [edit.day for edit in wish.edits] == [4]
    assert wish.problems == [f"{stays} is on {plan.days[2].date:%A} already."]


@pytest.mark.parametrize("name", ["Boston", pytest.param("Japan", marks=pytest.mark.slow), "Paris"])
def test_a_part_of_the_day_is_any_hour_of_it_that_costs_nothing(name):
    done = 0
    for plan in options(name):
        for number, day in enumerate(plan.days, 1):
            for item in [one for one in day.items if one.kind == "visit"]:
                for other in range(1, len(plan.days) + 1):
                    if other == number or plan.days[other - 1].city != day.city or done > 12:
                        continue
                    edit = MoveItem(uid=item.uid, day=other, start="10:00", about=True)
                    found = edited(name, edit, plan=plan)
                    if found.problems:
                        continue
                    done += 1
                    meals = [one.uid for one in plan.days[other - 1].items if one.kind == "meal"]
                    now = [one.uid for one in found.plan.days[other - 1].items]
                    assert not set(meals) - set(now)
    assert done


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("one night less in Kyoto and one more in Tokyo", ("Tokyo", "Kyoto", 1)),
        ("one more night in Kyoto and one less in Tokyo", ("Kyoto", "Tokyo", 1)),
        ("one less in Kyoto, one night more in Tokyo", ("Tokyo", "Kyoto", 1)),
        ("two nights more in Tokyo and two fewer in Kyoto", ("Tokyo", "Kyoto", 2)),
    ],
)
def test_both_halves_of_an_exchange_of_nights_are_read(text, wanted):
    taker, giver, nights = wanted
    [row] = read("Japan", text)
    assert (row["kind"], row["city"], row["instead_of"]) == ("add_night", taker, giver)
    assert row.get("nights", 1) == nights


def test_each_of_two_things_goes_to_its_own_day():
    assert read("Boston", "move the Freedom Trail to Wednesday and the USS Constitution to day 4") == [
        of("move_item", "Freedom Trail", day=3),
        of("move_item", "USS Constitution", day=4),
    ]
