"""A plan is read once and told to every agent; never one the trip does not have, nor an older text of it."""

from __future__ import annotations

from copy import deepcopy

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memory import gathering
from memory.brief import brief_for
from tests.memory import story
from trips.models import PlanVersion, Traveller, Trip
from trips.models.plans import mark_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def trip(traveller: Traveller) -> Trip:
    gathering._plan_marked.cache_clear()
    trip = story.onboarded(traveller, story.PARIS)
    story.researched(trip, story.PARIS)
    story.prioritised(trip)
    story.planned(trip)
    return Trip.objects.get(pk=trip.pk)


def asked(trip: Trip, agent: str) -> tuple[str, int]:
    """What it is told, and how often the plan itself was read for it."""
    with CaptureQueriesContext(connection) as asked:
        text = brief_for(Trip.objects.get(pk=trip.pk), agent).text
    return text, sum('"trips_planversion"."plan" ' in one["sql"] for one in asked)


def test_it_is_read_once_and_told_the_same(trip):
    first, reads = asked(trip, "planner")
    again, none = asked(trip, "planner")
    assert (reads, none, asked(trip, "scheduler")[1]) == (1, 0, 0)
    gathering._plan_marked.cache_clear()
    assert first == again == brief_for(trip, "planner").text
    assert trip.plan.plan_json["title"] in first


def test_another_version_and_a_changed_text_are_told_at_once(trip):
    brief_for(trip, "planner")
    plan = deepcopy(trip.plan.plan_json) | {"title": "Paris, without the zoo"}
    trip.plan = PlanVersion.objects.create(
        trip=trip, number=2, plan_json=plan, verdict_json={}, total=1, currency="EUR", cause="no zoo"
    )
    trip.save()
    assert "without the zoo" in asked(trip, "planner")[0]
    scrubbed = plan | {"title": "Paris, without the [forgotten]"}
    PlanVersion.objects.filter(pk=trip.plan_id).update(plan_json=scrubbed, plan_mark=mark_of(scrubbed))
    text = asked(trip, "planner")[0]
    assert "without the [forgotten]" in text and "zoo" not in text


def test_the_same_key_with_another_plan_is_another_plan(trip):
    """As after a backup was restored: keys are given again."""
    brief_for(trip, "planner")
    pk, plan = trip.plan_id, trip.plan.plan_json
    trip.plan_versions.filter(pk=pk).delete()
    PlanVersion.objects.create(
        pk=pk, trip=trip, number=1, plan_json=plan | {"title": "Another one"}, verdict_json={}, total=1,
        currency="EUR", cause="chosen",
    )  # fmt: skip
    Trip.objects.filter(pk=trip.pk).update(plan=pk)
    assert "Another one" in asked(trip, "planner")[0]


def test_a_version_of_before_there_were_marks_is_read_each_time(trip):
    PlanVersion.objects.update(plan_mark="")
    assert [asked(trip, "planner")[1] for _ in range(2)] == [1, 1]


def test_every_version_that_is_made_has_its_mark(trip):
    assert [one.plan_mark for one in trip.plan_versions.all()] == [
        mark_of(one.plan_json) for one in trip.plan_versions.all()
    ]
