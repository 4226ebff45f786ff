"""On the day itself nothing is set to an hour that is over."""

from __future__ import annotations

import datetime as dt

from tests.trips.planning.asking import gazetteer
from tests.trips.planning.editing.plans import ALL, meal, on_foot, plan_of
from trips.planning.editing import Edited, Lighter, MoveItem, SetLength, SetTime, apply_edits
from trips.reading.edits import read_edits

PLAN = plan_of("Boston")
TUESDAY = PLAN.days[1].date


def at(hour: int, *edits: object) -> Edited:
    now = dt.datetime.combine(TUESDAY, dt.time(hour))
    return apply_edits(PLAN, edits, ALL["Boston"], gazetteer(), today=TUESDAY, now=now)  # type: ignore[arg-type]


def test_what_has_begun_is_not_set_to_another_hour():
    breakfast = meal(PLAN, 2, "breakfast")
    found = at(20, SetTime(uid=breakfast.uid, start=dt.time(11)))
    assert found.plan == PLAN and "has begun already" in found.problems[0]


def test_nothing_is_set_to_an_hour_that_is_over():
    dinner = meal(PLAN, 2, "dinner")
    found = at(18, SetTime(uid=dinner.uid, start=dt.time(17)))
    assert found.plan == PLAN and "it is 18:00 there" in found.problems[0]
    assert at(18, SetTime(uid=dinner.uid, start=dt.time(20))).changed
    tomorrow = PLAN.days[2].items
    visit = next(one for one in tomorrow if one.kind == "visit")
    moved = at(20, MoveItem(uid=visit.uid, day=2))
    assert moved.plan == PLAN and moved.problems


def test_a_lighter_afternoon_leaves_the_morning():
    found = at(13, Lighter(day=2))
    begun = [one for one in PLAN.days[1].items if one.kind in ("visit", "meal") and one.start.hour < 13]
    after = {one.uid: one for one in found.plan.days[1].items}
    assert found.changed and on_foot(found.plan, 2) < on_foot(PLAN, 2)
    assert begun and all(after[one.uid].start == one.start for one in begun)


def test_words_about_today_mean_what_lies_ahead():
    now = dt.datetime.combine(TUESDAY, dt.time(20))
    found = read_edits("a vegan lunch", PLAN, ALL["Boston"], gazetteer(), today=TUESDAY, now=now).edits
    assert [edit.day for edit in found] == [3]
    later = read_edits("start later today", PLAN, ALL["Boston"], gazetteer(), today=TUESDAY, now=now).edits
    assert at(20, *later).plan == PLAN


def test_a_visit_takes_as_long_as_asked_and_the_day_gives_way():
    visit = next(one for one in PLAN.days[2].items if one.title == "USS Constitution")
    for minutes in (30, visit.minutes + 60, 180):
        found = apply_edits(
            PLAN,
            [SetLength(uid=visit.uid, minutes=minutes)],
            ALL["Boston"],
            gazetteer(),
            today=dt.date(2026, 11, 21),
        )
        after = next(one for one in found.plan.items() if one.uid == visit.uid)
        assert after.minutes == minutes and found.sentence.startswith("USS Constitution takes ")
        assert found.plan.days[1] == PLAN.days[1]
    same = SetLength(uid=visit.uid, minutes=visit.minutes)
    found = apply_edits(PLAN, [same], ALL["Boston"], gazetteer(), today=dt.date(2026, 11, 21))
    assert "already" in found.problems[0]
