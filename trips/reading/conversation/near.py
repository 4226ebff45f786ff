"""Days that an answer names without their month: those next to the days that were spoken of. Pure."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Sequence

from trips.reading.routing.message import Message
from trips.schemas import Change, TripFacts

_HALF_A_WEEK, DAYS_OF_A_WEEK = 3, 7


def near(
    message: Message, changes: Sequence[Change], tell: Callable[[], Sequence[Change]], facts: TripFacts
) -> Iterator[tuple[Change, str]]:
    """Changes of the first and last day that are meant otherwise, with the date (ISO 8601): "the 11th" behind
    "11 or 18 March?", "Friday to Monday" behind "24 to 26 September?". `tell`: reads what was said."""
    ends = sorted((one for one in changes if _is_a_day(one)), key=lambda one: one.path, reverse=True)
    if not ends or message.chart.of("month", "year", "date"):
        return
    heard = tell()
    spoken = [dt.date.fromisoformat(str(one.value)) for one in heard if _is_a_day(one)]
    spoken = spoken or [day for day in (facts.dates.start, facts.dates.end) if day]
    spoken = spoken or [
        dt.date.fromisoformat(str(one.value)) for one in heard if one.path == "dates.earliest"
    ]
    numbers = {one.value for one in message.chart.of("number", "day_number", "nth")}
    first = spoken[0] if spoken else None
    for change in ends if first else ():
        said, starts = dt.date.fromisoformat(str(change.value)), change.path == "dates.start"
        meant = _meant(spoken[0] if starts else spoken[-1], said, message, numbers)
        first = meant if starts else first
        if meant != said:
            yield change, meant.isoformat()


def _is_a_day(change: Change) -> bool:
    return change.path in ("dates.start", "dates.end") and change.op == "set"


def _meant(anchor: dt.date, said: dt.date, message: Message, numbers: set[object]) -> dt.date:
    if said.day in numbers:
        return _of_month(anchor, said.day)
    if numbers or not message.chart.of("weekday"):
        return said
    ahead = (said.weekday() - anchor.weekday() + _HALF_A_WEEK) % DAYS_OF_A_WEEK
    return anchor + dt.timedelta(days=ahead - _HALF_A_WEEK)


def _of_month(day: dt.date, number: int) -> dt.date:
    """The day of that number in the month of another, at most its last."""
    last = (day.replace(day=28) + dt.timedelta(days=4)).replace(day=1) - dt.timedelta(days=1)
    return last.replace(day=min(number, last.day))
