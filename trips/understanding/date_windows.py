"""Stretches of time that are no exact dates: "in April", "mid-July", "first week of June", "Easter",
"next weekend", "this summer"."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass

from trips.understanding.calendar_words import (
    DOUBTFUL_MONTHS,
    FEAST_PATTERNS,
    LUNAR_NEW_YEAR,
    MONTH,
    SEASONS,
    last_of_month,
    month_number,
    nth_weekday,
)
from trips.understanding.counting import COUNT, count, ordinal
from trips.understanding.reading import Reading, Span

_YEAR = r"(?:,?\s+(?:of\s+|in\s+)?(?P<y>20\d\d)(?!\d|\s*(?:euros?|dollars?|usd|eur|€|\$|£)))?"
_NEXT_YEAR = r"(?:,?\s+(?P<ny>next|this)\s+year)?"
_RANK = r"first|second|third|fourth|fifth|last|1st|2nd|3rd|4th|5th"
_RANK_IN_MONTH = re.compile(
    rf"\b(?:the\s+)?(?P<rank>{_RANK})(?:\s+(?:or|and)\s+(?P<rank2>{_RANK}))?\s+(?:(?P<many>{COUNT})\s+)?"
    rf"(?P<unit>week-?ends?|weeks?|half)\s+(?:of|in)\s+(?:(?P<which>this|"
    rf"next)\s+)?(?P<m>{MONTH}){_YEAR}{_NEXT_YEAR}",
    re.IGNORECASE,
)
_PART_WORD = (
    r"early|(?:the\s+)?(?:beginning|start|middle|end|first\s+half|second\s+half)\s+of|mid(?:dle)?|late"
    r"|anfang|mitte|ende|début|mi|fin|principios\s+de|mediados\s+de|finales\s+de"
)
_PART_OF_MONTH = re.compile(
    rf"\b(?P<part>{_PART_WORD})[\s-]*(?:in\s+|of\s+)?(?:(?P<which>this|next|the)\s+)?(?P<m>{MONTH}|month\b)"
    rf"{_YEAR}{_NEXT_YEAR}",
    re.IGNORECASE,
)
_MONTHS = re.compile(
    rf"(?P<lead>\b(?:sometime\s+in|any\s*time\s+in|in|during|for|around|from|between|of|since|by|before|"
    rf"after|until|"
    rf"either|throughout|en|im|dans|a|over)\s+(?:the\s+month\s+of\s+)?)?(?:(?P<which>this|next|coming)\s+)?"
    rf"\b(?P<m>{MONTH})(?P<y1>\s+20\d\d)?(?:\s*(?P<join>-|/|or|to|until|till|through|and|&|o|ou|oder|bis)\s*"
    rf"(?:early\s+|late\s+|mid-?\s*)?(?P<m2>{MONTH}))?{_YEAR}{_NEXT_YEAR}",
    re.IGNORECASE,
)
_SEASON = re.compile(
    r"\b(?P<lead>(?:in|during|over|for|this|next|coming|throughout|im|en|au|à|of)\s+(?:the\s+)?)?"
    r"(?:(?P<part>early|mid|late|end\s+of(?:\s+the)?)[\s-]*)?"
    rf"(?P<s>{'|'.join(sorted(SEASONS, key=len, reverse=True))})\b"
    rf"(?:\s+(?:of\s+)?(?P<y>20\d\d))?{_NEXT_YEAR}",
    re.IGNORECASE,
)
_WEEK = re.compile(
    r"\b(?P<which>this\s+coming|this|next|coming|the\s+following)\s+(?:long\s+)?(?P<unit>week-?end|week|"
    r"month|year)\b"
    r"(?P<after>\s+but\s+one)?|\b(?:the\s+)?(?P<skip>week-?end|week|month)\s+after\s+next\b"
    r"|(?:\b(?:in|for|during)\s+(?:the\s+year\s+)?(?P<year>20\d\d)\b|\b(?:in\s+the\s+|the\s+)?year\s+(?P<year2>[12]\d{3})\b"
    r"|\bin\s+(?P<year3>1[89]\d\d|2[1-9]\d\d)(?=\s*(?:$|[.,;!?]|with\b|for\b|and\b)))"
    r"(?!\s*(?:euros?|dollars?|usd|eur|€|\$|£|yen|pounds?))",
    re.IGNORECASE,
)
_GO_TO = re.compile(
    r"\b(?:(?:go(?:ing)?|travel(?:l?ing)?|fly(?:ing)?|trip|flight|journey|tickets?|drive|head(?:ing)?|holiday|vacation|weekend|move|"
    r"get|days?|nights?|weeks?)\s+(?:to|on)|visit(?:ing)?|see(?:ing)?|explor(?:e|ing))\s+(?:the\s+|planet\s+){0,2}$",
    re.IGNORECASE,
)
_DAY_OF_IT = re.compile(r"\b\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:the\s+)?$", re.I)
_BESIDE = re.compile(
    r"\b(?:the\s+)?(?P<size>week-?end|week|few\s+days|days)?\s*(?P<side>before|after)\s+(?:the\s+)?$", re.I
)
_FEAST_YEAR = re.compile(r",?\s*(20\d\d)\b|\s+(next|this)\s+year\b", re.IGNORECASE)
#: A month with fewer days left than this means the one of the next year.
_DAYS_LEFT = 5


@dataclass(frozen=True)
class Window:
    """The trip lies within `earliest` and `latest`. `exact`: these are its first and last day.
    `core`: a feast's own days, around which a longer trip may reach out of the window."""

    span: Span
    earliest: dt.date | None
    latest: dt.date | None
    exact: bool = False
    core: bool = False
    vague: bool = False  # a whole year: only when nothing better is said


