"""The stay as an item: when one checks in and out, and what the rooms cost."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from trips.planning.costing import room_lines
from trips.planning.estimates import FORMULA, room_estimate
from trips.planning.frame import PlanFrame
from trips.planning.picking import rooms_needed
from trips.planning.skeleton import Block
from trips.schemas import FreeTime, Item, Leg, Stay

#: Minutes to drop the bags or check in; to fetch them before a journey.
AT_THE_DESK, FETCH_BAGS = 20, 10
USUAL_CHECK_IN, USUAL_CHECK_OUT = dt.time(15), dt.time(11)
SMALL_HOURS = 5  # arriving before this hour is arriving late, not early


def desk(frame: PlanFrame, block: Block, at: dt.datetime) -> FreeTime:
    """Arriving at the stay: bags before the check-in hour, else checking in."""
    base = frame.base(block)
    early = SMALL_HOURS <= at.hour and at.time() < _check_in_hour(frame, block)
    return FreeTime(
        uid="",
        title=f"{'Drop bags' if early else 'Check in'}: {base.point.name}",
        start=at,
        end=at + dt.timedelta(minutes=AT_THE_DESK),
        zone=block.city.timezone,
        city_id=block.city.id,
        lat=base.point.lat,
        lon=base.point.lon,
        area=base.area,
        grade="official",
    )


def stay_of(
    frame: PlanFrame, block: Block, arrived: dt.datetime, first_day: Sequence[Item], last_day: Sequence[Item]
) -> Stay:
    """The nights of a block. `arrived` = at the desk; the days' items in the city, without journeys."""
    request = frame.request
    place = frame.settled.stays[block.city.id]
    base = frame.base(block)
    rooms = rooms_needed(place, request)
    if place:
        title, note = place.name, ""
        costs = room_lines(place.price, rooms, block.nights, place.grade_of("price"))
    else:
        named = request.facts.stay.name if block is frame.blocks[0] else None
        title = named or f"A place to stay in {block.city.name}, your choice"
        note = f"The price is an estimate: {FORMULA}."
        price = room_estimate(
            block.city, frame.draft.stay_band or request.level, request.gazetteer, request.today
        )
        costs = room_lines(price, rooms, block.nights, "estimate")
    return Stay(
        uid="",
        title=title,
        start=_checked_in(frame, block, arrived, first_day),
        end=_checked_out(frame, block, last_day),
        zone=block.city.timezone,
        place_id=place.id if place else None,
        unlisted=place is None,
        city_id=block.city.id,
        lat=base.point.lat,
        lon=base.point.lon,
        area=base.area,
        costs=costs,
        grade=place.grade if place else "unlisted",
        note=note,
        nights=block.nights,
        rooms=rooms,
        stay_type=place.stay_type if place else "",
    )


def _check_in_hour(frame: PlanFrame, block: Block) -> dt.time:
    place = frame.settled.stays[block.city.id]
    return (place.check_in if place else None) or USUAL_CHECK_IN


def _checked_in(
    frame: PlanFrame, block: Block, arrived: dt.datetime, first_day: Sequence[Item]
) -> dt.datetime:
    """On arrival if the desk is open for it, else when they come back to the stay."""
    earliest = dt.datetime.combine(block.arrive, _check_in_hour(frame, block))
    if arrived >= earliest or arrived.hour < SMALL_HOURS:
        return arrived
    base = frame.base(block).point
    back = [item.end for item in first_day if isinstance(item, Leg) and item.destination == base]
    return next((moment for moment in back if moment >= earliest), earliest)


def _checked_out(frame: PlanFrame, block: Block, last_day: Sequence[Item]) -> dt.datetime:
    """When they first leave the stay on the last day, at the latest when the desk asks for it."""
    place = frame.settled.stays[block.city.id]
    latest = dt.datetime.combine(block.leave, (place.check_out if place else None) or USUAL_CHECK_OUT)
    leaving = frame.leaving(block)
    first = next(
        (item.start for item in last_day if isinstance(item, Leg)), leaving.leave if leaving else None
    )
    return min(latest, first) if first and first.date() == block.leave else latest
