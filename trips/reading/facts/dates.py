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
from trips.reading.facts.time_said import FAR, Role, TimeSaid, ends
from trips.reading.facts.time_told import denied, known_days, of_trip, read_said, started
from trips.reading.values import ONE_DAY, Day, Length, Step, Window

_CORRECTING = frozenset(
    "actually sorry no rather make correction wait oops scratch instead nope mean".split()
)
_BESIDE = frozenset(
    ", for in between from of any time sometime somewhere - [ ] ; : the a staying within".split()
)
_WHOLE = frozenset("total altogether overall all".split())
#: A break from one day to another is when they travel, unless a shorter trip is told.
_BREAKS = frozenset(
    "break holiday vacation spring summer autumn fall winter christmas easter school half term from".split()
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
Told = Iterator[Found]


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
        found = self._kept(found) if started(self.message) else found
        last = {one.path: one for one in found if one.path in ("dates.start", "dates.end")}
        return [*self.problems, *(one for one in found if last.get(one.path, one) is one)]

    def _tell(self) -> Iterator[Found]:
        kept = (one for one in self.of("days") if not denied(self.message, one))
        ranges = self._confirmed([(one, found) for one in kept if (found := self.range(one))])
        length = self._length()
        if ranges and (loose := self._only_weekdays(ranges)):
            ranges, length = [], loose
        told = yield from self._ranges(ranges, length)
        told = (yield from self._days(length, bool(ranges))) or told
        if not told:
            told = yield from self._windows(length)
        elif told == "start":
            yield from (
                found for one in self.limits for found in _within(one.value.first, one.value.last, one)
            )
        if told != "both" and length:
            yield from self._long(length)
        yield from self._steps()

    # --- how long ---

    def _length(self) -> Span | None:
        """The length of the whole trip: corrected, told as such, possible, or else the first."""
        kept = [one for one in self.lengths if not denied(self.message, one)]
        if any(self._corrected(one.j, other.i) for one, other in pairwise(kept)):
            return kept[-1]
        whole = [one for one in kept if self._is_whole(one)]
        fits = [one for one in kept if not days_problem(one.value.days)]
        return next(iter((*whole, *fits, *kept)), None)

    def _is_whole(self, length: Span) -> bool:
        return bool(_WHOLE & set(self.message.norms(length.j, length.j + 2)))

    def _long(self, span: Span) -> Iterator[Found]:
        if problem := days_problem(span.value.days):
            self.problem(span, problem, hard=True)
            return
        yield Found("dates.days", span.value.days, span.i, span.j)
        if span.value.most:
            yield Found("wishes", self.message.words(span.i, span.j), span.i, span.j, "add")

    def _only_weekdays(self, ranges: Ranges) -> Span | None:
        """ "Thursday to Monday in March": how long, in any week of it."""
        span, (start, end) = ranges[0]
        named = span.value.start.day is None and span.value.start.weekday is not None
        month = any(10 < one.value.days < 100 for one in self.of("window"))
        dated = any(end.month for one in self.said for end in ends(one))
        days = (end - start).days
        return (
            Span("length", span.i, span.j, Length(days + 1, days)) if named and month and not dated else None
        )

    def _corrected(self, i: int, j: int) -> bool:
        return bool(_CORRECTING & set(self.message.norms(i, j)))

    # --- from one day to another ---

    def _confirmed(self, ranges: Ranges) -> Ranges:
        """ "Fri-Mon, 13-16 March": the weekdays only confirm the dates; else it is asked back."""
        dated = [one for one in ranges if one[0].value.start.day or one[0].value.start.weekday is None]
        named = [one for one in ranges if one not in dated]
        if not dated or not named:
            return ranges
        (span, (start, end)), (first, last) = named[0], dated[0][1]
        days = start.weekday(), end.weekday()
        fitting = [one for one in dated if (one[1][0].weekday(), one[1][1].weekday()) == days]
        if not fitting:
            said = f"{first:%A} to {last:%A}, not {start:%A} to {end:%A}"
            self.problem(span, f"{spoken_range(first, last)} is {said}: which of the two holds?")
            self.spans, self.lengths = [], []
        return fitting

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
        if self.message.word(length.j) == "of":
            return False
        return set(self.message.norms(first.j, last.i)) <= _BESIDE or self._is_whole(length)

    def _is_free(self, span: Span) -> bool:
        """Whether a range is when they can travel: "my break is …", "sometime between … and …"."""
        i = self.message.clause(span.i).i
        cues = (cue for cue in self.chart.of("free_time") if i <= cue.i < span.i and span.i - cue.j < 4)
        words = {word for cue in cues for word in self.message.norms(cue.i, cue.j)}
        return bool(words - _BREAKS or (words or span.value.within) and self.lengths)

    # --- single days ---

    def _days(self, length: Span | None, ranged: bool) -> Told:
        """Start and end by single days; beside a range only a later end."""
        start, end, before = None, None, None
        dates, known = self.message.facts.dates, known_days(self.message)
        points = [one for one in self.of("day") if not denied(self.message, one)]
        roles = [self.role(one) for one in points]
        begins = [role.verb in ("start", "leave") or role.near in ("start", "move") for role in roles]
        for span, role, begin in zip(points, roles, begins, strict=True):
            leaves = role.verb == "leave" and (start is not None or (known and started(self.message)))
            is_end = role.near == "till" or (role.verb == "end" and role.near != "start") or leaves
            if ranged and (role.near != "till" or (span.value.day is None and role.verb != "end")):
                continue
            earlier = (span.value.shift or 0) < 0
            is_end = (is_end or (span.value.shift or 0) > 0 and role.verb != "leave") and not earlier
            if not (role.verb or role.near or span.value.shift) and (
                self._of_event(span) or (any(begins) and not begin)
            ):
                if not (start and self._corrected(0, span.i)):
                    before = self.date(span.value, span) or before
                    continue
            is_end = is_end or self._only_end()
            follows = is_end or role.near == "by" or span.value == Day()
            near = (dates.end if is_end else dates.start) if known and not started(self.message) else None
            date = self.date(
                span.value,
                span,
                (start or before or self.said_before(span) or (None if span.value.month else dates.start))
                if follows
                else None,
                near,
            )
            if date is None:
                continue
            if problem := date_problem(date, self.message.today):
                self.problem(span, problem, hard=True)
            elif role.near in _LIMITS:
                yield from self._limit(span, role, date)
            elif is_end:
                end = date
                yield from self._ended(span, start or dates.start, date)
            elif role.near == "around" or self.of("flex"):
                yield from self._about(span, role, date, length)
                return "window"
            elif start is None or self._corrected(0, span.i) or role.near == "start" or earlier:
                start = date
                yield Found("dates.start", date, span.i, span.j)
        return "both" if start and end else "start" if start or end else ""

    def _ended(self, span: Span, first: dt.date | None, date: dt.date) -> Iterator[Found]:
        begun = first is not None and first == self.message.facts.dates.start
        if first and (problem := range_problem(first, date, self.message.today, begun=begun)):
            self.problem(span, problem, hard=True)
        else:
            yield Found("dates.end", date, span.i, span.j)

    def _about(self, span: Span, role: Role, date: dt.date, length: Span | None) -> Iterator[Found]:
        """ "Around 10 May", "10 May, give or take two days"."""
        by = next((one.value for one in self.of("flex")), _AROUND)
        stay = length.value.days - 1 if length else _A_WEEK
        first = max(self.message.today, date - by * ONE_DAY)
        yield from _within(first, date + (by + stay) * ONE_DAY, replace(span, i=role.i))

    def _only_end(self) -> bool:
        return {"dates.start", "dates.end"} & set(self.message.asked) == {"dates.end"}

    def _of_event(self, span: Span) -> bool:
        """Whether a day is a birthday's, a meal's, a meeting's."""
        if {"dates", "dates.start", "dates.end"} & set(self.message.asked):
            return False
        clause = self.message.clause(span.i)
        for cue in self.chart.of("event_day"):
            if clause.i <= cue.i < clause.j and abs(cue.i - span.i) <= FAR:
                i, j = (cue.j, span.i) if cue.i < span.i else (span.j, cue.i)
                words = self.message.norms(i, j)
                if "," not in words or words == [","]:
                    return True
        return False

    def _limit(self, span: Span, role: Role, date: dt.date) -> Iterator[Found]:
        """ "Back by the 14th", "not before 10 May": a window, or of a trip that stands its end or start."""
        dates, span = self.message.facts.dates, replace(span, i=role.i)
        words = self.message.norms(self.message.clause(span.i).i, span.i)
        early = role.near in ("after", "from") or (role.near == "before" and "not" in words)
        if role.near in ("after", "before") and not (early and role.near == "before"):
            date += ONE_DAY if early else -ONE_DAY
        if not known_days(self.message):
            window = Window(date, None) if early else Window(None, date)
            self.limits.append(replace(span, kind="window", value=window))
        elif (early and dates.start >= date) or (not early and dates.end <= date):
            name, edge = ("start", dates.start) if early else ("end", dates.end)
            self.problem(span, f"The trip {name}s on {spoken_date(edge)}, so that holds already.")
        else:
            yield Found("dates.start" if early else "dates.end", date, span.i, span.j)

    # --- windows ---

    def _windows(self, length: Span | None) -> Told:
        kept = (self.bounded(one) for one in self.of("window") if not denied(self.message, one))
        found = sorted((*kept, *self.limits), key=lambda one: one.i)
        sharp = [one for one in found if not one.value.vague] or found
        span = next(iter(sharp), None)
        for other in sharp[1:]:
            span = span and self._narrowed(span, other)
        return (yield from self._window(span, length)) if span else ""

    def _narrowed(self, span: Span, other: Span) -> Span | None:
        """Two windows as one: corrected, the narrower, an end each; two that are apart are asked back."""
        one, two = span.value, other.value
        if self._chosen_of(span, other) and one.days and two.days:
            said = f"{self.message.tokens.quote(span.i, other.j)}: which of the two?"
            self.problem(span, f"{said[:1].upper()}{said[1:]}")
            return None
        if self._corrected(span.j, other.i):
            return other
        first = max((day for day in (one.first, two.first) if day), default=None)
        last = min((day for day in (one.last, two.last) if day), default=None)
        if first and last and first > last:
            return span if one.days else other
        if one.days and two.days:
            return other if two.days <= one.days else span
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
            if len(self.spans) == 1 and not self.message.clause(span.i).has("over"):
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
        if days and window.exact and stay > days:
            yield Found("dates.start", first, span.i, span.j)
            return "start"
        yield from _within(first, last, span)
        return "window"

    # --- later, longer ---

    def _steps(self) -> Iterator[Found]:
        dates = self.message.facts.dates
        for span in self.of("step"):
            step: Step = span.value
            if step.moves and dates.start:
                yield from self._moved(span, step.days * ONE_DAY)
            elif step.moves and dates.earliest and dates.latest:
                by = step.days * ONE_DAY
                yield from _within(max(dates.earliest + by, self.message.today), dates.latest + by, span)
            elif not step.moves and not (yield from self._in_a_city(span, step)) and dates.days:
                if problem := days_problem(dates.days + step.days):
                    self.problem(span, problem, hard=True)
                else:
                    yield Found("dates.days", dates.days + step.days, span.i, span.j)

    def _moved(self, span: Span, by: dt.timedelta) -> Iterator[Found]:
        """The whole trip, or its end alone: "can we go home a day earlier"."""
        dates, message = self.message.facts.dates, self.message
        clause = message.clause(span.i)
        ended = any(clause.i <= cue.i < clause.j and cue.value == "end" for cue in self.chart.of("day_verb"))
        start = dates.start if ended and "back" not in message.norms(span.i, span.j) else dates.start + by
        end = (dates.end or dates.start + ONE_DAY * ((dates.days or 1) - 1)) + by
        if problem := range_problem(start, end, message.today, begun=start == dates.start):
            self.problem(span, problem, hard=True)
            return
        if start != dates.start:
            yield Found("dates.start", start, span.i, span.j)
        if dates.end:
            yield Found("dates.end", end, span.i, span.j)

    def _in_a_city(self, span: Span, step: Step) -> Told:
        """ "Two nights less in Tokyo": of that city. Whether it is said of one."""
        known = self.message.facts.destinations
        there = next((place for place in known if place.name.lower() == step.city.lower()), None)
        if not step.city or (there and len(known) < 2):
            return False
        if there and there.nights:
            nights = max(1, there.nights + step.days)
            yield Found("destinations.nights", nights, span.i, span.j, subject=there.name)
        elif there:
            said = f"How many nights in {there.name} is open: say a number, as “4 nights in {there.name}”."
            self.problem(span, said)
        else:
            said = f"{step.city} is not on this trip: say “add {step.city}” to go there as well."
            self.problem(span, said)
        return True

    def _kept(self, found: list[Found]) -> list[Found]:
        """From its first day on a trip does not begin anew."""
        known = self.message.facts.dates.start
        moved = [one for one in found if one.path in ("dates.earliest", "dates.latest")]
        moved += [one for one in found if one.path == "dates.start" and one.value != known]
        if moved:
            self.problem(Span("", moved[0].i, moved[0].j, None), _BEGUN.format(spoken_date(known)))
            return [one for one in found if one not in moved and one.path != "dates.end"]
        return found


def read_times(message: Message) -> Times:
    """Days, windows, lengths and steps that are said of the trip."""
    times = read_said(message, Times)
    times.spans = [_with_city(message, one) for one in times.spans]
    times.lengths = times.of("length")
    return times


def _with_city(message: Message, span: Span) -> Span:
    """ "Another day in Kyoto", once places are known: a step with its city."""
    known, tokens, i = message.facts.destinations, message.tokens, span.j + 1
    if span.kind != "step" or not known or message.norms(span.j, i) not in (["in"], ["at"]):
        return span
    names = {tokens.quote(i, j) for j in range(i + 1, min(i + 5, len(tokens)) + 1)}
    there = [place.name for place in known if place.name.lower() in {name.lower() for name in names}]
    towns = [name for name in names if name[:1].isupper() and name[-1:].isalpha() and message.town(name)]
    city = max(there or towns, key=len, default="")
    return Span(span.kind, span.i, i + len(city.split()), replace(span.value, city=city)) if city else span


def _within(first: dt.date | None, last: dt.date | None, span: Span) -> Iterator[Found]:
    """The trip lies within these days; either may be open."""
    if first:
        yield Found("dates.earliest", first, span.i, span.j)
    if last:
        yield Found("dates.latest", last, span.i, span.j)
