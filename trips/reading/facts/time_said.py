"""What a message says about time: spans, the words beside them, the dates that are meant."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field, replace
from functools import cached_property

from trips.facts.limits import MAX_DAYS, range_problem, spoken_date
from trips.reading import calendar
from trips.reading.chart import Chart, Span
from trips.reading.facts.message import Found, Message
from trips.reading.values import ONE_DAY, Day, Range, Window, date_of, nth_weekday

_BETWEEN = frozenset("the on a about around".split())
_NO_DAY_FIRST = frozenset(("US", "FM", "PW", "PH"))
_DAY_FIRST_MONEY = frozenset("€ £ euro euros eur gbp".split())
_MONTH_FIRST_MONEY = frozenset(("$", "usd"))
_ONWARDS = (["onwards"], ["onward"], ["on"])
#: Farther from a day its verb is another's.
FAR = 7


@dataclass(frozen=True, slots=True)
class Role:
    """What the words beside a day make of it: `near` right before, `verb` in its clause; they begin at i."""

    near: str
    verb: str
    i: int


@dataclass
class TimeSaid:
    """`spans`: what is said of the trip, in order; `said`: all days, also those of something else."""

    message: Message
    chart: Chart
    spans: list[Span]
    said: list[Span]
    problems: list[Found] = field(default_factory=list)

    def of(self, kind: str) -> list[Span]:
        return [one for one in self.spans if one.kind == kind]

    def problem(self, span: Span, sentence: str, hard: bool = False) -> None:
        """`hard`: nothing of what stands beside it will be changed."""
        self.problems.append(Found("", sentence, span.i, span.j, "impossible" if hard else "problem"))

    def role(self, span: Span) -> Role:
        clause, norms = self.message.clause(span.i), self.message.norms
        others = [one for one in self.spans if one is not span]
        lo = max([clause.i, *(one.j for one in others if one.j <= span.i)])
        hi = min([clause.j, span.j + 4, *(one.i for one in others if one.i >= span.j)])
        cues = [cue for cue in self.chart.of("near", "day_verb") if lo <= cue.i < hi]
        before = [one for one in cues if one.j <= span.i]
        near = [one for one in before if one.kind == "near" and set(norms(one.j, span.i)) <= _BETWEEN]
        verbs = [one for one in before if one.kind == "day_verb" and span.i - one.j < FAR]
        behind = [one for one in cues if one.kind == "day_verb" and one.i >= span.j]
        behind = [one for one in behind if self._is_loose(one, others)]
        verb = max(verbs, key=lambda one: (one.j, one.j - one.i), default=None) or next(iter(behind), None)
        said = near[0].value if near else ""
        if said == "start" and norms(span.j, span.j + 1) in _ONWARDS:
            said = "from"
        return Role(said, verb.value if verb else "", near[0].i if near else span.i)

    def _is_loose(self, verb: Span, others: list[Span]) -> bool:
        """ "12 March, back 16th": a verb belongs to the day that follows it."""
        return not any(0 <= one.i - verb.j < 3 for one in others)

    # --- the date that is meant ---

    @cached_property
    def hint(self) -> dt.date | None:
        """In which month a bare day lies."""
        windows = (one.value.first for one in self.of("window") if not one.value.vague)
        days = (end for one in self.said for end in ends(one) if end.month)
        dates = self.message.facts.dates
        found = next((first for first in windows if first), None)
        if found is None and (day := next(days, None)):
            found = self._rolled(day)
        return found or dates.start or dates.earliest

    @cached_property
    def year(self) -> int | None:
        said = [one.value.first.year for one in self.of("window") if one.value.vague]
        said += [one.value for one in self.chart.of("yr") if 0 <= one.value - self.message.today.year <= 2]
        return next(iter(said), None)

    def date(
        self, day: Day, span: Span, after: dt.date | None = None, near: dt.date | None = None
    ) -> dt.date | None:
        """The date of a day; None with a problem where there is none. `after`: it follows this one; `near`: a
        bare weekday is the one closest to this day of a trip that stands."""
        if day.either and (day := self._ordered(day) or day).either:
            said = f"I can't tell whether {day.either[0]}/{day.either[1]} is day/month or month/day"
            self.problem(span, f"{said}: please write the month as a word.")
            return None
        if day.shift is not None:
            anchor = self.anchor(span)
            return anchor and anchor + day.shift * ONE_DAY
        if day.day is None and day.weekday is not None:
            return self._weekday(day, span, after, near)
        if day.day is None or day.date:
            return day.date or after or self.before(span)
        if day.month:
            return self._full(day, span, after)
        base = max(after or self.message.today, self.message.today)
        return day.on(max(base, self.hint.replace(day=1) if self.hint else base))

    def _full(self, day: Day, span: Span, after: dt.date | None) -> dt.date | None:
        found = self._rolled(day, after)
        if found is None:
            year = f" {day.year}" if day.year else ""
            self.problem(span, f"There is no {day.day} {dt.date(2000, day.month, 1):%B}{year}.", hard=True)
        elif day.weekday not in (None, found.weekday()):
            said = f"{nth_weekday(2027, 1, day.weekday, 1):%A}"
            self.problem(span, f"{spoken_date(found)} is a {found:%A}, not a {said}: which of the two holds?")
            return None
        return found

    def _weekday(self, day: Day, span: Span, after: dt.date | None, near: dt.date | None) -> dt.date | None:
        if day.date is None:
            known = after or self.before(span) or self.message.facts.dates.start
            return known and day.on(known + ONE_DAY * (1 if day.beside > 0 else -7))
        if near:
            meant = near + ONE_DAY * ((day.weekday - near.weekday() + 3) % 7 - 3)
            return meant if meant >= self.message.today else day.date
        if window := self._short_window():
            found = replace(day, date=None).on(max(window.first, after + ONE_DAY) if after else window.first)
            return found if found and found <= window.last + 2 * ONE_DAY else day.date
        if not after and (said := self.said_before(span)):
            return said + ONE_DAY * ((day.weekday - said.weekday() + 3) % 7 - 3)
        if span.kind == "day" and not after and self.hint and day.date < self.hint.replace(day=1):
            return None  # not one of next week's, where a later month is spoken of
        if after and day.date <= after:
            return after + ONE_DAY * ((day.weekday - after.weekday()) % 7 or 7)
        return day.date

    def _short_window(self) -> Window | None:
        """A few days that are spoken of: "over Easter, Friday to Monday"."""
        dates = self.message.facts.dates
        windows = [one.value for one in self.of("window")]
        windows = [one for one in windows if one.exact or one.core or one.days == 7]
        return next(
            (one for one in (*windows, Window(dates.earliest, dates.latest)) if 0 < one.days <= 10), None
        )

    def before(self, span: Span) -> dt.date | None:
        """The last full date that was said before, or the first one that was."""
        later = (end for one in self.said for end in ends(one) if end.month and one.i > span.i)
        return self.said_before(span) or next((self._rolled(end) for end in later), None)

    def anchor(self, span: Span) -> dt.date | None:
        """The day from which "two days earlier" is counted: of two the first, for "later" the last."""
        days = [end for one in self.said for end in ends(one) if end.month and one.i < span.i]
        found = [date for day in days if (date := self._rolled(day))]
        return (found[0] if span.value.shift < 0 else max(found)) if found else None

    def said_before(self, span: Span) -> dt.date | None:
        """The last full date that was said before."""
        days = [end for one in self.said for end in ends(one) if one.i < span.i]
        days = [end for end in days if end.month or (end.date and end.weekday is None)]
        return days[-1].date or self._rolled(days[-1]) if days else None

    def _rolled(self, day: Day, after: dt.date | None = None) -> dt.date | None:
        """In the year that was said, or the first time it comes round."""
        if day.year:
            return date_of(day.year, day.month, day.day)
        found = date_of(self.year, day.month, day.day) if self.year and after is None else None
        if found and found >= self.message.today:
            return found
        return day.on(max(self.message.today, after or self.message.today))

    def _ordered(self, day: Day) -> Day | None:
        """Day and month of "03/04", by where the traveller is from, their money, or the month spoken of."""
        pair = [turned(day, False), turned(day, True)]
        origin, words = self.message.facts.origin, set(self.message.norms(0, len(self.message.tokens)))
        if origin and origin.country:
            return pair[origin.country in _NO_DAY_FIRST]
        if words & (_DAY_FIRST_MONEY | _MONTH_FIRST_MONEY):
            return pair[not words & _DAY_FIRST_MONEY]
        fitting = [one for one in pair if self.hint and one.month == self.hint.month]
        return fitting[0] if len(fitting) == 1 else None

    def range(self, span: Span) -> tuple[dt.date, dt.date] | None:
        """First and last date; None with a problem where they make no trip."""
        first, last = span.value.start, span.value.end
        if first.either or last.either:
            if (found := self._either(first, last)) is None:
                self.date(first if first.either else last, span)
                return None
            first, last = found
        start = self.date(first, span)
        end = start and self._end(first, last, start, span)
        if not start or not end:
            return None
        if problem := range_problem(start, end, self.message.today):
            self.problem(span, problem, hard=True)
            return None
        return start, end

    def _end(self, first: Day, last: Day, start: dt.date, span: Span) -> dt.date | None:
        if last.day is None or last.date or last.year:
            return self.date(last, span, None if last.year else start)
        end = date_of(start.year, last.month or start.month, last.day)
        if end and end < start and not last.month and start.day - end.day > 20:
            return last.on(start)  # "the 29th of April til the 2nd"
        turns = end is not None and end < start and last.month and (first.month or last.month) != last.month
        return date_of(start.year + 1, last.month, last.day) if turns else end or self.date(last, span)

    def _either(self, first: Day, last: Day) -> tuple[Day, Day] | None:
        """The order of "03/04 - 10/04" in which it is a trip, the shorter or the traveller's own."""
        found = []
        for order in (False, True):
            one, other = turned(first, order), turned(last, order)
            start = one and self._rolled(one)
            end = other and start and self._rolled(other, start)
            if end and 0 <= (end - start).days < MAX_DAYS:
                found.append(((end - start).days, (one, other)))
        own = self._ordered(first) if len(found) > 1 else None
        found = [one for one in found if own in (None, one[1][0])]
        return min(found, key=lambda one: one[0])[1] if found else None

    def bounded(self, span: Span) -> Span:
        """A window by the words before it: "before June", "from March on", "by the end of May"."""
        near, window = self.role(span).near, span.value
        if not window.first and not window.last and (date := self.before(span)):
            window = calendar.week_around(Day(date=date), "weekend" if window.exact else "week", date)
        if near == "before" and window.first:
            window = Window(None, window.first - ONE_DAY)
        elif near == "after" and window.last:
            window = Window(window.last + ONE_DAY, None)
        elif near in ("till", "by"):
            window = Window(None, window.last)
        elif near == "from":
            window = Window(window.first, None)
        return replace(span, value=window)


def ends(span: Span) -> tuple[Day, ...]:
    """The days of a range, or a day."""
    if isinstance(span.value, Range):
        return span.value.start, span.value.end
    return (span.value,) if isinstance(span.value, Day) else ()


def turned(day: Day, month_first: bool) -> Day | None:
    """A day whose order is open in one order; None where there is no such month."""
    if day.either is None:
        return day
    number, month = day.either[::-1] if month_first else day.either
    return Day(number, month, day.year) if month <= 12 else None
