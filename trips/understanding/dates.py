"""When: from days, windows and lengths found in a message to changes of `dates.*`."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, field

from trips.facts.limits import date_problem, days_problem, range_problem, spoken_range
from trips.understanding.date_points import Point, Range, read_points
from trips.understanding.date_windows import Window, read_months, read_named_windows
from trips.understanding.date_years import Calendar
from trips.understanding.durations import Duration, read_durations
from trips.understanding.reading import Reading, Span
from trips.understanding.trip_clauses import Part, known_days, part_of_trip
from trips.understanding.trip_days import day_meant, limit_told, sight_before
from trips.understanding.window_dates import OR, corrected, ends, tell_window, tell_windows

_END = re.compile(
    r"\b(?:until|till|til|to|through|back(?:\s+home)?(?:\s+(?:on|by))?|return(?:ing)?(?:\s+home)?(?:\s+on)?|"
    r"home\s+(?:on|by)|(?:end(?:s|ing)?|last\s+day|return)(?:\s+(?:on|date|day))?(?:\s+(?:is|=|will\s+be|would\s+be|should\s+be)(?:\s+(?:now|"
    r"actually|on|rather)){0,2})?|fly(?:ing)?\s+(?:back|home)(?:\s+on)?|"
    r"check(?:ing)?[\s-]?out)"
    r"\s*:?\s*(?:the\s+)?$",
    re.IGNORECASE,
)
_LEAVE = re.compile(r"\b(?:leav(?:e|ing)|depart(?:ing)?)\s+(?:again\s+)?(?:on\s+)?(?:the\s+)?$", re.I)
_LATEST = re.compile(r"\b(?:by|before|no\s+later\s+than|latest(?:\s+by)?)\s+(?:the\s+)?$", re.I)
_EARLIEST = re.compile(
    r"\b(?:after|not\s+before|no(?:t)?\s+earlier\s+than|earliest|as\s+of|any\s*time\s+(?:from|"
    r"after))\s+(?:the\s+)?$",
    re.I,
)
_AROUND = re.compile(r"(?:\b(?:around|about|approximately|roughly|circa|ca\.)|~)\s*(?:the\s+)?$", re.I)
_WEEK_OF = re.compile(
    r"\b(?:the\s+)?(?P<unit>week-?end|week)\s+(?:of|commencing|beginning|starting|from)\s+(?:the\s+)?$", re.I
)
_ENDS = re.compile(r"\b(?:end|return|last\s+day|way\s+back|flight\s+(?:back|home))\b", re.IGNORECASE)
_MOVED_TO = re.compile(
    r"\b(?:mov(?:e|ing)|shift(?:ing)?|postpon(?:e|ing)|push(?:ing)?|reschedul(?:e|ing))\b[^.,;!?]{0,24}?\s(?:back\s+)?"
    r"(?:to|until|till)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
#: Speaks of when the trip is.
_MOVES = re.compile(
    r"\b(?:instead|mov(?:e|ing)|shift\w*|postpone\w*|chang(?:e|ing)|actually|rather|start\w*|"
    r"begin\w*|arriv\w*|leav\w*|depart\w*|return\w*|land\w*|fl(?:y|ight)\w*|from|until|till|home|trip|dates?|"
    r"travel\w*|earlier|later|go\s+on|coming|come)\b",
    re.IGNORECASE,
)
#: "Make it Saturday", not "make it calmer on Saturday".
_MADE = re.compile(
    r"\bmake\s+(?:it|that)\s+(?:(?:be|on|for|the|a|next|this|about|around|to|by)\s+)*$", re.IGNORECASE
)
#: A weekday beside a meal is the meal's.
_MEAL = re.compile(r"\b(?:breakfasts?|brunch|lunch(?:es)?|dinners?|supper|meals?)\b", re.IGNORECASE)
_DAY = dt.timedelta(days=1)


@dataclass
class DatesFound:
    """What the message says about time. `durations` loses those that turn out to be a city's nights."""

    ranges: list[Range] = field(default_factory=list)
    points: list[Point] = field(default_factory=list)
    windows: list[Window] = field(default_factory=list)
    durations: list[Duration] = field(default_factory=list)
    parts: dict[int, Part] = field(
        default_factory=dict
    )  # by where they stand, once the trip's days are known

    def calendar(self, reading: Reading) -> Calendar:
        return Calendar(reading, self.windows, self.points)

    def resolved_ranges(self, reading: Reading) -> list[tuple[dt.date, dt.date, Range]]:
        """First and last day of each range that holds; what is wrong becomes a problem."""
        calendar = self.calendar(reading)
        found = [calendar.range(one) for one in self.ranges if not reading.replaced(one.span.start)]
        return [one for one in found if one]


