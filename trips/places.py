"""The gazetteer with the rows of staff over it, and over these those of a trip."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable
from copy import copy
from functools import lru_cache
from typing import Any

from django.db.models import Count, Max
from pydantic import ValidationError

from trips.catalogue.exchange_rates import NewerRates
from trips.catalogue.gazetteer import Gazetteer, default_gazetteer
from trips.catalogue.trip_gazetteer import with_rows
from trips.models import StaffPlace, Trip, TripPlace, Turn
from trips.remote.rates import newer_rates
from trips.schemas import Place

logger = logging.getLogger("wayfare.places")

_lock = threading.Lock()
_built: tuple[object, Gazetteer] | None = None


def current_gazetteer() -> Gazetteer:
    """Bundled rows, corrected by staff's, with the rates that a service told."""
    rates = newer_rates()
    return _with_rates(_corrected(), rates) if rates else _corrected()


@lru_cache(maxsize=2)
def _with_rates(gazetteer: Gazetteer, rates: NewerRates) -> Gazetteer:
    other = copy(gazetteer)
    other.newer_rates = rates
    return other


def _corrected() -> Gazetteer:
    """Rebuilt when a row of staff has changed."""
    global _built
    stamp = StaffPlace.objects.aggregate(Count("pk"), Max("updated"))
    if not stamp["pk__count"]:
        return default_gazetteer()
    key = tuple(stamp.values())
    with _lock:
        if _built is None or _built[0] != key:
            rows = list(StaffPlace.objects.all())
            shown = [row.place for row in rows if not row.hidden]
            hidden = {row.place_id for row in rows if row.hidden}
            _built = (key, Gazetteer(places=shown, hidden=hidden))
        return _built[1]


def gazetteer_for(trip: Trip) -> Gazetteer:
    """The gazetteer with the rows of one trip over it."""
    return with_rows(current_gazetteer(), own_rows(trip.pk))


def own_rows(trip_id: int) -> list[Place]:
    """Rows of a trip alone; one that cannot be read is left out."""
    rows = []
    for place_id, data in TripPlace.objects.filter(trip=trip_id).values_list("place_id", "data"):
        try:
            rows.append(Place.model_validate(data))
        except ValidationError as error:
            logger.warning("row %s of trip %s left out: %s", place_id, trip_id, error)
    return rows


def save_own_rows(trip: Trip, turn: Turn | None, rows: Iterable[Place]) -> None:
    """Keep rows of a trip. One it has stays as it is, unless the new one holds what a page says."""
    new = [(row, TripPlace(trip=trip, turn=turn, place_id=row.id, data=_as_json(row))) for row in rows]
    TripPlace.objects.bulk_create([kept for _row, kept in new], ignore_conflicts=True)
    for row, kept in new:
        if any(source.grade == "web" for source in row.sources()):
            TripPlace.objects.filter(trip=trip, place_id=row.id).update(turn=turn, data=kept.data)


def _as_json(row: Place) -> dict[str, Any]:
    return row.model_dump(mode="json", exclude_defaults=True)
