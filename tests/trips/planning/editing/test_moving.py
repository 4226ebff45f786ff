"""When: days swapped, things moved and held, hours set."""

import datetime as dt

import pytest

from tests.trips.planning.asking import BOSTON
from tests.trips.planning.editing.plans import edited, item, meal, plan_of, stay, titles, verdict_of, visits
from tests.trips.planning.holding import connected, in_order, nights, sums
from trips.planning.editing import (
    AddPlace,
    Lock,
    MoveItem,
    ReplaceItem,
    ReplaceMeal,
    SetGuests,
    SetTime,
    SwapDays,
    warnings_of,
)
from trips.schemas import Appointment, Meal, Visit


def test_two_days_swap_what_they_hold_and_what_is_closed_stays_and_is_named():
    before = plan_of("Boston")
    found = edited("Boston", SwapDays(first=2, second=3))
    assert found.sentence == "Days 2 and 3 are swapped." and not found.problems
    stays = {note.split(" stays where")[0] for note in found.notes}
    assert stays == {"USS Constitution"}  # closed on Tuesdays
    assert set(visits(found.plan, 2)) == set(visits(before, 3)) - stays
    assert set(visits(found.plan, 3)) == set(visits(before, 2)) | stays
    assert [result.id for result in found.diff.newly_failed] == [17]  # with what stayed it is one too many
    assert {one.title for one in found.diff.days[0].moved} >= {"Boston Public Market"}


def test_swapped_twice_they_hold_what_they_held():
    before = plan_of("Marrakesh")
    once = edited("Marrakesh", SwapDays(first=2, second=3))
    again = edited("Marrakesh", SwapDays(first=2, second=3), plan=once.plan)
    for day in (2, 3):
        assert set(visits(again.plan, day)) == set(visits(before, day))


@pytest.mark.parametrize(
    ("name", "edit", "problem"),
    [
        ("Japan", SwapDays(first=3, second=8), "is in Tokyo, Saturday 10 April in Kyoto"),
        ("Japan", SwapDays(first=1, second=3), "is spent on the way"),
        ("Boston", SwapDays(first=2, second=9), "There is no day 9: the plan has 4 days."),
        ("Boston", SwapDays(first=2, second=2), "A day can't be swapped with itself."),
    ],
)
def test_days_that_cannot_be_swapped_say_why_and_nothing_changes(name, edit, problem):
    found = edited(name, edit)
    assert len(found.problems) == 1 and problem in found.problems[0]
    assert found.plan == plan_of(name) and found.diff.empty and not found.sentence


def test_a_thing_moves_to_another_day_and_the_day_it_leaves_keeps_its_times():
    before = plan_of("Boston")
    trail = item(before, "Freedom Trail")
    found = edited("Boston", MoveItem(uid=trail.uid, day=3))
    assert "Freedom Trail" in visits(found.plan, 3) and "Freedom Trail" not in visits(found.plan, 2)
    assert item(found.plan, "Freedom Trail").uid == trail.uid
    assert item(found.plan, "Old North Church") == item(before, "Old North Church")
    assert not found.diff.newly_failed


def test_a_thing_moves_before_another():
    before = plan_of("Boston")
    trail, common = item(before, "Freedom Trail"), item(before, "Boston Common")
    found = edited("Boston", MoveItem(uid=trail.uid, day=2, before_uid=common.uid))
    order = titles(found.plan, 2)
    assert order.index("Freedom Trail") < order.index("Boston Common")


def test_a_dinner_moved_to_another_day_changes_places_with_the_one_there():
    before = plan_of("Boston")
    mine, other = meal(before, 1, "dinner"), meal(before, 2, "dinner")
    found = edited("Boston", MoveItem(uid=mine.uid, day=2))
    assert meal(found.plan, 2, "dinner").title == mine.title
    assert meal(found.plan, 1, "dinner").title == other.title


def test_nothing_moves_to_a_city_it_is_not_in():
    found = edited("Japan", MoveItem(uid=item(plan_of("Japan"), "Ueno Zoo").uid, day=8))
    assert found.problems == ["Ueno Zoo is in Tokyo, but Saturday 10 April is in Kyoto."]


