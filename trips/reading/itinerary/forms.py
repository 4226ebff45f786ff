"""A pasted itinerary of any form as rows of words: a calendar, JSON, a table, or lines of text."""

from __future__ import annotations

import csv
import datetime as dt
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Literal

from icalendar import Calendar, Component

from trips.reading.itinerary.values import YEARS

#: Of a text; of JSON, how deep; of rows; of a cell in the first row of comma separated values.
MOST_BYTES, DEEPEST, MOST_ROWS, LONGEST_HEAD = 100_000, 12, 400, 25
CELL = " | "
_CALENDAR = "BEGIN:VCALENDAR"
#: JSON begins a line, behind at most three others ("check this, please").
_JSON = re.compile(r"(?:[^\n]*\n){0,3}?\s*(?=[\[{])")
_TIME = re.compile(r"\d{1,2}([:.h]\d\d)?\s*([ap]\.?m\.?)?", re.I)
_BULLET = re.compile(r"\s*(?:[-*•+–—▪◦]|\d{1,2}[.)](?=\s))\s+|\s{2,}")
_MARKUP = re.compile(r"[*_`#>~]+|[\u2190-\u21ff\u2300-\u27bf\ufe0f\U0001f000-\U0001faff]")
_ARROW = re.compile(r"\s*(?:->|→|⇒|➔)\s*")
_RULE = re.compile(r"[\s|:=*_–—-]*")
_SENTENCE = re.compile(
    r"(?<=[^\W\d_]{3}[.!?])\s+(?=[^\W\d_a-z])|(?<=\d{4}[.!?])\s+|(?<=[ap]m[.!?])\s+"
    r"|(?<=[;:,.])\s+(?=(?:Day \d|Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*\b[^,;]*\d)"  # days in one line
)
_GRID = re.compile(r"morning|afternoon|evening|breakfast|lunch|dinner", re.I)


class NotRead(ValueError):
    """The text is too large, too deep or broken; the message is a sentence for people."""


@dataclass(frozen=True, slots=True)
class Row:
    """`listed`: of a list or a table, so that its words alone name something. The rest is what a calendar
    says outright; `until` of what ends on a later day."""

    text: str
    listed: bool = False
    date: dt.date | None = None
    start: dt.time | None = None
    end: dt.time | None = None
    until: dt.date | None = None
    utc: bool = False

    def at(self, zone: dt.tzinfo) -> Row:
        """The local hours of an event that was written in UTC."""
        first, last = (
            dt.datetime.combine(date or dt.date.min, hour or dt.time(12), dt.UTC).astimezone(zone)
            for date, hour in ((self.date, self.start), (self.until or self.date, self.end))
        )
        until = last.date() if last.date() > first.date() else None
        return replace(self, date=first.date(), start=first.time(), end=self.end and last.time(), until=until)


def form_of(text: str) -> tuple[Literal["calendar", "json", "text"], str]:
    """What a text is, from where that begins."""
    if (begins := text.upper().find(_CALENDAR)) >= 0:
        return "calendar", text[begins:].strip()
    if text.rstrip()[-1:] in ("}", "]") and (lead := _JSON.match(text)):
        return "json", text[lead.end() :].strip()
    return "text", text


def rows_of(text: str) -> tuple[list[Row], list[str]]:
    """Its rows, and what of it can't be one. Raises NotRead."""
    if len(text.encode(errors="replace")) > MOST_BYTES:
        raise NotRead(f"This is more than {MOST_BYTES // 1000} kB of text.")
    kind, bare = form_of(text)
    unread: list[str] = []
    if kind == "calendar":
        rows = list(_of_calendar(bare, unread))
    else:
        rows = list(_of_json(loaded(bare))) if kind == "json" else _of_table(bare) or list(_of_lines(bare))
    if len(rows) > MOST_ROWS:
        unread.append(f"Everything after “{rows[MOST_ROWS - 1].text[:80]}”")
    return rows[:MOST_ROWS], unread


