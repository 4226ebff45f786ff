"""A trip before its first word, and one with options to choose from."""

from __future__ import annotations

import pytest

from tests.agents.talking import said
from trips.models import Traveller, Trip
from trips.starting import start_trip

WISH = "Paris 4-8 May 2027, 2 adults, mid-range, from Lyon, history, no must-dos, moderate pace, just plan it"


@pytest.fixture
def empty(db) -> Trip:
    return start_trip(Traveller.objects.create_user("ada"))


@pytest.fixture
def offered(empty: Trip) -> Trip:
    assert said(empty, WISH).mode == "FINALIZE"
    return empty
