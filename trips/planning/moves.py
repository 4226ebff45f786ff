"""A journey between two cities as items of the plan: to the hub, the way itself, to the next door."""

from __future__ import annotations

import datetime as dt

from trips.catalogue.gazetteer import City
from trips.planning.costing import line
from trips.planning.fares import price_level, rounded
from trips.planning.items import VERBS, local_leg
from trips.planning.journeys import Journey, journey_home, journey_on, timed
from trips.planning.legs import SEATS_SELF_DRIVE, LocalMeans
from trips.planning.planned import Spot
from trips.planning.request import Request
from trips.planning.skeleton import hub_move
from trips.planning.ways import Way
from trips.schemas import CostLine, Leg, Point

#: Hire of one car a day at the price level of the United States, US dollars (insurance included).
RENTAL_A_DAY = 65


def door_to_door(request: Request, journey: Journey, door: Spot, next_door: Spot, drives: bool) -> Journey:
    """The journey again, from the real doors instead of the middles of the cities; on the same dates."""
    way = journey.way
    access = hub_move(request, way.origin, door.point, way.start, drives)
    egress = hub_move(request, way.destination, next_door.point, way.end, drives)
    if journey.role == "home":
        found = journey_home(request, way, request.end, access, egress)
    else:
        found = journey_on(request, way, journey.role, journey.leave.date(), access, egress)
    if _dates(found) == _dates(journey):
        return found
    for earlier in range(0, 12):
        found = timed(way, journey.role, access, egress, journey.leave - dt.timedelta(minutes=15 * earlier))
        if _dates(found) == _dates(journey):
            return found
    return journey


def journey_legs(
    request: Request, journey: Journey, door: Spot, next_door: Spot, means: dict[int, LocalMeans]
) -> list[Leg]:
    """Up to three legs; a car goes from door to door."""
    way = journey.way
    if way.mode == "car":
        return [_main_leg(request, journey, door.point, next_door.point)]
    legs = []
    if journey.access.minutes:
        here = means[way.origin.id]
        legs.append(local_leg(here, journey.access, door.point, way.start, journey.leave, way.origin))
    legs.append(_main_leg(request, journey, way.start, way.end))
    if journey.egress.minutes:
        there = means[way.destination.id]
        legs.append(local_leg(there, journey.egress, way.end, next_door.point, journey.end, way.destination))
    return legs


def rental_line(request: Request, city: City, days: int) -> CostLine:
    """Hiring as many cars as the party needs for the days of the trip."""
    cars = request.cars(request.facts.car.seats or SEATS_SELF_DRIVE)
    wish = request.facts.car.price_per_day
    if wish is not None:
        return line("Hired car, a day", wish, cars * days, request.currency, "transport", "estimate")
    price = rounded(RENTAL_A_DAY * price_level(city.country), "USD")
    return line("Hired car, a day", price, cars * days, "USD", "transport", "estimate")


def _main_leg(request: Request, journey: Journey, origin: Point, destination: Point) -> Leg:
    way = journey.way
    return Leg(
        uid="",
        title=f"{VERBS[way.mode]} to {way.destination.name}",
        start=journey.start,
        end=journey.end,
        zone=way.origin.timezone,
        end_zone=way.destination.timezone if way.destination.timezone != way.origin.timezone else "",
        city_id=way.origin.id,
        lat=origin.lat,
        lon=origin.lon,
        costs=way.costs(request),
        grade=way.grade,
        note=_note(way, journey),
        mode=way.mode,
        origin=origin,
        destination=destination,
        distance_km=way.kilometres,
        travel_minutes=way.minutes,
        buffer_minutes=way.before,
        connection_id=way.connection.id if way.connection else None,
        source=way.source if way.connection else f"Model: {way.source}",
    )


def _note(way: Way, journey: Journey) -> str:
    if way.mode == "car":
        return way.note
    departs = journey.start + dt.timedelta(minutes=way.before)
    return f"Departs about {departs:%H:%M}, a typical time. {way.note}".strip()


def _dates(journey: Journey) -> tuple[dt.date, dt.date]:
    return journey.leave.date(), journey.reach.date()
