"""Whose is it: the one place that decides. The object, or 404 as if it did not exist."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.shortcuts import get_object_or_404

from trips.models import Trip


def trip_for(user, trip_uuid: UUID | str) -> Trip:
    """The trip, for any of its members. Raises Http404 for everybody else."""
    return get_object_or_404(Trip.objects.readable_by(_known(user)), uuid=trip_uuid)


def editable_trip_for(user, trip_uuid: UUID | str) -> Trip:
    """The trip, for its owner and editors. Raises Http404 for everybody else."""
    return get_object_or_404(Trip.objects.editable_by(_known(user)), uuid=trip_uuid)


def own_trip_for(user, trip_uuid: UUID | str) -> Trip:
    """The trip, for its owner. Raises Http404 for everybody else."""
    return get_object_or_404(Trip.objects.owned_by(_known(user)), uuid=trip_uuid)


def still_readable(pairs: Collection[tuple[int, int]]) -> set[tuple[int, int]]:
    """Which of these (traveller, trip) `trip_for` would still let in: ids, all by one query."""
    members = Trip.objects.filter(
        members__traveller__in={traveller for traveller, _ in pairs}, pk__in={trip for _, trip in pairs}
    )
    return set(pairs) & set(members.values_list("members__traveller", "pk"))


def _known(user):
    return user if user.is_authenticated else None
