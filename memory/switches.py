"""May Wayfare remember? Operator, traveller and trip each have a switch; one that is off is enough."""

from __future__ import annotations

from django.conf import settings

from trips.models import Traveller, Trip


def remembers(owner: Traveller | None, trip: Trip | None = None) -> bool:
    """Fails closed: nothing is remembered of nobody, nor of an account that was switched off."""
    if not settings.MEMORY or owner is None or not owner.pk:
        return False
    return bool(owner.is_active and owner.remember and (trip is None or trip.remember))
