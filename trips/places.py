"""The gazetteer with the rows of staff over it, and over these those of a trip."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable
from copy import copy
from decimal import Decimal
from functools import lru_cache
from hashlib import blake2s
from typing import Any

from django.db.models import Count, Max
from pydantic import ValidationError

from trips.catalogue.exchange_rates import NewerRates
from trips.catalogue.gazetteer import City, Gazetteer, default_gazetteer, distance_km
from trips.catalogue.geography import OWN, TRIP_SLUG
from trips.catalogue.trip_gazetteer import with_rows
from trips.models import StaffPlace, Trip, TripPlace, Turn
from trips.planning.named_places import FARTHEST_KM
from trips.remote.rates import newer_rates
from trips.schemas import TRAVELLER, Place, Price

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


class Misplaced(ValueError):
    """A position that cannot be right, in a sentence."""


def given_row(name: str, position: tuple[float | None, float | None], cities: Iterable[City]) -> Place | None:
    """The row of what a traveller added by hand, in the nearest of these cities; None without a position.
    Raises Misplaced."""
    lat, lon = position
    if lat is None and lon is None:
        return None
    if lat is None or lon is None:
        raise Misplaced("A position needs latitude and longitude.")
    near = min(cities, key=lambda city: distance_km(lat, lon, city.lat, city.lon), default=None)
    if near is None:
        raise Misplaced("Say first which city the trip goes to.")
    if (away := distance_km(lat, lon, near.lat, near.lon)) > FARTHEST_KM:
        raise Misplaced(f"That is {away:,.0f} km from {near.name}: look at the coordinates again.")
    return Place(
        id=f"{OWN}{near.id}:given-{blake2s(name.casefold().encode(), digest_size=6).hexdigest()}",
        city=f"{TRIP_SLUG}{near.id}",
        kind="visit",
        name=name,
        area="",
        lat=round(lat, 5),
        lon=round(lon, 5),
        price=Price(currency="USD", adult=Decimal(0)),
        grade="unlisted",
        source=TRAVELLER,
    )


def save_own_rows(trip: Trip, turn: Turn | None, rows: Iterable[Place]) -> None:
    """Keep rows of a trip. One it has stays as it is, unless the new one is the traveller's or holds what a
    page says."""
    new = [(row, TripPlace(trip=trip, turn=turn, place_id=row.id, data=_as_json(row))) for row in rows]
    TripPlace.objects.bulk_create([kept for _row, kept in new], ignore_conflicts=True)
    for row, kept in new:
        if row.source == TRAVELLER or any(source.grade == "web" for source in row.sources()):
            TripPlace.objects.filter(trip=trip, place_id=row.id).update(turn=turn, data=kept.data)


def _as_json(row: Place) -> dict[str, Any]:
    return row.model_dump(mode="json", exclude_defaults=True)
