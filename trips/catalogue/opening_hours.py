"""When a place is open on a date: weekday, season, public holidays, hours past midnight. All times are local
to the place and naive; unknown hours stay unknown (None), never "open"."""

from __future__ import annotations

import datetime as dt
import functools
from typing import TYPE_CHECKING

from trips.catalogue.bundled import content
from trips.schemas import WEEKDAYS, Hours, HoursException, Place, Weekday

if TYPE_CHECKING:
    from trips.catalogue.gazetteer import City, Gazetteer

#: Local start and end; the end may lie on the next date.
Span = tuple[dt.datetime, dt.datetime]
HOURS_UNKNOWN = "hours unknown"


def days_from(first: Weekday, last: Weekday) -> list[Weekday]:
    """Both included, over the end of the week too."""
    start, end = WEEKDAYS.index(first), WEEKDAYS.index(last)
    return [WEEKDAYS[(start + n) % 7] for n in range((end - start) % 7 + 1)]


def open_spans(place: Place, date: dt.date, gazetteer: Gazetteer) -> list[Span] | None:
    """Spans that begin on `date`, in order, adjoining ones merged; [] = closed, None = unknown. One that
    runs past midnight ends on the next date; the rest of the night before is not repeated here."""
    hours = place.hours
    if _is_shut(hours, date):
        return []
    if not is_known(hours):
        return None
    if is_holiday_closure(place, date, gazetteer):
        return []
    exception = exception_on(hours, date)
    if exception is None and hours.always:
        midnight = dt.datetime.combine(date, dt.time.min)
        return [(midnight, midnight + dt.timedelta(days=1))]
    week = hours.week if exception is None else exception.week
    spans = []
    for opens, closes in week.get(WEEKDAYS[date.weekday()], []):
        end = dt.datetime.combine(date, closes) + dt.timedelta(days=closes <= opens)
        spans.append((dt.datetime.combine(date, opens), end))
    return merged(spans)


def is_open(place: Place, start: dt.datetime, end: dt.datetime, gazetteer: Gazetteer) -> bool | None:
    """Whether the place is open during the whole of [start, end], and lets people in at `start`
    (last entry). None = its hours are unknown."""
    if not is_known(place.hours):
        return False if _is_shut(place.hours, start.date()) else None
    dates = [start.date() + dt.timedelta(days=n) for n in range(-1, 3)]
    spans = merged([span for date in dates for span in open_spans(place, date, gazetteer) or []])
    never_closes = place.hours.always and not place.hours.exceptions
    margin = dt.timedelta(minutes=0 if never_closes else place.hours.last_entry_min)
    return any(opens <= start <= closes - margin and end <= closes for opens, closes in spans)


def hours_in_words(place: Place, date: dt.date, gazetteer: Gazetteer, at: dt.datetime | None = None) -> str:
    """For sentences: 10:00–17:00, "closed", "always open" or "hours unknown". `at`: of several spans alone
    the one that one comes in."""
    spans = open_spans(place, date, gazetteer)
    spans = [span for span in spans or () if at and span[0] <= at < span[1]] or spans
    if spans is None:
        return HOURS_UNKNOWN
    if not spans:
        return "closed"
    if all(end - start >= dt.timedelta(days=1) for start, end in spans):
        return "always open"
    return ", ".join(f"{start:%H:%M}–{end:%H:%M}" for start, end in spans)


def words_of_hours(place: Place) -> str:
    """What a source says of hours that are unknown here; "" where they are known, or nothing is said."""
    return "" if is_known(place.hours) or not place.hours_words else f"hours not checked: {place.hours_words}"


def is_known(hours: Hours) -> bool:
    """False when the row says nothing at all about its hours."""
    return bool(hours.always or hours.week or hours.exceptions)


def _is_shut(hours: Hours, date: dt.date) -> bool:
    """Closed whatever the week says, or what alone is known of it."""
    return WEEKDAYS[date.weekday()] in hours.closed or any(start <= date <= end for start, end in hours.shut)


def is_holiday_closure(place: Place, date: dt.date, gazetteer: Gazetteer) -> bool:
    """Whether the row closes on this date because of a holiday or a fixed month-day."""
    closed = place.hours.closed_holidays
    if f"{date:%m-%d}" in closed:
        return True
    names = {normalised_holiday(name) for name in closed if not name[:2].isdigit()}
    if not names:
        return False
    on_date = holidays_on(gazetteer.city_of(place), date, gazetteer)
    return bool(on_date) and ("*" in names or any(normalised_holiday(name) in names for name in on_date))


def holidays_on(city: City | None, date: dt.date, gazetteer: Gazetteer) -> list[str]:
    """English names of the public holidays at this city on this date."""
    if city is None:
        return []
    rows = gazetteer.holidays_for(city, date.year)
    return [name.strip() for row in rows if row.date == date for name in row.name.split(";")]


@functools.lru_cache(maxsize=1024)
def normalised_holiday(name: str) -> str:
    """One key for Presidents' Day (observed) and Washington's Birthday."""
    plain = name.casefold().split("(")[0]  # "(observed)", "(estimated)"
    plain = "".join(letter for letter in plain if letter.isalnum() or letter in " *")
    plain = " ".join(plain.split())
    return content("holiday_names.json")["synonyms"].get(plain, plain)


def exception_on(hours: Hours, date: dt.date) -> HoursException | None:
    """The season that holds on a date; the shortest one where several do."""
    month_day = f"{date:%m-%d}"
    holding = [season for season in hours.exceptions if _in_season(season, month_day)]
    return min(holding, key=season_days, default=None)


def merged(spans: list[Span]) -> list[Span]:
    """Sorted, with touching and overlapping spans joined."""
    joined: list[Span] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def _in_season(season: HoursException, month_day: str) -> bool:
    if season.start <= season.end:
        return season.start <= month_day <= season.end
    return month_day >= season.start or month_day <= season.end  # over the turn of the year


def season_days(season: HoursException) -> int:
    start, end = (dt.date.fromisoformat(f"2028-{day}") for day in (season.start, season.end))
    return (end - start).days % 366
