"""How long: nights more and less, the days after them, and the facts as they become."""

import datetime as dt

import pytest

from tests.trips.planning.asking import JAPAN, facts_for, gazetteer
from tests.trips.planning.editing.plans import edited, item, plan_of, stay, titles
from tests.trips.planning.holding import connected, in_order, nights, nothing_twice, open_when_visited, sums
from trips.planning.editing import AddNight, DropNight, Lock
from trips.schemas import Dates


def whole(plan) -> None:
    in_order(plan)
    connected(plan)
    nights(plan)
    nothing_twice(plan)
    sums(plan)
    open_when_visited(plan, gazetteer())


def test_one_more_night_makes_the_trip_a_day_longer_and_the_day_is_filled():
    before = plan_of("Japan")
    found = edited("Japan", AddNight(city="Kyoto"))
    assert found.sentence == "One more night in Kyoto: the trip ends on Tuesday 13 April."
    assert len(found.plan.days) == len(before.days) + 1
    assert found.facts.dates.end == dt.date(2027, 4, 13) and found.facts.dates.start == JAPAN.dates.start
    assert stay(found.plan, 1).nights == stay(before, 1).nights + 1
    assert found.plan.days[:5] == before.days[:5]
    fresh = [one for one in found.plan.days[9].items if one.kind == "visit"]
    assert len(fresh) >= 2
    whole(found.plan)
    assert not [one for one in found.diff.newly_failed if one.severity == "error"]


def test_what_follows_a_longer_stay_moves_by_a_day():
    before = plan_of("Japan")
    found = edited("Japan", AddNight(city="Tokyo"))
    train = next(one for one in before.items() if one.title == "Train to Kyoto")
    later = next(one for one in found.plan.items() if one.uid == train.uid)
    assert later.start == train.start + dt.timedelta(days=1)
    assert found.plan.days[-1].items[0].start.date() == before.days[-1].date + dt.timedelta(days=1)
    whole(found.plan)


def test_with_the_end_fixed_another_city_gives_the_night():
    before = plan_of("Japan")
    found = edited("Japan", AddNight(city="Kyoto", keep_end=True))
    assert found.sentence == "One more night in Kyoto instead of Tokyo; the trip ends as before."
    assert [day.date for day in found.plan.days] == [day.date for day in before.days]
    assert (stay(found.plan).nights, stay(found.plan, 1).nights) == (
        stay(before).nights - 1,
        stay(before, 1).nights + 1,
    )
    assert found.facts.dates == JAPAN.dates
    whole(found.plan)


def test_a_latest_date_of_the_facts_fixes_the_end():
    dates = JAPAN.dates.model_dump() | {"latest": JAPAN.dates.end}
    facts = JAPAN.model_copy(update={"dates": Dates.model_validate(dates)})
    found = edited("Japan", AddNight(city="Kyoto"), facts=facts)
    assert "instead of Tokyo" in found.sentence and found.facts.dates == facts.dates


def test_nights_that_were_named_are_told_again():
    facts = facts_for(
        "Los Angeles", [("Tokyo", 4), ("Kyoto", 4)], "2027-04-03", "2027-04-12", ages=(6, 9), level="mid"
    )
    found = edited("Japan", AddNight(city="Kyoto", instead_of="Tokyo"), facts=facts)
    assert [one.nights for one in found.facts.destinations] == [3, 5]


def test_a_night_less_keeps_the_must_dos_of_the_day_that_goes():
    found = edited("Boston", DropNight(city="Boston", nights=2))
    assert len(found.plan.days) == 2 and found.facts.dates.end == dt.date(2027, 2, 16)
    assert item(found.plan, "Freedom Trail")
    whole(found.plan)


@pytest.mark.parametrize(
    ("name", "edit", "problem"),
    [
        ("Boston", DropNight(city="Boston", nights=3), "Boston has only 3 nights."),
        ("Japan", AddNight(city="Osaka"), "Osaka is not on this trip."),
        ("Boston", AddNight(city="Boston", keep_end=True), "no other city has a night to give"),
        ("day trip", AddNight(city="Boston"), "No night is spent in Boston."),
    ],
)
def test_what_cannot_be_done_says_why(name, edit, problem):
    found = edited(name, edit)
    assert problem in found.problems[0]
    assert found.plan == plan_of(name) and found.diff.empty


def test_a_thing_held_to_its_date_holds_the_nights_before_it():
    before = plan_of("Japan")
    castle = item(before, "Nijo Castle")
    locked = edited("Japan", Lock(uid=castle.uid)).plan
    found = edited("Japan", AddNight(city="Tokyo"), plan=locked)
    assert found.problems == ["Nijo Castle is fixed on Friday 9 April and can't move with the nights."]
    assert not edited("Japan", AddNight(city="Kyoto"), plan=locked).problems


def test_where_no_places_are_known_the_new_day_is_free():
    found = edited("Braga", AddNight(city="Braga"))
    assert titles(found.plan, 5).count("Free time: the centre of Braga") == 2  # before lunch and after
    in_order(found.plan)
    sums(found.plan)


def test_a_hired_car_is_had_for_the_days_there_are():
    before, found = plan_of("hired car"), edited("hired car", AddNight(city="Boston"))
    lines = [
        [cost for one in plan.items() for cost in one.costs if cost.label.startswith("Hired car")]
        for plan in (before, found.plan)
    ]
    assert [len(one) for one in lines] == [1, 1]
    assert lines[1][0].quantity == lines[0][0].quantity * len(found.plan.days) // len(before.days)
    sums(found.plan)
