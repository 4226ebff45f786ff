"""The terminal shows whole answers, also when the pieces of a reply were gone before it looked."""

from __future__ import annotations

import io

import pytest

from agents.models import TurnEvent
from agents.terminal.client import Client
from agents.worker import WorkerThread
from trips.models import Traveller, Trip
from trips.starting import start_trip

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def trip(settings) -> Trip:
    settings.BACKGROUND = "threads"
    settings.OFFLINE_PAUSE = 0.0
    return start_trip(Traveller.objects.create_user("ada"))


def talk(trip: Trip, *lines: str) -> str:
    out = io.StringIO()
    client = Client(trip, as_json=False, out=out)
    with WorkerThread():
        for line in lines:
            client.line(line)
    return out.getvalue()


def test_a_reply_is_whole_however_late_it_is_seen(trip, monkeypatch) -> None:
    """No event is seen before the turn is over."""
    monkeypatch.setattr(
        Client, "_follow", lambda self, turn: wait_for_the_end(turn) or TurnEvent.objects.none()
    )
    said = talk(trip, "Paris", "from Lyon")
    for message in trip.messages.filter(author="agent"):
        assert message.text in said


def wait_for_the_end(turn) -> None:
    import time

    deadline = time.monotonic() + 20
    while not type(turn).objects.get(pk=turn.pk).finished:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_reply_is_said_once(trip) -> None:
    said = talk(trip, "Paris", "from Lyon", "relaxed please")
    for message in trip.messages.filter(author="agent"):
        assert said.count(message.text) == 1


def test_starting_over_takes_a_yes(trip) -> None:
    said = talk(trip, "Paris", "/reset", "no")
    trip.refresh_from_db()
    assert trip.facts.destinations and "Nothing was cleared" in said
    talk(trip, "/reset", "yes")
    trip.refresh_from_db()
    assert not trip.facts.destinations
    assert trip.messages.filter(text="yes").count() == 0
