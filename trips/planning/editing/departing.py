"""Journeys between two cities at another hour: that of being there, of departing or of arriving."""

from __future__ import annotations

import datetime as dt

from trips.planning.editing.changing import Change, leave_out, on_five
from trips.planning.editing.edits import CannotDo, SetTime
from trips.planning.editing.itinerary import Sojourn, minute_of
from trips.planning.editing.lodgings import desk_follows
from trips.planning.editing.shifting import departs_as_told, leg_later
from trips.planning.editing.timeline import DayLine
from trips.planning.legs import clock_minutes
from trips.planning.way import BUFFERS
from trips.schemas import Leg

#: A day begins at most so many minutes earlier to be in time, and no breakfast is before this minute.
EARLIER_AT_MOST, EARLIEST_TABLE = 90, 6 * 60
_VERBS = {"start": "starts", "departure": "departs", "arrival": "arrives"}


def journey_at(change: Change, edit: SetTime) -> str:
    """A journey between two cities leaves at another hour of the same day; "" = it is none."""
    itinerary = change.itinerary
    for index, hop in enumerate(itinerary.hops):
        if hop is None or all(leg.uid != edit.uid for leg in hop.legs):
            continue
        leg = next(leg for leg in hop.legs if leg.uid == edit.uid)
        change.not_over(hop.leave.date())
        if any(one.locked for one in hop.legs):
            raise CannotDo(f"{hop.main.title} is locked: unlock it first.")
        minutes, told = _later_by(leg, edit), f"{_VERBS[edit.hour_of]} at {edit.start:%H:%M}"
        if not minutes and not (edit.hour_of == "departure" and departs_as_told(leg) != leg):
            raise CannotDo(f"{leg.title} {told} already.")
        dates = (hop.leave.date(), hop.reach.date())
        moved = [leg_later(one, minutes) for one in hop.legs]
        if edit.hour_of == "departure":
            moved = [departs_as_told(one) if one.uid == leg.uid else one for one in moved]
        if (moved[0].start.date(), moved[-1].end.date()) != dates:
            raise CannotDo(f"{leg.title} at {edit.start:%H:%M} would not leave and arrive on the same dates.")
        hop.take(moved)
        for sojourn in itinerary.sojourns[index : index + 1]:
            desk_follows(sojourn, itinerary.row(sojourn.stay) if sojourn.stay else None, hop)
        for sojourn, date in _ends(change, index):
            opens, closes = itinerary.bounds(sojourn, date)
            if opens is not None and closes is not None and opens > closes:
                raise CannotDo(f"{leg.title} at {edit.start:%H:%M} leaves no time in {sojourn.city.name}.")
            cause = f"{leg.title} at {edit.start:%H:%M}"
            leave_out(change, _risen_in_time(change, sojourn, date), sojourn.days[date], cause)
        new = next(one for one in moved if one.uid == leg.uid)
        there = _be_there(new) if edit.hour_of == "departure" else ""
        return f"{leg.title} {told} on {change.day(leg.start.date())}{there}."
    return ""


def _later_by(leg: Leg, edit: SetTime) -> int:
    """Minutes; an hour of a timetable to the minute, one of a plan on five."""
    said = clock_minutes(edit.start)
    if edit.hour_of == "arrival":  # the way holds what it takes to get out of the airport or station
        return said + BUFFERS.get(leg.mode, (0, 0))[1] - minute_of(leg.end, leg.end.date())
    begins = minute_of(leg.start, leg.start.date())
    return said - begins - leg.buffer_minutes if edit.hour_of == "departure" else on_five(edit.start) - begins


def _be_there(leg: Leg) -> str:
    if not leg.buffer_minutes:
        return ""
    return f": be at {leg.origin.name} by {leg.start:%H:%M}"


def _risen_in_time(change: Change, sojourn: Sojourn, date: dt.date) -> DayLine:
    """The day, begun so much earlier that what it holds is done before the journey, where that is enough."""
    dayline, entries = change.line(sojourn, date), sojourn.days[date]
    if not dayline.departs or dayline.fit(entries):
        return dayline
    for minutes in range(15, EARLIER_AT_MOST + 1, 15):
        sooner = change.line(sojourn, date)
        sooner.start = max(sooner.start - minutes, EARLIEST_TABLE)
        if sooner.fit(entries):
            return sooner
    return dayline


def _ends(change: Change, index: int) -> list[tuple[Sojourn, dt.date]]:
    """The days around a journey: the last one before it and the first one after."""
    sojourns = change.itinerary.sojourns
    found = []
    if index:
        found.append((sojourns[index - 1], sojourns[index - 1].leave))
    if index < len(sojourns):
        found.append((sojourns[index], sojourns[index].arrive))
    return found
