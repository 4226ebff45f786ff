"""On which day money was spent: always one that has begun."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass

from trips.understanding.calendar_words import MONTH, WEEKDAY, month_number, weekday_number
from trips.understanding.counting import COUNT, count

_DAY = dt.timedelta(days=1)
_WHEN = re.compile(
    rf"\b(?P<before>(?:the\s+)?day\s+before\s+yesterday)\b"
    rf"|\b(?P<yesterday>yesterday(?:'s|\s+(?:morning|noon|afternoon|evening|night))?|last\s+night|"
    rf"gestern|ayer|hier|ieri)\b"
    rf"|\b(?P<today>today(?:'s)?|tonight|this\s+(?:morning|noon|afternoon|evening)|just\s+now|heute|hoy|"
    rf"aujourd'hui|oggi)\b"
    rf"|\b(?P<ago>(?P<n>{COUNT}|a)\s+days?\s+ago)\b"
    rf"|\b(?:(?:on|of|for)\s+)?(?P<iso>\d{{4}}-\d\d-\d\d)\b"
    rf"|\b(?:on\s+)?(?:the\s+)?(?P<dd>\d{{1,2}})(?:st|nd|rd|th|\.)?\s+(?:of\s+)?(?P<dm>{MONTH})"
    rf"|\b(?:on\s+)?(?P<mm>{MONTH})\s+(?:the\s+)?(?P<md>\d{{1,2}})(?:st|nd|rd|th)?\b(?![.,]?\d)"
    rf"|\bon\s+(?:the\s+)?(?P<nth>\d{{1,2}})(?:st|nd|rd|th)\b"
    rf"|\b(?:on\s+)?day\s+(?P<number>\d{{1,2}})\b"
    rf"|\b(?:on\s+|last\s+|this\s+)(?:last\s+)?(?P<weekday>{WEEKDAY})(?:\s+(?:morning|noon|afternoon|"
    rf"evening|night))?"
    rf"|\b(?P<bare>(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?:'s|\s+(?:morning|noon|afternoon|"
    rf"evening|night))?\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Told:
    """A day of the calendar and the words that say it."""

    start: int
    end: int
    date: dt.date


def days_in(text: str, begin: int, end: int, today: dt.date, start: dt.date | None) -> list[Told]:
    """All days named in a stretch of the text; `start`: the trip's first day, for "day 2". A day that has not
    begun is none."""
    found = []
    for match in _WHEN.finditer(text, begin, end):
        date = _date(match, today, start)
        if date is not None and date <= today:
            found.append(Told(*match.span(), date))
    return found


def _date(match: re.Match[str], today: dt.date, start: dt.date | None) -> dt.date | None:
    if match["before"]:
        return today - 2 * _DAY
    if match["yesterday"]:
        return today - _DAY
    if match["today"]:
        return today
    if match["ago"]:
        days = 1 if match["n"].lower() == "a" else count(match["n"])
        return today - days * _DAY if days is not None and days < 400 else None
    if match["iso"]:
        return _of(*map(int, match["iso"].split("-")))
    if match["dm"] or match["mm"]:
        month, day = month_number(match["dm"] or match["mm"]), int(match["dd"] or match["md"])
        this = _of(today.year, month, day)
        return this if this and this <= today else _of(today.year - 1, month, day)
    if match["nth"]:
        return _nearest(today, int(match["nth"]))
    if match["number"]:
        return start + (int(match["number"]) - 1) * _DAY if start and match["number"] != "0" else None
    weekday = weekday_number(match["weekday"] or match["bare"])
    return today - ((today.weekday() - weekday) % 7) * _DAY


def _nearest(today: dt.date, day: int) -> dt.date | None:
    """ "On the 9th": of this month, or of the last where that is nearer than what is to come."""
    this = _of(today.year, today.month, day)
    end = today.replace(day=1) - _DAY
    last = _of(end.year, end.month, day)
    if this is None or this > today:
        return last if last and (this is None or today - last < this - today) else this
    return this


def _of(year: int, month: int, day: int) -> dt.date | None:
    try:
        return dt.date(year, month, day)
    except ValueError:
        return None
