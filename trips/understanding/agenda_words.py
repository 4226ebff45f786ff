"""Which day an agenda is asked for: "friday", "day 3", "12 Feb".

Pure. Only days of the plan can be meant, so a weekday or a date needs no year.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass

from trips.understanding.calendar_words import MONTH, WEEKDAY, month_number, weekday_number
from trips.understanding.counting import ORDINALS, count, ordinal
from trips.wording import day_in_words

_ISO = re.compile(r"\b(\d{4})-(\d{1,2})-(\d{1,2})\b")
_DAY_MONTH = re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th|\.)?\s*(?:of\s+)?({MONTH})", re.I)
_MONTH_DAY = re.compile(rf"\b({MONTH})\s*(?:the\s+)?(\d{{1,2}})(?:st|nd|rd|th)?\b", re.I)
_NUMERIC = re.compile(r"\b(\d{1,2})[./](\d{1,2})(?:[./](?:\d{4})?)?(?!\d)")
_NUMBER = re.compile(r"^(?:day\s*)?#?\s*(\d{1,3})$|\bday\s+(?:number\s+)?(\w+)\b", re.I)
_ORDINAL = re.compile(
    rf"\b(?P<which>last|final|{'|'.join(sorted(ORDINALS, key=len, reverse=True))}"
    r"|\d{1,2}(?:st|nd|rd|th))\s+day\b",
    re.I,
)
_WEEKDAY = re.compile(rf"\b(?:on\s+|this\s+|next\s+)?({WEEKDAY})(?=\s|$|[,.?!])", re.I)
_RELATIVE = re.compile(
    r"\b(?:day\s+after\s+tomorrow|tomorrow|yesterday|today|tonight|now)\b",
    re.I,
)
_SHIFTS = {"day after tomorrow": 2, "tomorrow": 1, "yesterday": -1}
#: "On the 25th": no month is named, and only one of the trip has such a day as a rule.
_OF_THE_MONTH = re.compile(r"\bthe\s+(\d{1,2})(?:st|nd|rd|th)\b(?!\s+(?:day|of|floor|time))", re.I)


@dataclass(frozen=True, slots=True)
class DayAsked:
    """`index` of the plan's day, None = the next two days; `problem` = one sentence when no day is meant."""

    index: int | None = None
    problem: str = ""


def read_day(text: str, dates: Sequence[dt.date], today: dt.date) -> DayAsked:
    """The day of a plan (its dates in order) that the words mean, seen from `today`."""
    said = " ".join(text.replace("’", "'").split()).strip(" .?!")
    if not said:
        return DayAsked()
    for read in (_date, _number, _ordinal_day, _day_of_month):
        found = read(said, dates)
        if found is not None:
            return found
    if relative := _RELATIVE.search(said):
        return _relative(relative.group().lower(), dates, today)
    if weekday := _WEEKDAY.search(said):
        return _weekday(weekday_number(weekday.group(1)), dates, today)
    return DayAsked(problem=f"I don't read a day in “{said[:60]}”. Say friday, day 3 or 12 Feb.")


def _date(said: str, dates: Sequence[dt.date]) -> DayAsked | None:
    if match := _ISO.search(said):
        wanted = [(int(match[3]), int(match[2]))]
    elif match := _DAY_MONTH.search(said):
        wanted = [(int(match[1]), month_number(match[2]))]
    elif match := _MONTH_DAY.search(said):
        wanted = [(int(match[2]), month_number(match[1]))]
    elif match := _NUMERIC.search(said):
        wanted = [(int(match[1]), int(match[2])), (int(match[2]), int(match[1]))]
    else:
        return None
    for day, month in wanted:
        for index, date in enumerate(dates):
            if (date.day, date.month) == (day, month):
                return DayAsked(index)
    return DayAsked(problem=_no_day_of(match.group(), dates))


def _number(said: str, dates: Sequence[dt.date]) -> DayAsked | None:
    match = _NUMBER.search(said)
    number = count(match[1] or match[2]) if match else None
    if number is None:
        return None
    if 1 <= number <= len(dates):
        return DayAsked(number - 1)
    return DayAsked(problem=f"There is no day {number}: this trip has {len(dates)}.")


def _ordinal_day(said: str, dates: Sequence[dt.date]) -> DayAsked | None:
    match = _ORDINAL.search(said)
    if match is None or not dates:
        return None
    which = match["which"].lower()
    number = len(dates) if which in ("last", "final") else ordinal(which)
    if number is None:
        return None
    if 1 <= number <= len(dates):
        return DayAsked(number - 1)
    return DayAsked(problem=f"There is no day {number}: this trip has {len(dates)}.")


def _day_of_month(said: str, dates: Sequence[dt.date]) -> DayAsked | None:
    match = _OF_THE_MONTH.search(said)
    if match is None or not dates:
        return None
    number = int(match[1])
    index = next((index for index, date in enumerate(dates) if date.day == number), None)
    return DayAsked(index) if index is not None else DayAsked(problem=_no_day_of(match.group(), dates))


def _no_day_of(words: str, dates: Sequence[dt.date]) -> str:
    return f"“{words.strip()}” is no day of this trip: {_range(dates)}."


def _relative(word: str, dates: Sequence[dt.date], today: dt.date) -> DayAsked:
    shift = _SHIFTS.get(" ".join(word.split()), 0)
    if not shift and today not in dates:
        return DayAsked()  # the next two days there are
    day = today + dt.timedelta(days=shift)
    if day in dates:
        return DayAsked(dates.index(day))
    return DayAsked(problem=f"{day_in_words(day)} is no day of this trip: {_range(dates)}.")


def _weekday(number: int, dates: Sequence[dt.date], today: dt.date) -> DayAsked:
    """The next one from today; on a trip that is over, or whose last one has passed, the last there was."""
    own = [index for index, date in enumerate(dates) if date.weekday() == number]
    if not own:
        return DayAsked(problem=f"No day of this trip is such a weekday: {_range(dates)}.")
    return DayAsked(next((index for index in own if dates[index] >= today), own[-1]))


def _range(dates: Sequence[dt.date]) -> str:
    if not dates:
        return "the plan has no days"
    return f"it goes from {day_in_words(dates[0])} to {day_in_words(dates[-1])}"
