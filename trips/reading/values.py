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
    either: tuple[int, int] | None = None  # "03/04": which of the two is the month was not said
    shift: int | None = None  # so many days behind the day that was said before it
    beside: int = 0  # the weekday after (1) or before (-1) the day that was said before it

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
    """From one day to another, both said. `within`: something lies between the two."""

    start: Day
    end: Day
    within: bool = False


def between(a: Day, b: Day, within: bool = False) -> Range:
    """ "15 to 18 Feb", "28 Dec to 3 Jan 2027": what one end leaves out the other says."""
    start_month, end_month = a.month or b.month, b.month or a.month
    turns = (start_month or 0) > (end_month or 0)
    end_year = b.year or (a.year + turns if a.year else None)
    start_year = a.year or (b.year - turns if b.year else None)
    start = replace(a, month=start_month, year=start_year) if a.day else a
    return Range(start, replace(b, month=end_month, year=end_year) if b.day else b, within)


@dataclass(frozen=True, slots=True)
class Window:
    """Dates that something lies in; None = open on that side. `exact`: a weekend, its first and last day;
    `core`: a feast, out of which a longer trip reaches; `vague`: a year, where nothing better is said."""

    first: dt.date | None
    last: dt.date | None
    exact: bool = False
    core: bool = False
    vague: bool = False

    @property
    def days(self) -> int:
        """0 where it is open."""
        return (self.last - self.first).days + 1 if self.first and self.last else 0


def hull(a: Window, b: Window, apart: int = 31) -> Window | None:
    """ "April or May", "November to February"; None where more days than `apart` lie between the two."""
    if not (a.first and a.last and b.first and b.last):
        return None
    if b.last < a.first:
        b = replace(b, first=_next_year(b.first), last=_next_year(b.last))
    near = (b.first - a.last).days <= apart
    return Window(min(a.first, b.first), max(a.last, b.last)) if near else None


def _next_year(day: dt.date) -> dt.date:
    return date_of(day.year + 1, day.month, day.day) or dt.date(day.year + 1, day.month, 28)


@dataclass(frozen=True, slots=True)
class Length:
    """Of a stay: `days` with both travel days, `nights` where they were said; up to `most` days."""

    days: int
    nights: int | None = None
    most: int | None = None

    @property
    def stay(self) -> int:
        """Nights where it is said of one city among several: "3 days in Rome" are three."""
        return self.days if self.nights is None else self.nights


@dataclass(frozen=True, slots=True)
class Step:
    """So many days more or fewer: of a trip that `moves`, else of its length or of the nights in a city."""

    days: int
    moves: bool
    city: str = ""


@dataclass(frozen=True, slots=True)
class Money:
    """`currencies`: what its sign or name can mean, the likeliest first; () = none was said."""

    amount: Decimal
    currencies: tuple[str, ...] = ()
    per: str = ""  # trip, person, day, night


#: A month or a season with fewer days left is the next year's.
DAYS_LEFT = 5


def month_of(month: int, today: dt.date, year: int | None = None, first: int = 1, last: int = 31) -> Window:
    """A month, or days of it that are to come: this year's, or the next one's where it is nearly over."""
    found = year or today.year
    end = _end(found, month, last)
    if year is None and (_end(found, month, 31) - today).days < DAYS_LEFT or end < today and year is None:
        found += 1
        end = _end(found, month, last)
    start = dt.date(found, month, min(first, end.day))
    return Window(max(start, today) if end >= today else start, end)


def _end(year: int, month: int, last: int) -> dt.date:
    return dt.date(year, month, min(last, calendar.monthrange(year, month)[1]))


def season_of(first_month: int, today: dt.date, year: int | None = None, month: int | None = None) -> Window:
    """Three months from `first_month` on, or only the first, second or third `month` of them (0, 1, 2); a
    winter begins in the year it is named by."""
    found = year or today.year - (first_month == 12 and today.month <= 2)
    end_year, end_month = divmod(found * 12 + first_month - 1 + (2 if month is None else month), 12)
    start_year, start_month = divmod(found * 12 + first_month - 1 + (month or 0), 12)
    end = _end(end_year, end_month + 1, 31)
    if year is None and (end - today).days < DAYS_LEFT:
        return season_of(first_month, today, found + 1, month)
    start = dt.date(start_year, start_month + 1, 1)
    return Window(max(start, today) if year is None else start, end)


def feast_of(said: str, today: dt.date, year: int | None = None) -> Window | None:
    """Days of a feast as its row says: "easter -2 1" from and to so many days beside Easter Sunday, "on 12
    24 0 2" beside a day, "nth 11 3 4 0 3" beside the fourth Thursday of a month, "dates 0 2 …" beside
    the days listed. The next one, or that of a year."""
    how, *words = said.split()
    days = _days_of_feast(how, words, today)
    before, after = (int(word) for word in (words[-2:] if how != "dates" else words[:2]))
    for day in days:
        first, last = day + before * ONE_DAY, day + after * ONE_DAY
        if first.year == year or (year is None and first >= today):
            return Window(first, last, core=True)
    return None


def _days_of_feast(how: str, words: list[str], today: dt.date) -> list[dt.date]:
    if how == "dates":
        return [dt.date.fromisoformat(word) for word in words[2:]]
    numbers = [int(word) for word in words]
    years = range(today.year - 1, today.year + 8)
    if how == "easter":
        return [easter(year) for year in years]
    if how == "nth":
        return [nth_weekday(year, numbers[0], numbers[1], numbers[2]) for year in years]
    return [dt.date(year, numbers[0], numbers[1]) for year in years]


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
