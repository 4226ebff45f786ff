"""What words come to: days, periods, lengths of a stay, sums of money. No sentence, no scope."""

from __future__ import annotations

import calendar
import datetime as dt
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

ONE_DAY = dt.timedelta(days=1)
#: So many months ahead or back a day of the month is looked for.
MOST_MONTHS = 50


@dataclass(frozen=True, slots=True)
class Day:
    """A day as far as it was said: "the 11th", "3 April", "Friday", or a `date` outright."""

    day: int | None = None
    month: int | None = None
    year: int | None = None
    weekday: int | None = None  # 0 = Monday
    date: dt.date | None = None
    number: int | None = None  # "day 2" of the trip

    def on(self, after: dt.date) -> dt.date | None:
        """The first such day from `after` on; None = there is none."""
        return self._near(after, 1)

    def before(self, today: dt.date) -> dt.date | None:
        """The last such day up to `today`; None = there is none."""
        return self._near(today, -1)

    def _near(self, day: dt.date, step: Literal[1, -1]) -> dt.date | None:
        if self.date:
            return self.date
        if self.day is None:
            return None if self.weekday is None else _weekday(day, self.weekday, step)
        for months in range(MOST_MONTHS):
            year, month = divmod(day.year * 12 + day.month - 1 + step * months, 12)
            found = date_of(self.year or year, self.month or month + 1, self.day)
            ahead = found is not None and (found >= day if step == 1 else found <= day)
            if found and (self.year or (ahead and self.month in (None, month + 1))):
                return found
        return None


def _weekday(day: dt.date, weekday: int, step: int) -> dt.date:
    return day + step * ONE_DAY * ((step * (weekday - day.weekday())) % 7)


def date_of(year: int, month: int, day: int) -> dt.date | None:
    """None where the calendar has no such day."""
    try:
        return dt.date(year, month, day)
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class Range:
    """From one day to another, both said."""

    start: Day
    end: Day


def between(a: Day, b: Day) -> Range:
    """ "15 to 18 Feb", "28 Dec to 3 Jan 2027": what one end leaves out the other says."""
    start_month, end_month = a.month or b.month, b.month or a.month
    turns = (start_month or 0) > (end_month or 0)
    end_year = b.year or (a.year + turns if a.year else None)
    start_year = a.year or (b.year - turns if b.year else None)
    return Range(replace(a, month=start_month, year=start_year), replace(b, month=end_month, year=end_year))


@dataclass(frozen=True, slots=True)
class Window:
    """Dates that something lies in; None = open on that side."""

    first: dt.date | None
    last: dt.date | None


@dataclass(frozen=True, slots=True)
class Length:
    """Of a stay: `days` with both travel days, `nights` where they were said. `more`: on top of what is."""

    days: int
    nights: int | None = None
    more: bool = False


@dataclass(frozen=True, slots=True)
class Money:
    """`currencies`: what its sign or name can mean, the likeliest first; () = none was said."""

    amount: Decimal
    currencies: tuple[str, ...] = ()
    per: str = ""  # trip, person, day, night


def month_of(month: int, today: dt.date, year: int | None = None, first: int = 1, last: int = 31) -> Window:
    """A month, or days of it: this year's, or the next one's where it is over."""
    found = year or today.year
    end = _end(found, month, last)
    if year is None and end < today:
        found += 1
        end = _end(found, month, last)
    return Window(dt.date(found, month, first), end)


def _end(year: int, month: int, last: int) -> dt.date:
    return dt.date(year, month, min(last, calendar.monthrange(year, month)[1]))


def season_of(first_month: int, today: dt.date, year: int | None = None) -> Window:
    """Three months from `first_month` on; with fewer than two weeks of it left, the next year's."""
    found = year or today.year
    end_year, end_month = (found, first_month + 2) if first_month < 12 else (found + 1, 2)
    end = _end(end_year, end_month, 31)
    if year is None and end < today + 14 * ONE_DAY:
        return season_of(first_month, today, found + 1)
    return Window(dt.date(found, first_month, 1), end)


def nth_weekday(year: int, month: int, weekday: int, nth: int) -> dt.date:
    """The first, second … (1, 2 …) or last (-1) such weekday of a month."""
    if nth < 0:
        last = _end(year, month, 31)
        return last - ONE_DAY * ((last.weekday() - weekday) % 7)
    first = dt.date(year, month, 1)
    return first + ONE_DAY * ((weekday - first.weekday()) % 7 + 7 * (nth - 1))


def easter(year: int) -> dt.date:
    """Easter Sunday (Gregorian; Meeus, Jones and Butcher)."""
    a, b, c = year % 19, year // 100, year % 100
    h = (19 * a + b - b // 4 - (8 * b + 13) // 25 + 15) % 30
    k = (32 + 2 * (b % 4) + 2 * (c // 4) - h - c % 4) % 7
    month, day = divmod(h + k - 7 * ((a + 11 * h + 22 * k) // 451) + 114, 31)
    return dt.date(year, month, day + 1)
