"""`opening_hours` of OpenStreetMap as `Hours`, read as the files of cities are (`city_hours`): only where a
reader of the whole syntax makes the same of it over years."""

from __future__ import annotations

import datetime as dt
import re
from functools import lru_cache

from opening_hours import OpeningHours, ParserError, State

from trips.catalogue.city_hours import hours_in
from trips.catalogue.gazetteer import default_gazetteer
from trips.catalogue.opening_hours import Span, is_known, merged, open_spans
from trips.schemas import Hours, Place

LONGEST_VALUE = 255  # what a tag holds
#: Said by no clock, by a calendar that is not ours, or by words.
_UNCERTAIN = re.compile(r"\+|\|\||\[|\"|sunrise|sunset|dawn|dusk|easter|week\b|unknown|\bSH\b", re.IGNORECASE)
_DAY = r"(?:Mo|Tu|We|Th|Fr|Sa|Su|PH)\b"
#: Other spellings of the same.
_SPELLINGS = (
    (re.compile(r"\s+"), " "),
    (re.compile(rf"(?<=[A-Za-z]), (?={_DAY})|(?<=\d), (?=\d)"), ","),
    (re.compile(r"(?<![\d:])(\d:\d\d)"), r"0\1"),
    (re.compile(r"\bclosed\b"), "off"),
    (re.compile(r"(?<=[A-Za-z\d]):(?= )"), ""),
)
_OFF_ON_HOLIDAYS = re.compile(
    r"(?:^|;)\s*(?:PH|(?P<days>[A-Za-z,-]+),PH|PH,(?P<more>[A-Za-z,-]+)) off\s*(?=;|$)"
)
_ON_HOLIDAYS_TOO = re.compile(r",PH\b|\bPH,")
_DATED = re.compile(r"\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|\d{4})")
#: Years that are compared: within twelve a date falls on each weekday.
YEARS_OF_DATES, DAYS_OF_WEEKS = 12, 28


@lru_cache(maxsize=4096)
def hours_of(value: str, year: int) -> Hours | None:
    """What the value says of `year` and those after; None where `Hours` cannot say that. Of closing days
    alone the hours of the others stay unknown."""
    if len(value) > LONGEST_VALUE or _UNCERTAIN.search(value):
        return None
    rules = value.strip(" ;")
    for spelling, ours in _SPELLINGS:
        rules = spelling.sub(ours, rules)
    without = _OFF_ON_HOLIDAYS.sub(_days_off, rules).strip(" ;")
    as_usual = _ON_HOLIDAYS_TOO.sub("", without)
    try:
        hours = hours_in(as_usual)
        if not _agree(hours, as_usual, year) or (as_usual != without and not _same_every_day(hours)):
            return None
    except (ValueError, SyntaxError, ParserError):
        return None
    is_off = without != rules
    return hours.model_copy(update={"closed_holidays": [*hours.closed_holidays, "*"]}) if is_off else hours


def _days_off(rule: re.Match[str]) -> str:
    """The rule without its holidays."""
    days = rule["days"] or rule["more"]
    return f"; {days} off" if days else ""


def _same_every_day(hours: Hours) -> bool:
    """A holiday has the hours that its weekday would have had anyway."""
    weeks = [hours.week, *(season.week for season in hours.exceptions)]
    return all(not week or (len(week) == 7 and len(set(map(tuple, week.values()))) == 1) for week in weeks)


def _agree(hours: Hours, rules: str, year: int) -> bool:
    """Whether it is open when the reader says so. In the small hours a night before goes on: the reader may
    end it at midnight where the next day has a rule of its own."""
    first = dt.datetime(year, 1, 1)
    last = dt.datetime(year + YEARS_OF_DATES, 1, 1) if _DATED.search(rules) else None
    last = last or first + dt.timedelta(days=DAYS_OF_WEEKS)
    told = []
    for start, end, state, comment in OpeningHours(rules).intervals(first, last):
        if state == State.UNKNOWN or (state == State.OPEN and comment):
            return False
        told += [(start, end)] if state == State.OPEN else []
    if not is_known(hours):
        return not told and bool(hours.closed)
    row = Place(id="x:x", city="", kind="visit", name="x", area="", lat=0, lon=0, hours=hours)
    dates = (first.date() + dt.timedelta(days=n) for n in range(-1, (last - first).days))
    ours = [span for date in dates for span in open_spans(row, date, default_gazetteer()) or ()]
    midnights = [dt.datetime.combine(start + dt.timedelta(days=1), dt.time()) for start, _ in ours]
    both = zip(ours, midnights, strict=True)
    evenings = [(start, min(end, midnight)) for (start, end), midnight in both if start >= first]
    return bool(told) and _within(evenings, told) and _within(told, ours)


def _within(spans: list[Span], others: list[Span]) -> bool:
    """Whether all of the time of the one lies in that of the others."""
    return merged([*spans, *others]) == merged(others)
