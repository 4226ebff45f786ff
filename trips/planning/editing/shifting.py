"""Items at another time: ways keep their length across zones, a journey its words about departure."""

from __future__ import annotations

import datetime as dt
import re
from typing import TypeVar

from trips.planning.journeys import shifted
from trips.schemas import ItemBase, Leg

#: How a note tells when a journey departs: a typical time, or one that the traveller gave.
_DEPARTS = re.compile(r"(Departs (?:about|at) )\d{2}:\d{2}")
_TOLD = re.compile(r"Departs (?:about|at) \d{2}:\d{2}(?:, a typical time|, by your own word)?\.?")

Shifted = TypeVar("Shifted", bound=ItemBase)


def leg_later(leg: Leg, minutes: int) -> Leg:
    """The same way, so many minutes later; it arrives by the clock of where it ends."""
    start = leg.start + dt.timedelta(minutes=minutes)
    length = round((leg.end_utc - leg.start_utc).total_seconds() / 60)
    end = shifted(start, length, leg.zone, leg.end_zone or leg.zone)
    note = leg.note
    if leg.buffer_minutes:
        departs = start + dt.timedelta(minutes=leg.buffer_minutes)
        note = _DEPARTS.sub(rf"\g<1>{departs:%H:%M}", note)
    return leg.model_copy(update={"start": start, "end": end, "note": note}, deep=True)


def departs_as_told(leg: Leg) -> Leg:
    """The same way with the hour at which it departs as the traveller told it: no typical time any more."""
    rest = _TOLD.sub("", leg.note).strip()
    note = f"Departs at {leg.departs:%H:%M}, by your own word. {rest}".strip()
    return leg.model_copy(update={"note": note})


def later_by_days(item: Shifted, days: int) -> Shifted:
    """The same item on another date, at the same hours."""
    away = dt.timedelta(days=days)
    return item.model_copy(update={"start": item.start + away, "end": item.end + away}, deep=True)
