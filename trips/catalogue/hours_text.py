"""Opening hours of a row as text, in the syntax that `city_hours.hours_in` reads."""

from __future__ import annotations

import datetime as dt
from itertools import groupby

from trips.schemas import WEEKDAYS, Hours, HoursException, Weekday

_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
_Week = dict[Weekday, list[tuple[dt.time, dt.time]]]


def hours_text(hours: Hours) -> str:
    """`Tu-Su 10:00-18:00; Nov 1-Mar 31 Mo off; Dec 25 off "last entry 30"`; "" = unknown. Closures with a
    year (`Hours.shut`) have no words here."""
    rules = ["24/7"] if hours.always else _rules(hours.week, whole=False)
    for season in sorted(hours.exceptions, key=_length, reverse=True):
        span = f"{_date(season.start)}-{_date(season.end)}"
        rules += [f"{span} {rule}" for rule in _rules(season.week, whole=True)]
    if hours.closed:
        rules.append(f"{','.join(map(_day, hours.closed))} off")
    rules += [f"{_date(day)} off" for day in hours.closed_holidays if day[:1].isdigit()]
    if "*" in hours.closed_holidays:
        rules.append("PH off")
    notes = [f'"closed {name}"' for name in hours.closed_holidays if name[:1].isalpha()]
    if hours.last_entry_min:
        notes.append(f'"last entry {hours.last_entry_min}"')
    return " ".join(["; ".join(rules) or ("?" if notes else ""), *notes]).strip()


def _rules(week: _Week, *, whole: bool) -> list[str]:
    """Days in a row with the same hours are one rule; closed days are said where it is the `whole` week."""
    rules = []
    for spans, group in groupby(WEEKDAYS, key=lambda day: week.get(day, [])):
        days = list(group)
        if spans or whole:
            name = _day(days[0]) if len(days) == 1 else f"{_day(days[0])}-{_day(days[-1])}"
            rules.append(f"{name} {','.join(map(_span, spans)) or 'off'}")
    return rules


def _day(day: Weekday) -> str:
    return day[:2].capitalize()


def _span(span: tuple[dt.time, dt.time]) -> str:
    opens, closes = span
    return f"{opens:%H:%M}-{'24:00' if closes == dt.time(0) else f'{closes:%H:%M}'}"


def _date(month_day: str) -> str:
    return f"{_MONTHS[int(month_day[:2]) - 1]} {int(month_day[3:])}"


def _length(season: HoursException) -> int:
    """Days, about: the shorter of two seasons wins and comes last."""
    start, end = (int(day[:2]) * 31 + int(day[3:]) for day in (season.start, season.end))
    return (end - start) % 372
