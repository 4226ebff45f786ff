"""Items at another time: ways keep their length across zones, a journey its words about departure."""

from __future__ import annotations

import datetime as dt
from typing import TypeVar

from trips.planning.journeys import shifted
from trips.schemas import ItemBase, Leg

Shifted = TypeVar("Shifted", bound=ItemBase)


def leg_later(leg: Leg, minutes: int) -> Leg:
    """The same way, so many minutes later; it arrives by the clock of where it ends."""
    start = leg.start + dt.timedelta(minutes=minutes)
    length = round((leg.end_utc - leg.start_utc).total_seconds() / 60)
    end = shifted(start, length, leg.zone, leg.end_zone or leg.zone)
    note = leg.note
    if leg.buffer_minutes:
        departs = (moment + dt.timedelta(minutes=leg.buffer_minutes) for moment in (leg.start, start))
        before, after = (f"Departs about {moment:%H:%M}" for moment in departs)
        note = note.replace(before, after)
    return leg.model_copy(update={"start": start, "end": end, "note": note}, deep=True)


def later_by_days(item: Shifted, days: int) -> Shifted:
    """The same item on another date, at the same hours."""
    away = dt.timedelta(days=days)
    return item.model_copy(update={"start": item.start + away, "end": item.end + away}, deep=True)
