"""How one can get from a city to another: rows first, else a stated model (`modelled`)."""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import pairwise

from trips.catalogue.gazetteer import City, Gazetteer
from trips.planning.legs import city_point
from trips.planning.modelled import CAR, by_land, last_resort, modelled_ways
from trips.planning.request import Request
from trips.planning.way import BUFFERS, Way, airport_for, airport_point, station
from trips.schemas import Connection, Mode, Point

__all__ = ["Way", "choose", "route_pairs", "ways_between"]

#: What an hour is worth to a traveller, US dollars, when means are compared.
HOUR_VALUE = {"low": Decimal(10), "mid": Decimal(28), "high": Decimal(55)}
#: On a short trip an hour is worth more: it is a larger part of it. By days of the trip.
SHORT_TRIP = {1: Decimal(4), 2: Decimal(2), 3: Decimal("1.3")}
#: An hour on the road or in the air tires more than one on rails.
TIRING: dict[Mode, Decimal] = {"coach": Decimal("1.2"), "flight": Decimal("1.1")}


def ways_between(origin: City, destination: City, request: Request, *, drives: bool) -> list[Way]:
    """Every way that makes sense, best first for the request's level; never empty. `drives` = they have
    a car on this way. Banned modes are left out unless nothing else is possible."""
    gazetteer = request.gazetteer
    connections = gazetteer.connections(origin.id, destination.id)
    found = [_of_row(row, origin, destination, request) for row in connections]
    found = [way for way in found if way.mode != "car" or drives]
    rows = bool(found)
    if drives and not any(way.mode == "car" for way in found):
        found += by_land("car", CAR, origin, destination, gazetteer)
    if not rows:
        found += modelled_ways(origin, destination, gazetteer)
    allowed = _allowed(found, request) or _allowed(modelled_ways(origin, destination, gazetteer), request)
    usable = allowed or found or [last_resort(origin, destination, request.gazetteer)]
    return sorted(usable, key=lambda way: (_burden(way, request), way.mode))


def route_pairs(request: Request) -> list[tuple[City, City]]:
    """The parts of the route in order: from the origin, between the cities, home again; of a trip to one city
    the way there alone."""
    cities = [goal.city for goal in request.goals]
    stops = ([request.origin] if request.origin else []) + cities
    if request.origin and request.round_trip:
        stops.append(request.origin)
    pairs = [(a, b) for a, b in pairwise(stops) if a.id != b.id]
    return pairs[:1] if len(cities) == 1 else pairs


def _allowed(ways: list[Way], request: Request) -> list[Way]:
    return [way for way in ways if not request.banned(way.mode)]


def choose(ways: list[Way], wished: Mode | None, *, drives: bool) -> Way:
    """The wished mode where it is possible; a car at hand is driven; else the first."""
    for mode in (wished, "car" if drives else None):
        for way in ways:
            if way.mode == mode:
                return way
    return ways[0]


def _burden(way: Way, request: Request) -> Decimal:
    """Price of one person plus the value of the time, in the trip's currency."""
    hour = request.worth(HOUR_VALUE[request.level], "USD")
    access = {"flight": 90, "train": 50, "coach": 50, "ferry": 60}.get(way.mode, 0)
    hours = Decimal(way.door_to_door + access) / 60 * TIRING.get(way.mode, Decimal(1))
    scarce = SHORT_TRIP.get(request.days, Decimal(1))
    return way.price_for_all(request) / max(1, request.people) + hour * scarce * hours


def _of_row(row: Connection, origin: City, destination: City, request: Request) -> Way:
    before, after = BUFFERS.get(row.mode, (15, 10))
    said = re.search(r"(\d+) minutes before", row.note)
    before = max(before, int(said.group(1)) if said else 0)
    if row.mode == "flight":
        start = _airport_of_row(row.from_point, origin, row.distance_km, request.gazetteer)
        end = _airport_of_row(row.to_point, destination, row.distance_km, request.gazetteer)
    elif row.mode == "car":
        start, end = city_point(origin), city_point(destination)
    else:
        start = station(row.from_point, origin, row.mode, request.gazetteer)
        end = station(row.to_point, destination, row.mode, request.gazetteer)
    often = f", about every {row.every_minutes} minutes" if row.every_minutes else ""
    return Way(
        mode=row.mode,
        origin=origin,
        destination=destination,
        start=start,
        end=end,
        kilometres=row.distance_km,
        minutes=row.minutes,
        before=before,
        after=after,
        price=row.price,
        source=f"row {row.id}, {row.as_of}{often}",
        grade=row.grade,
        connection=row,
        note=row.note,
    )


def _airport_of_row(name: str, city: City, kilometres: float, gazetteer: Gazetteer) -> Point:
    for code in re.findall(r"\b[A-Z]{3}\b", name):
        if airport := gazetteer.airport(code):
            return airport_point(airport, city)
    airport = airport_for(city, kilometres, gazetteer)
    return airport_point(airport, city) if airport else _unknown_airport(city_point(city), name)


def _unknown_airport(point: Point, name: str) -> Point:
    return point.model_copy(update={"kind": "airport", "name": name or f"{point.name} airport"})
