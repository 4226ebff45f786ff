"""A new trip, with its owner."""

from __future__ import annotations

from django.db import transaction

from trips.models import Member, Traveller, Trip


@transaction.atomic
def start_trip(owner: Traveller) -> Trip:
    trip = Trip.objects.create(currency=owner.currency)
    Member.objects.create(trip=trip, traveller=owner, role=Member.Role.OWNER)
    return trip
