"""Which day an agenda is asked for: "friday", "day 3", "12 Feb".

Only days of the plan can be meant, so a weekday or a date needs no year. Pure.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from trips.reading.chart import Grammar, Rule
from trips.reading.numbers import base
from trips.reading.tokens import tokens_of
from trips.wording import day_in_words

GRAMMAR = Grammar(*base(), [
    Rule("after_tomorrow", "day after tomorrow", lambda today: today + dt.timedelta(days=2)),
    Rule("now", "now | today | tonight", lambda today: today),
    Rule("figures", "<int:a> / <int:b>", lambda a, b: (a, b)),
    Rule("figures", "<decimal>", lambda words: tuple(map(int, words.split("."))) if "." in words else None),
    Rule("numbered", "<nth:number> day | day number? #? <number>", lambda number: number),
])  # fmt: skip


@dataclass(frozen=True, slots=True)
class DayAsked:
    """`index` of the plan's day, None = the next two days; `problem` = one sentence when no day is meant."""

    index: int | None = None
    problem: str = ""


def _is_date(said: Any, date: dt.date) -> bool:
    return (date.day, date.month) == (said.day, said.month)


def _is_numbered(number: int, _date: dt.date, numbers: tuple[int, int]) -> bool:
    return number in numbers


#: By kind, what is certain first: is a date of the plan, with its number from both ends, the one said?
_FITS: dict[str, Callable[[Any, dt.date, tuple[int, int]], bool]] = {
    "after_tomorrow": lambda said, date, _: date == said,
    "now": lambda said, date, _: date == said,
    "date": lambda said, date, _: _is_date(said.date or said, date),
    "figures": lambda said, date, _: said in ((date.day, date.month), (date.month, date.day)),
    "numbered": _is_numbered,
    "bare_day": lambda said, date, _: date.day == said.day or date.weekday() == said.weekday,
    "number": _is_numbered,
}  # fmt: skip


def read_day(text: str, dates: Sequence[dt.date], today: dt.date) -> DayAsked:
    """The day of a plan (its dates in order) that the words mean, seen from `today`: of several the next one,
    on a trip that is over the last there was."""
    said = " ".join(text.split()).strip(" .?!")
    tokens = tokens_of(said)
    chart = GRAMMAR.parse(tokens, today=today)
    for span in (span for kind in _FITS for span in chart.cover(kind)):
        if span.kind == "number" and span.j - span.i < len(tokens):
            continue
        numbered = ((index, (index + 1, index - len(dates))) for index in range(len(dates)))
        own = [index for index, numbers in numbered if _FITS[span.kind](span.value, dates[index], numbers)]
        if own:
            return DayAsked(next((index for index in own if dates[index] >= today), own[-1]))
        words = tokens.quote(span.i, span.j)
        return DayAsked(
            problem="" if span.kind == "now" else f"“{words}” is no day of this trip: {_range(dates)}."
        )
    return DayAsked(
        problem=f"I don't read a day in “{said[:60]}”. Say friday, day 3 or 12 Feb." if said else ""
    )


def _range(dates: Sequence[dt.date]) -> str:
    if not dates:
        return "the plan has no days"
    return f"it goes from {day_in_words(dates[0])} to {day_in_words(dates[-1])}"
