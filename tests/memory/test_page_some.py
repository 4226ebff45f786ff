"""The traveller's page of some of it: what its address may say, what of a trip is there, what a search finds."""

from __future__ import annotations

import pytest
from django.test import Client

from memory import notes
from memory.models import Note
from trips.models import Trip

pytestmark = pytest.mark.django_db
PAGE = "/memory/"


@pytest.fixture
def owner(client, traveller) -> Client:
    client.force_login(traveller)
    return client


def read(client: Client, query: str = "") -> str:
    response = client.get(PAGE + query)
    assert response.status_code == 200, query
    return response.content.decode()


def research(trip: Trip, text: str, **more) -> Note:
    return notes.write(owner=trip.owner, trip=trip, agent="research", author="agent", text=text, **more).note


# --- What an address may say -------------------------------------------------------------------


@pytest.mark.parametrize(
    "query",
    [
        *(f"?{name}=%00" for name in ("agent", "q", "trip", "document", "state", "page")),
        "?agent=rese%00arch", "?q=zebra%00crossing", "?page=99999999999999999999", "?trip=" + "9" * 60,
    ],
)  # fmt: skip
def test_no_address_is_too_odd(owner, told_trip, query) -> None:
    research(told_trip, "Likes zebra crossings.")
    read(owner, query)


def test_an_agent_that_noted_nothing_is_as_if_it_had_not_been_said(owner, told_trip) -> None:
    research(told_trip, "Likes zebra crossings.")
    assert "Likes zebra crossings." in read(owner, "?agent=nobody&page=1")
    assert "Likes zebra crossings." in read(owner, "?agent=research")