def read_named_windows(reading: Reading) -> list[Window]:
    """Ranks and parts of months, feasts, this and next weekend: read before single days are."""
    found: list[Window] = []
    found += _feasts(reading)
    for match in reading.find(_RANK_IN_MONTH):
        found.append(_ranked(match, reading))
    for match in reading.find(_PART_OF_MONTH):
        if match["m"].lower() != "month" or match["which"]:
            found.append(_part_of_month(match, reading))
    for match in reading.find(_WEEK, claim=False):
        if window := _week(match, reading):
            found.append(window)
            reading.claim(*match.span())
    return found


def read_months(reading: Reading) -> list[Window]:
    """Whole months and seasons: read after single days, to which most names of months belong."""
    found: list[Window] = []
    for match in reading.find(_MONTHS, claim=False):
        if _is_month(match, reading):
            window = _months(match, reading)
            reading.claim(*match.span())
            if not reading.replaced(match.start()) and window:
                found.append(window)
    for match in reading.find(_SEASON, claim=False):
        if match["lead"] or match["y"] or match["part"] or match["s"].lower() not in {"fall", "spring"}:
            reading.claim(*match.span())
            found.append(_season(match, reading))
    return found


def coming_month(
    month: int, today: dt.date, year: int | None = None, which: str = "", first: bool = True
) -> tuple[int, dt.date]:
    """The year meant by a month without one, and its first day that is not past."""
    if year is None:
        year = today.year
        left = (last_of_month(year, month) - today).days
        if left < (_DAYS_LEFT if first else 0) or (which == "next" and month == today.month):
            year += 1
    return year, max(today, dt.date(year, month, 1)) if year >= today.year else dt.date(year, month, 1)


def stated_year(match: re.Match[str], today: dt.date) -> int | None:
    groups = match.groupdict()
    for name in ("y", "y1"):
        if groups.get(name):
            return int(groups[name])
    if groups.get("ny"):
        return today.year + (groups["ny"].lower() == "next")
    return None


def _ranked(match: re.Match[str], reading: Reading) -> Window:
    month = month_number(match["m"])
    year, _ = coming_month(
        month, reading.today, stated_year(match, reading.today), (match["which"] or "").lower()
    )
    rank = -1 if match["rank"].lower() == "last" else ordinal(match["rank"]) or 1
    span = Span(*match.span())
    unit = match["unit"].lower()
    last = last_of_month(year, month)
    if unit.startswith("weekend") or unit.startswith("week-end"):
        saturday = nth_weekday(year, month, 5, rank)
        return Window(span, saturday - dt.timedelta(days=1), saturday + dt.timedelta(days=1), exact=True)
    if unit == "half":
        middle = dt.date(year, month, 15)
        return Window(span, dt.date(year, month, 1), middle) if rank == 1 else Window(
            span, middle + dt.timedelta(days=1), last
        )  # fmt: skip
    size = 7 * (count(match["many"]) or 1) if match["many"] else 7
    size = min(size, last.day)
    if rank == -1:
        return Window(span, last - dt.timedelta(days=size - 1), last)
    start = dt.date(year, month, min(1 + 7 * (rank - 1), last.day - 6))
    second = ordinal(match["rank2"]) if match["rank2"] and match["rank2"].lower() != "last" else None
    end = start + dt.timedelta(days=size - 1 + 7 * max(0, (second or rank) - rank))
    return Window(span, start, min(end, last))