def test_a_later_start_moves_the_rest_of_the_day():
    before = plan_of("Boston")
    first = meal(before, 3, "breakfast")
    found = edited("Boston", SetTime(uid=first.uid, start=dt.time(10, 30)))
    assert meal(found.plan, 3, "breakfast").start.time() == dt.time(10, 30)
    assert set(visits(found.plan, 3)) == set(visits(before, 3))
    in_order(found.plan)
    connected(found.plan)


def test_an_hour_outside_the_opening_hours_is_done_and_warned_of():
    ship = item(plan_of("Boston"), "USS Constitution")
    found = edited("Boston", SetTime(uid=ship.uid, start=dt.time(18)))
    assert item(found.plan, "USS Constitution").start.time() == dt.time(18)
    warnings = warnings_of(found, verdict_of("Boston"))
    assert any("USS Constitution" in line and "is open 10:00–16:00" in line for line in warnings)


def test_no_hour_lies_before_the_arrival_or_after_the_departure():
    before = plan_of("Boston")
    found = edited("Boston", SetTime(uid=meal(before, 1, "lunch").uid, start=dt.time(9)))
    assert ", as you arrive at 13:25" in found.problems[0]
    found = edited("Boston", SetTime(uid=item(before, "Bunker Hill").uid, start=dt.time(17)))
    assert ", as you leave at 16:00" in found.problems[0]


def test_a_later_train_takes_the_days_around_it_along():
    before = plan_of("Japan")
    train = next(one for one in before.items() if one.title == "Train to Kyoto")
    found = edited("Japan", SetTime(uid=train.uid, start=dt.time(14)))
    after = next(one for one in found.plan.items() if one.uid == train.uid)
    assert after.start.time() == dt.time(14) and after.minutes == train.minutes
    assert f"Departs about {after.start + dt.timedelta(minutes=20):%H:%M}" in after.note
    left_out = [note for note in found.notes if "is left out" in note]
    assert left_out and all(note in warnings_of(found, verdict_of("Japan")) for note in left_out)
    in_order(found.plan)
    connected(found.plan)
    nights(found.plan)


def test_a_locked_thing_keeps_its_day_and_hour_through_every_other_edit():
    before = plan_of("Boston")
    church = item(before, "Old North Church")
    locked = edited("Boston", Lock(uid=church.uid))
    assert locked.diff.days[0].changed == ["Old North Church is locked."] and locked.changed
    swapped = edited("Boston", SwapDays(first=2, second=3), plan=locked.plan)
    assert swapped.sentence
    after = item(swapped.plan, "Old North Church")
    assert (after.start, after.end, after.locked) == (church.start, church.end, True)
    for edit in (MoveItem(uid=church.uid, day=3), SetTime(uid=church.uid, start=dt.time(12))):
        refused = edited("Boston", edit, plan=locked.plan)
        assert refused.problems == ["Old North Church is locked: unlock it first."]
    free = edited("Boston", Lock(uid=church.uid, locked=False), plan=locked.plan)
    assert free.plan == before


def test_guests_join_for_one_thing_alone_and_pay_for_themselves():
    before = plan_of("Boston")
    table = meal(before, 3, "lunch")
    joined = edited("Boston", SetGuests(uid=table.uid, guests=2))
    assert joined.diff.days[0].changed == [f"{table.title} is with 2 guests."]
    assert joined.plan.total == before.total
    for edit in (ReplaceMeal(day=3, meal="lunch", diet="vegan"), SwapDays(first=2, second=3)):
        moved = edited("Boston", edit, plan=joined.plan)
        assert moved.sentence and [one.meal for one in moved.plan.items() if one.guests] == ["lunch"]
    again = edited("Boston", SetGuests(uid=table.uid, guests=2), plan=joined.plan)
    assert again.problems == [f"{table.title} is with 2 guests already."]
    assert edited("Boston", SetGuests(uid=table.uid, guests=0), plan=joined.plan).plan == before


