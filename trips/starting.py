"""A new trip, with its owner."""

from __future__ import annotations

from uuid import UUID, uuid4

from django.db import transaction

from trips.models import Member, Traveller, Trip


@transaction.atomic
def start_trip(owner: Traveller, uuid: UUID | None = None) -> Trip:
    trip = Trip.objects.create(uuid=uuid or uuid4(), currency=owner.currency)
    Member.objects.create(trip=trip, traveller=owner, role=Member.Role.OWNER)
    return trip