def read_dates(reading: Reading) -> DatesFound:
    """Everything about time in the message, claimed."""
    named = read_named_windows(reading)
    ranges, points = read_points(reading)
    durations = read_durations(reading)
    windows = sorted(named + read_months(reading), key=lambda window: window.span.start)
    if not known_days(reading):
        _read_past(reading)
    found = DatesFound(ranges, points, windows, durations)
    if known_days(reading):
        _leave_others(reading, found)
    return found


def _leave_others(reading: Reading, found: DatesFound) -> None:
    """Days that are not said of the trip as a whole are nobody's here."""
    spans = [
        one.span for kind in (found.ranges, found.points, found.windows, found.durations) for one in kind
    ]
    dates = reading.facts.dates

    def is_told(span: Span, *, inside: bool = False) -> bool:
        part = part_of_trip(reading, span, spans, inside=inside)
        if part:
            found.parts[span.start] = part
        return part is not None

    def is_told_by(point: Point) -> bool:
        if sight_before(reading, point):
            return True
        day = day_meant(reading, found.calendar(reading), point)
        return is_told(point.span, inside=day is not None and dates.start <= day <= dates.end)

    found.ranges = [one for one in found.ranges if is_told(one.span)]
    found.points = [one for one in found.points if is_told_by(one)]
    found.windows = [one for one in found.windows if is_told(one.span)]


_LAST = re.compile(
    r"\b(?P<what>last\s+(?:week-?end|week|month|year|spring|summer|autumn|fall|winter|night|easter|christmas))\b"
    r"(?!\s*(?:of|in\s+\x00|day|train|minute|'|for\s+(?:a|the)\s))",
    re.IGNORECASE,
)
_OURS = re.compile(
    r"\b(?:the|our|my|your|their|his|her|this|a|since|than|like|as|from|until)\s+$", re.IGNORECASE
)
_HAPPENED = re.compile(
    r"\b(?:was|were|went|visited|been|had|did|saw|seen|stayed|came|enjoyed|loved|liked|spent|flew|took|bought|booked|got|"
    r"travel(?:l)?ed|moved|married|heard|read|told|said|made|ate|lost|broke|already|'ve|after|before|since)\b",
    re.IGNORECASE,
)


def _read_past(reading: Reading) -> None:
    """A trip is told for a time that is over: "Paris last month", not "we were there last year"."""
    for match in reading.find(_LAST, claim=False):
        sentence = reading.sentence_of(match.start())
        before = reading.view[max(0, match.start() - 12) : match.start()]
        if _OURS.search(before) or _HAPPENED.search(reading.view, sentence.start, sentence.end):
            continue
        words = " ".join(match["what"].split())
        reading.problem(f"{words[:1].upper()}{words[1:].lower()} is in the past: when do you want to travel?")
        reading.claim(*match.span())


def first_day(reading: Reading, found: DatesFound, point: Point) -> dt.date | None:
    """The day a point means, by the rest of what is found; a problem is noted."""
    return found.calendar(reading).day(point)


