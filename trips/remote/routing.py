"""Ways within a town over real streets: the `table` service of OSRM's HTTP API, version 1."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

from django.conf import settings
from pydantic import BaseModel, Field

from config import clock
from trips.planning.agenda_entries import is_local
from trips.planning.agenda_values import RoutedWay
from trips.planning.legs import RIDES, SAME_SPOT_KM, formula_minutes, straight_km
from trips.remote.client import DAY, Implausible, ask, store
from trips.schemas import Leg, Mode, Plan, Point

SETTING = "ROUTING_URL"
#: Profiles by means; a car's only where the address has a place for the profile's name.
PROFILES: dict[Mode, str] = {"walk": "foot", "car": "car", "taxi": "car"}
#: Nobody is faster, km/h.
FASTEST = {"foot": 9.0, "car": 130.0}
#: Times the formula's minutes, and the straight line: no way is as long.
LONGEST = 5
#: Points are moved to the next street, at both ends together.
SNAP_KM = 0.3
POINTS = 40  # of one request
DIGITS = 4  # of positions that leave: 11 metres
KEPT = 30 * DAY

_Figure = Annotated[float, Field(ge=0, le=1e7, allow_inf_nan=False)]


class _Table(BaseModel):
    """Seconds and metres from each point to each; null where there is no way."""

    code: Literal["Ok"]
    durations: list[list[_Figure | None]]
    distances: list[list[_Figure | None]]


def routed(plan: Plan) -> dict[str, RoutedWay]:
    """Of the plan's local ways, by the leg's uid, what was asked for before."""
    ways = _ways(plan.items()) if getattr(settings, SETTING) else []
    known = store().get_many({_key(way) for way in ways})
    return {way.uid: RoutedWay(*found) for way in ways if (found := known.get(_key(way)))}


def fetch(plan: Plan) -> None:
    """Ask for what is not known, a day and profile at a time."""
    for day in plan.days:
        ways = _ways(day.items)
        known = store().get_many({_key(way) for way in ways})
        for profile in FASTEST:
            missing = [way for way in ways if _key(way) not in known and PROFILES[way.mode] == profile]
            if missing:
                _fetch(profile, missing)


def _fetch(profile: str, ways: Sequence[Leg]) -> None:
    ends = [_position(point) for way in ways for point in (way.origin, way.destination)]
    places = list(dict.fromkeys(ends))[:POINTS]
    ways = [way for way in ways if {_position(way.origin), _position(way.destination)} <= set(places)]
    path, params = f"/table/v1/{profile}/{';'.join(places)}", {"annotations": "duration,distance"}
    found = ask(SETTING, path, params, lambda body: _read(body, places, ways), profile=profile)
    if found is not None:
        store().set_many({_key(way): value for way, value in zip(ways, found, strict=True)}, KEPT)


def _read(body: bytes, places: list[str], ways: Sequence[Leg]) -> list[tuple[float, int, dt.date] | None]:
    """Kilometres, minutes and today for each way; None where there is none. Raises ValueError."""
    table = _Table.model_validate_json(body)
    for rows in (table.durations, table.distances):
        if [len(row) for row in rows] != [len(places)] * len(places):
            raise Implausible("a table of another size")
    found = []
    for way in ways:
        row, column = places.index(_position(way.origin)), places.index(_position(way.destination))
        seconds, metres = table.durations[row][column], table.distances[row][column]
        there = seconds is not None and metres is not None
        found.append(_believed(way, seconds / 60, metres / 1000) if there else None)
    return found


def _believed(way: Leg, minutes: float, kilometres: float) -> tuple[float, int, dt.date]:
    straight = straight_km(way.origin, way.destination) or 0.0
    usual = formula_minutes(way.mode, straight)
    quickest = max(0.0, straight - SNAP_KM) / FASTEST[PROFILES[way.mode]] * 60
    if not quickest <= minutes <= LONGEST * usual:
        raise Implausible(f"a way that takes {minutes:.0f} minutes instead of {usual}")
    if not straight * 0.9 - SNAP_KM <= kilometres <= LONGEST * straight + SNAP_KM:
        raise Implausible(f"a way of {kilometres:.1f} km between points {straight:.1f} km apart")
    waits = RIDES[way.mode][0] if way.mode in RIDES else 0
    return round(kilometres, 2), max(1, math.ceil(minutes + waits)), clock.today()


def _ways(items: Iterable) -> list[Leg]:
    """Those on foot, and by car where the address tells profiles apart."""
    modes = PROFILES if "{profile}" in getattr(settings, SETTING) else ("walk",)
    legs = [item for item in items if isinstance(item, Leg) and item.mode in modes and is_local(item)]
    return [leg for leg in legs if (straight_km(leg.origin, leg.destination) or 0.0) > SAME_SPOT_KM]


def _key(way: Leg) -> str:
    return f"way:{way.mode}:{_position(way.origin)};{_position(way.destination)}"


def _position(point: Point) -> str:
    return f"{point.lon:.{DIGITS}f},{point.lat:.{DIGITS}f}"
