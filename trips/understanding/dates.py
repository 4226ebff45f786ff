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
_OR = re.compile(r"^\s*,?\s*or\s+(?:maybe\s+)?(?:from\s+)?(?:the\s+)?$", re.I)
_UNTIL = re.compile(r"^\s*(?:to|until|till|through|-)\s*$", re.I)
_MOVED_TO = re.compile(
    r"\b(?:mov(?:e|ing)|shift(?:ing)?|postpon(?:e|ing)|push(?:ing)?|reschedul(?:e|ing))\b[^.,;!?]{0,24}?\s(?:back\s+)?"
    r"(?:to|until|till)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
#: Speaks of when the trip is.
_MOVES = re.compile(
    r"\b(?:instead|mov(?:e|ing)|shift\w*|postpone\w*|chang(?:e|ing)|make\s+(?:it|that)|actually|rather|start\w*|"
    r"begin\w*|arriv\w*|leav\w*|depart\w*|return\w*|land\w*|fl(?:y|ight)\w*|from|until|till|home|trip|dates?|"
    r"travel\w*|earlier|later|go\s+on|coming|come)\b",
    re.IGNORECASE,
)
_DAY = dt.timedelta(days=1)


@dataclass
class DatesFound:
    """What the message says about time. `durations` loses those that turn out to be a city's nights."""

    ranges: list[Range] = field(default_factory=list)
    points: list[Point] = field(default_factory=list)
    windows: list[Window] = field(default_factory=list)
    durations: list[Duration] = field(default_factory=list)

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
    _read_past(reading)
    return DatesFound(ranges, points, windows, durations)


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
    length = _length(reading, found) or extra_days
    told_length = False
    ranges = _without_confirmations(reading, found.resolved_ranges(reading))
    if len(ranges) > 1 and _OR.match(reading.view[ranges[0][2].span.end : ranges[1][2].span.start]):
        first, second = ranges[0], ranges[1]
        _tell_window(reading, min(first[0], second[0]), max(first[1], second[1]),
                     Span(first[2].span.start, second[2].span.end))  # fmt: skip
        same = (first[1] - first[0]) == (second[1] - second[0])
        if same and not length:
            reading.change("dates.days", (first[1] - first[0]).days + 1, *_ends(first[2].span))
    elif ranges:
        told_length = _tell_range(reading, ranges, length)
    elif found.points:
        _tell_points(reading, found, calendar, length)
    elif found.windows:
        told_length = _tell_windows(reading, found.windows, length)
    if length and not told_length:
        problem = days_problem(length.days)
        if problem:
            reading.problem(problem, length.span)
        elif not (found.ranges and not ranges):
            reading.change("dates.days", length.days, *_ends(length.span))
            if length.spread:
                words = reading.quote(*_ends(length.span)).lower()
                reading.change("wishes", words, *_ends(length.span), op="add")


def _ends(span: Span) -> tuple[int, int]:
    return span.start, span.end


def _length(reading: Reading, found: DatesFound) -> Duration | None:
    kept = [one for one in found.durations if not reading.replaced(one.span.start)]
    if len(kept) > 1 and _corrected(reading, kept[-2].span.end, kept[-1].span.start):
        return kept[-1]
    return kept[0] if kept else None


def _corrected(reading: Reading, start: int, end: int) -> bool:
    """Whether the later of two values replaces the earlier: "3 days, no, 4", "from 4 days to 6"."""
    return bool(
        re.search(
            r"\b(?:actually|sorry|i\s+mean|no|rather|make|correction|wait|but\s+now|instead)\b|^\s*(?:to|"
            r"->|→)\s*$",
            reading.view[start:end],
            re.I,
        )
    )


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
        elif _corrected(reading, chosen[-1][2].span.end, one[2].span.start):
            chosen = [one]
    start, end = chosen[0][0], chosen[-1][1]
    span = Span(chosen[0][2].span.start, chosen[-1][2].span.end)
    days = (end - start).days + 1
    if length and length.days < days and (days - length.days > 1 or chosen[0][2].between):
        _tell_window(reading, start, end, span)
        return False
    if length and length.days - days > 1:
        reading.problem(
            f"{spoken_range(start, end)} is {days} days, not {length.days}: which of the two holds?"
        )
        return True
    reading.change("dates.start", start, *_ends(span))
    reading.change("dates.end", end, *_ends(span))
    return True


def _tell_points(reading: Reading, found: DatesFound, calendar: Calendar, length: Duration | None) -> None:
    start: dt.date | None = None
    for point in found.points:
        begin = point.span.start
        before = reading.view[max(0, begin - 40) : begin]
        if reading.replaced(begin):
            continue
        day = calendar.day(point, after=start)
        if day is None or _is_day_within(reading, point, day):
            continue
        problem = date_problem(day, reading.today)
        if problem:
            reading.problem(problem, point.span)
            continue
        if week := _WEEK_OF.search(before):
            first = day - _DAY * (day.weekday() - 4) if week["unit"].lower() != "week" else day
            span = Span(begin - len(week.group()), point.span.end)
            if week["unit"].lower() == "week":
                _tell_window(reading, first, first + 6 * _DAY, span)
            else:
                reading.change("dates.start", first, *_ends(span))
                reading.change("dates.end", first + 2 * _DAY, *_ends(span))
        elif (
            (moved := _MOVED_TO.search(before))
            and reading.facts.dates.start
            and not _ENDS.search(moved.group())
        ):
            reading.change("dates.start", day, *_ends(point.span))
            start = day
        elif match := _EARLIEST.search(before):
            earliest = day + _DAY if match.group().lower().startswith("after") else day
            reading.change("dates.earliest", earliest, begin - len(match.group()), point.span.end)
        elif match := _LATEST.search(before):
            latest = day - _DAY if "before" in match.group().lower() else day
            reading.change("dates.latest", latest, begin - len(match.group()), point.span.end)
        elif match := _AROUND.search(before):
            span = Span(begin - len(match.group()), point.span.end)
            stay = length.days - 1 if length else 6
            _tell_window(reading, max(reading.today, day - 3 * _DAY), day + (3 + stay) * _DAY, span)
        elif _is_end(reading, before, start):
            known = start or reading.facts.dates.start
            problem = range_problem(known, day, reading.today) if known else None
            if problem:
                reading.problem(problem, point.span)
            else:
                reading.change("dates.end", day, *_ends(point.span))
        elif start is None or _corrected(reading, 0, begin):
            reading.change("dates.start", day, *_ends(point.span))
            start = day


def _is_day_within(reading: Reading, point: Point, day: dt.date) -> bool:
    """Whether a day is one of the trip's, not its first or last: "the Louvre on Monday". What is to
    be seen then is noted as a wish."""
    dates = reading.facts.dates
    begin, end = point.span.start, point.span.end
    before = reading.view[max(0, begin - 40) : begin]
    sight = next(
        (
            name
            for span, name in reading.sights
            if span.end <= begin
            and re.fullmatch(r"\s*,?\s*(?:on\s+)?(?:the\s+)?", reading.view[span.end : begin])
        ),
        None,
    )
    statement = reading.statement_around(point.span)
    words = reading.view[statement.start : statement.end]
    if sight is None:
        if dates.start is None or dates.end is None or {"dates.start", "dates.end"} & set(reading.asked):
            return False
        if _MOVES.search(words) or _END.search(before) or _LEAVE.search(before):
            return False
        inside = dates.start <= day <= dates.end
        if len(words.split()) < 4 or not (point.weekday or inside):
            return False
    elif dates.start is None and not point.weekday:
        return False
    if sight:
        reading.change(
            "wishes", f"{sight} on {reading.view[begin:end].strip()}", *_ends(point.span), op="add"
        )
    return True


def _is_end(reading: Reading, before: str, start: dt.date | None) -> bool:
    if _END.search(before):
        return True
    if _LEAVE.search(before):
        return start is not None
    asked = set(reading.asked) & {"dates.start", "dates.end"}
    return asked == {"dates.end"} and start is None


def _tell_windows(reading: Reading, windows: list[Window], length: Duration | None) -> bool:
    """True when start and end say the length too."""
    sharp = [window for window in windows if not window.vague] or windows
    window = sharp[0]
    for other in sharp[1:]:
        if _OR.match(reading.view[window.span.end : other.span.start]) and window.latest and other.latest:
            joined = Span(window.span.start, other.span.end)
            earliest = min(window.earliest or other.latest, other.earliest or window.latest)
            window = Window(joined, earliest, max(window.latest, other.latest))
        elif _UNTIL.match(reading.view[window.span.end : other.span.start]) and other.latest:
            window = Window(Span(window.span.start, other.span.end), window.earliest, other.latest)
        elif _corrected(reading, window.span.end, other.span.start):
            window = other
        elif window.earliest is None or window.latest is None:
            # "after Easter but before June"
            window = Window(
                Span(window.span.start, other.span.end),
                window.earliest or other.earliest,
                window.latest or other.latest,
            )
        elif (
            other.earliest
            and other.latest
            and window.earliest <= other.earliest <= other.latest <= window.latest
        ):
            window = other  # "in April, over Easter": the narrower
    earliest, latest = window.earliest, window.latest
    days = (latest - earliest).days + 1 if earliest and latest else 0
    if window.core and earliest and latest:
        wanted = length.days if length else max(days, 1)
        slack = max(0, wanted - days) if length else 2 if days < 3 else 0
        earliest, latest = max(reading.today, earliest - slack * _DAY), latest + slack * _DAY
    problem = None
    if latest and latest < reading.today:
        words = re.sub(
            r"^(?:in|during|for)\s+(?:the\s+year\s+)?", "", reading.quote(*_ends(window.span)), flags=re.I
        )
        problem = f"{words[:1].upper()}{words[1:]} is in the past."
    elif earliest:
        problem = date_problem(max(earliest, reading.today), reading.today)
    if problem:
        reading.problem(problem, window.span)
        return False
    fits = length is not None and length.days == days
    if earliest and latest and ((window.exact and length is None) or fits):
        reading.change("dates.start", earliest, *_ends(window.span))
        reading.change("dates.end", latest, *_ends(window.span))
        return not fits
    if window.exact and length and earliest and latest and length.days > days:
        latest = earliest + (length.days - 1) * _DAY
        reading.change("dates.start", earliest, *_ends(window.span))
        return False
    _tell_window(reading, earliest, latest, window.span)
    return False


def _tell_window(reading: Reading, earliest: dt.date | None, latest: dt.date | None, span: Span) -> None:
    if earliest:
        reading.change("dates.earliest", earliest, *_ends(span))
    if latest:
        reading.change("dates.latest", latest, *_ends(span))
