"""Staff's charts: figures as rectangles for the SVG of the templates; the geometry is pure."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count

from memory.admin import figures

#: How many weeks may be asked for; the second is what one gets unasked.
WEEKS = (4, 12, 26)
#: Units of the picture; the page scales it.
WIDTH, HEIGHT = 640, 220
LEFT, RIGHT, TOP, BOTTOM = 44, 8, 8, 28
ROW, LABEL = 18, 110
#: Colours there are (static/css/staff.css); more series share them.
COLOURS = 8


@dataclass(frozen=True)
class Bar:
    x: int
    y: int
    width: int
    height: int
    colour: int
    says: str


@dataclass(frozen=True)
class Mark:
    """A word at an axis; `end` marks stand left of their place."""

    x: int
    y: int
    text: str
    anchor: str = "middle"


@dataclass(frozen=True)
class Chart:
    """A picture and the same in figures. `key` is its address on the page, `head` and `rows` the table."""

    key: str
    title: str
    says: str
    head: Sequence[str]
    rows: Sequence[Sequence[object]]
    legend: Sequence[tuple[int, str]] = ()
    bars: Sequence[Bar] = ()
    marks: Sequence[Mark] = ()
    lines: Sequence[int] = field(default=())  # heights of horizontal hairlines
    height: int = HEIGHT
    width: int = WIDTH

    @property
    def lines_to(self) -> int:
        return self.width - RIGHT

    @property
    def lines_from(self) -> int:
        return LEFT


def weeks_asked(text: str) -> int:
    return int(text) if text in map(str, WEEKS) else WEEKS[1]


def all_of(number: int) -> list[Chart]:
    """The page, over so many weeks."""
    weeks = figures.mondays(number)
    shares, sizes = figures.shares(), figures.brief_sizes()
    searches = figures.searches(weeks)
    return [
        columns("notes", "Notes written, by agent", "A column a week.", weeks, figures.notes_written(weeks)),
        side_by_side(
            "shares",
            "Pinned, shared and proposed",
            "Per cent of each agent's notes that stand or wait.",
            {row.agent: [row.per_cent(name) for name in ("pinned", "shared", "proposed")] for row in shares},
            ("pinned", "shared", "proposed"),
            unit="%",
            most=100,
        ),
        columns(
            "outcomes",
            "What extractions came to",
            f"Lines of answers a week, and extractions that failed; of the newest {figures.READ:,}.",
            weeks,
            figures.outcomes(weeks),
        ),
        side_by_side(
            "sizes",
            "Sizes of briefs",
            "Tokens (characters / 3) of the copies: the one in the middle, and the largest.",
            {row.agent: [row.middle, row.largest] for row in sizes},
            ("middle", "largest"),
        ),
        columns(
            "searches",
            "Searches",
            f"{searches.all:,} in all; {searches.nothing_found:,} found nothing; "
            f"the one in the middle took {searches.middle_ms} ms.",
            weeks,
            searches.by_agent,
        ),
    ]


# --- Geometry ------------------------------------------------------------------------------------


def columns(key: str, title: str, says: str, weeks: Sequence[dt.datetime], series: figures.Series) -> Chart:
    """Stacked columns, one a week."""
    dates = [f"{week:%d %b}" for week in weeks]
    head = ["week of", *series]
    rows = [[date, *(counts[index] for counts in series.values())] for index, date in enumerate(dates)]
    highest = max((sum(row[1:]) for row in rows), default=0)
    if not highest:
        return Chart(key, title, says, head, [])
    top = round_up(highest)
    room, step = HEIGHT - TOP - BOTTOM, (WIDTH - LEFT - RIGHT) / len(weeks)
    bars: list[Bar] = []
    for index, date in enumerate(dates):
        below = 0
        for colour, (name, counts) in enumerate(series.items()):
            low, below = below, below + counts[index]
            y, bottom = (TOP + room - round(room * part / top) for part in (below, low))
            if bottom > y:
                x, width = LEFT + round(step * index + step * 0.15), max(2, round(step * 0.7))
                bars.append(
                    Bar(x, y, width, bottom - y, colour % COLOURS, f"{name}, {date}: {counts[index]}")
                )
    every = math.ceil(len(weeks) / 12)
    marks = [
        Mark(LEFT + round(step * (index + 0.5)), HEIGHT - 10, date)
        for index, date in enumerate(dates)
        if index % every == 0
    ]
    heights = {TOP + room - round(room * part / 4): top * part / 4 for part in range(5)}
    marks += [Mark(LEFT - 6, y + 4, f"{value:,.4g}", "end") for y, value in heights.items()]
    legend = [(colour % COLOURS, name) for colour, name in enumerate(series)]
    return Chart(key, title, says, head, rows, legend, bars, marks, list(heights))


def side_by_side(
    key: str,
    title: str,
    says: str,
    groups: Mapping[str, Sequence[int]],
    names: Sequence[str],
    *,
    unit: str = "",
    most: int = 0,
) -> Chart:
    """Lying bars: a group of them a row, the number at the end of each."""
    highest = most or max((value for values in groups.values() for value in values), default=0)
    head = ["agent", *names]
    if not groups or not highest:
        return Chart(key, title, says, head, [])
    room = WIDTH - LABEL - 60
    bars: list[Bar] = []
    marks: list[Mark] = []
    y = TOP
    for label, values in groups.items():
        marks.append(Mark(LABEL - 8, y + ROW * len(values) // 2 + 4, label, "end"))
        for colour, value in enumerate(values):
            width = max(1, round(room * min(value, highest) / highest))
            bars.append(Bar(LABEL, y + 2, width, ROW - 4, colour % COLOURS, f"{label}, {names[colour]}"))
            marks.append(Mark(LABEL + width + 6, y + ROW - 5, f"{value:,}{unit}", "start"))
            y += ROW
        y += 8
    rows = [[label, *(f"{value:,}{unit}" for value in values)] for label, values in groups.items()]
    legend = list(enumerate(names))
    return Chart(key, title, says, head, rows, legend, bars, marks, height=y)


def round_up(number: int) -> int:
    """To 4, 8, 20, 40, 80, 200 …: a quarter of it is a round number too."""
    sizes = (first * 10**power for power in count() for first in (4, 8, 20))
    return next(size for size in sizes if size >= number)
