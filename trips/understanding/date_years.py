"""What a written date leaves out: its year, its month, the order of "03/04"."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence

from trips.facts.limits import MAX_DAYS, range_problem
from trips.understanding.calendar_words import last_of_month
from trips.understanding.date_points import Point, Range
from trips.understanding.date_windows import Window
from trips.understanding.reading import Reading


class Calendar:
    """Fills in what a written date leaves out: year, month, the order of "03/04"."""

    def __init__(self, reading: Reading, windows: Sequence[Window], points: Sequence[Point]) -> None:
        self.reading = reading
        self.today = reading.today
        vague = next((window for window in windows if window.vague and window.earliest), None)
        self.year = vague.earliest.year if vague else None
        months = [window for window in windows if not window.vague and window.earliest]
        facts = reading.facts.dates
        self.hint: dt.date | None = months[0].earliest if months else None
        if self.hint is None:
            dated = next((point for point in points if point.month), None)
            self.hint = self._roll(dated.day or 1, dated.month, dated.year) if dated else None
        if self.hint is None:
            self.hint = facts.start or facts.earliest

    def day(self, point: Point, after: dt.date | None = None) -> dt.date | None:
        if point.day_of:
            if after and point.weekday and point.day_of <= after:
                return point.day_of + dt.timedelta(days=7 * ((after - point.day_of).days // 7 + 1))
            return point.day_of
        if point.numbers:
            ordered = self._ordered(point)
            if ordered is None:
                self._unclear(*point.numbers)
                return None
            point = ordered
        if point.month is None:
            return self._bare(point, after or self.today)
        day = self._roll(point.day, point.month, point.year, after)
        if day is None:
            name = dt.date(2000, point.month, 1).strftime("%B")
            year = f" {point.year}" if point.year else ""
            self.reading.problem(f"There is no {point.day} {name}{year}.", point.span)
        return day

    def _unclear(self, one: int, two: int) -> None:
        self.reading.problem(
            f"I can't tell whether {one}/{two} is day/month or month/day: please write the month as a word."
        )

    def range(self, found: Range) -> tuple[dt.date, dt.date, Range] | None:
        for first, last in self._orders(found):
            first, last = self._completed(first, last)
            start = self.day(first)
            if start is None:
                return None
            stated = last.year is not None
            end = self.day(last) if stated or last.day_of else self._end(last, start)
            if end is None:
                return None
            if stated and first.year is None and not first.day_of and start > end:
                # "Dec 28 - Jan 3, 2027": the year belongs to the end
                earlier = self._roll(first.day, first.month, last.year - (first.month > last.month))
                start = earlier or start
            problem = range_problem(start, end, self.today)
            if problem:
                self.reading.problem(problem, found.span)
                return None
            return start, end, found
        one, two = found.first.numbers or found.last.numbers or (0, 0)
        self._unclear(one, two)
        return None

    def _end(self, last: Point, start: dt.date) -> dt.date | None:
        end = self._in_year(last.day, last.month, start.year)
        if end is None:
            return self.day(last)
        if end < start:
            following = self._in_year(last.day, last.month, start.year + 1)
            if following and (following - start).days < MAX_DAYS:
                return following
        return end

    def _completed(self, first: Point, last: Point) -> tuple[Point, Point]:
        """Each of the two lends the other its month and year."""
        if first.month is None and first.day is not None and last.month is not None:
            first = Point(first.span, first.day, last.month, first.year or last.year)
        elif last.month is None and last.day is not None and first.month is not None:
            last = Point(last.span, last.day, first.month, last.year or first.year)
        elif last.month is None and last.day is not None and first.day_of:
            last = Point(last.span, last.day, first.day_of.month, first.day_of.year)
        if (
            first.year is None
            and last.year is not None
            and first.month is not None
            and last.month is not None
        ):
            first = Point(first.span, first.day, first.month, last.year - (first.month > last.month))
        if last.year is None and first.year is not None and last.month and not last.day_of:
            last = Point(last.span, last.day, last.month, first.year + (first.month > last.month))
        return first, last

    def _orders(self, found: Range) -> list[tuple[Point, Point]]:
        """Ways to read the numbers of a range; those that make no trip are left out, and an empty
        list means that it can't be told."""
        if not found.first.numbers and not found.last.numbers:
            return [(found.first, found.last)]
        fitting = []
        for day_first in (True, False):
            first, last = _ordered(found.first, day_first), _ordered(found.last, day_first)
            if first is None or last is None:
                continue
            one, two = self._completed(first, last)
            start = self._roll(one.day, one.month, one.year)
            end = self._end(two, start) if start and two.month else None
            if start and end and 0 <= (end - start).days < MAX_DAYS:
                fitting.append((day_first, (first, last)))
        if len(fitting) == 2:
            told = [point.day_first for point in (found.first, found.last) if point.day_first is not None]
            preferred = told[0] if told else self._day_first()
            fitting = [one for one in fitting if one[0] == preferred] if preferred is not None else []
        return [pair for _, pair in fitting]

    def _ordered(self, point: Point) -> Point | None:
        preferred = self._day_first()
        if preferred is None:
            if self.hint:
                fitting = [
                    one
                    for order in (True, False)
                    if (one := _ordered(point, order)) and one.month == self.hint.month
                ]
                return fitting[0] if len(fitting) == 1 else None
            return None
        return _ordered(point, preferred)

    def _day_first(self) -> bool | None:
        """Whether this traveller writes the day first: by the country they start from or their money."""
        origin = self.reading.facts.origin
        if origin and origin.country:
            return origin.country not in {"US", "FM", "PW", "PH"}
        if re.search(r"€|£|\beuros?\b|\beur\b|\bgbp\b", self.reading.view, re.I):
            return True
        if re.search(r"\bUSD\b|US\$|(?<![A-Z])\$", self.reading.view):
            return False
        return None

    def _bare(self, point: Point, after: dt.date) -> dt.date | None:
        """The 9th: of the month that is spoken of, otherwise the next one there is."""
        day = point.day or 1
        base = max(self.hint, after) if self.hint else after
        for shift in range(0, 13):
            month = base.month - 1 + shift
            year = base.year + month // 12
            found = self._in_year(day, month % 12 + 1, year)
            if found and found >= max(after, self.today):
                return found
        return None

    def _roll(
        self, day: int | None, month: int | None, year: int | None, after: dt.date | None = None
    ) -> dt.date | None:
        """The day in the year said, or the first time it comes round."""
        if day is None or month is None:
            return None
        year = year or (self.year if after is None else None)
        if year:
            return self._in_year(day, month, year)
        earliest = max(self.today, after) if after else self.today
        for candidate in range(earliest.year, earliest.year + 9):
            found = self._in_year(day, month, candidate)
            if found and found >= earliest:
                return found
        return None

    @staticmethod
    def _in_year(day: int | None, month: int | None, year: int) -> dt.date | None:
        if day is None or month is None or not 1 <= month <= 12 or not 1 <= year <= 9999:
            return None
        if not 1 <= day <= last_of_month(year, month).day:
            return None
        return dt.date(year, month, day)


def _ordered(point: Point, day_first: bool) -> Point | None:
    if point.numbers is None:
        return point
    one, two = point.numbers
    day, month = (one, two) if day_first else (two, one)
    return Point(point.span, day, month, point.year) if month <= 12 else None
