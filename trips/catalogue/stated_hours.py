"""Opening hours as a model or a page states them, in the form of a row. What cannot be right is left out."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable

from trips.catalogue.imports.prose_hours import hours_in
from trips.catalogue.opening_hours import is_known
from trips.schemas import WEEKDAYS, Hours, NamedPlace, Weekday
from trips.schemas.places import TimeSpan, Week

#: Open for less than this, minutes, or past this hour of the next morning: misread.
SHORTEST_HOURS, LATEST_CLOSING = 30, dt.time(6)
_CLOCK = re.compile(r"(?:[01]?\d|2[0-4])[:.h][0-5]\d")


def hours_of(named: NamedPlace) -> Hours:
    """The week as far as it is said; closing days also where the hours of the other days are not."""
    closed = _closing_days(named)
    span = _span(named.opens, named.closes)
    if span is None:
        return Hours(closed=closed)
    if span == (dt.time(0), dt.time(0)) and not closed:
        return Hours(always=True)
    return Hours(week={day: [span] for day in WEEKDAYS if day not in closed})


def hours_on_page(
    row: Hours, named: NamedPlace, week: str, shut: tuple[str, str], today: dt.date
) -> Hours | None:
    """What a page of today makes of a row's hours; None where it states none. `week`: in the notation
    "Tue–Sun 10:00–18:00, Thu 10:00–21:00"; `shut`: first and last day of a closure, YYYY-MM-DD. The hours of
    holidays and the last entry stay the row's; of its week what the page leaves open."""
    hours = _week_on_page(row, named, week)
    closure = _closure(*shut, today)
    if closure is not None:
        hours = (hours or row).model_copy(update={"shut": [closure]})
    return hours


def week_of(text: str) -> Week | None:
    """A week in the notation of `hours_on_page`; None for other words, and without any hours."""
    hours = hours_in(text if any(map(str.isalpha, text)) else f"daily {text}", "en", exact=True)
    week = hours.week if hours else {}
    return week if week and all(_is_likely(*span) for spans in week.values() for span in spans) else None


def _week_on_page(row: Hours, named: NamedPlace, words: str) -> Hours | None:
    closed = _closing_days(named)
    week, said = week_of(words), hours_of(named)
    if week is None and said.always:
        return said
    if week is None and said.week:  # one span for all days: which of them are closed the row may know
        week = {day: spans for day, spans in said.week.items() if closed or not row.week or day in row.week}
    if week is not None:
        kept = {"closed_holidays": row.closed_holidays, "last_entry_min": row.last_entry_min}
        return Hours(week=_without(week, closed), **kept)
    if not closed:
        return None
    if not is_known(row):
        return row.model_copy(update={"closed": closed})
    whole: Week = {day: [(dt.time(0), dt.time(0))] for day in WEEKDAYS} if row.always else row.week
    seasons = [one.model_copy(update={"week": _without(one.week, closed)}) for one in row.exceptions]
    return row.model_copy(update={"always": False, "week": _without(whole, closed), "exceptions": seasons})


def _without(week: Week, closed: Iterable[Weekday]) -> Week:
    return {day: spans for day, spans in week.items() if day not in closed}


def _closing_days(named: NamedPlace) -> list[Weekday]:
    """None where it would be all of them."""
    closed = [day for day in WEEKDAYS if day in named.closed]
    return closed if len(closed) < len(WEEKDAYS) else []


def _span(opens: str, closes: str) -> TimeSpan | None:
    """An end before its start runs past midnight; the same hour twice is the whole day."""
    hours = [text.strip() for text in (opens, closes)]
    if not all(map(_CLOCK.fullmatch, hours)):
        return None
    minutes = [int(hour[:-3]) * 60 + int(hour[-2:]) for hour in hours]
    if max(minutes) > 24 * 60:
        return None
    start, end = (dt.time(minute // 60 % 24, minute % 60) for minute in minutes)
    return (start, end) if _is_likely(start, end) else None


def _is_likely(start: dt.time, end: dt.time) -> bool:
    minutes = (end.hour * 60 + end.minute - start.hour * 60 - start.minute) % (24 * 60)
    if minutes == 0:
        return start == dt.time(0)
    return minutes >= SHORTEST_HOURS and not LATEST_CLOSING < end < start


def _closure(first: str, last: str, today: dt.date) -> tuple[dt.date, dt.date] | None:
    """From a first day on, until further notice where no last one is said; None for one that is over."""
    try:
        start = dt.date.fromisoformat(first.strip())
        end = dt.date.fromisoformat(last.strip()) if last.strip() else dt.date.max
    except ValueError:
        return None
    return (start, end) if today <= end and start <= end else None
