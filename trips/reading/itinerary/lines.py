"""Rows of an itinerary as days and items: which day, when, what kind, whose name."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from zoneinfo import ZoneInfo

from trips.catalogue.gazetteer import City
from trips.catalogue.matching import significant
from trips.reading import lexicon
from trips.reading.chart import Chart, Grammar, Rule, Span
from trips.reading.itinerary.forms import CELL, Row
from trips.reading.itinerary.names import KINDS, Names, bare, meaning
from trips.reading.itinerary.values import (
    MOST_DAYS,
    MOST_ITEMS,
    YEARS,
    WrittenDay,
    WrittenItem,
    WrittenItinerary,
)
from trips.reading.numbers import base
from trips.reading.tokens import Tokens, tokens_of
from trips.reading.values import Day, Money, Range, between, date_of
from trips.schemas import WEEKDAYS

#: Tokens of a row that are read; seconds of the processor for all rows.
_LONGEST_ROW, _PATIENCE = 250, 3.0
_PARTS = (CELL.strip(), ": ", " – ", " — ", " - ", " (", " / ")
_ABOUT = ("ride", "arriving", "homeward", "bed", "meal", "dayparts", "idle")
_CUTS = frozenset(", ; . and then".split())
#: Behind an hour that nobody calls morning.
_NOON = 7
#: A ride to somewhere as near as that changes no city, km.
_NEAR_KM = 60.0

Marks = list[Span]


def _clock(hour: int, minute: int = 0) -> dt.time | None:
    return dt.time(hour, minute) if 0 <= hour < 24 and 0 <= minute < 60 else None


def _signed(a: int, b: int | None = None) -> dt.time | None:
    """ "9h30", "17h"; "2 h" is a length."""
    return _clock(a, b or 0) if b is not None or a >= _NOON else None


def _half(a: int, b: dt.time) -> tuple[dt.time, dt.time] | None:
    """ "2-4 pm": both in one half of the day where that fits."""
    start = _clock(a + 12 if a + 12 <= b.hour else a)
    return (start, b) if start else None


_RULES = [
    [
        Rule("moment", "(at | from | around | about | by | @ | until)? <time:said>", lambda said: said),
        Rule("moment", "<int:a> <hour_sign> <int:b>?", _signed),
        Rule("moment", "(at | from | by | @ | until) <number>", lambda number: _clock(number + 12 * (number < _NOON))),
        Rule("day", "<dayname>? ,? <date>", lambda date: date, 1.2),
        Rule("day", "<dayname> ,? <int:a> / <int:b>", lambda a, b: Day(b, a) if b > 12 else Day(a, b), 1.2),
        Rule("day", "<dayname> ,? <day_number> (st | nd | rd | th)?", lambda dayname, day_number: Day(day_number, weekday=dayname), 1.1),
        Rule("length", "(about | around)? <number> - ? <hours_long>", lambda number, hours_long: number * hours_long),
        Rule("nights", "<number> night", lambda number: number),
    ],
    [
        Rule("hours", "<moment:a> (- | to | until | till) <moment:b>", lambda a, b: (a, b)),
        Rule("hours", "<int:a> (- | to) <moment:b>", _half),
        Rule("dates", "from? <day:a> (- | to | until | till) <day:b>", lambda a, b: between(a, b), 1.3),
        Rule("dates", "from? <day_number:a> (- | to) <day:b>", lambda a, b: between(Day(a), b) if b.weekday is None else None, 1.3),
        Rule("dates", "<month> <day_number:a> - <day_number:b> ,? <year>?", lambda month, a, b, year=None: Range(Day(a, month, year), Day(b, month, year)), 1.3),
        Rule("day", "<trip_day> (- | : | , | [)? <day> ]?", lambda trip_day, day: replace(day, number=trip_day.number), 1.3),
        Rule("day", "<trip_day>", lambda trip_day: trip_day),
        Rule("day", "<trip_day> (- | : | , | [) <dayname> ]?", lambda trip_day, dayname: replace(trip_day, weekday=dayname)),
    ],
]  # fmt: skip
_OUT = ("day", "dayname", "dates", "moment", "hours", "money", "nights", "length")
_GRAMMAR = Grammar(*base(), [*lexicon.rules("itinerary"), *lexicon.rules("edits", "meal")], *_RULES)


def itinerary_of(rows: list[Row], names: Names, today: dt.date) -> WrittenItinerary:
    """The itinerary that rows hold, as far as the processor's patience lasts."""
    reader, ends = _Reader(rows, names, today), time.thread_time() + _PATIENCE
    for row in rows:
        if time.thread_time() > ends or len(reader.days) > MOST_DAYS:
            reader.found.unread.append(f"Everything from “{row.text[:80]}”")
            break
        reader.read(row)
    del reader.days[MOST_DAYS:]
    return reader.found


