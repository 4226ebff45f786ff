"""Which day an agenda is asked for: "friday", "day 3", "12 Feb".

Pure. Only days of the plan can be meant, so a weekday or a date needs no year.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from trips.reading.chart import Grammar, Rule, Span
from trips.reading.numbers import base
from trips.reading.tokens import Tokens, tokens_of
from trips.reading.values import Day
from trips.wording import day_in_words

RULES = [
    Rule("ordinal_day", "<nth> day", lambda nth: nth),
    Rule("slashed", "<int:a> / <int:b>", lambda a, b: (a, b)),
    Rule("numbered_day", "day number? #? <number>", lambda number: number),
    Rule("now", "now | today | tonight"),
    Rule("after_tomorrow", "day after tomorrow"),
]
GRAMMAR = Grammar(*base(), RULES)


@dataclass(frozen=True, slots=True)
class DayAsked:
    """`index` of the plan's day, None = the next two days; `problem` = one sentence when no day is meant."""

    index: int | None = None
    problem: str = ""


def read_day(text: str, dates: Sequence[dt.date], today: dt.date) -> DayAsked:
    """The day of a plan (its dates in order) that the words mean, seen from `today`."""
    said = " ".join(text.split()).strip(" .?!")
    if not said:
        return DayAsked()
    tokens = tokens_of(said)
    chart = GRAMMAR.parse(tokens, today=today)
    for kind, read in _READERS.items():
        for span in chart.cover(kind):
            if found := read(span, tokens, dates, today):
                return found
    number = chart.at("number", 0)
    if number and number.j == len(tokens):
        return _numbered(number.value, dates)
    return DayAsked(problem=f"I don't read a day in “{said[:60]}”. Say friday, day 3 or 12 Feb.")


def _date(span: Span, tokens: Tokens, dates: Sequence[dt.date], today: dt.date) -> DayAsked | None:
    day: Day = span.value
    if day.date and tokens.norms(span.i, span.j)[0].isalpha():
        return _relative(day.date, dates)
    wanted = (day.date.day, day.date.month) if day.date else (day.day, day.month)
    return _of((wanted,), tokens.quote(span.i, span.j), dates)


def _of(wanted: Sequence[tuple], words: str, dates: Sequence[dt.date]) -> DayAsked:
    """The day whose date is one of these days and months; a month that is None is any."""
    for day, month in wanted:
        for index, date in enumerate(dates):
            if date.day == day and month in (None, date.month):
                return DayAsked(index)
    return DayAsked(problem=f"“{words.strip()}” is no day of this trip: {_range(dates)}.")


def _figures(span: Span, tokens: Tokens, dates: Sequence[dt.date], today: dt.date) -> DayAsked | None:
    """ "2/14", "14.2"."""
    words = tokens.quote(span.i, span.j)
    one, _, other = words.replace("/", ".").partition(".")
    if not (one.isdigit() and other.isdigit()):
        return None
    return _of(((int(one), int(other)), (int(other), int(one))), words, dates)


def _numbered(number: int, dates: Sequence[dt.date]) -> DayAsked:
    number = len(dates) if number == -1 else number
    if 1 <= number <= len(dates):
        return DayAsked(number - 1)
    return DayAsked(problem=f"There is no day {number}: this trip has {len(dates)}.")


def _relative(day: dt.date, dates: Sequence[dt.date]) -> DayAsked:
    if day in dates:
        return DayAsked(dates.index(day))
    return DayAsked(problem=f"{day_in_words(day)} is no day of this trip: {_range(dates)}.")


def _bare(span: Span, tokens: Tokens, dates: Sequence[dt.date], today: dt.date) -> DayAsked:
    """ "On the 25th"; a weekday is the next one from today; on a trip that is over, or whose last one has
    passed, the last there was."""
    if span.value.weekday is None:
        return _of(((span.value.day, None),), tokens.quote(span.i, span.j), dates)
    own = [index for index, date in enumerate(dates) if date.weekday() == span.value.weekday]
    if not own:
        return DayAsked(problem=f"No day of this trip is such a weekday: {_range(dates)}.")
    return DayAsked(next((index for index in own if dates[index] >= today), own[-1]))


#: What is certain first.
_READERS = {
    "after_tomorrow": lambda _span, _tokens, dates, today: _relative(today + dt.timedelta(days=2), dates),
    "now": lambda _span, _tokens, dates, today: DayAsked(dates.index(today) if today in dates else None),
    "date": _date, "slashed": _figures, "decimal": _figures,
    "numbered_day": lambda span, _tokens, dates, _today: _numbered(span.value, dates),
    "ordinal_day": lambda span, _tokens, dates, _today: _numbered(span.value, dates),
    "bare_day": _bare,
}  # fmt: skip


def _range(dates: Sequence[dt.date]) -> str:
    if not dates:
        return "the plan has no days"
    return f"it goes from {day_in_words(dates[0])} to {day_in_words(dates[-1])}"
