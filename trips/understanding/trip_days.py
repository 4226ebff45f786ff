"""The days of a trip that is under way or stands: which Friday is meant, what a limit does, what can't "
"move."""

from __future__ import annotations

import datetime as dt
import re

from trips.facts.limits import spoken_date
from trips.understanding.date_points import Point
from trips.understanding.date_years import Calendar
from trips.understanding.reading import Reading, Span
from trips.understanding.trip_clauses import Part

_DAY = dt.timedelta(days=1)
_EARLY = re.compile(r"\b(?:after|not\s+before|earlier|earliest|as\s+of|any\s*time)\b|n't\b.*\bbefore\b", re.I)
_NO_DAY_OF_THAT_NAME = re.compile(r"\b(?:this|next|coming|following)\b|\bweek\b", re.IGNORECASE)


def sight_before(reading: Reading, point: Point) -> str | None:
    """What is to be seen on that day: "the Louvre on Monday"."""
    begin = point.span.start
    return next(
        (
            name
            for span, name in reading.sights
            if span.end <= begin
            and re.fullmatch(r"\s*,?\s*(?:on\s+)?(?:the\s+)?", reading.view[span.end : begin])
        ),
        None,
    )


def day_meant(reading: Reading, calendar: Calendar, point: Point, part: Part | None = None) -> dt.date | None:
    """The day a point means beside known dates; a bare weekday before the trip is the one of the trip's week.
    Only with `part` (it is told of the trip) what is wrong with the day becomes a problem."""
    problems, impossible = list(reading.problems), list(reading.impossible)
    day = calendar.day(point)
    if part is None:
        reading.problems, reading.impossible = problems, impossible
    dates = reading.facts.dates
    words = reading.view[point.span.start : point.span.end]
    if day is None or not point.weekday or not reading.planned or _NO_DAY_OF_THAT_NAME.search(words):
        return day
    near = dates.end if part == "end" or reading.started else dates.start
    if near is None:
        return day
    if reading.started:  # the next one
        return day
    meant = near + _DAY * ((day.weekday() - near.weekday() + 3) % 7 - 3)
    return meant if meant >= reading.today else day


def limit_told(reading: Reading, span: Span, day: dt.date) -> None:
    """ "We have to be back by the 9th", "not before the 5th" beside a chosen plan: its end or start "
    "where that has
    to be another day, and nothing is cleared."""
    dates = reading.facts.dates
    said = reading.view[max(0, span.start - 40) : span.end]
    before = re.search(r"\bbefore\b", reading.view[span.start : span.end], re.IGNORECASE)
    if _EARLY.search(said):
        first = day + _DAY if re.search(r"\bafter\b", said, re.IGNORECASE) else day
        if dates.start and dates.start >= first:
            reading.problem(f"The trip starts on {spoken_date(dates.start)}, so that holds already.")
        else:
            reading.change("dates.start", first, span.start, span.end)
        return
    last = day - _DAY if before else day
    if dates.end and dates.end <= last:
        reading.problem(f"The trip ends on {spoken_date(dates.end)}, so that holds already.")
    elif dates.start and last < dates.start:
        reading.problem(
            f"The trip starts on {spoken_date(dates.start)}, after that day. To move it, say the days it "
            f"shall "
            "have, as “5 to 9 May”."
        )
    else:
        reading.change("dates.end", last, span.start, span.end)


def keep_what_has_begun(reading: Reading) -> None:
    """From its first day on a trip does not begin anew: a change that says so is left out, and that is "
    "told."""
    known = reading.facts.dates.start
    if not reading.started or known is None:
        return
    moved = [
        change
        for change in reading.changes
        if change.path in ("dates.earliest", "dates.latest")
        or (change.path == "dates.start" and change.value != known.isoformat())
    ]
    if not moved:
        return
    reading.changes = [
        change for change in reading.changes if change not in moved and change.path != "dates.end"
    ]
    reading.problem(begun(known))


def begun(first: dt.date) -> str:
    """Why a trip under way can't begin on another day."""
    return (
        f"The trip began on {spoken_date(first)}, so its first day stays. Say when it shall end, as “we "
        f"go home "
        "on the 9th”, or what shall be different on a day."
    )
