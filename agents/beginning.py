"""A new trip from its first sentence."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from agents.turns import start_turn
from trips.models import Traveller, Trip
from trips.starting import start_trip


@transaction.atomic
def begin_trip(traveller: Traveller, text: str, client_key: str, uuid: UUID | None = None) -> Trip:
    """The trip, its owner and the first turn, together. Raises `agents.turns.Refused`, and IntegrityError
    when there is a trip of this `uuid`."""
    trip = start_trip(traveller, uuid)
    start_turn(trip, text, client_key, traveller)
    return trip