def loaded(text: str) -> Any:
    """JSON of a bounded depth. Raises NotRead."""
    depth = deepest = 0
    for mark in re.findall(r"\"(?:\\.|[^\"\\])*+\"|[\[\]{}]", text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(mark, 0)
        deepest = max(deepest, depth)
    if deepest > DEEPEST:
        raise NotRead(f"This JSON is more than {DEEPEST} levels deep.")
    try:
        return json.loads(text)
    except ValueError as error:
        raise NotRead("This looks like JSON, and is broken.") from error


def _of_calendar(text: str, unread: list[str]) -> Iterator[Row]:
    """Its events in order of time. What repeats is not followed."""
    try:
        events = [one for one in Calendar.from_ical(text).walk("VEVENT") if "DTSTART" in one]
        events.sort(key=lambda one: _naive(one.decoded("DTSTART")))
        for event in events:
            if {"RRULE", "RDATE"} & set(event):
                unread.append(f"{event.get('SUMMARY', '')}: it repeats, and only single events are read")
            elif _naive(event.decoded("DTSTART")).year in YEARS:
                yield _event(event)
    except (ValueError, TypeError, AttributeError, KeyError, IndexError) as error:
        raise NotRead("This calendar is broken.") from error


def _event(event: Component) -> Row:
    start, end = event.decoded("DTSTART"), event.decoded("DTEND", None)
    first, last = _naive(start), _naive(end or start)
    last = last if last.year in YEARS else first
    timed = isinstance(start, dt.datetime)
    return Row(
        CELL.join(filter(None, (str(event.get(name, "")) for name in ("SUMMARY", "LOCATION")))),
        listed=True,
        date=first.date(),
        start=first.time() if timed else None,
        end=last.time() if timed and end else None,
        until=last.date() if last.date() - first.date() > dt.timedelta(days=0 if timed else 1) else None,
        utc=timed and start.tzinfo is not None and start.utcoffset() == dt.timedelta(),
    )


def _naive(moment: dt.date) -> dt.datetime:
    """The local time that was written, whatever its zone."""
    return dt.datetime.combine(moment, moment.time() if isinstance(moment, dt.datetime) else dt.time())


def _of_json(value: Any) -> Iterator[Row]:
    """Every object's plain values are a row, in order; those of its lists and objects follow."""
    if isinstance(value, list):
        for one in value:
            yield from _of_json(one)
    elif isinstance(value, dict):
        plain = {key: str(one) for key, one in value.items() if isinstance(one, str | int | float)}
        cells = [f"budget {one}" if "budget" in key.casefold() else one for key, one in plain.items()]
        if cells:
            yield Row(_joined(cells), listed=len(plain) > 1)
        yield from _of_json([one for key, one in value.items() if key not in plain])
    elif isinstance(value, str):
        yield Row(value, listed=True)


def _of_table(text: str) -> list[Row]:
    """Markdown, tabs, semicolons or commas; [] for anything else."""
    lines = [line for line in text.splitlines() if not _RULE.fullmatch(line)]
    for mark in "|\t;,":
        cells = [_cells(line, mark) for line in lines]
        head = cells[0] if len(cells) > 2 else []
        alike = sum(len(row) > 1 and abs(len(row) - len(head)) <= 1 for row in cells)
        prose = mark in ";," and (len(head) < 3 or any(len(one) > LONGEST_HEAD or "." in one for one in head))
        if len(head) > 1 and all(head[1:]) and alike >= 0.8 * len(cells) and not prose:
            return list(_table_rows(cells))
    return []


def _cells(line: str, mark: str) -> list[str]:
    row = line.strip().strip("|").split("|") if mark == "|" else next(csv.reader([line], delimiter=mark))
    return [cell.strip() for cell in row]


def _table_rows(cells: list[list[str]]) -> Iterator[Row]:
    """A row each; of a grid of days and their parts a row each cell."""
    head, *body = cells
    if sum(bool(_GRID.search(cell)) for cell in head) < 2:
        yield from (Row(_joined(row), listed=True) for row in body)
        return
    yield Row(head[0])
    for row in body:
        yield Row(row[0])
        named = zip(head[1:], row[1:], strict=False)
        yield from (Row(f"{name}: {cell}", listed=True) for name, cell in named if cell)


def _joined(cells: list[str]) -> str:
    """Cells as one line; a time behind a time is its end."""
    text = ""
    for before, cell in pairwise(["", *(cell.strip() for cell in cells)]):
        both = _TIME.fullmatch(before) and _TIME.fullmatch(cell)
        text += f"{' - ' if both else CELL if text else ''}{cell}" if cell else ""
    return text


def _of_lines(text: str) -> Iterator[Row]:
    for line in text.splitlines():
        bullet = _BULLET.match(line)
        bare = _MARKUP.sub(" ", _ARROW.sub(", ", line[bullet.end() :] if bullet else line))
        if not _RULE.fullmatch(bare):
            yield from (Row(one.strip(), listed=bool(bullet)) for one in _SENTENCE.split(bare.strip()))
