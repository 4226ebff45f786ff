"""Which days of a plan words name: "day 2", "the second day", "Thursday", "8 April", "tomorrow"."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from trips.reading import lexicon
from trips.reading.chart import Rule, Span
from trips.reading.tokens import Tokens, tokens_of
from trips.reading.values import ONE_DAY, Day
from trips.schemas import Plan, Visit

_NUMBERS = {
    word.strip(): row.value
    for row in lexicon.rows("words")
    if row.kind == "number"
    for word in row.say.split("|")
}


@dataclass(frozen=True, slots=True)
class Named:
    """A day of the plan from 1; 0 = a day that is not of the plan. `others`: what the same words could mean
    as well, as a weekday that comes twice."""

    number: int
    others: tuple[int, ...] = ()


class Calendar:
    """The days of one plan, asked by the rules below."""

    def __init__(self, plan: Plan, today: dt.date) -> None:
        self.dates = [day.date for day in plan.days]
        self.cities = [day.city for day in plan.days]
        self.today = today
        sights = [any(isinstance(item, Visit) for item in day.items) for day in plan.days]
        self.busy = [number for number, any_sight in enumerate(sights, 1) if any_sight]

    def number(self, said: int) -> Named:
        return Named(len(self.dates) if said == -1 else said if 1 <= said <= len(self.dates) else 0)

    def date(self, day: Day) -> Named | None:
        """A day as far as it was said; None where it is of no month that the trip touches."""
        found = [date for date in self.dates if _is(day, date)]
        if not found and day.day and not day.month:
            return None
        return Named(self.dates.index(found[0]) + 1 if found else 0)

    def weekday(self, weekday: int, city: str = "") -> Named:
        """The next one of the trip with something to visit, then what else the word can mean."""
        days = self._of(weekday)
        there = [n for n in days if city and self.cities[n - 1] == city]
        ahead = [n for n in there or days if self.dates[n - 1] >= self.today]
        busy = [n for n in ahead if n in self.busy]
        chosen, *others = [*busy, *(n for n in ahead if n not in busy)] or days or [0]
        return Named(chosen, tuple(others))

    def nth(self, nth: int, weekday: int) -> Named:
        """ "The second Thursday", of the whole trip."""
        days = self._of(weekday)
        return Named(days[nth - 1 if nth > 0 else nth] if 0 < abs(nth) <= len(days) else 0)

    def every(self, *weekdays: int) -> tuple[Named, ...]:
        """Those ahead; where all are over, all."""
        days = sorted(n for weekday in weekdays for n in self._of(weekday))
        ahead = [n for n in days if self.dates[n - 1] >= self.today]
        return tuple(Named(n) for n in ahead or days or [0])

    def _of(self, weekday: int) -> list[int]:
        return [number for number, date in enumerate(self.dates, 1) if date.weekday() == weekday]


def _is(day: Day, date: dt.date) -> bool:
    if day.date:
        return day.date == date
    return day.day == date.day and day.month in (None, date.month) and day.year in (None, date.year)


def _one(named: Named | None) -> tuple[Named, ...] | None:
    return None if named is None else (named,)


def _weekday(calendar: Calendar, weekday: int, words: str) -> tuple[Named, ...]:
    return calendar.every(weekday) if words.endswith("days") else (calendar.weekday(weekday),)


def _several(calendar: Calendar, words: str) -> tuple[Named, ...] | None:
    """ "Days 2, 3 and 4"; "day 2 to 8" may be a day and an hour."""
    said = [_NUMBERS.get(word, word) for word in words.split()]
    numbers = [int(word) for word in said if str(word).isdigit()]
    if len(numbers) > 1 and "to" in said and not (said[0] == "days" or said.count("day") > 1):
        return None
    return tuple(calendar.number(number) for number in numbers)


def _of_a_month(calendar: Calendar, a: int, b: int, month: int) -> tuple[Named, ...] | None:
    found = [calendar.date(Day(day, month)) for day in (a, b)]
    return tuple(one for one in found if one)


RULES = [
    Rule("day", "<date>", lambda calendar, date: _one(calendar.date(date))),
    Rule("day", "<bare_day>", lambda calendar, bare_day: _one(calendar.date(bare_day)) if bare_day.day else None),
    Rule("day", "the? <day_number:a> and the? <day_number:b> of? <month>", _of_a_month),
    Rule("day", "the? day after tomorrow", lambda calendar: (calendar.date(Day(date=calendar.today + 2 * ONE_DAY)),)),
    Rule("day", "day (number | no)? <number> ((, and? | and | to | with | for | before | / | -) day? <number>)*", _several),
    Rule("day", "<nth:a> day? (and | with | for) the? <nth:b> day", lambda calendar, a, b: (calendar.number(a), calendar.number(b))),
    Rule("day", "<trip_day>", lambda calendar, trip_day: (calendar.number(trip_day.number),)),
    Rule("day", "the? <weekday>", _weekday),
    Rule("day", "(next | this | coming) <weekday>", _weekday),
    Rule("day", "<weekday> in <city>", lambda calendar, weekday, city: (calendar.weekday(weekday, city),)),
    Rule("day", "<nth> (of the two?)? <weekday>", lambda calendar, nth, weekday: (calendar.nth(nth, weekday),)),
    Rule("day", "other <weekday>", lambda calendar, weekday: (calendar.nth(-1, weekday),)),
    Rule("day", "(both | all | every | each) of? (the | our)? <weekday>", lambda calendar, weekday: calendar.every(weekday)),
    Rule("day", "(the | this | our)? weekend", lambda calendar: calendar.every(5, 6)),
]  # fmt: skip


@lru_cache(maxsize=20_000)
def words_of(name: str) -> tuple[str, ...]:
    """A name as the tokens of a message."""
    return tuple(token.norm for token in tokens_of(name).all)


def spans_of(kind: str, names: Mapping[str, Any], tokens: Tokens) -> list[Span]:
    """Where names stand in a message, each with what it names."""
    by_first: dict[str, list[tuple[tuple[str, ...], Any]]] = defaultdict(list)
    for name, value in names.items():
        if said := words_of(name):
            by_first[said[0]].append((said, value))
    return [
        Span(kind, i, i + len(said), value)
        for i, token in enumerate(tokens.all)
        for said, value in by_first.get(token.norm, ())
        if tuple(tokens.norms(i, i + len(said))) == said
    ]
