"""What a brief asks of the database: as much with many notes as with few, whoever's they are."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection

from memory.brief import brief_for
from memory.models import Note
from tests.memory import story
from trips.catalogue.gazetteer import default_gazetteer
from trips.models import StaffPlace, Traveller, Trip

pytestmark = pytest.mark.django_db

AGENTS = ("research", "prioritizer", "planner", "scheduler", "feedback", "cost")
ENOUGH = 300  # to fill every zone
MANY = 1_000
EVERY = 20  # instructions of SQLite between two looks


@pytest.fixture
def trip(traveller: Traveller) -> Iterator[Trip]:
    trip = story.onboarded(traveller, story.JAPAN)
    remember(trip, trip, ENOUGH)
    remember(trip, None, ENOUGH)
    return trip


def remember(of: Trip, where: Trip | None, count: int) -> None:
    """Notes of every agent and of the traveller: plain, pinned, shared and both."""
    begin = Note.objects.count()
    Note.objects.bulk_create(
        Note(owner=of.owner, trip=where, agent=("", "planner", "research", "feedback")[number % 4],
             author="agent", text=f"Number {number}.", hash=f"{number}", scope=f"{where and where.pk}",
             pinned=number // 4 % 3 == 0, shared=number // 12 % 3 == 0)
        for number in range(begin, begin + count)
    )  # fmt: skip


def work_of(trip: Trip, agent: str) -> int:
    """Instructions that SQLite carries out for one brief. No clock: the same on every machine."""
    fresh = Trip.objects.get(pk=trip.pk)
    brief_for(fresh, agent)
    looks = 0

    def look() -> int:
        nonlocal looks
        looks += 1
        return 0

    connection.connection.set_progress_handler(look, EVERY)
    try:
        brief_for(fresh, agent)
    finally:
        connection.connection.set_progress_handler(None, EVERY)
    return looks * EVERY


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="counts SQLite's instructions")
@pytest.mark.parametrize("whose", ["somebody else's trip", "somebody else", "this trip", "the traveller"])
def test_many_more_notes_are_no_more_work(trip: Trip, whose: str) -> None:
    before = {agent: work_of(trip, agent) for agent in AGENTS}
    stranger = story.onboarded(Traveller.objects.create_user("stranger"), story.PARIS)
    of = stranger if whose.startswith("somebody") else trip
    remember(of, of if whose.endswith("trip") else None, MANY)
    assert not [agent for agent in AGENTS if work_of(trip, agent) > 1.1 * before[agent]]


def test_a_place_of_staff_is_told_at_once_and_gone_at_once(traveller: Traveller) -> None:
    trip = story.onboarded(traveller, story.JAPAN)
    sights = default_gazetteer().places("tokyo", "visit")
    tokyo = next(place for place in sights if place.price and place.price.adult)
    row = tokyo.model_copy(update={"id": "tokyo:new-tower", "name": "New Tower"})
    before = brief_for(trip, "cost").text
    placed = StaffPlace.objects.create(place_id=row.id, data=row.model_dump(mode="json"))
    told = brief_for(trip, "cost").text
    assert told != before
    sights = [line for line in told.splitlines() if "Tokyo, a sight that charges, a person: " in line]
    assert sights and sights[0] not in before, "one row more"
    placed.delete()
    assert brief_for(trip, "cost").text == before
