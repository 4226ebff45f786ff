"""What a trip is called: after its destinations, unless the traveller named it."""

from __future__ import annotations

from django.db import transaction

from trips import fact_log
from trips.models import Trip


@transaction.atomic
def rename(trip: Trip, title: str) -> None:
    """Give the trip a name of the traveller's own; an empty one goes back to its destinations."""
    row = fact_log.locked(trip)
    row.title_is_own = bool(title)
    row.title = title or fact_log.title_of(row.facts)
    row.save(update_fields=["title", "title_is_own", "updated"])
    row.touch()
    trip.refresh_from_db()
