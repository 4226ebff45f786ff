"""When: from days, windows and lengths of a message to changes of the dates.

`read_times` finds what is said of the trip; once cities have taken their nights of the lengths, `Times.tell`
says what it makes of the trip's start, end, length and window.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

from trips.facts.limits import date_problem, days_problem, range_problem, spoken_date, spoken_range
from trips.reading.chart import Span
from trips.reading.facts.message import Found, Message
from trips.reading.facts.time_said import FAR, Role, TimeSaid
from trips.reading.facts.time_told import denied, known_days, of_trip, read_said, started
from trips.reading.values import ONE_DAY, Day, Length, Window

_CORRECTING = frozenset("actually sorry no rather correction wait oops instead nope mean make".split())
_BESIDE = frozenset(", for in between from of any time sometime somewhere - [ ] ; : the within".split())
_WHOLE = frozenset("total altogether overall all".split())
#: A break from one day to another is when they travel, unless a shorter trip is told.
_BREAKS = frozenset(
    "break holiday vacation spring summer autumn fall winter christmas easter half term from".split()
)
_LIMITS = ("by", "before", "after", "from")
#: A trip "around 10 March" whose length nobody said.
_A_WEEK, _AROUND = 6, 3
_BEGUN = (
    "The trip began on {}, so its first day stays. Say when it shall end, as “we go home on the 9th”, or "
    "what shall be different on a day."
)
Ranges = list[tuple[Span, tuple[dt.date, dt.date]]]
#: What was told: "both" ends, the "start" or the end alone, a "window", nothing.
Told = Iterator[Found]  # and returns this


@dataclass
class Times(TimeSaid):
    """`lengths` loses those that are a city's nights; `limits`: windows that single days make."""

    lengths: list[Span] = field(default_factory=list)
    limits: list[Span] = field(default_factory=list)

    def tell(self) -> list[Found]:
        """Changes and problems."""
        if known_days(self.message):
            self.lengths = [one for one in self.lengths if of_trip(self, one)]
        found = list(self._tell())
        if started(self.message):
            found = self._kept(found)
        last = {one.path: one for one in found if one.path in ("dates.start", "dates.end")}
        return [*self.problems, *(one for one in found if last.get(one.path, one) is one)]

    def _kept(self, found: list[Found]) -> list[Found]:
        """From its first day on a trip does not begin anew."""
        known = self.message.facts.dates.start
        edges = ("dates.start", "dates.earliest", "dates.latest")
        moved = [one for one in found if one.path in edges and one.value != known]
        if not moved:
            return found
        self.problem(Span("", moved[0].i, moved[0].j, None), _BEGUN.format(spoken_date(known)))
        return [one for one in found if one not in moved and one.path != "dates.end"]

    def _tell(self) -> Told:
        kept = (one for one in self.of("days") if not denied(self.message, one))
        ranges = self._confirmed([(one, found) for one in kept if (found := self.range(one))])
        length = self._length()
        if ranges and (loose := self._only_weekdays(ranges[0])):
            ranges, length = [], loose
        told = yield from self._ranges(ranges, length)
        told = (yield from self._days(length, bool(ranges))) or told
        if not told:
            told = yield from self._windows(length)
        elif told == "start":
            for one in self.limits:
                yield from _within(one.value.first, one.value.last, one)
        if told != "both" and length:
            yield from self._long(length)
        yield from self._steps()

    def _length(self) -> Span | None:
        """The length of the whole trip: told as such, possible, or else the first."""
        kept = [one for one in self.lengths if not denied(self.message, one)]
        if any(self._corrected(one.j, other.i) for one, other in pairwise(kept)):
            return kept[-1]
        whole = [one for one in kept if _WHOLE & set(self.message.norms(one.j, one.j + 2))]
        fits = [one for one in kept if not days_problem(one.value.days)]
        return next(iter((*whole, *fits, *kept)), None)

    def _long(self, span: Span) -> Iterator[Found]:
        if problem := days_problem(span.value.days):
            self.problem(span, problem, hard=True)
            return
        yield Found("dates.days", span.value.days, span.i, span.j)
        if span.value.most:
            yield Found("wishes", self.message.words(span.i, span.j), span.i, span.j, "add")

    def _only_weekdays(self, first: tuple[Span, tuple[dt.date, dt.date]]) -> Span | None:
        """ "Thursday to Monday in March": how long, in any week of it."""
        span, (start, end) = first
        named = span.value.start.day is None and span.value.start.weekday is not None
        month = any(10 < one.value.days < 100 for one in self.of("window"))
        days = (end - start).days
        return Span("length", span.i, span.j, Length(days + 1, days)) if named and month else None

    def _corrected(self, i: int, j: int) -> bool:
        return bool(_CORRECTING & set(self.message.norms(i, j)))

    def _confirmed(self, ranges: Ranges) -> Ranges:
        """ "Fri-Mon, 13-16 March": the weekdays only confirm the dates; else it is asked back."""
        dated = [one for one in ranges if one[0].value.start.day or one[0].value.start.weekday is None]
        named = [one for one in ranges if one not in dated]
        if not dated or not named:
            return ranges
        (span, (start, end)), (first, last) = named[0], dated[0][1]
        days = start.weekday(), end.weekday()
        if (first.weekday(), last.weekday()) == days:
            return dated
        said = f"{first:%A} to {last:%A}, not {start:%A} to {end:%A}"
        self.problem(span, f"{spoken_range(first, last)} is {said}: which of the two holds?")
        self.spans, self.lengths = [], []
        return []

    def _ranges(self, ranges: Ranges, length: Span | None) -> Told:
        """Start and end, or the window in which a shorter trip lies."""
        if not ranges:
            return ""
        span, (start, end) = ranges[0]
        for other, (first, last) in ranges[1:]:
            if self._chosen_of(span, other):
                yield from _within(min(start, first), max(end, last), replace(span, j=other.j))
                if not length and last - first == end - start:
                    yield Found("dates.days", (end - start).days + 1, span.i, span.j)
                return "window"
            if 0 <= (first - end).days <= 1:
                span, end = replace(span, j=other.j), last
            elif self._corrected(span.j, other.i):
                span, (start, end) = other, (first, last)
        days, beside = (end - start).days + 1, length is not None and self._beside(span, length)
        if self._is_free(span) or (beside and days - length.value.days > 1):
            yield from _within(start, end, span)
            return "window"
        if beside and length.value.days - days > 1:
            said = f"{spoken_range(start, end)} is {days} days, not {length.value.days}"
            self.problem(span, f"{said}: which of the two holds?")
        else:
            yield Found("dates.start", start, span.i, span.j)
            yield Found("dates.end", end, span.i, span.j)
        return "both"

    def _chosen_of(self, span: Span, other: Span) -> bool:
        words = self.message.norms(span.j, other.i)
        return "or" in words and len(words) < 5

    def _beside(self, span: Span, length: Span) -> bool:
        """Whether a length is said of a range: nothing else stands between the two."""
        first, last = sorted((span, length), key=lambda one: one.i)
        near = set(self.message.norms(first.j, last.i)) <= _BESIDE
        return near and self.message.word(length.j) != "of"

    def _is_free(self, span: Span) -> bool:
        """Whether a range is when they can travel: "my break is …", "sometime between … and …"."""
        i = self.message.clause(span.i).i
        cues = (cue for cue in self.chart.of("free_time") if i <= cue.i < span.i and span.i - cue.j < 4)
        words = {word for cue in cues for word in self.message.norms(cue.i, cue.j)}
        return bool(words - _BREAKS or (words or span.value.within) and self.lengths)

    def _days(self, length: Span | None, ranged: bool) -> Told:
        """Start and end by single days; beside a range only a later end."""
        message, dates, known = self.message, self.message.facts.dates, known_days(self.message)
        begun, asked = started(message), set(message.asked)
        points = [one for one in self.of("day") if not denied(message, one)]
        roles = [self.role(one) for one in points]
        begins = [role.verb in ("start", "leave") or role.near in ("start", "move") for role in roles]
        only_end = {"dates.start", "dates.end"} & asked == {"dates.end"}
        start, end, before = None, None, None
        for span, role, begin in zip(points, roles, begins, strict=True):
            shift = span.value.shift or 0
            if ranged and (role.near != "till" or (span.value.day is None and role.verb != "end")):
                continue
            plain = not (role.verb or role.near or shift)
            if plain and (self._of_event(span) or (any(begins) and not begin)):
                if not (start and self._corrected(0, span.i)):
                    before = self.date(span.value, span) or before
                    continue
            leaves = role.verb == "leave" and (start is not None or (known and begun))
            is_end = role.near == "till" or (role.verb == "end" and role.near != "start") or leaves
            is_end = only_end or (shift >= 0 and (is_end or (shift > 0 and role.verb != "leave")))
            follows = is_end or role.near == "by" or span.value == Day()
            after = start or before or self.said_before(span) or (None if span.value.month else dates.start)
            date = self.date(span.value, span, after if follows else None)
            if date is None:
                continue
            if problem := date_problem(date, message.today):
                self.problem(span, problem, hard=True)
            elif role.near in _LIMITS:
                yield from self._limit(span, role, date)
            elif is_end:
                end, first = date, start or dates.start
                begun_so = first is not None and first == dates.start
                if first and (problem := range_problem(first, date, message.today, begun=begun_so)):
                    self.problem(span, problem, hard=True)
                else:
                    yield Found("dates.end", date, span.i, span.j)
            elif role.near == "around":
                stay = length.value.days - 1 if length else _A_WEEK
                last = date + (_AROUND + stay) * ONE_DAY
                first = max(message.today, date - _AROUND * ONE_DAY)
                yield from _within(first, last, replace(span, i=role.i))
                return "window"
            elif start is None or self._corrected(0, span.i) or role.near == "start" or shift < 0:
                start = date
                yield Found("dates.start", date, span.i, span.j)
        return "both" if start and end else "start" if start or end else ""

    def _of_event(self, span: Span) -> bool:
        """Whether a day is a birthday's, a meal's, a meeting's."""
        if {"dates", "dates.start", "dates.end"} & set(self.message.asked):
            return False
        clause = self.message.clause(span.i)
        cues = [one for one in self.chart.of("event_day") if clause.i <= one.i < clause.j]
        cues = [one for one in cues if abs(one.i - span.i) <= FAR]
        return any("," not in self.message.norms(min(one.j, span.j), max(one.i, span.i)) for one in cues)

    def _limit(self, span: Span, role: Role, date: dt.date) -> Told:
        """ "Back by the 14th", "not before 10 May": a window, or of a trip that stands its end or start."""
        dates, span = self.message.facts.dates, replace(span, i=role.i)
        denies = role.near == "before" and "not" in self.message.norms(self.message.clause(span.i).i, span.i)
        early = denies or role.near in ("after", "from")
        if role.near in ("after", "before") and not denies:
            date += ONE_DAY if early else -ONE_DAY
        if not known_days(self.message):
            window = Window(date, None) if early else Window(None, date)
            self.limits.append(replace(span, kind="window", value=window))
        elif dates.start >= date if early else dates.end <= date:
            name, edge = ("start", dates.start) if early else ("end", dates.end)
            self.problem(span, f"The trip {name}s on {spoken_date(edge)}, so that holds already.")
        else:
            yield Found("dates.start" if early else "dates.end", date, span.i, span.j)

    def _windows(self, length: Span | None) -> Told:
        kept = (self.bounded(one) for one in self.of("window") if not denied(self.message, one))
        found = sorted((*kept, *self.limits), key=lambda one: one.i)
        sharp = [one for one in found if not one.value.vague] or found
        span = next(iter(sharp), None)
        for other in sharp[1:]:
            span = span and self._narrowed(span, other)
        return (yield from self._window(span, length)) if span else ""

    def _narrowed(self, span: Span, other: Span) -> Span | None:
        """Two windows as one: corrected, the narrower, an end each; of two to choose from none."""
        one, two = span.value, other.value
        if self._chosen_of(span, other) and one.days and two.days:
            said = f"{self.message.tokens.quote(span.i, other.j)}: which of the two?"
            self.problem(span, f"{said[:1].upper()}{said[1:]}")
            return None
        if self._corrected(span.j, other.i):
            return other
        if one.days and two.days:
            return other if two.days <= one.days and one.last >= two.first and two.last >= one.first else span
        first = max((day for day in (one.first, two.first) if day), default=None)
        last = min((day for day in (one.last, two.last) if day), default=None)
        if first and last and first > last:
            return span if one.days else other
        return replace(span, j=other.j, value=Window(first, last))

    def _window(self, span: Span, length: Span | None) -> Told:
        window, today = span.value, self.message.today
        first, last, days = window.first, window.last, window.days
        stay = length.value.days if length else 0
        if window.core and days:
            slack = max(0, stay - days) if stay else 2 if days < 3 else 0
            first, last = max(today, first - slack * ONE_DAY), last + slack * ONE_DAY
        if first and (problem := date_problem(max(first, today), today)):
            self.problem(span, problem, hard=True)
            return ""
        if last and last < today:
            said = self.message.tokens.quote(span.i, span.j).removeprefix("in ")
            self.problem(span, f"{said[:1].upper()}{said[1:]} is in the past.")
            return ""
        known = self.message.facts.dates
        if known.start and first and first.day == 1 and days > 27 and self._corrected(0, FAR):
            start = first.replace(day=min(known.start.day, last.day))  # "no no, June"
            yield Found("dates.start", start, span.i, span.j)
            if known.end:
                yield Found("dates.end", start + (known.end - known.start), span.i, span.j)
            return "both"
        if days and ((stay == days and days <= 7) or (window.exact and not stay)):
            yield Found("dates.start", first, span.i, span.j)
            yield Found("dates.end", last, span.i, span.j)
            return "both"
        yield from _within(first, last, span)
        return "window"

    def _steps(self) -> Told:
        dates = self.message.facts.dates
        for span in self.of("step"):
            by = span.value.days * ONE_DAY
            if not span.value.moves:
                days = (dates.days or 0) + span.value.days
                if dates.days and (problem := days_problem(days)):
                    self.problem(span, problem, hard=True)
                elif dates.days:
                    yield Found("dates.days", days, span.i, span.j)
            elif dates.start:
                yield from self._moved(span, by)
            elif dates.earliest and dates.latest:
                yield from _within(max(dates.earliest + by, self.message.today), dates.latest + by, span)

    def _moved(self, span: Span, by: dt.timedelta) -> Told:
        """The whole trip, or its end alone: "can we go home a day earlier"."""
        dates, clause = self.message.facts.dates, self.message.clause(span.i)
        cues = [cue.value for cue in self.chart.of("day_verb") if clause.i <= cue.i < clause.j]
        alone = "end" in cues and "back" not in self.message.norms(span.i, span.j)
        start = dates.start if alone else dates.start + by
        end = (dates.end or dates.start + ONE_DAY * ((dates.days or 1) - 1)) + by
        if problem := range_problem(start, end, self.message.today, begun=start == dates.start):
            self.problem(span, problem, hard=True)
            return
        if start != dates.start:
            yield Found("dates.start", start, span.i, span.j)
        if dates.end:
            yield Found("dates.end", end, span.i, span.j)


def read_times(message: Message) -> Times:
    """Days, windows, lengths and steps that are said of the trip."""
    times = read_said(message, Times)
    of_cities = [one for one in times.of("step") if message.word(one.j) in ("in", "at")]
    times.spans = [one for one in times.spans if one not in of_cities]
    times.lengths = times.of("length")
    return times


def _within(first: dt.date | None, last: dt.date | None, span: Span) -> Iterator[Found]:
    """The trip lies within these days; either may be open."""
    if first:
        yield Found("dates.earliest", first, span.i, span.j)
    if last:
        yield Found("dates.latest", last, span.i, span.j)
