"""Hours that an itinerary leaves open, and the ways between its stops."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from typing import Any
from zoneinfo import ZoneInfo

from trips.catalogue.gazetteer import City, Gazetteer
from trips.catalogue.opening_hours import is_open
from trips.planning.items import VERBS, local_leg
from trips.planning.legs import LocalMeans, LocalMove, city_point, formula_minutes, place_point, straight_km
from trips.planning.modelled import modelled_ways
from trips.planning.validator.limits import AFTER_LANDING, BEFORE_DEPARTURE
from trips.planning.way import airport_for, airport_point, station
from trips.reading.itinerary.values import WrittenItem
from trips.schemas import Connection, CostLine, Leg, Mode, Place, Point
from trips.schemas.places import VisitMinutes

#: The hour at which what has none begins, by the meal or the part of the day; how long meals take, minutes.
_BEGINS = {
    "breakfast": 8.5,
    "morning": 9.5,
    "noon": 12,
    "lunch": 12.5,
    "afternoon": 14.5,
    "evening": 19,
    "dinner": 19.5,
}
_FIRST = 9.5
_USUAL = {"breakfast": 30, "lunch": 60, "dinner": 90}
_AN_HOUR = 60
#: The least that one stays: at a meal or where a row says more, and at a sight that no row knows.
_SHORTEST = 15, 30
#: What is left for a way at least.
_LEAST_WAY = 5
#: A stop that somebody timed may be left so many minutes earlier for the way.
_GRACE, _ROUGH = 10, 30
#: What is farther apart is a journey, km; so many km an hour on it at best, and minutes besides.
_APART_KM, _FAST_KMH, _BESIDES = 60.0, 110.0, 30
#: A row's usual time may be beaten by so much; ways are longer than the straight line by so much.
_QUICKER, _LONGER = 0.85, 1.2
#: Where a ride comes from or goes to that nobody names.
ELSEWHERE = "elsewhere"
_MINUTE = dt.timedelta(minutes=1)


@dataclass
class Stop:
    """`minutes`: what a ride takes, between its cities, by its row."""

    item: WrittenItem
    city: City
    row: Place | None = None
    start: dt.datetime | None = None
    end: dt.datetime | None = None
    minutes: int = _AN_HOUR
    connection: Connection | None = None
    origin: City | None = None
    target: City | None = None
    airports: list[Point | None] | None = None  # of a flight: at the ends of which the hour is written

    @property
    def point(self) -> Point | None:
        return place_point(self.row, self.city.id) if self.row else None

    def end_point(self, side: int) -> Point | None:
        """Where one comes to it (0), and where one leaves it (1)."""
        return self.airports[side] if self.airports else self.point

    @property
    def usual(self) -> int:
        if self.row and self.row.visit:
            return self.row.visit.typical
        return self.minutes if self.item.kind == "ride" else _USUAL.get(self.item.meal or "", _AN_HOUR)

    @property
    def _visit(self) -> VisitMinutes | None:
        return self.row.visit if self.row and self.item.kind == "visit" else None

    @property
    def shortest(self) -> int:
        return self._visit.shortest if self._visit else _SHORTEST[self.item.kind == "visit"]

    @property
    def longest(self) -> int:
        return self._visit.longest if self._visit else 0

    def opens(self, start: dt.datetime, minutes: int, gazetteer: Gazetteer) -> bool:
        """Nobody says that it is closed then."""
        return self.row is None or is_open(self.row, start, start + minutes * _MINUTE, gazetteer) is not False


def at(date: dt.date, hour: dt.time | float | None) -> dt.datetime | None:
    if isinstance(hour, dt.time):
        return dt.datetime.combine(date, hour)
    return None if hour is None else dt.datetime.combine(date, dt.time()) + dt.timedelta(hours=hour)


def timed(stops: list[Stop], date: dt.date, means: LocalMeans, gazetteer: Gazetteer) -> list[Stop]:
    """Stops in order of time, each with a start and an end."""
    late = False
    for stop in stops:  # the small hours behind an evening are those of the next date
        after = bool(stop.start and late and stop.start.hour < 5)
        stop.start = stop.start + dt.timedelta(days=1) if stop.start and after else stop.start
        if stop.start and stop.end and stop.end <= stop.start:
            stop.end += dt.timedelta(days=1)
        late = late or bool(stop.start and stop.start.hour >= 17)
    _begin(stops, date, means, gazetteer)
    stops.sort(key=lambda stop: stop.start)
    for stop, following in zip_longest(stops, stops[1:]):
        _end(stop, following, means, gazetteer)
    return stops


def _begin(stops: list[Stop], date: dt.date, means: LocalMeans, gazetteer: Gazetteer) -> None:
    """What has no hour begins after what stands before it, at its part of the day, if it is open then."""
    free, before = at(date, _FIRST), None
    for index, stop in enumerate(stops):
        if stop.start is None and stop.end:  # a ride that only arrives
            stop.start = max(stop.end - stop.usual * _MINUTE, at(date, 0.0))
        if stop.start is None:
            way = _way(before, stop, means).minutes if before else 0
            hour = at(date, _BEGINS.get(stop.item.meal or stop.item.part))
            wished = max(hour or free, free + way * _MINUTE)
            latest = next((one.start for one in stops[index + 1 :] if one.start), None) or at(date, 23.5)
            tries = (wished + half * 30 * _MINUTE for half in range(28))
            fit = (one for one in tries if one + stop.shortest * _MINUTE <= latest)
            stop.start = next((one for one in fit if stop.opens(one, stop.shortest, gazetteer)), wished)
        free, before = stop.end or stop.start + stop.usual * _MINUTE, stop


def _end(stop: Stop, following: Stop | None, means: LocalMeans, gazetteer: Gazetteer) -> None:
    """As long as one usually stays, as far as what follows leaves time; what is written is kept to."""
    if stop.item.kind == "ride":
        stop.end = stop.end or stop.start + stop.usual * _MINUTE
        return
    until = _latest_end(stop, following, means) if following else None
    if stop.end is None:
        left = (until - stop.start) // _MINUTE if until else stop.usual
        minutes = max(min(stop.usual, left), stop.shortest)  # a way that is too short then says so
        if following:
            minutes = min(minutes, max((following.start - stop.start) // _MINUTE - _LEAST_WAY, 1))
        if not stop.opens(stop.start, minutes, gazetteer):
            minutes = min(minutes, stop.shortest)
        stop.end = stop.start + minutes * _MINUTE
    elif following and until and until < stop.end <= following.start:
        rough = stop.end == following.start  # hours set side by side: the way is part of the first
        left = until - stop.start >= stop.shortest * _MINUTE
        within = stop.end - until <= (_ROUGH if rough else _GRACE) * _MINUTE
        stop.end = until if left and within else stop.end - rough * _MINUTE
    if stop.longest and not (following and following.start < stop.end):
        stop.end = min(stop.end, stop.start + stop.longest * _MINUTE)  # the rest is time to spare


def _latest_end(stop: Stop, following: Stop, means: LocalMeans) -> dt.datetime:
    ride = following.item.mode if following.item.kind == "ride" else None
    before = BEFORE_DEPARTURE.get(ride, 0) if ride else 0
    return following.start - (before + _way(stop, following, means).minutes) * _MINUTE


def _way(here: Stop, there: Stop, means: LocalMeans) -> LocalMove:
    """The quickest way from stop to stop; no minutes where nobody knows one of them."""
    left, reached = here.end_point(1), there.end_point(0)
    straight = straight_km(left, reached) if left and reached else None
    if straight is None:
        return LocalMove("walk", 0.0, 0, known=False)
    if straight > _APART_KM:
        return LocalMove("car", round(straight * _LONGER, 1), round(straight / _FAST_KMH * 60) + _BESIDES)
    move = means.move(left, reached)
    by_taxi = formula_minutes("taxi", straight)
    quicker = move.mode == "transit" and by_taxi < move.minutes
    return LocalMove("taxi", move.kilometres, by_taxi) if quicker else move


def ways_of(stops: list[Stop], means: LocalMeans) -> Iterator[Leg]:
    """The ways between stops that stand one behind the other. One that has too little time says so."""
    for here, there in pairwise(stops):
        move, end = _way(here, there, means), here.end
        if move.minutes and end <= there.start:
            end = min(end + AFTER_LANDING * _MINUTE, there.start) if here.airports else end
            leg = local_leg(means, move, here.end_point(1), there.end_point(0), end, means.city)
            yield leg.model_copy(update={"costs": [], "end": min(leg.end, there.start)})


# --- rides ------------------------------------------------------------------------------------------


def quickest(
    origin: City | None, target: City | None, mode: Mode, gazetteer: Gazetteer
) -> tuple[Connection | None, int | None]:
    """The fastest row of a way and its minutes; without one those of the model, None where it has none."""
    if origin is None or target is None or origin == target:
        return None, None
    rows = [row for row in gazetteer.connections(origin.id, target.id) if row.mode == mode]
    if rows:
        row = min(rows, key=lambda one: one.minutes)
        return row, row.minutes
    ways = [way.minutes for way in modelled_ways(origin, target, gazetteer) if way.mode == mode]
    return None, min(ways, default=None)


def leg_of(stop: Stop, gazetteer: Gazetteer, costs: list[CostLine]) -> Leg:
    """A ride as written: one that has less time than any row needs is told what it needs."""
    item, row, mode = stop.item, stop.connection, stop.item.mode or "train"
    zones = [(city or stop.target or stop.city).timezone for city in (stop.origin, stop.target)]
    start, end = stop.start, stop.end
    if item.end is None:  # reckoned by the clock of the start
        end = _on_the_clock(end, *zones)
    elif item.start is None:
        start = _on_the_clock(start, *reversed(zones))
    leg = Leg(
        uid="", title=_title(stop, mode), start=start, end=end, zone=zones[0],
        end_zone=zones[1] if zones[1] != zones[0] else "", city_id=stop.city.id, mode=mode, costs=costs,
        origin=hub(stop.origin, mode, gazetteer), destination=hub(stop.target, mode, gazetteer),
        distance_km=0.0, travel_minutes=0, connection_id=row.id if row else None,
        grade=row.grade if row else "estimate", source=f"row {row.id}" if row else "as written",
    )  # fmt: skip
    leg.distance_km = round((straight_km(leg.origin, leg.destination) or 0.0) * _LONGER, 1)
    short = stop.origin and stop.target and leg.minutes < stop.minutes * _QUICKER
    leg.travel_minutes = stop.minutes if short else max(0, leg.minutes)
    return leg


def _on_the_clock(moment: Any, here: str, there: str) -> dt.datetime:
    return moment.replace(tzinfo=ZoneInfo(here)).astimezone(ZoneInfo(there)).replace(tzinfo=None)


def _title(stop: Stop, mode: Mode) -> str:
    if stop.origin and stop.target:
        return f"{VERBS[mode]} from {stop.origin.name} to {stop.target.name}"
    name = stop.item.name or VERBS[mode]
    return name[:1].upper() + name[1:]


def hub(city: City | None, mode: Mode, gazetteer: Gazetteer) -> Point:
    if city is None:
        return Point(name=ELSEWHERE, kind="city")
    if mode == "flight":
        airport = airport_for(city, 0.0, gazetteer)
        return airport_point(airport, city) if airport else city_point(city)
    return city_point(city) if mode == "car" else station("", city, mode, gazetteer)
