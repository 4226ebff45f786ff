"""The stay as an item: when one checks in and out, and what the rooms cost."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

from trips.catalogue.gazetteer import City
from trips.planning.costing import room_lines
from trips.planning.estimates import FORMULA, room_estimate
from trips.planning.frame import PlanFrame
from trips.planning.picking import rooms_needed
from trips.planning.planned import Spot
from trips.planning.request import Request
from trips.planning.skeleton import Block
from trips.schemas import FreeTime, Item, Leg, Place, Point, Stay

#: Minutes to drop the bags or check in; to fetch them before a journey.
AT_THE_DESK, FETCH_BAGS = 20, 10
USUAL_CHECK_IN, USUAL_CHECK_OUT = dt.time(15), dt.time(11)
SMALL_HOURS = 5  # arriving before this hour is arriving late, not early


def desk(base: Spot, city: City, row: Place | None, at: dt.datetime) -> FreeTime:
    """Arriving at the stay: bags before the check-in hour, else checking in."""
    early = SMALL_HOURS <= at.hour and at.time() < _check_in_hour(row)
    return FreeTime(
        uid="",
        title=f"{'Drop bags' if early else 'Check in'}: {base.point.name}",
        start=at,
        end=at + dt.timedelta(minutes=AT_THE_DESK),
        zone=city.timezone,
        city_id=city.id,
        lat=base.point.lat,
        lon=base.point.lon,
        area=base.area,
        grade="official",
    )


def stay_of(
    frame: PlanFrame, block: Block, arrived: dt.datetime, first_day: Sequence[Item], last_day: Sequence[Item]
) -> Stay:
    """The nights of a block. `arrived` = at the desk; the days' items in the city, without journeys."""
    place, base, leaving = frame.settled.stays[block.city.id], frame.base(block), frame.leaving(block)
    return Stay(
        uid="",
        start=checked_in(place, block.arrive, arrived, base.point, first_day),
        end=checked_out(place, block.leave, leaving.leave if leaving else None, last_day),
        zone=block.city.timezone,
        city_id=block.city.id,
        nights=block.nights,
        **(of_row(place, frame.request, block.nights) if place else _of_choice(frame, block, base)),
    )


def of_row(place: Place, request: Request, nights: int) -> dict[str, Any]:
    """What a stay has of its row."""
    rooms = rooms_needed(place, request)
    return {
        "title": place.name,
        "place_id": place.id,
        "unlisted": False,
        "lat": place.lat,
        "lon": place.lon,
        "area": place.area,
        "costs": room_lines(place.price, rooms, nights, place.grade_of("price")),
        "grade": place.grade,
        "note": "",
        "rooms": rooms,
        "stay_type": place.stay_type,
    }


def _of_choice(frame: PlanFrame, block: Block, base: Spot) -> dict[str, Any]:
    request, rooms = frame.request, rooms_needed(None, frame.request)
    named = request.facts.stay.name if block is frame.blocks[0] else None
    band = frame.draft.stay_band or request.level
    price = room_estimate(block.city, band, request.gazetteer, request.today)
    return {
        "title": named or f"A place to stay in {block.city.name} (your choice)",
        "unlisted": True,
        "lat": base.point.lat,
        "lon": base.point.lon,
        "area": base.area,
        "costs": room_lines(price, rooms, block.nights, "estimate"),
        "grade": "unlisted",
        "note": f"The price is an estimate: {FORMULA}.",
        "rooms": rooms,
    }


def _check_in_hour(place: Place | None) -> dt.time:
    return (place.check_in if place else None) or USUAL_CHECK_IN


def checked_in(
    place: Place | None, date: dt.date, arrived: dt.datetime, base: Point, first_day: Sequence[Item]
) -> dt.datetime:
    """On arrival if the desk is open for it, else when they come back to the stay."""
    earliest = dt.datetime.combine(date, _check_in_hour(place))
    if arrived >= earliest or arrived.hour < SMALL_HOURS:
        return arrived
    back = [item.end for item in first_day if isinstance(item, Leg) and item.destination == base]
    return next((moment for moment in back if moment >= earliest), earliest)


def checked_out(
    place: Place | None, date: dt.date, leaving: dt.datetime | None, last_day: Sequence[Item]
) -> dt.datetime:
    """When they first leave the stay on the last day, at the latest when the desk asks for it."""
    latest = dt.datetime.combine(date, (place.check_out if place else None) or USUAL_CHECK_OUT)
    first = next((item.start for item in last_day if isinstance(item, Leg)), leaving)
    return min(latest, first) if first and first.date() == date else latest
