"""When, of windows: from "in April, over Easter" and how long they stay to changes of `dates.*`."""

from __future__ import annotations

import datetime as dt
import re

from trips.facts.limits import date_problem
from trips.understanding.date_windows import Window
from trips.understanding.durations import Duration
from trips.understanding.reading import Reading, Span

OR = re.compile(r"^\s*,?\s*or\s+(?:maybe\s+)?(?:from\s+)?(?:the\s+)?$", re.I)
_UNTIL = re.compile(r"^\s*(?:to|until|till|through|-)\s*$", re.I)
_DAY = dt.timedelta(days=1)


def tell_windows(reading: Reading, windows: list[Window], length: Duration | None) -> bool:
    """True when start and end say the length too."""
    sharp = [window for window in windows if not window.vague] or windows
    window = sharp[0]
    for other in sharp[1:]:
        if OR.match(reading.view[window.span.end : other.span.start]) and window.latest and other.latest:
            joined = Span(window.span.start, other.span.end)
            earliest = min(window.earliest or other.latest, other.earliest or window.latest)
            window = Window(joined, earliest, max(window.latest, other.latest))
        elif _UNTIL.match(reading.view[window.span.end : other.span.start]) and other.latest:
            window = Window(Span(window.span.start, other.span.end), window.earliest, other.latest)
        elif corrected(reading, window.span.end, other.span.start):
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
            r"^(?:in|during|for)\s+(?:the\s+year\s+)?", "", reading.quote(*ends(window.span)), flags=re.I
        )
        problem = f"{words[:1].upper()}{words[1:]} is in the past."
    elif earliest:
        problem = date_problem(max(earliest, reading.today), reading.today)
    if problem:
        reading.problem(problem, window.span)
        return False
    fits = length is not None and length.days == days
    if earliest and latest and ((window.exact and length is None) or fits):
        reading.change("dates.start", earliest, *ends(window.span))
        reading.change("dates.end", latest, *ends(window.span))
        return not fits
    if window.exact and length and earliest and latest and length.days > days:
        latest = earliest + (length.days - 1) * _DAY
        reading.change("dates.start", earliest, *ends(window.span))
        return False
    tell_window(reading, earliest, latest, window.span)
    return False


def tell_window(reading: Reading, earliest: dt.date | None, latest: dt.date | None, span: Span) -> None:
    """The trip lies within these days; either may be open."""
    if earliest:
        reading.change("dates.earliest", earliest, *ends(span))
    if latest:
        reading.change("dates.latest", latest, *ends(span))


def corrected(reading: Reading, start: int, end: int) -> bool:
    """Whether the later of two values replaces the earlier: "3 days, no, 4", "from 4 days to 6"."""
    return bool(
        re.search(
            r"\b(?:actually|sorry|i\s+mean|no|rather|make|correction|wait|but\s+now|instead)\b|^\s*(?:to|"
            r"->|→)\s*$",
            reading.view[start:end],
            re.I,
        )
    )


def ends(span: Span) -> tuple[int, int]:
    """Where it begins and ends, as a change takes them."""
    return span.start, span.end
