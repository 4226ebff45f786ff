"""The gazetteer with imported rows over it, over these those of staff, and over those the rows of a trip."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from functools import cached_property, lru_cache
from hashlib import blake2s
from itertools import groupby
from operator import itemgetter
from typing import TypeVar

from django.db import connections
from django.db.models import Count, F, Max, Value

from trips.catalogue.exchange_rates import NewerRates
from trips.catalogue.gazetteer import CITIES_KEPT, City, Gazetteer, default_gazetteer, distance_km
from trips.catalogue.geography import OWN, TRIP_SLUG, number_of
from trips.catalogue.overlay import NOTHING, Over, Overlay, named_so
from trips.catalogue.trip_gazetteer import with_rows
from trips.imported_rows import known_everywhere, readable, rows_over
from trips.models import PlaceSource, StaffPlace, Trip, TripPlace, Turn
from trips.planning.named_places import FARTHEST_KM
from trips.remote.rates import newer_rates
from trips.schemas import TRAVELLER, Place

T = TypeVar("T")

#: What lies over one city: (slug, 0, how many rows of staff, when the last was saved), then of each import
#: (slug, 1, its number, when).
Stamp = tuple[tuple[str, int, int, dt.datetime], ...]


class StoredRows(Overlay):
    """Rows of the database over a city, read when it is first asked for; `stamps` as they were then."""

    def __init__(self, stamps: dict[str, Stamp]) -> None:
        self._stamps = stamps

    def cities(self) -> Mapping[int, str]:
        return {number: slug for slug in self._stamps if (number := number_of(slug))}

    @cached_property
    def towns(self) -> dict[int, City]:
        kept = PlaceSource.objects.exclude(town={}).values_list("city_id", "town")
        return {number: City(**town) for number, town in _outside_the_loop(lambda: list(kept))}

    def rows(self, slug: str) -> Over:
        return _stored_rows(slug, self._stamps[slug]) if slug in self._stamps else NOTHING

    def named(self, key: str) -> list[str]:
        of_staff = (slug for slug, stamp in self._stamps.items() if not stamp[0][1])
        found = [place.id for slug in of_staff for place in named_so(self.rows(slug).places, key)]
        return [*found, *self._imported_sights.get(key, ())]

    @cached_property
    def _imported_sights(self) -> dict[str, list[str]]:
        """By key of the name: no city is read for them."""
        return _outside_the_loop(known_everywhere)


@lru_cache(maxsize=CITIES_KEPT)
def _stored_rows(slug: str, _stamp: Stamp) -> Over:
    """Another stamp, other rows."""
    return _outside_the_loop(lambda: _over(slug))


def _over(slug: str) -> Over:
    rows = StaffPlace.objects.filter(city=slug).values_list("place_id", "data", "hidden")
    shown = readable((place_id, data) for place_id, data, hidden in rows if not hidden)
    hidden_ids = frozenset(place_id for place_id, _, hidden in rows if hidden)
    return Over((*rows_over(slug), *shown), hidden_ids)


def _outside_the_loop(read: Callable[[], T]) -> T:
    """What asks the database, in a thread where an event loop runs in this one: agents ask from there."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return read()

    with ThreadPoolExecutor(1) as thread:
        try:
            return thread.submit(read).result()
        finally:
            thread.submit(connections.close_all).result()


def current_gazetteer() -> Gazetteer:
    """What ships, corrected by staff, with the rates that a service told."""
    stamps, rates = _stamps(), newer_rates()
    gazetteer = _over_shipped(tuple(stamps.items())) if stamps else default_gazetteer()
    return _with_rates(gazetteer, rates) if rates else gazetteer


@lru_cache(maxsize=2)
def _with_rates(gazetteer: Gazetteer, rates: NewerRates) -> Gazetteer:
    other = copy(gazetteer)
    other.newer_rates = rates
    return other


@lru_cache(maxsize=2)
def _over_shipped(stamps: tuple[tuple[str, Stamp], ...]) -> Gazetteer:
    """Made again when a row of staff has changed or a file was imported; rows of other cities stay."""
    return Gazetteer(StoredRows(dict(stamps)))


def _stamps() -> dict[str, Stamp]:
    """By city, in one query: every turn asks."""
    of_staff = StaffPlace.objects.order_by().values("city").annotate(number=Count("pk"), at=Max("updated"))
    imported = PlaceSource.objects.order_by().annotate(number=F("pk"), at=F("imported"))
    columns = ("city", "import", "number", "at")
    rows = of_staff.annotate(**{"import": Value(0)}).values_list(*columns)
    both = rows.union(imported.annotate(**{"import": Value(1)}).values_list(*columns), all=True)
    return {city: tuple(stamp) for city, stamp in groupby(sorted(both), key=itemgetter(0))}


def gazetteer_for(trip: Trip) -> Gazetteer:
    """The gazetteer with the rows of one trip over it."""
    return with_rows(current_gazetteer(), own_rows(trip.pk))


def own_rows(trip_id: int) -> list[Place]:
    """Rows of a trip alone."""
    return list(readable(TripPlace.objects.filter(trip=trip_id).values_list("place_id", "data")))


class Misplaced(ValueError):
    """A position that cannot be right, in a sentence."""


def given_row(name: str, position: tuple[float | None, float | None], cities: Iterable[City]) -> Place | None:
    """What a traveller added, in the nearest of these cities; None without a position. Raises Misplaced."""
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
        grade="unlisted",
        source=TRAVELLER,
    )


def save_own_rows(trip: Trip, turn: Turn | None, rows: Iterable[Place]) -> None:
    """What the trip has stays as it is, unless the new row is the traveller's or holds what a page says."""
    new = [(row, TripPlace(trip=trip, turn=turn, place_id=row.id, data=row.stored())) for row in rows]
    TripPlace.objects.bulk_create([kept for _row, kept in new], ignore_conflicts=True)
    for row, kept in new:
        if row.source == TRAVELLER or any(source.grade == "web" for source in row.sources()):
            TripPlace.objects.filter(trip=trip, place_id=row.id).update(turn=turn, data=kept.data)
