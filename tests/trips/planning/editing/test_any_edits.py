"""Any edits, one after the other, on many plans: every plan holds, whatever was asked."""

from random import Random

import pytest

from tests.trips.planning.asking import TODAY, gazetteer
from tests.trips.planning.editing.plans import ALL, options
from tests.trips.planning.editing.random_edits import random_edit
from tests.trips.planning.holding import connected, in_order, nights, nothing_twice, sums
from trips.planning.editing import Edit, Edited, apply_edits
from trips.planning.validator import check_plan
from trips.schemas import Plan, Stay

EDITS_A_PLAN = 36
#: Every so often the plan is edited from its beginning again.
FROM_THE_START = 0.2


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "name"), list(enumerate(ALL)))
def test_any_edits_leave_a_plan_that_holds(seed, name):
    random = Random(seed)
    done = 0
    first = random.choice(options(name))
    plan, facts = first, ALL[name]
    for step in range(EDITS_A_PLAN):
        if random.random() < FROM_THE_START:
            plan, facts = random.choice(options(name)), ALL[name]
        edit = random_edit(random, plan)
        before = plan.model_copy(deep=True)
        found = apply_edits(plan, [edit], facts, gazetteer(), today=TODAY)
        assert plan == before, f"{edit!r} changed the plan it was given"
        _holds(edit, plan, found)
        if found.facts.dates != facts.dates:
            assert found.facts.dates.end == found.plan.days[-1].date
        if step % 6 == 0:
            assert apply_edits(plan, [edit], facts, gazetteer(), today=TODAY) == found
            assert check_plan(found.plan, found.facts, gazetteer(), today=TODAY) == found.verdict
        done += found.changed
        plan, facts = found.plan, found.facts
    assert done >= EDITS_A_PLAN // 6


def _holds(edit: Edit, plan: Plan, found: Edited) -> None:
    try:
        in_order(found.plan)
        connected(found.plan)
        sums(found.plan)
        nights(found.plan)
        nothing_twice(found.plan)
    except AssertionError as broken:
        raise AssertionError(f"After {edit!r}: {broken}") from broken
    assert found.diff.empty == (found.plan == plan), edit
    assert bool(found.sentence) != bool(found.problems), edit
    assert bool(found.problems) == (found.plan == plan), edit
    assert found.diff.total_before == plan.total and found.diff.total_after == found.plan.total
    _locked_things_stay(edit, plan, found)
    _other_days_are_equal(edit, plan, found)


def _locked_things_stay(edit: Edit, plan: Plan, found: Edited) -> None:
    after = {item.uid: item for item in found.plan.items()}
    for item in plan.items():
        if not item.locked:
            continue
        assert item.uid in after, f"{edit!r} lost {item.title}"
        now = after[item.uid]
        assert now.place_id == item.place_id and now.title == item.title
        if isinstance(item, Stay):  # its desk follows the hours of the first and the last day
            assert (now.start.date(), now.nights) == (item.start.date(), item.nights), edit
        else:
            assert (now.start, now.end) == (item.start, item.end), edit


def _other_days_are_equal(edit: Edit, plan: Plan, found: Edited) -> None:
    named = {day.date for day in found.diff.days}
    after = {day.date: day for day in found.plan.days}
    for day in plan.days:
        if day.date not in named:
            assert after.get(day.date) == day, f"{edit!r} touched {day.date} and does not say so"