class _Reader:
    def __init__(self, rows: list[Row], names: Names, today: dt.date) -> None:
        self.names, self.today = names, today
        self.found = WrittenItinerary()
        self.days = self.found.days
        named = (city for row in rows for city in names.cities(row.text[:400]))
        self.city: City | None = next(named, None) or names.city_of_sights(row.text[:200] for row in rows)
        self.early: list[WrittenItem] = []  # stays that are named before the first day

    @property
    def above(self) -> WrittenItem:
        """The last item; an empty one where there is none."""
        items = self.days[-1].items if self.days else self.early
        return items[-1] if items else WrittenItem()

    def read(self, row: Row) -> None:
        if row.utc and self.city and row.date and row.start:
            row = row.at(ZoneInfo(self.city.timezone))
        tokens = tokens_of(row.text, _LONGEST_ROW)
        chart = _GRAMMAR.parse(tokens, today=self.today)
        spans = chart.cover(*_OUT)
        said: dict[str, list[Any]] = {kind: [one.value for one in spans if one.kind == kind] for kind in _OUT}
        if chart.of("ceiling") and said["money"]:
            self.found.budget, self.found.currency = _sum(said["money"][-1])
            return
        if tokens.cut:
            self.found.unread.append(f"Everything after “{row.text[: tokens[-1].end][-80:]}”")
        days = [Day(date=row.date)] if row.date else self._days_of(tokens, chart, spans)
        if days:
            self._begin(days[0])
        stays = said["dates"][0] if said["dates"] else Range(Day(), days[1]) if days[1:] else None
        understood = False
        for i, j, mark in _pieces(tokens, spans):
            about = {one.kind: one.value for one in reversed(chart.of(*_ABOUT)) if i <= one.i and one.j <= j}
            text = _text(tokens, i, j, spans)
            if not bare(text) and not about.keys() & {"meal", "bed", "ride"}:
                continue
            for item in self._items(row, text, mark, about, said):
                understood = True
                if not self.days and item.start and item.kind != "stay":
                    self._begin(Day())  # of a plan of one day that nobody names
                if item.kind == "stay":
                    self._span(item, row, stays)
                if item is not self.above and (self.days or item.kind == "stay"):
                    items = (
                        self.early if not self.days or self._heads(item, row, days) else self.days[-1].items
                    )
                    items += [item] if len(items) < MOST_ITEMS else []
        if not understood:
            self._rest(row, _text(tokens, 0, len(tokens), spans), stays, new=bool(days))

    # --- days -------------------------------------------------------------------------------------

    def _days_of(self, tokens: Tokens, chart: Chart, spans: Marks) -> list[Day]:
        """Days that a row names; a weekday alone only where it begins the row."""
        found: list[Day] = []
        for span in spans:
            first = not bare(" ".join(token.text for token in tokens.all[: span.i]))
            named = chart.at("dayname", span.i)
            day = span.value if span.kind == "day" else Day()
            if span.kind == "day" or (span.kind == "dayname" and first):
                found.append(replace(day, weekday=named.value) if named else day)
        return found

    def _begin(self, said: Day) -> None:
        """A day begins, unless it is the one at hand."""
        before = self.days[-1] if self.days else WrittenDay()
        date = said.on(before.date or self.today) if said.day or said.date else None
        date = date if date and date.year in YEARS else None
        if date and said.weekday not in (None, date.weekday()) and not (said.year or before.date):
            later = date_of(date.year + 1, date.month, date.day)  # a plan of the year after
            date = later if later and later.weekday() == said.weekday else date
        weekday = None if said.weekday is None else WEEKDAYS[said.weekday]
        number = said.number if said.number and said.number <= MOST_DAYS else None
        on = WEEKDAYS[before.date.weekday()] if before.date and weekday else before.weekday
        if self.days and (before.date == date if date else (on, before.number) == (weekday, number)):
            return
        city = self.city.name if self.city else ""
        self.days.append(WrittenDay(date=date, weekday=weekday, number=number, city=city, items=self.early))
        self.early = []

    def _span(self, item: WrittenItem, row: Row, said: Range | None) -> None:
        """From when to when a stay is, as far as its row says."""
        first = (self.days[-1].date if self.days else None) or self.today
        item.since = said.start.on(first) if said else None
        item.until = row.until or (said.end.on(item.since or first) if said else None)
        if item.since and not self.days:
            self._begin(Day(date=item.since))

    def _heads(self, item: WrittenItem, row: Row, days: list[Day]) -> bool:
        """Is it a heading over the days that follow: "Hoi An (2 nights, Hotel Anantara)"?"""
        city = self.names.city(item.city) if item.kind == "stay" else None
        if city is None or city == self.city or row.listed or days or item.start:
            return False
        self.city = city
        return True

    def _rest(self, row: Row, text: str, stays: Range | None, *, new: bool) -> None:
        """A row without an item: the dates of the stay above, a city, or words that nobody understands."""
        if stays and self.above.kind == "stay" and self.above.until is None:
            self._span(self.above, row, stays)
        elif cities := self.names.cities(text):
            self._go_to(cities[0], fresh=True)
        elif self.days and not new and bare(text):
            self.found.unread.append(row.text[:200])

    def _go_to(self, city: City, *, fresh: bool = False) -> None:
        """From here on in another city; the day is its where nothing else was done on it."""
        self.city = city
        if self.days and not (fresh and any(item.kind != "stay" for item in self.days[-1].items)):
            self.days[-1].city = city.name

    # --- items ------------------------------------------------------------------------------------

    def _items(
        self, row: Row, text: str, mark: Any, about: dict[str, Any], said: dict[str, list[Any]]
    ) -> Iterator[WrittenItem]:
        """What one piece of a row names: a ride, a stay, a meal, time off, or sights."""
        start, end = mark if isinstance(mark, tuple) else (mark, None)
        start, end = row.start or start, row.end or end
        if start and said["length"] and not end:
            end = _later(start, said["length"][0])
        amount, currency = _sum(said["money"][0]) if said["money"] else (None, "")
        item = WrittenItem(
            start=start, end=end, part=about.get("dayparts", ""), amount=amount, currency=currency,
            nights=next((one for one in said["nights"] if 0 < one <= MOST_DAYS), None),
            city=self.city.name if self.city else "",
        )  # fmt: skip
        if "arriving" in about and start and self.above.kind == "ride" and "ride" not in about:
            self.above.end = self.above.end or start
            yield self.above
        elif ride := self._ride(item, text, about):
            yield ride
        else:
            yield from self._stop(item, row, text, about)

    def _ride(self, item: WrittenItem, text: str, about: dict[str, Any]) -> WrittenItem | None:
        """A way from city to city, home, or a landing."""
        arrives = "arriving" in about and item.start is not None
        mode = about.get("ride") or ("flight" if arrives else None)
        if mode is None or "meal" in about:
            return None
        cities, here = self.names.cities(text, due=True), self.city
        away = [city for city in cities if city != here]
        sights = self.names.places(text, here, alone=False)
        if not (away or "homeward" in about or arrives or (mode in ("flight", "train") and not sights)):
            return None
        item.kind, item.mode, item.name = "ride", mode, bare(text)[:200]
        if arrives and len(cities) < 2:
            item.start, item.end = (None, item.start) if item.end is None else (item.start, item.end)
            origin, target = None, next(iter(cities), here)
        else:
            origin, target = cities[:2] if len(cities) > 1 else (self._slept_in(), next(iter(away), None))
        item.origin = origin.name if origin else ""
        if target and "homeward" not in about:
            item.destination = target.name
            if here is None or target.distance_to(here) > _NEAR_KM:
                self._go_to(target)
        return item

    def _slept_in(self) -> City | None:
        """Where the first ride of a day begins, though its heading says where it ends."""
        begun = len(self.days) < 2 or any(item.kind != "stay" for item in self.days[-1].items)
        return self.city if begun else self.names.city(self.days[-2].city) or self.city

    def _stop(self, item: WrittenItem, row: Row, text: str, about: dict[str, Any]) -> Iterator[WrittenItem]:
        parts = [part for part in _split(text) if bare(part)]
        alone = bool(item.start or item.part or row.listed or about.keys() & {"meal", "bed"})
        others = [city for city in self.names.cities(text) if city != self.city]
        found = (
            (city, rows)
            for city in (self.city, *others)
            for part in parts
            if (rows := self.names.places(part, city, alone=alone))
        )
        city, rows = next(found, (None, []))
        said = next((bare(one.split(",")[0]) for one in parts if set(significant(bare(one))) - KINDS), "")[
            :120
        ]
        item.name, item.city = (rows[0].name if rows else said), city.name if city else item.city
        if "bed" in about and "meal" not in about and (not rows or rows[0].kind == "stay"):
            item.kind, item.leaves = "stay", about["bed"] == "out"
            item.city = others[0].name if others and not rows else item.city
            yield item
        elif "meal" in about or (rows and rows[0].kind == "food"):
            late = item.start is not None and item.start.hour >= 11 and about.get("meal") == "breakfast"
            item.kind, item.meal = "meal", _meal_at(item) if late else about.get("meal") or _meal_at(item)
            yield item
        elif "idle" in about and not rows:
            item.kind = "free"
            yield item
        elif rows or ((item.start or (row.listed and self.days)) and meaning(said)):
            yield item
            more = rows[1:] if item.end is None else []
            yield from (WrittenItem(name=one.name, city=item.city, part=item.part) for one in more)


