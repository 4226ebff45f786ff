"""Lengths of visits, hours of meals, pace, days from stay to stay (checks 14, 15, 17, 21)."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.trips.planning.validator import making as m
from trips.schemas import Appointment, Leg, Visit


def item_of(plan, kind):
    return next(item for item in plan.items() if isinstance(item, kind))


def moved(plan, item, start, minutes):
    item.start = m.at(item.start.date(), start)
    item.end = item.start + dt.timedelta(minutes=minutes)
    return plan


@pytest.mark.parametrize(
    ("minutes", "status"), [(29, "passed"), (28, "failed"), (241, "passed"), (242, "failed")]
)
def test_a_visit_is_neither_rushed_nor_drawn_out(minutes, status):
    plan = m.plan()
    visit = item_of(plan, Visit)
    result = m.result(14, moved(plan, visit, "10:00", minutes))
    assert (result.status, result.severity) == (status, "warning" if status == "failed" else result.severity)


def test_how_long_nobody_knows_is_not_checked():
    plan = m.plan()
    m.insert(plan, 1, m.unlisted_visit("A friend's studio", m.TUESDAY, "14:00", "15:00"))
    result = m.result(14, plan)
    assert (result.status, result.message) == (
        "not_checked",
        "How long a visit takes is not known: A friend's studio.",
    )


def dinner_at(start):
    plan = m.plan()
    meal = next(item for item in plan.items() if item.kind == "meal" and item.meal == "dinner")
    return m.result(15, moved(plan, meal, start, 60))


@pytest.mark.parametrize(
    ("start", "status"), [("17:00", "passed"), ("21:30", "passed"), ("21:45", "failed"), ("16:30", "failed")]
)
def test_dinner_is_had_in_the_evening(start, status):
    assert dinner_at(start).status == status


def test_a_country_that_eats_late():
    from trips.planning.validator.rhythm import meal_window

    dinner = next(item for item in m.plan().items() if item.kind == "meal" and item.meal == "dinner")
    assert meal_window(dinner, "ES")[1] == dt.time(23)
    assert meal_window(dinner, "US")[1] == dt.time(21, 30)


def test_meals_have_room_between_them():
    plan = m.plan()
    day = plan.days[1]
    lunch = next(item for item in day.items if item.kind == "meal" and item.meal == "lunch")
    breakfast = next((item for item in day.items if item.kind == "meal" and item.meal == "breakfast"), None)
    assert breakfast is not None
    moved(plan, lunch, "11:00", 30)
    moved(plan, breakfast, "08:45", 30)
    result = m.result(15, plan)
    assert "Only 135 minutes from" in result.message and "15 minutes later" in result.repair


def walking(kilometres, pace="moderate"):
    plan = m.plan()
    plan.pace = pace
    for item in plan.days[1].items:
        if isinstance(item, Leg):
            item.mode, item.distance_km = "walk", 0.0
    next(item for item in plan.days[1].items if isinstance(item, Leg)).distance_km = kilometres
    return m.result(17, plan)


@pytest.mark.parametrize(
    ("kilometres", "pace", "status"),
    [
        (10.0, "moderate", "passed"),
        (10.6, "moderate", "failed"),
        (6.5, "relaxed", "failed"),
        (14.9, "packed", "passed"),
    ],
)
def test_kilometres_on_foot_keep_the_pace(kilometres, pace, status):
    result = walking(kilometres, pace)
    assert result.status == status
    if status == "failed":
        assert "km on foot on Tuesday 2 March" in result.message and result.grade == "estimate"


def test_less_walking_can_be_read_from_it():
    assert "At most 4.0 km on foot, on Tuesday 2 March." in walking(4.0).message


def test_a_visit_before_the_pace_begins():
    plan = m.plan()
    visit = item_of(plan, Visit)
    early = m.result(17, moved(plan, visit, "07:30", 60))
    assert early.status == "failed" and "begins at 07:30" in early.message
    asked = m.facts(appointments=[Appointment(what=visit.title, date=visit.start.date())])
    assert m.result(17, plan, asked).status == "passed"


def test_days_begin_and_end_at_the_stay():
    plan = m.plan()
    assert m.result(21, plan).status == "passed"
    night = next(item for item in reversed(plan.days[0].items) if isinstance(item, Leg))
    night.destination = m.point("moon-tower")
    result = m.result(21, plan)
    assert (result.status, result.severity) == ("failed", "warning")
    assert "not at Harbour Inn" in result.message
