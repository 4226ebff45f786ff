"""Less: walking, visits, money."""

import pytest

from tests.trips.planning.asking import gazetteer
from tests.trips.planning.editing.plans import edited, item, on_foot, options, plan_of, stay, visits
from tests.trips.planning.holding import connected, in_order, nothing_twice, sums
from trips.planning.editing import Cheaper, Lighter, Lock
from trips.wording import whole_money


@pytest.mark.parametrize(("name", "day"), [("Boston", 2), ("Boston", 3), ("Japan", 8), ("Marrakesh", 3)])
def test_less_walking_is_less_walking(name, day):
    before = plan_of(name)
    found = edited(name, Lighter(day=day))
    minutes = on_foot(before, day)
    assert on_foot(found.plan, day) <= minutes * 0.6
    (diff,) = found.diff.days
    assert (diff.number, diff.walking_before, diff.walking_after) == (day, minutes, on_foot(found.plan, day))
    assert found.sentence.endswith(f"{on_foot(found.plan, day)} instead of {minutes} minutes.")
    assert not found.diff.newly_failed
    in_order(found.plan)
    connected(found.plan)
    sums(found.plan)


def test_less_climbing_takes_a_sight_without_steps_for_one_that_has_some():
    found = edited("Boston", Lighter(day=4, what="climbing"))
    gone, come = "Bunker Hill Monument", "Harvard Yard and Harvard Square"
    rows = {row.name: row.step_free for row in gazetteer().places("boston", "visit")}
    assert (rows[gone], rows[come]) == ("no", "yes")
    assert gone in visits(plan_of("Boston"), 4) and gone not in visits(found.plan, 4)
    assert come in visits(found.plan, 4) and [one.number for one in found.diff.days] == [4]
    assert f"{come} instead of {gone}, which has steps." in found.sentence
    assert not found.diff.newly_failed
    in_order(found.plan)
    connected(found.plan)
    sums(found.plan)


def test_a_day_without_steps_says_so_and_what_is_not_known():
    found = edited("Boston", Lighter(day=2, what="climbing"))
    assert found.plan == plan_of("Boston")
    (said,) = found.problems
    assert said.startswith("No sight on Tuesday that has steps can be another one.")
    assert said.endswith("How steep the ways between are is not known.")


def test_must_dos_are_not_left_out_for_less_walking():
    found = edited("Boston", Lighter(day=2))
    assert "Freedom Trail" in visits(found.plan, 2)


def test_a_day_without_walks_says_so():
    found = edited("Braga", Lighter(day=3))
    assert found.problems == ["Wednesday has no ways on foot that could be shorter."]
    assert found.plan == plan_of("Braga")


def test_fewer_visits_is_one_less_and_never_a_must_do():
    plan = plan_of("Boston")
    count = len(visits(plan, 2))
    for left in range(count - 1, 0, -1):
        plan = edited("Boston", Lighter(day=2, what="visits"), plan=plan).plan
        assert len(visits(plan, 2)) == left and "Freedom Trail" in visits(plan, 2)
    last = edited("Boston", Lighter(day=2, what="visits"), plan=plan)
    assert "No visit on Tuesday" in last.problems[0] and last.plan == plan


@pytest.mark.parametrize(("name", "option"), [("Boston", 0), ("Japan", 2), ("Marrakesh", 2)])
def test_cheaper_is_cheaper(name, option):
    before = options(name)[option]
    found = edited(name, Cheaper(), plan=before)
    assert found.plan.total < before.total and found.notes
    nothing_twice(found.plan)
    sums(found.plan)
    connected(found.plan)
    assert not [one for one in found.diff.newly_failed if one.severity == "error"]


def test_a_cheaper_day_leaves_the_other_days_and_the_stay():
    before = options("Japan")[2]
    found = edited("Japan", Cheaper(day=4), plan=before)
    assert found.plan.total < before.total
    assert [one.number for one in found.diff.days] == [4]
    assert stay(found.plan) == stay(before)


def test_a_locked_stay_is_not_given_up_for_money():
    before = plan_of("Boston")
    locked = edited("Boston", Lock(uid=stay(before).uid)).plan
    found = edited("Boston", Cheaper(), plan=locked)
    assert stay(found.plan).place_id == stay(locked).place_id and found.plan.total < locked.total


def test_where_nothing_cheaper_is_known_nothing_changes():
    found = edited("Braga", Cheaper())
    assert found.problems == ["We know nothing cheaper on this trip that would do as well."]
    assert found.diff.empty and item(found.plan, "Dinner")


def test_a_sum_to_save_is_reached_or_the_sum_reached_is_said():
    before = plan_of("Boston")
    little = edited("Boston", Cheaper(by=20), plan=before)
    saved = before.total - little.plan.total
    assert saved >= 20 and f"It saves {whole_money(saved, before.currency)}." in little.sentence
    assert stay(little.plan).place_id == stay(before).place_id  # as few changes as it takes
    much = edited("Boston", Cheaper(by=100_000), plan=before)
    saved = before.total - much.plan.total
    assert saved > 0 and f"It saves {whole_money(saved, before.currency)} of the " in much.sentence
    sums(much.plan)
    connected(much.plan)
