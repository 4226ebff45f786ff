"""Which day words mean where a weekday comes twice."""

from __future__ import annotations

import pytest

from tests.trips.planning.asking import TODAY, facts_for, first_option, gazetteer
from trips.planning.editing import Lighter, ShiftDay, apply_edits
from trips.reading.edits import read_edits
from trips.reading.edits.days import Calendar
from trips.reading.edits.saying import wishes
from trips.reading.tokens import tokens_of
from trips.schemas import Leg, Plan

FACTS = facts_for("Los Angeles", [("Tokyo", 5), ("Kyoto", 4)], "2027-04-14", "2027-04-24", level="mid")


@pytest.fixture(scope="module")
def plan() -> Plan:
    return first_option(FACTS)


def on_foot(plan: Plan, day: int) -> int:
    return sum(one.minutes for one in plan.days[day - 1].items if isinstance(one, Leg) and one.mode == "walk")


def days(plan: Plan, text: str) -> list[int]:
    calendar = Calendar(plan, TODAY)
    found = wishes(tokens_of(text), calendar, {}, calendar.cities)
    return [named.number for said in found for _, named in said.days]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("the first Thursday", [2]),
        ("on the second Thursday", [9]),
        ("the last Thursday", [9]),
        ("the third Thursday", [0]),
        ("both Thursdays", [2, 9]),
        ("every Friday", [3, 10]),
        ("on Saturdays", [4, 11]),
        ("the Thursday in Kyoto", [9]),
        ("the Thursday in Tokyo", [2]),
        ("days 2, 3 and 4", [2, 3, 4]),
        ("dinner on day 2 to 8 pm", [2]),
        ("from day 2 to day 4", [2, 4]),
        ("the weekend", [4, 5, 11]),
    ],
)
def test_weekdays_that_come_twice(plan, text, wanted):
    assert days(plan, text) == wanted


def test_the_one_with_something_to_do_is_meant(plan):
    (edit,) = read_edits("less walking on Thursday", plan, FACTS, gazetteer(), today=TODAY).edits
    thursdays = [number for number in (2, 9) if on_foot(plan, number)]
    assert edit == Lighter(day=thursdays[0])
    both = read_edits("less walking on both Thursdays", plan, FACTS, gazetteer(), today=TODAY).edits
    assert both == [Lighter(day=2), Lighter(day=9)]


def test_where_nothing_can_be_shorter_the_other_one_is_named(plan):
    plan = plan.model_copy(deep=True)
    for item in plan.days[1].items:
        if isinstance(item, Leg) and item.mode == "walk":
            item.mode = "transit"
    weeks = [(one, one + 7) for one in range(1, len(plan.days) - 6)]
    for number, other in [*weeks, *(pair[::-1] for pair in weeks)]:
        found = apply_edits(plan, [Lighter(day=number)], FACTS, gazetteer(), today=TODAY)
        if found.problems and "on foot" in found.problems[0] and on_foot(plan, other):
            date = plan.days[other - 1].date
            assert f"{date:%A %-d %B} has {on_foot(plan, other)} minutes on foot." in found.problems[0]
            break
    else:
        pytest.fail("no weekday of this plan is without walks")


def test_the_day_is_that_of_the_wish_not_of_the_report(plan):
    sunday = plan.days[4].date
    edits = read_edits(
        "we got up late today and slept badly, can tomorrow start later?",
        plan,
        FACTS,
        gazetteer(),
        today=sunday,
    ).edits
    assert edits == [ShiftDay(day=6, minutes=60)]