def test_ways_and_hours_left_over_cannot_be_locked_but_stays_can():
    before = plan_of("Boston")
    walk = next(one for one in before.items() if one.title.startswith("Walk to"))
    assert "can't be locked" in edited("Boston", Lock(uid=walk.uid)).problems[0]
    assert stay(edited("Boston", Lock(uid=stay(before).uid)).plan).locked


def test_a_fixed_date_is_not_moved():
    what = Appointment(what="Concert in Boston", date=dt.date(2027, 2, 16), start=dt.time(15))
    facts = BOSTON.model_copy(update={"appointments": [what]})
    before = plan_of("Boston")
    concert = item(before, "Freedom Trail").model_copy(
        update={
            "title": what.what,
            "place_id": None,
            "unlisted": True,
            "start": dt.datetime(2027, 2, 16, 15),
            "end": dt.datetime(2027, 2, 16, 18),
        }
    )
    plan = before.model_copy(deep=True)
    plan.days[1].items = [
        concert if one.title == "Freedom Trail" else one for one in plan.days[1].items if one.kind != "leg"
    ]
    found = edited("Boston", MoveItem(uid=concert.uid, day=3), plan=plan, facts=facts)
    assert found.problems == ["Concert in Boston is a fixed date of yours: change that date first."]


def test_days_that_are_over_are_not_changed():
    before = plan_of("Boston")
    on_the_way = before.days[2].date
    found = edited("Boston", SwapDays(first=2, second=3), today=on_the_way)
    assert found.problems == ["Tuesday is over: only what lies ahead can be changed."]
    assert not edited("Boston", MoveItem(uid=item(before, "USS").uid, day=4), today=on_the_way).problems
    added = edited("Boston", AddPlace(name="Museum of Science"), today=on_the_way)
    assert all(day.date >= on_the_way for day in added.diff.days)
    moved = edited("Boston", ReplaceItem(uid=stay(before).uid), today=on_the_way)
    assert "You have checked in at Harborside Inn" in moved.problems[0]


def test_an_hour_is_put_on_five_minutes_and_said_so():
    church = item(plan_of("Boston"), "Old North Church")
    found = edited("Boston", SetTime(uid=church.uid, start=dt.time(10, 33)))
    assert found.sentence == "Old North Church starts at 10:35 on Tuesday."
    assert item(found.plan, "Old North Church").start.time() == dt.time(10, 35)


def test_a_train_that_leaves_no_time_between_is_refused():
    train = next(one for one in plan_of("day trip").items() if one.title == "Train to New York City")
    found = edited("day trip", SetTime(uid=train.uid, start=dt.time(11)))
    assert found.problems == ["Train to New York City at 11:00 leaves no time in Boston."]


def test_ways_and_the_stay_are_not_moved():
    before = plan_of("Boston")
    walk = next(one for one in before.items() if one.title.startswith("Walk to"))
    assert "is a way" in edited("Boston", MoveItem(uid=walk.uid, day=3)).problems[0]
    assert "is where you stay" in edited("Boston", MoveItem(uid=stay(before).uid, day=3)).problems[0]
    assert edited("Boston", MoveItem(uid="gone", day=3)).problems == ["That is not in the plan any more."]


def test_the_sums_hold_after_several_edits():
    before = plan_of("Boston")
    found = edited(
        "Boston",
        SwapDays(first=2, second=3),
        MoveItem(uid=item(before, "Paul Revere House").uid, day=3),
        SetTime(uid=item(before, "Old State House").uid, start=dt.time(17)),
    )
    assert not found.problems
    sums(found.plan)


def test_a_lunch_that_would_be_too_late_says_why():
    day = plan_of("Japan").days[4]
    lunch = next(item for item in day.items if isinstance(item, Meal) and item.meal == "lunch")
    later = [item for item in day.items if isinstance(item, Visit | Meal) and item.start > lunch.end]
    found = edited("Japan", MoveItem(uid=lunch.uid, day=5, before_uid=later[1].uid))
    assert found.problems == [
        f"{lunch.title} can't be had at that time on Wednesday 7 April. "
        f"Lunch begins between 11:30 and 14:30 there. {lunch.title} is open 07:30–21:00."
    ]
