"""Days that an answer names without their month: those next to the days that were spoken of. Pure."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence

from trips.reading.routing.message import Message
from trips.schemas import Change, TripFacts

_ENDS = ("dates.start", "dates.end")
_HALF_A_WEEK, DAYS_OF_A_WEEK = 3, 7
_UNSAID = ("month", "year", "date")


def near(
    message: Message, changes: Sequence[Change], spoken: Sequence[Change], facts: TripFacts
) -> Iterator[tuple[Change, str]]:
    """Changes of the first and last day that are meant otherwise, with the date (ISO 8601): "the 11th" behind
    "11 or 18 March?", "Friday to Monday" behind "24 to 26 September?", "the Sunday" of a known beginning."""
    days = [dt.date.fromisoformat(str(one.value)) for one in spoken if one.path in _ENDS and one.op == "set"]
    days = days or [day for day in (facts.dates.start, facts.dates.end) if day]
    if not days or message.chart.of(*_UNSAID):
        return
    numbers = {one.value for one in message.chart.of("number", "day_number", "nth")}
    first = days[0]
    for change in sorted(
        (one for one in changes if one.path in _ENDS and one.op == "set"),
        key=lambda one: one.path == _ENDS[0],
        reverse=True,
    ):
        said = dt.date.fromisoformat(str(change.value))
        anchor = days[-1] if change.path == _ENDS[1] else days[0]
        if said.day in numbers:
            meant = _of_month(anchor, said.day)
        elif message.chart.of("weekday") and not numbers:
            meant = anchor + dt.timedelta(
                days=(said.weekday() - anchor.weekday() + _HALF_A_WEEK) % DAYS_OF_A_WEEK - _HALF_A_WEEK
            )
        else:
            continue
        if change.path == _ENDS[0]:
            first = meant
        elif meant <= first:
            meant = (
                _of_month(first.replace(day=28) + dt.timedelta(days=4), said.day)
                if numbers
                else meant + dt.timedelta(days=DAYS_OF_A_WEEK)
            )
        if meant != said:
            yield change, meant.isoformat()


def _of_month(day: dt.date, number: int) -> dt.date:
    """The day of that number in the month of another, at most its last."""
    last = (day.replace(day=28) + dt.timedelta(days=4)).replace(day=1) - dt.timedelta(days=1)
    return last.replace(day=min(number, last.day))
