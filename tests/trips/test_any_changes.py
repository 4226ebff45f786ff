"""Random edits of a chosen plan: each is one version or nothing, sums and verdict fit the plan, and undoing
all of them brings back plan and facts as they were. CHANGES=500 for a long run."""

from __future__ import annotations

import os
from random import Random

import pytest

from tests.browser import scenes
from tests.trips.planning.editing.random_edits import random_edit
from trips import changing, plan_versions
from trips.changing import NotPossible, Warned
from trips.models import Trip
from trips.places import current_gazetteer
from trips.planning.costing import total_of
from trips.planning.validator import check_plan

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
EDITS = int(os.environ.get("CHANGES", "20"))


@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_is_changed_undo_returns_to_the_state_before(traveller, seed) -> None:
    trip = scenes.planned(traveller)
    random = Random(seed)  # noqa: S311  (no secret)
    states = [(trip.plan.plan_json, trip.facts_json)]
    for _ in range(EDITS):
        before = trip.plan.number
        edit = random_edit(random, trip.plan.plan)
        try:
            made = _made(trip, random, edit)
        except (NotPossible, Warned):
            assert (trip.plan.number, trip.plan.plan_json, trip.facts_json) == (before, *states[-1])
            continue
        trip.refresh_from_db()
        assert (made.number, made.parent.number) == (before + 1, before)
        plan = made.plan
        assert plan.total == made.total == total_of(plan.items(), plan.currency, plan.rates)
        today = changing.base_of(trip).today
        assert made.verdict == check_plan(plan, trip.facts, current_gazetteer(), today=today)
        assert (trip.facts.dates.start, trip.facts.dates.end) == (plan.days[0].date, plan.days[-1].date)
        states.append((trip.plan.plan_json, trip.facts_json))
    assert len(states) > EDITS / 4, "most of the edits did nothing"
    for state in states[-2::-1]:
        plan_versions.undo(trip)
        trip.refresh_from_db()
        assert (trip.plan.plan_json, trip.facts_json) == state
    for state in states[1:]:
        plan_versions.redo(trip)
        trip.refresh_from_db()
        assert (trip.plan.plan_json, trip.facts_json) == state


def _made(trip: Trip, random: Random, edit):
    """By hand, or as a proposal that gets its yes."""
    if random.random() < 0.5:
        return changing.edit_now(trip, [edit], despite=random.random() < 0.8)
    return changing.accept(trip, changing.propose(trip, [edit]))