def tell_dates(reading: Reading, found: DatesFound, extra_days: Duration | None = None) -> None:
    """Turns what was found into changes and problems. `extra_days`: a total worked out elsewhere
    (the nights of all cities), used when no length was said."""
    calendar = found.calendar(reading)
    if known_days(reading):
        spans = [one.span for one in (*found.durations, *found.ranges, *found.points, *found.windows)]
        found.durations = [
            one for one in found.durations if part_of_trip(reading, one.span, spans, length=True)
        ]
    length = _length(reading, found) or extra_days
    told_length = False
    ranges = _without_confirmations(reading, found.resolved_ranges(reading))
    if len(ranges) > 1 and OR.match(reading.view[ranges[0][2].span.end : ranges[1][2].span.start]):
        first, second = ranges[0], ranges[1]
        tell_window(reading, min(first[0], second[0]), max(first[1], second[1]),
                     Span(first[2].span.start, second[2].span.end))  # fmt: skip
        same = (first[1] - first[0]) == (second[1] - second[0])
        if same and not length:
            reading.change("dates.days", (first[1] - first[0]).days + 1, *ends(first[2].span))
    elif ranges:
        told_length = _tell_range(reading, ranges, length)
    elif found.points:
        _tell_points(reading, found, calendar, length)
    elif found.windows:
        told_length = tell_windows(reading, found.windows, length)
    if length and not told_length:
        problem = days_problem(length.days)
        if problem:
            reading.problem(problem, length.span)
        elif not (found.ranges and not ranges):
            reading.change("dates.days", length.days, *ends(length.span))
            if length.spread:
                words = reading.quote(*ends(length.span)).lower()
                reading.change("wishes", words, *ends(length.span), op="add")


def _length(reading: Reading, found: DatesFound) -> Duration | None:
    kept = [one for one in found.durations if not reading.replaced(one.span.start)]
    if len(kept) > 1 and corrected(reading, kept[-2].span.end, kept[-1].span.start):
        return kept[-1]
    return kept[0] if kept else None


def _without_confirmations(
    reading: Reading, ranges: list[tuple[dt.date, dt.date, Range]]
) -> list[tuple[dt.date, dt.date, Range]]:
    """ "Fri-Mon, 13-16 March": the dates hold, the weekdays only confirm them; else it is said."""
    dated = [one for one in ranges if not one[2].first.weekday]
    days = [one for one in ranges if one[2].first.weekday]
    if not dated or not days:
        return ranges
    for start, end, _ in days:
        if (start.weekday(), end.weekday()) != (dated[0][0].weekday(), dated[0][1].weekday()):
            reading.problem(
                f"{spoken_range(*dated[0][:2])} is {dated[0][0]:%A} to {dated[0][1]:%A}, not "
                f"{start:%A} to {end:%A}: which of the two holds?"
            )
            return []
    return dated


def _tell_range(
    reading: Reading, ranges: list[tuple[dt.date, dt.date, Range]], length: Duration | None
) -> bool:
    """Says start and end, or a window when the trip is shorter; True when the length is told too."""
    chosen = [ranges[0]]
    for one in ranges[1:]:
        if 0 <= (one[0] - chosen[-1][1]).days <= 1:
            chosen.append(one)
        elif corrected(reading, chosen[-1][2].span.end, one[2].span.start):
            chosen = [one]
    start, end = chosen[0][0], chosen[-1][1]
    span = Span(chosen[0][2].span.start, chosen[-1][2].span.end)
    days = (end - start).days + 1
    if length and length.days < days and (days - length.days > 1 or chosen[0][2].between):
        tell_window(reading, start, end, span)
        return False
    if length and length.days - days > 1:
        reading.problem(
            f"{spoken_range(start, end)} is {days} days, not {length.days}: which of the two holds?"
        )
        return True
    reading.change("dates.start", start, *ends(span))
    reading.change("dates.end", end, *ends(span))
    return True