def _part_of_month(match: re.Match[str], reading: Reading) -> Window:
    today = reading.today
    which = (match["which"] or "").lower()
    if match["m"].lower() == "month":
        shift = today.month - 1 + (which == "next")
        year, month = today.year + shift // 12, shift % 12 + 1
    else:
        month = month_number(match["m"])
        year, _ = coming_month(month, today, stated_year(match, today), which)
    part = " ".join(match["part"].lower().split()).removeprefix("the ")
    last = last_of_month(year, month).day
    if part.startswith(("early", "beginning", "start", "anfang", "début", "principios")):
        first, end = 1, 10
    elif part.startswith(("mid", "mitte", "mi", "mediados")):
        first, end = 11, 20
    elif part.startswith("first half"):
        first, end = 1, 15
    elif part.startswith("second half"):
        first, end = 16, last
    else:
        first, end = 21, last
    start = dt.date(year, month, first)
    if start < today <= dt.date(year, month, end):
        start = today
    return Window(Span(*match.span()), start, dt.date(year, month, end))


def _feasts(reading: Reading) -> list[Window]:
    found = []
    for match in reading.find(LUNAR_NEW_YEAR):
        for year in (reading.today.year, reading.today.year + 1):
            days = [
                holiday.date
                for holiday in reading.gazetteer.holidays("CN", year)
                if "New Year" in holiday.name and holiday.date.month < 4 and holiday.date.day != 1
            ]
            if days and min(days) >= reading.today:
                found.append(Window(Span(*match.span()), min(days), max(days), core=True))
                break
    for pattern, days_of in FEAST_PATTERNS:
        for match in reading.find(pattern, claim=False):
            end, year = match.end(), None
            if told := _FEAST_YEAR.match(reading.view, end):
                end = told.end()
                year = int(told[1]) if told[1] else reading.today.year + (told[2].lower() == "next")
            if year is None:
                year = reading.today.year
                while days_of(year)[0] < reading.today:
                    year += 1
            first, last = days_of(year)
            start = match.start()
            window = Window(Span(start, end), first, last, core=True)
            if beside := _BESIDE.search(reading.view[max(0, start - 40) : start]):
                start -= len(beside.group())
                window = _beside(beside, Span(start, end), first, last)
            reading.claim(start, end)
            if not reading.replaced(start):
                found.append(window)
    return found


def _beside(match: re.Match[str], span: Span, first: dt.date, last: dt.date) -> Window:
    """The time before or after a feast."""
    size = (match["size"] or "").lower()
    week = dt.timedelta(days=7)
    day = dt.timedelta(days=1)
    before = match["side"].lower() == "before"
    if size.startswith("weekend") or size.startswith("week-end"):
        sunday = first - dt.timedelta(days=first.weekday() + 1) if before else last + dt.timedelta(
            days=(6 - last.weekday()) % 7 or 7
        )  # fmt: skip
        return Window(span, sunday - 2 * day, sunday, exact=True)
    if size:
        return Window(span, first - week, first - day) if before else Window(span, last + day, last + week)
    return Window(span, None, first - day) if before else Window(span, last + day, None)


