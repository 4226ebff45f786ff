"""Which trip a command is about."""

from __future__ import annotations

from uuid import UUID

from django.core.management.base import CommandError

from trips.models import Trip


def trip_named(text: str) -> Trip:
    """By its number, or by the id in its address. Raises CommandError."""
    try:
        named = {"pk": int(text)} if text.isdecimal() else {"uuid": UUID(text)}
    except ValueError:
        raise CommandError(f"{text} is neither a trip's number nor its id.") from None
    trip = Trip.objects.filter(**named).first()
    if trip is None:
        raise CommandError(f"There is no trip {text}.")
    return trip
