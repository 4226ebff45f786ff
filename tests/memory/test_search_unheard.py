"""What was said while remembering was off is found by no agent of another trip, whatever the switches say."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from django.test import override_settings

from agents.recall import recalled
from config import clock
from memory.models import Summary
from memory.search import search
from tests.memory.people import said, turn_of
from trips.models import Finding, Traveller, Trip, Turn
from trips.starting import start_trip

pytestmark = pytest.mark.django_db


@dataclass
class Told:
    """One trip with something said and found out in it, and a turn of the next trip that asks."""

    trip: Trip
    next_trip: Trip
    asks: Turn

    def by(self, agent: str, query: str) -> list[str]:
        """The kinds of what is found from the other trip."""
        owner = self.trip.owner
        return sorted(hit.kind for hit in search(owner, query, agent=agent, turn=self.asks))


def told(trip: Trip, word: str) -> Told:
    turn = turn_of(trip)
    said(trip, f"I live with {word}.", turn=turn)
    said(trip, f"With {word} a place near a clinic is good.", author="agent", turn=turn)
    last = said(trip, "Anything else?", author="agent", turn=turn)
    Summary.objects.create(
        trip=trip, up_to=last.position, text=f"They live with {word}.", messages_removed=1,
        messages_kept=0, reason="count",
    )  # fmt: skip
    Finding.objects.create(
        trip=trip, turn=turn, city="Boston", kind="place", name=f"The {word} clinic", name_key=word,
        data={}, grade="unlisted", source="", researched_at=clock.now(),
    )  # fmt: skip
    other = start_trip(trip.owner)
    asks = turn_of(other)
    said(other, "What should I think of?", turn=asks)
    return Told(trip, other, asks)


def switched(on: bool, trip: Trip, whose: str) -> None:
    if whose == "trip":
        Trip.objects.filter(pk=trip.pk).update(remember=on)
    else:
        Traveller.objects.filter(pk=trip.owner.pk).update(remember=on)


@pytest.mark.parametrize("whose", ["trip", "traveller", "operator"])
def test_no_agent_of_another_trip_finds_it(trip: Trip, whose: str) -> None:
    if whose == "operator":
        with override_settings(MEMORY=False):
            world = told(trip, "epilepsy")
    else:
        switched(False, trip, whose)
        world = told(Trip.objects.get(pk=trip.pk), "epilepsy")
        switched(True, trip, whose)
        world = Told(Trip.objects.get(pk=trip.pk), Trip.objects.get(pk=world.next_trip.pk), world.asks)
    for agent in ("planner", "orchestrator", "food"):
        assert world.by(agent, "epilepsy clinic") == []
        assert recalled(world.next_trip, world.asks, "epilepsy", agent=agent, limit=5) == ()


def test_what_was_said_while_it_was_on_is_found_as_ever(trip: Trip) -> None:
    world = told(trip, "epilepsy")
    assert set(world.by("planner", "epilepsy clinic")) == {"finding", "message", "summary"}
    switched(False, trip, "traveller")
    switched(True, trip, "traveller")
    later = turn_of(trip)
    said(trip, "My scooter folds.", turn=later)
    assert "message" in world.by("planner", "scooter")


def test_its_own_trip_and_the_traveller_have_it(trip: Trip) -> None:
    switched(False, trip, "trip")
    world = told(Trip.objects.get(pk=trip.pk), "epilepsy")
    switched(True, trip, "trip")
    owner = trip.owner
    assert {hit.kind for hit in search(owner, "epilepsy")} == {"finding", "message", "summary"}
    here = turn_of(world.trip)
    found = search(owner, "epilepsy", trip=Trip.objects.get(pk=trip.pk), agent="planner", turn=here)
    assert {"finding", "message"} <= {hit.kind for hit in found}