def _week(match: re.Match[str], reading: Reading) -> Window | None:
    today, span = reading.today, Span(*match.span())
    if told := match["year"] or match["year2"] or match["year3"]:
        year = int(told)
        start = max(today, dt.date(year, 1, 1)) if year == today.year else dt.date(year, 1, 1)
        return Window(span, start, dt.date(year, 12, 31), vague=True)
    which = " ".join((match["which"] or "").lower().split())
    unit = (match["unit"] or match["skip"]).lower().replace("-", "")
    ahead = 2 if match["skip"] or match["after"] else 1 if which in {"next", "the following"} else 0
    if unit == "year":
        year = today.year + ahead
        return Window(span, max(today, dt.date(year, 1, 1)), dt.date(year, 12, 31), vague=True)
    if unit == "month":
        if _DAY_OF_IT.search(reading.view[max(0, span.start - 12) : span.start]):
            return None  # "the 12th of next month" is a day
        shift = today.month - 1 + ahead
        first = dt.date(today.year + shift // 12, shift % 12 + 1, 1)
        return Window(span, max(today, first), last_of_month(first.year, first.month))
    monday = today - dt.timedelta(days=today.weekday()) + dt.timedelta(days=7 * ahead)
    if unit == "week":
        return Window(span, max(today, monday), monday + dt.timedelta(days=6))
    friday, sunday = monday + dt.timedelta(days=4), monday + dt.timedelta(days=6)
    return Window(span, max(today, friday), sunday, exact=True)


def _is_month(match: re.Match[str], reading: Reading) -> bool:
    word = match["m"].rstrip(".")
    if word.lower() not in DOUBTFUL_MONTHS:
        return True
    begin = match.start("m")
    before = re.search(r"(\S+)\s$", reading.view[max(0, begin - 30) : begin])
    if word[0].isupper() and before and before[1][0].isupper():
        # "to Chiang Mai"
        whole = f"{before[1]} {word}"
        if any(found.exact for found in reading.gazetteer.find_cities(whole, limit=1)):
            return False
    after = reading.view[match.end() : match.end() + 8]
    if word[0].isupper() and _GO_TO.search(reading.view[max(0, begin - 40) : begin]):
        return False  # "I want to go to Mars"
    if (before and before[1].lower() in {"del", "de"}) or re.match(r"\s+(?:del|de|d')\b", after):
        return False  # "Viña del Mar", "Mar del Plata"
    if match["lead"] or match["which"] or match["m2"] or match["y"]:
        return True
    closed = not after.strip() or after.lstrip()[:1] in ",.;!?)\x00"
    return word[0].isupper() and closed


def _months(match: re.Match[str], reading: Reading) -> Window | None:
    today = reading.today
    lead = (match["lead"] or "").lower().split()
    month = month_number(match["m"])
    which = (match["which"] or "").lower()
    told = stated_year(match, today)
    two = match["m2"] is not None
    other = month_number(match["m2"]) if two else month
    if two and told and match["y"] and other < month:
        year, start = coming_month(month, today, told - 1)
    else:
        year, start = coming_month(month, today, told, which, first=not two)
    end_year = year + (other < month)
    latest = last_of_month(end_year, other)
    span = Span(*match.span())
    if lead[:1] == ["before"]:
        return Window(span, None, dt.date(year, month, 1) - dt.timedelta(days=1))
    if lead[:1] == ["after"]:
        return Window(span, latest + dt.timedelta(days=1), None)
    if lead[:1] in (["until"], ["by"]):
        return Window(span, None, latest)
    return Window(span, start, latest)


def _season(match: re.Match[str], reading: Reading) -> Window:
    today = reading.today
    first, last = SEASONS[match["s"].lower()]
    told = stated_year(match, today)
    lead = (match["lead"] or "").lower()
    year = told or today.year
    if told is None:
        end = last_of_month(year + (last < first), last)
        if last < first and today.month <= last:
            year, end = year - 1, last_of_month(year, last)
        if end < today + dt.timedelta(days=_DAYS_LEFT):
            year += 1
        elif (
            "next" in lead
            and dt.date(year, first, 1) <= today + dt.timedelta(days=120)
            and year == today.year
        ):
            year += 1
    start, end = dt.date(year, first, 1), last_of_month(year + (last < first), last)
    part = (match["part"] or "").lower()
    if part == "early":
        end = last_of_month(start.year, start.month)
    elif part == "mid":
        middle = first % 12 + 1
        start = dt.date(year + (middle < first), middle, 1)
        end = last_of_month(start.year, start.month)
    elif part:
        start = dt.date(end.year, end.month, 1)
    return Window(Span(*match.span()), max(start, today) if told is None else start, end)
