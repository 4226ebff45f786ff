"""Deleting for good: one door for page and admin."""

from __future__ import annotations

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models, transaction

from trips.models import Traveller, Trip


@transaction.atomic
def delete_trip(trip: Trip) -> None:
    """The trip with its conversation, facts, options and plans; staff's log forgets its name.

    A turn that still runs finds its row gone at its next write and leaves.
    """
    _forget_names(trip)
    trip.delete()


@transaction.atomic
def delete_traveller(traveller: Traveller) -> int:
    """The account with every trip it owns; on other people's trips its membership ends.

    Returns how many trips went.
    """
    trips = list(Trip.objects.owned_by(traveller))
    for trip in trips:
        delete_trip(trip)
    _forget_names(traveller)
    traveller.delete()
    return len(trips)


def _forget_names(row: models.Model) -> None:
    """The admin's log keeps that staff did something, but no longer what the row was called."""
    kind = ContentType.objects.get_for_model(row)
    entries = LogEntry.objects.filter(content_type=kind, object_id=str(row.pk))
    entries.update(object_repr=f"deleted {row._meta.verbose_name}", change_message="")