def _pieces(tokens: Tokens, spans: Marks) -> Iterator[tuple[int, int, Any]]:
    """A row in parts of one time each, cut where words part them: behind what leads up to the next time, or, where
    times follow their things, behind the last one."""
    marks = [one for one in spans if one.kind in ("moment", "hours")]
    inside = {at for one in spans for at in range(one.i, one.j)}
    follow = bool(marks) and bool(bare(_text(tokens, 0, marks[0].i, spans)))
    begins = 0
    for mark, after in zip(marks, marks[1:], strict=False):
        cuts = [at for at in range(mark.j, after.i) if tokens[at].norm in _CUTS and at not in inside]
        ends = (cuts[0] if follow else cuts[-1]) + 1 if cuts else after.i
        yield begins, ends, mark.value
        begins = ends
    yield begins, len(tokens), marks[-1].value if marks else None


def _text(tokens: Tokens, i: int, j: int, spans: Marks) -> str:
    """What stands there besides times, days and sums, as typed."""
    out = {at for one in spans for at in range(one.i, one.j)}
    runs: list[tuple[int, int]] = []
    for at in (at for at in range(i, j) if at not in out):
        begins = runs.pop()[0] if runs and at - 1 not in out else tokens[at].start
        runs.append((begins, tokens[at].end))
    return " ".join(tokens.text[begins:ends] for begins, ends in runs)


def _split(text: str) -> list[str]:
    parts = [text]
    for mark in _PARTS:
        parts = [one for part in parts for one in part.split(mark)]
    return parts


def _sum(money: Money) -> tuple[Any, str]:
    return (money.amount if money.amount < 10**7 else None), (money.currencies or ("",))[0]


def _meal_at(item: WrittenItem) -> str:
    """Which meal a restaurant is for, by the hour."""
    hour = item.start.hour if item.start else {"morning": 9, "evening": 19}.get(item.part, 12)
    return "breakfast" if hour < 11 else "lunch" if hour < 17 else "dinner"


def _later(start: dt.time, minutes: int) -> dt.time | None:
    end = dt.datetime.combine(dt.date(2000, 1, 1), start) + dt.timedelta(minutes=min(minutes, 1_440))
    return end.time() if end.day == 1 else None
