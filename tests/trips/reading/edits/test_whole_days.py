"""Things by their place in a day, and days as a whole."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.trips.planning.asking import TODAY, gazetteer
from tests.trips.planning.editing.plans import ALL, edited, options, plan_of, visits
from tests.trips.reading.edits.test_edits import lighter, of, read, swap
from trips.planning.editing import ShiftDay
from trips.reading.edits import read_edits
from trips.schemas import Leg, Plan

FULL = 6  # a day of the trip to Japan with three visits or more
NEXT = 7


def shift(day: int, minutes: int) -> dict:
    return {"kind": "shift_day", "day": day, "minutes": minutes}


def seen(day: int, place: int) -> str:
    return visits(plan_of("Boston"), day)[place]


@pytest.mark.parametrize(
    ("text", "day", "place"),
    [
        ("remove the first visit on day 2", 2, 0),
        ("drop the second visit on Tuesday", 2, 1),
        ("take the last visit on day 2 out", 2, -1),
        ("could you leave the second thing on Wednesday out please", 3, 1),
        ("drop the last thing on day 3", 3, -1),
        ("cross the 2nd stop on day 2 off", 2, 1),
    ],
)
def test_a_thing_is_named_by_its_place_in_the_day(text, day, place):
    assert read("Boston", text) == [of("remove_item", seen(day, place))]


def test_other_things_are_done_to_what_is_named_by_its_place():
    assert read("Boston", "lock the first thing on day 2") == [of("lock", seen(2, 0))]
    moved = read("Boston", "move the last visit on day 2 to day 3")
    assert moved == [of("move_item", seen(2, -1), day=3)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("remove the ninth visit on day 2", "There is no ninth visit on day 2"),
        ("remove the last visit", "Say of which day the last visit is meant."),
    ],
)
def test_a_place_that_the_day_does_not_have_is_told(text, said):
    wish = read_edits(text, plan_of("Boston"), ALL["Boston"], gazetteer(), today=TODAY)
    assert wish.edits == [] and wish.plainly and wish.problems[0].startswith(said)


def test_the_particle_of_a_verb_is_no_name():
    """There is a restaurant with "out" in its name."""
    found = read("Japan", "take the last visit on day 7 out")
    assert [row["kind"] for row in found] == ["remove_item"]


@pytest.mark.parametrize(
    "text",
    """make day 2 a rest day
a rest day on Tuesday please
can we make Tuesday a lazy day
cancel everything on Tuesday
cancel Tuesday
call off Tuesday
drop everything on day 2
keep Tuesday free
leave day 2 empty
nothing on Tuesday
we'd rather do nothing on Tuesday""".splitlines(),
)
def test_a_day_of_rest_has_nothing_to_be_seen_and_keeps_its_meals(text):
    plan = plan_of("Boston")
    edits = read_edits(text, plan, ALL["Boston"], gazetteer(), today=TODAY).edits
    after = edited("Boston", *edits).plan
    assert visits(plan, 2) and visits(after, 2) == []

    def meals(one: Plan) -> list[str]:
        return [item.title for item in one.days[1].items if item.kind == "meal"]

    assert len(meals(after)) == len(meals(plan))
    assert [day.items for day in after.days[2:]] == [day.items for day in plan.days[2:]]


@pytest.mark.parametrize(
    "text",
    """nothing too early on Tuesday
is Tuesday a rest day?
the rest of Tuesday is fine
cancel the insurance on Tuesday
we had a rest day on Tuesday
everything on Tuesday looks good
move the dentist on Tuesday to Wednesday""".splitlines(),
)
def test_what_is_no_day_as_a_whole_is_none(text):
    assert read("Boston", text) == []


def test_a_day_of_rest_that_is_one_already_is_told():
    plan = plan_of("Boston").model_copy(deep=True)
    plan.days[1].items = [one for one in plan.days[1].items if one.kind == "meal"]
    wish = read_edits("make day 2 a rest day", plan, ALL["Boston"], gazetteer(), today=TODAY)
    assert wish.edits == [] and "nothing to be seen on " in wish.problems[0]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("more free time on Wednesday", [lighter(3, what="visits")]),
        ("a bit more time to ourselves on day 2 please", [lighter(2, what="visits")]),
        ("push everything back by an hour on Tuesday", [shift(2, 60)]),
        ("everything half an hour earlier on day 3", [shift(3, -30)]),
        ("shift the whole day on Wednesday 90 minutes later", [shift(3, 90)]),
        ("delay everything on Tuesday by an hour and a half", [shift(2, 90)]),
        ("move day 2 to day 3", [swap(2, 3)]),
        ("move everything from Tuesday to Wednesday", [swap(2, 3)]),
        ("put Tuesday's plan on Wednesday", [swap(2, 3)]),
    ],
)
def test_days_are_spoken_of_as_a_whole(text, wanted):
    assert read("Boston", text) == wanted


def test_today_is_meant_where_no_day_is_named():
    today = plan_of("Boston").days[1].date
    assert read("Boston", "push everything back by an hour", today=today) == [shift(2, 60)]
    assert read("Boston", "push everything back by an hour") == []


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("minutes", [60, -30])
def test_a_shifted_day_is_shifted_as_a_whole_or_what_is_lost_is_named(name, minutes):
    for plan in options(name)[:1]:
        for number in range(1, len(plan.days) + 1):
            found = edited(name, ShiftDay(day=number, minutes=minutes), plan=plan)
            if found.problems:
                assert not found.changed
                continue
            now = {one.uid: one for one in found.plan.days[number - 1].items}
            for item in plan.days[number - 1].items:
                if isinstance(item, Leg) or item.kind not in ("visit", "meal"):
                    continue
                if item.uid not in now:
                    assert any(item.title in note for note in found.notes)
                    continue
                assert (now[item.uid].start - item.start) * (1 if minutes > 0 else -1) >= dt.timedelta(0)
            assert found.plan.days[number:] == plan.days[number:]
