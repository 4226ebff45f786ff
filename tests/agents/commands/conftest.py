"""A trip before its first word, and one with options to choose from."""

from __future__ import annotations

import pytest

from tests.agents.planned import paris_offered
from trips.models import Traveller, Trip
from trips.starting import start_trip


@pytest.fixture
def empty(db) -> Trip:
    return start_trip(Traveller.objects.create_user("ada"))


@pytest.fixture
def offered(built) -> Trip:
    return built(paris_offered)
