"""Trips that code has planned, each made once a process (the fixture `built`)."""

from __future__ import annotations

from agents.llm.offline import OfflineMind
from tests.agents.talking import BOSTON, said, say
from tests.memory import story
from tests.memory.story import JAPAN
from trips.models import Traveller, Trip
from trips.starting import start_trip

PARIS = "Paris 4-8 May 2027, 2 adults, mid-range, from Lyon, history, no must-dos, moderate pace"


def new() -> Trip:
    return start_trip(Traveller.objects.create_user("ada", password="a-long-enough-word"))


def paris_offered() -> Trip:
    """With options to choose from."""
    trip = new()
    turn = said(trip, f"{PARIS}, just plan it", OfflineMind(0))
    assert turn.mode == "FINALIZE", turn.error
    return trip


def paris_chosen() -> Trip:
    trip = paris_offered()
    said(trip, "/select 1")
    return trip


def boston_offered() -> Trip:
    trip = new()
    say(trip, BOSTON)
    turn = say(trip, "just plan it, please")
    assert turn.mode == "FINALIZE", turn.error
    return trip


def boston_chosen() -> Trip:
    trip = boston_offered()
    say(trip, "/select 1")
    return trip


def japan_under_way() -> Trip:
    """Planned, with bookings, expenses and reports of four days."""
    trip = story.onboarded(Traveller.objects.create_user("ada", password="a-long-enough-word"), JAPAN)
    story.researched(trip, JAPAN)
    story.prioritised(trip)
    story.planned(trip)
    story.travelling(trip, JAPAN)
    return trip
