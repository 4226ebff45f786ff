"""The days that words of a sentence mean: "until the end of March", "for the next two weeks". Pure.

A date without a year is the next one, behind "since" the last one.
"""

from __future__ import annotations

import datetime as dt
import re

from trips.understanding.calendar_words import (
    FEASTS,
    MONTH,
    WEEKDAYS,
    last_of_month,
    month_number,
    weekday_number,
)
from trips.understanding.counting import COUNT, count

_WEEKDAYS = sorted((name for name in WEEKDAYS if name.endswith("day")), key=len, reverse=True)
_YEAR = r"(?:,?\s+(?P<{0}y>20\d\d))?"
_DAY = r"(?P<{0}d>[0-3]?\d)(?:st|nd|rd|th|\.)?"
_DATE = (
    r"(?:(?P<iso>20\d\d-\d\d-\d\d)"
    rf"|{_DAY.format('a')}\s+(?:of\s+)?(?P<am>{MONTH}){_YEAR.format('a')}"
    rf"|(?P<bm>{MONTH})\s+{_DAY.format('b')}(?!\d){_YEAR.format('b')}"
    rf"|(?P<cm>{MONTH}){_YEAR.format('c')}"
    r"|(?P<unit>(?:the|this|next)\s+(?:week|month|year)|tomorrow)"
    rf"|(?:(?P<ahead>next)|this|coming)?\s*(?P<weekday>{'|'.join(_WEEKDAYS)})\b(?!\s+(?:to|until|till|through)\b)"
    rf"|(?P<feast>{'|'.join(named for named, _days in FEASTS)})\b)"
)
_EDGE = r"(?:the\s+)?(?:(?P<edge>beginning|start|middle|end|last day)\s+of\s+)?"
UNTIL = re.compile(
    rf"\b(?:(?:until|till|through|up\s+to)\s+(?:and\s+including\s+)?{_EDGE}(?:the\s+)?{_DATE}"
    rf"|for\s+(?:(?:the\s+)?(?:next|coming)|another)\s+(?:(?P<many>{COUNT})\s+)?(?:more\s+)?"
    r"(?P<spans>day|week|month|year)s?\b)",
    re.IGNORECASE,
)
FROM = re.compile(
    rf"\b(?P<lead>from|since|starting|as\s+of|as\s+from)\s+{_EDGE}(?:the\s+)?{_DATE}", re.IGNORECASE
)
WHOLE_DATE = re.compile(rf"^{_EDGE}{_DATE}$", re.IGNORECASE)


def day_of(match: re.Match[str], on: dt.date, *, last: bool, past: bool = False) -> dt.date | None:
    """The day a date means; of a month its last one, or its first."""
    try:
        if match.groupdict().get("spans"):
            return _in(count(match["many"] or "one"), match["spans"].lower(), on)
        if match["iso"]:
            return dt.date.fromisoformat(match["iso"])
        if match["weekday"]:
            return _weekday(match["weekday"], on, ahead=bool(match["ahead"]), past=past)
        if match["feast"]:
            return _feast(match["feast"], on, past=past)
        if match["unit"]:
            return _of_unit(match["unit"].lower(), on, last)
        month = month_number(match["am"] or match["bm"] or match["cm"])
        day = match["ad"] or match["bd"]
        year = match["ay"] or match["by"] or match["cy"]
        if year:
            return _in_year(int(year), month, day, match["edge"], last)
        years = range(on.year, on.year - 9, -1) if past else range(on.year, on.year + 9)
        for one in years:
            try:
                found = _in_year(one, month, day, match["edge"], last)
            except ValueError:  # 29 February
                continue
            if found <= on if past else found >= on:
                return found
    except ValueError:
        pass
    return None


def _in_year(year: int, month: int, day: str | None, edge: str | None, last: bool) -> dt.date:
    """Raises ValueError for a day that the month does not have."""
    if day:
        return dt.date(year, month, int(day))
    match (edge or "").lower():
        case "beginning" | "start":
            return dt.date(year, month, 1)
        case "middle":
            return dt.date(year, month, 15)
        case "end" | "last day":
            return last_of_month(year, month)
    return last_of_month(year, month) if last else dt.date(year, month, 1)


def _of_unit(unit: str, on: dt.date, last: bool) -> dt.date:
    if unit == "tomorrow":
        return on + dt.timedelta(days=1)
    ahead = unit.startswith("next")
    if unit.endswith("week"):
        monday = on + dt.timedelta(days=7 * ahead - on.weekday())
        return monday + dt.timedelta(days=6) if last else monday
    if unit.endswith("year"):
        year = on.year + ahead
        return dt.date(year, 12, 31) if last else dt.date(year, 1, 1)
    year, month = (on.year + on.month // 12, on.month % 12 + 1) if ahead else (on.year, on.month)
    return last_of_month(year, month) if last else dt.date(year, month, 1)


def _in(many: int | None, unit: str, on: dt.date) -> dt.date | None:
    """The last of so many days, weeks, months or years from now on."""
    if many is None:
        return None
    if unit in ("day", "week"):
        return on + dt.timedelta(days=many * (7 if unit == "week" else 1))
    months = on.month - 1 + many * (12 if unit == "year" else 1)
    year, month = on.year + months // 12, months % 12 + 1
    return dt.date(year, month, min(on.day, last_of_month(year, month).day))


def _weekday(name: str, on: dt.date, *, ahead: bool, past: bool) -> dt.date:
    """The next one of that name, or the last one; a "next Friday" is the one of the next week."""
    wanted = weekday_number(name)
    if past:
        return on - dt.timedelta(days=(on.weekday() - wanted) % 7)
    if ahead:
        return on + dt.timedelta(days=7 - on.weekday() + wanted)
    return on + dt.timedelta(days=(wanted - on.weekday() - 1) % 7 + 1)


def _feast(name: str, on: dt.date, *, past: bool) -> dt.date | None:
    """The first day of the next one, or of the last one."""
    days = next((days for named, days in FEASTS if re.fullmatch(named, name, re.IGNORECASE)), None)
    firsts = [days(on.year + years)[0] for years in ((0, -1) if past else (0, 1))] if days else []
    return next((first for first in firsts if (first <= on if past else first >= on)), None)
