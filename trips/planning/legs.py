"""The stated model for getting about in a city: which means, how far, how long, what it costs.

Path = great-circle distance × a detour factor; minutes = a wait + path ÷ speed, rounded up to five.
Speeds and factors are means of big cities; every leg made here is an estimate and says so.
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from trips.catalogue.gazetteer import City
from trips.catalogue.geography import straight_km
from trips.planning.costing import line, person_lines
from trips.planning.fares import LocalFares, local_fares, taxi_fare, transit_fare
from trips.planning.request import Request
from trips.schemas import CostLine, Mode, Place, Point, Price

WALK_KMH = 4.5
WALK_DETOUR = 1.3
RIDE_DETOUR = 1.35
#: Minutes to wait and reach the vehicle; km/h on the first LOCAL_KM, up to REGIONAL_KM, and beyond.
RIDES: dict[Mode, tuple[int, float, float, float]] = {
    "transit": (8, 18.0, 40.0, 90.0),
    "taxi": (5, 22.0, 50.0, 80.0),
    "car": (5, 22.0, 55.0, 80.0),
}
LOCAL_KM, REGIONAL_KM = 8.0, 30.0
#: From closer by one does not go to a day trip by the train of its row.
OUTING_KM = 8.0
#: Closer than this nothing is a leg: the entrance is around the corner.
SAME_SPOT_KM = 0.05
SEATS_SELF_DRIVE = 5
MODEL_IN_WORDS = {
    "walk": f"{WALK_KMH} km/h, path {WALK_DETOUR} × the straight line",
    "transit": "8 minutes to the stop and waiting, 18 km/h (40 beyond 8 km, 90 beyond 30 km)",
    "taxi": "5 minutes waiting, 22 km/h (50 beyond 8 km, 80 beyond 30 km)",
    "car": "5 minutes to park, 22 km/h (55 beyond 8 km, 80 beyond 30 km)",
}


@dataclass(frozen=True)
class LocalMove:
    """`known` False: one end has no position, `minutes` are left for the way and none is written."""

    mode: Mode
    kilometres: float  # of path
    minutes: int
    known: bool = True
    fare: Price | None = None  # as a row says; None = by the usual fares
    source: str = ""


#: To or from a place that has no position.
UNKNOWN_MOVE = LocalMove("walk", 0.0, 30, known=False)


@dataclass(frozen=True)
class LocalMeans:
    """How a party gets about in one city."""

    city: City
    fares: LocalFares
    ride: Mode | None  # the usual vehicle; None = everything is banned
    walk_km: float  # longest walk, of path
    adults: int
    ages: tuple[int, ...]
    outings: Mapping[str, Place] = field(
        default_factory=dict
    )  # with their ways: day trips by id, airports by code

    def move(self, here: Point, there: Point) -> LocalMove:
        """The way between two points; zero minutes when they are the same spot."""
        straight = straight_km(here, there)
        if straight is None:
            return UNKNOWN_MOVE
        for far, near in ((there, here), (here, there)):
            outing = self.outings.get(far.place_id or far.code)
            if outing and straight > OUTING_KM and (found := self._outing(outing, straight, near)):
                return found
        return self.move_over(straight)

    def _outing(self, outing: Place, straight: float, near: Point) -> LocalMove | None:
        """To a day trip or an airport, or back, as its row says; to an airport by the middle of the city. Far
        out nobody goes by taxi."""
        rides = [way for way in outing.ways if way.vehicle not in ("walk", "car", "taxi")]
        by_row = self.ride == "transit" or (self.ride == "taxi" and straight > REGIONAL_KM)
        if not by_row or not rides:
            return None
        way = rides[0]
        said = f"{way.vehicle} {way.minutes} min, usual; {outing.source}, {outing.as_of}"
        middle = straight_km(near, city_point(self.city)) if outing.kind == "station" else None
        first = self.move_over(middle or 0.0).minutes
        kilometres = round(straight * RIDE_DETOUR, 2)
        return LocalMove("transit", kilometres, to_five(way.minutes + first), fare=way.fare, source=said)

    def move_over(self, straight: float) -> LocalMove:
        """The same for a straight line of this many kilometres."""
        path = straight * WALK_DETOUR
        if straight <= SAME_SPOT_KM:
            return LocalMove("walk", round(path, 2), 0)
        if path <= self.walk_km or self.ride is None:
            return LocalMove("walk", round(path, 2), _walk_minutes(path))
        return self.ride_over(straight)

    def ride_over(self, straight: float) -> LocalMove:
        if self.ride is None:
            return LocalMove("walk", round(straight * WALK_DETOUR, 2), _walk_minutes(straight * WALK_DETOUR))
        return LocalMove(self.ride, round(straight * RIDE_DETOUR, 2), formula_minutes(self.ride, straight))

    def costs(self, move: LocalMove) -> list[CostLine]:
        """Fares of one move for the whole party."""
        if move.fare is not None:
            return person_lines(move.fare, self.adults, self.ages, "transport", "common")
        if move.mode == "transit":
            fare = transit_fare(self.fares, move.kilometres)
            riders = self.adults + sum(age >= self.fares.free_under for age in self.ages)
            return [line("Ticket", fare, riders, self.fares.currency, "transport", "estimate")]
        if move.mode == "taxi":
            cars = math.ceil((self.adults + len(self.ages)) / self.fares.taxi_seats)
            fare = taxi_fare(self.fares, move.kilometres)
            return [line("Taxi", fare, cars, self.fares.currency, "transport", "estimate")]
        return []


def local_means(request: Request, city: City, *, has_car: bool) -> LocalMeans:
    """The usual means in this city. Step-free parties and the highest level take taxis; a car at hand
    or rented (`has_car`) is used; bans win."""
    fares = local_fares(city.curated, city.country)
    wanted: list[Mode] = []
    if has_car:
        wanted.append("car")
    if request.level == "high" or request.step_free or fares.transit is None:
        wanted.append("taxi")
    wanted += ["transit", "taxi"] if fares.transit is not None else ["taxi"]
    ride = next((mode for mode in wanted if not request.banned(mode)), None)
    outings = {row.id: row for row in request.gazetteer.places(city.curated or "", "day_trip")}
    for row in request.gazetteer.places(city.curated or "", "station"):
        if "airport" in row.tags:
            outings[row.id.partition(":")[2].upper()] = row
    if ride == "taxi" and (request.step_free or request.banned("transit")):
        outings.clear()
    return LocalMeans(city, fares, ride, request.walk_km, request.adults, request.ages, outings)


def formula_minutes(mode: Mode, straight: float) -> int:
    """Of a way over a straight line of this many kilometres, waiting included."""
    if mode not in RIDES:
        return _walk_minutes(straight * WALK_DETOUR)
    path = straight * RIDE_DETOUR
    wait, slow, quick, fast = RIDES[mode]
    near, far = min(path, LOCAL_KM), max(0.0, path - REGIONAL_KM)
    return to_five(wait + 60 * (near / slow + (path - near - far) / quick + far / fast))


def clock_minutes(clock: dt.time | dt.datetime) -> int:
    """Since midnight."""
    return clock.hour * 60 + clock.minute


def to_five(minutes: float) -> int:
    """Rounded up to five minutes."""
    return 5 * math.ceil(round(minutes, 3) / 5)


def place_point(place: Place, city_id: int | None) -> Point:
    return Point(
        name=place.name,
        kind="stay" if place.kind == "stay" else "place",
        place_id=place.id,
        city_id=city_id,
        lat=place.lat,
        lon=place.lon,
    )


def city_point(city: City) -> Point:
    """The middle of a city: where a trip starts when no address is known."""
    return Point(name=city.name, kind="city", city_id=city.id, lat=city.lat, lon=city.lon)


def _walk_minutes(path: float) -> int:
    return max(5, to_five(path / WALK_KMH * 60))