def _tell_points(reading: Reading, found: DatesFound, calendar: Calendar, length: Duration | None) -> None:
    start: dt.date | None = None
    for point in found.points:
        begin = point.span.start
        before = reading.view[max(0, begin - 40) : begin]
        if reading.replaced(begin):
            continue
        part = found.parts.get(begin)
        day = day_meant(reading, calendar, point, part) if part else calendar.day(point, after=start)
        if day is None or (part is None and _is_day_within(reading, point, day)):
            continue
        problem = date_problem(day, reading.today)
        if problem:
            reading.problem(problem, point.span)
            continue
        if week := _WEEK_OF.search(before):
            first = day - _DAY * (day.weekday() - 4) if week["unit"].lower() != "week" else day
            span = Span(begin - len(week.group()), point.span.end)
            if week["unit"].lower() == "week":
                tell_window(reading, first, first + 6 * _DAY, span)
            else:
                reading.change("dates.start", first, *ends(span))
                reading.change("dates.end", first + 2 * _DAY, *ends(span))
        elif (
            (moved := _MOVED_TO.search(before))
            and reading.facts.dates.start
            and not _ENDS.search(moved.group())
        ):
            reading.change("dates.start", day, *ends(point.span))
            start = day
        elif part and reading.planned and (limit := _EARLIEST.search(before) or _LATEST.search(before)):
            limit_told(reading, Span(begin - len(limit.group()), point.span.end), day)
        elif match := _EARLIEST.search(before):
            earliest = day + _DAY if match.group().lower().startswith("after") else day
            reading.change("dates.earliest", earliest, begin - len(match.group()), point.span.end)
        elif match := _LATEST.search(before):
            latest = day - _DAY if "before" in match.group().lower() else day
            reading.change("dates.latest", latest, begin - len(match.group()), point.span.end)
        elif match := _AROUND.search(before):
            span = Span(begin - len(match.group()), point.span.end)
            stay = length.days - 1 if length else 6
            tell_window(reading, max(reading.today, day - 3 * _DAY), day + (3 + stay) * _DAY, span)
        elif part == "end" or (part != "start" and _is_end(reading, before, start)):
            known = start or reading.facts.dates.start
            begun = known is not None and known == reading.facts.dates.start
            problem = range_problem(known, day, reading.today, begun=begun) if known else None
            if problem:
                reading.problem(problem, point.span)
            else:
                reading.change("dates.end", day, *ends(point.span))
        elif start is None or corrected(reading, 0, begin):
            reading.change("dates.start", day, *ends(point.span))
            start = day


def _is_day_within(reading: Reading, point: Point, day: dt.date) -> bool:
    """Whether a day is one of the trip's, not its first or last: "the Louvre on Monday". What is to
    be seen then is noted as a wish."""
    dates = reading.facts.dates
    begin, end = point.span.start, point.span.end
    before = reading.view[max(0, begin - 40) : begin]
    sight = sight_before(reading, point)
    statement = reading.statement_around(point.span)
    words = reading.view[statement.start : statement.end]
    if sight is None:
        if {"dates.start", "dates.end"} & set(reading.asked):
            return False
        if any(pattern.search(before) for pattern in (_MADE, _END, _LEAVE)) or _MOVES.search(words):
            return False
        if dates.start is None or dates.end is None:
            return point.weekday and bool(_MEAL.search(words))
        inside = dates.start <= day <= dates.end
        if len(words.split()) < 4 or not (point.weekday or inside):
            return False
    elif dates.start is None and not point.weekday:
        return False
    if sight:
        reading.change("wishes", f"{sight} on {reading.view[begin:end].strip()}", *ends(point.span), op="add")
    return True


def _is_end(reading: Reading, before: str, start: dt.date | None) -> bool:
    if _END.search(before):
        return True
    if _LEAVE.search(before):
        return start is not None
    asked = set(reading.asked) & {"dates.start", "dates.end"}
    return asked == {"dates.end"} and start is None
