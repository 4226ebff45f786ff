"""A trip with something of everything in it, and the people around it (tests/trips/told.py)."""

import pytest
from django.test import Client

from tests.trips.told import editor, stranger, told_trip, viewer  # noqa: F401  (fixtures)
from trips.models import Traveller


@pytest.fixture
def owner(client: Client, traveller: Traveller) -> Client:
    """The browser of the trip's owner, signed in."""
    client.force_login(traveller)
    return client
