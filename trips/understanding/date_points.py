"""Days of the calendar as people write them, single and in ranges: "Feb 15-18", "3rd to 9th of May",
"next Friday to Sunday", "2027-03-03", "03/04–10/04", "in two weeks"."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, replace

from trips.understanding.calendar_words import (
    DOUBTFUL_MONTHS,
    MONTH,
    SHORT_WEEKDAYS,
    WEEKDAY,
    month_number,
    weekday_number,
)
from trips.understanding.counting import COUNT, ORDINALS, count, ordinal
from trips.understanding.reading import Reading, Span

YEAR = r"(?:20\d\d|19\d\d|'\d\d)(?!\d|\s*(?:euros?|dollars?|usd|eur|gbp|pounds|€|\$|£|bucks|yen|k\b)|[.,]\d)"
_ORDINAL_WORD = "|".join(sorted(ORDINALS, key=len, reverse=True)).replace("-", "[ -]")
_DAY = r"(?:0?[1-9]|[12]\d|3[01])"
_UNITS_AFTER = (
    r"(?!\s*(?:(?:people|persons?|adults?|kids?|child(?:ren)?|travell?ers?|pax|guests?|nights?|days?|"
    r"weeks?|rooms?|"
    r"of\s+us|am|pm|usd|eur|k|stars?|years?|hours?|months?|friends|tickets?)\b|€|\$|£|%|or\s+\d))"
)
_NUMERIC = (
    r"(?P<n1>\d{1,2})(?P<sep>[/.]|-(?=\d{1,2}-\d))(?P<n2>\d{1,2})(?:(?P=sep)(?P<n3>(?:20)?\d\d)|(?<=\.\d)\.(?!\d)|(?<=\.\d\d)\.(?!\d))?"
    r"(?![\d/]|[.,]\d)"
    rf"(?!\s*(?:of\s+)?{MONTH}\b)"
)
_POINT = re.compile(
    rf"(?P<iso>(?<!\d)(?P<iy>\d{{4}})[-/.](?P<im>\d{{1,2}})[-/.](?P<id>\d{{1,2}})(?!\d))"
    rf"|(?P<md>(?:\b{WEEKDAY},?\s+)?(?:the\s+)?\b(?P<mdm>{MONTH})\s*(?:the\s+)?"
    rf"(?P<mdd>{_DAY})(?!\d|[.,]\d|:)(?:st|nd|rd|th)?\b{_UNITS_AFTER}(?:,?\s*(?:of\s+)?(?P<mdy>{YEAR}))?)"
    rf"|(?P<dm>(?:\b{WEEKDAY},?\s+)?(?:the\s+)?(?<![\d.,$€£])\b(?P<dmd>{_DAY}(?:st|nd|rd|th|er|º|\.)?"
    rf"|(?:{_ORDINAL_WORD})\b)"
    rf"\s*-?(?:(?:day\s+)?of\s+|de\s+|di\s+)?(?P<dmm>{MONTH})(?:,?\s*(?:of\s+|del?\s+)?(?P<dmy>{YEAR}))?)"
    rf"|(?P<nm>\b(?:the\s+)?(?<![\d.,$€£/])(?P<nmd>{_DAY})(?:st|nd|rd|th)?\s+(?:of\s+)?"
    rf"(?:the\s+)?(?P<nmw>this|next|coming|following)\s+month\b)"
    rf"|(?P<jp>(?:(?P<jy>20\d\d)年)?(?P<jm>\d{{1,2}})月(?P<jd>\d{{1,2}})日)"
    rf"|(?P<num>(?<![\w/.,$€£]){_NUMERIC})"
    rf"|(?P<wd>\b(?:(?P<wdp>this\s+coming|this|next|coming|the\s+following|last)\s+)?(?P<wdn>{WEEKDAY})"
    rf"(?:\s+(?P<wdw>(?:of\s+)?(?:next|this)\s+week))?)"
    rf"|(?P<rel>\b(?:(?:the\s+)?day\s+after\s+tomorrow|today|tonight|tomorrow|yesterday)\b)"
    rf"|(?P<in>\bin\s+(?:about\s+)?(?P<inn>{COUNT}|an?|one)\s+(?P<inu>days?|weeks?|months?|fortnights?)"
    rf"(?:'s?\s+time)?\b)"
    rf"|(?P<from>\b(?P<fn>{COUNT}|a)\s+(?P<fu>days?|weeks?|months?)\s+from\s+(?:now|today)\b)"
    rf"|(?P<bare>(?P<the>\b(?:the|el|le|am|vom)\s+)?(?<![\d.,$€£/:])\b(?P<bd>{_DAY})"
    rf"(?P<suffix>st|nd|rd|th|er|º|\.(?!\d))?(?![\d%:]|/(?!\s*{_DAY}\s*(?:of\s+)?{MONTH})|[.,]\d|\w){_UNITS_AFTER}"
    rf"(?:,?\s+(?P<by>{YEAR}))?)",
    re.IGNORECASE,
)
_TO = (
    r"(?:\s*(?:-{1,2}|/|to|until|till|til|thru|through|up\s+to|bis(?:\s+zum)?|au|al|hasta(?:\s+el)?|até|から)"
    r"\s*)"
)
_JOIN = re.compile(rf"{_TO}(?:the\s+|el\s+|le\s+|on\s+)?$", re.IGNORECASE)
_AND = re.compile(r"\s*(?:and|y|et|und|&)\s*(?:the\s+)?$", re.IGNORECASE)
_BETWEEN = re.compile(r"\b(?:between|entre|zwischen|tra|fra)\s+(?:the\s+)?$", re.IGNORECASE)
_LEADING = re.compile(
    r"(?:\b(?:from|between|vom|von|du|del|dal|desde(?:\s+el)?|leaving|starting|on|for)\s+(?:the\s+)?){1,4}$",
    re.I,
)
#: "Rome in 3 days" is how long, "we leave in 3 days" is when.
_COVERED = re.compile(r"(?:\b[A-Z][\w'-]+|\b(?:it\s+all|everything|the\s+city|that|this))\s*$")
_NOT_A_DATE_BEFORE = re.compile(r"(?:rated?|rating|score|room)\s*$", re.I)
_NOT_A_DATE_AFTER = re.compile(r"\s*(?:days?\b|stars?)", re.I)
_ACTUAL_MONTH = re.compile(r"\s+(?:be|have|want|go|come|need|also|not|like|even|well|still|i\b|we\b)", re.I)


@dataclass(frozen=True)
class Point:
    """A day as written; what was not written is None. `day_of` is set when it needs no year."""

    span: Span
    day: int | None = None
    month: int | None = None
    year: int | None = None
    day_of: dt.date | None = None
    sure: bool = True  # False: a bare number that is a day only beside a fuller date
    weekday: bool = False
    numbers: tuple[int, int] | None = None  # "03/04", order not known yet
    day_first: bool | None = None  # the order that "24/12" gives away


@dataclass(frozen=True)
class Range:
    span: Span
    first: Point
    last: Point
    between: bool = False


def read_points(reading: Reading) -> tuple[list[Range], list[Point]]:
    """Ranges and single days of the message, claimed, in its order."""
    points = [point for match in _POINT.finditer(reading.open) if (point := _point(match, reading))]
    ranges: list[Range] = []
    singles: list[Point] = []
    index = 0
    while index < len(points):
        point = points[index]
        following = points[index + 1] if index + 1 < len(points) else None
        joined = following and _joined(reading, point, following)
        if joined:
            ranges.append(joined)
            index += 2
            continue
        if point.sure:
            singles.append(point)
        index += 1
    for found in [*ranges, *singles]:
        reading.claim(found.span.start, found.span.end)
    return ranges, singles


def _point(match: re.Match[str], reading: Reading) -> Point | None:
    span = Span(*match.span())
    kind = match.lastgroup if match.lastgroup in _READERS else next(k for k in _READERS if match[k])
    return _READERS[kind](match, span, reading)


def _iso(match: re.Match[str], span: Span, reading: Reading) -> Point | None:
    year, month, day = int(match["iy"]), int(match["im"]), int(match["id"])
    if not 1900 <= year <= 2200 or not 1 <= month <= 12 or not 1 <= day <= 31:
        return None
    return Point(span, day, month, year)


def _month_first(match: re.Match[str], span: Span, reading: Reading) -> Point | None:
    if _verb(match["mdm"], reading, match.end("mdm"), match.start("mdm")):
        return None
    return Point(span, int(match["mdd"]), month_number(match["mdm"]), _year(match["mdy"]))


def _day_first(match: re.Match[str], span: Span, reading: Reading) -> Point | None:
    if _verb(match["dmm"], reading, match.end("dmm"), match.start("dmm")):
        return None
    day = ordinal(match["dmd"])
    return Point(span, day, month_number(match["dmm"]), _year(match["dmy"]))


def _verb(word: str, reading: Reading, end: int, start: int) -> bool:
    return word.lower().rstrip(".") in DOUBTFUL_MONTHS and bool(_ACTUAL_MONTH.match(reading.view, end))


def _next_month(match: re.Match[str], span: Span, reading: Reading) -> Point | None:
    """ "The 12th of next month"."""
    ahead = 0 if match["nmw"].lower() == "this" else 1
    month = reading.today.month - 1 + ahead
    return Point(span, int(match["nmd"]), month % 12 + 1, reading.today.year + month // 12)


def _japanese(match: re.Match[str], span: Span, reading: Reading) -> Point | None:
    day, month = int(match["jd"]), int(match["jm"])
    if not (1 <= day <= 31 and 1 <= month <= 12):
        return None
    return Point(span, day, month, int(match["jy"]) if match["jy"] else None)


def _numeric(match: re.Match[str], span: Span, reading: Reading) -> Point | None:
    one, two, year = int(match["n1"]), int(match["n2"]), match["n3"]
    separator = match["sep"]
    after = reading.view[match.end() : match.end() + 12]
    before = reading.view[max(0, match.start() - 12) : match.start()]
    if not (1 <= one <= 31 and 1 <= two <= 31) or (one > 12 and two > 12):
        return None
    if (one, two, separator, year) == (24, 7, "/", None):
        return None  # "24/7"
    german = match.group().endswith(".") or re.search(r"\b(?:am|vom|bis|ab)\s+$", before)
    sure = separator != "." or bool(year or german)  # "4.5" is a day only beside a fuller date
    if _NOT_A_DATE_BEFORE.search(before) or _NOT_A_DATE_AFTER.match(after):
        return None
    full_year = None if not year else int(year) if len(year) == 4 else 2000 + int(year)
    if two <= 12 and (separator == "." or one > 12):
        return Point(span, one, two, full_year, sure=sure, day_first=True)
    if two > 12:
        return Point(span, two, one, full_year, sure=sure, day_first=False)
    if one == two:
        return Point(span, one, two, full_year)
    return Point(span, None, None, full_year, numbers=(one, two))


def _weekday(match: re.Match[str], span: Span, reading: Reading) -> Point | None:
    prefix = " ".join((match["wdp"] or "").lower().split())
    word = match["wdn"].lower().rstrip(".")
    if prefix == "last":
        return None
    number = weekday_number(match["wdn"])
    today = reading.today
    ahead = (number - today.weekday()) % 7
    week = (match["wdw"] or "").lower()
    if prefix == "next" or "next" in week:
        day = today + dt.timedelta(days=7 - today.weekday() + number)
    elif "this" in week:
        day = today + dt.timedelta(days=ahead)
    else:
        day = today + dt.timedelta(days=ahead or (0 if prefix == "this" else 7))
    plural = reading.view[match.end() : match.end() + 1] == "s"
    short = word in SHORT_WEEKDAYS and not prefix
    return None if plural else Point(span, day_of=day, sure=not short, weekday=True)


def _relative(match: re.Match[str], span: Span, reading: Reading) -> Point | None:
    word = match["rel"].lower()
    if re.match(r"'s\b", reading.view[match.end() :]):
        return None
    shift = {"tomorrow": 1, "yesterday": -1}.get(word, 2 if "after" in word else 0)
    return Point(span, day_of=reading.today + dt.timedelta(days=shift))


def _within(match: re.Match[str], span: Span, reading: Reading) -> Point | None:
    before = reading.view[max(0, match.start() - 30) : match.start()]
    if _COVERED.search(before) and not re.search(r"\b(?:[Ii]|[Ww]e|[Ll]eav\w+|[Gg]o|[Tt]rip)\s*$", before):
        return None
    return _ahead(span, reading, match["inn"], match["inu"])


def _from_now(match: re.Match[str], span: Span, reading: Reading) -> Point | None:
    return _ahead(span, reading, match["fn"], match["fu"])


def _ahead(span: Span, reading: Reading, number: str, unit: str) -> Point | None:
    many = 1 if number.lower() in {"a", "an", "one"} else count(number)
    if many is None or many > 1000:
        return None
    unit = unit.lower()
    if unit.startswith("month"):
        month = reading.today.month - 1 + many
        year, month = reading.today.year + month // 12, month % 12 + 1
        return Point(span, day_of=dt.date(year, month, min(reading.today.day, 28)))
    size = 14 if unit.startswith("fortnight") else 7 if unit.startswith("week") else 1
    return Point(span, day_of=reading.today + dt.timedelta(days=size * many))


def _bare(match: re.Match[str], span: Span, reading: Reading) -> Point | None:
    told = bool(match["the"]) and bool(match["suffix"])
    return Point(span, int(match["bd"]), None, _year(match["by"]), sure=told)


def _year(text: str | None) -> int | None:
    if not text:
        return None
    return 2000 + int(text[1:]) if text.startswith("'") else int(text)


_READERS = {
    "iso": _iso,
    "md": _month_first,
    "dm": _day_first,
    "nm": _next_month,
    "jp": _japanese,
    "num": _numeric,
    "wd": _weekday,
    "rel": _relative,
    "in": _within,
    "from": _from_now,
    "bare": _bare,
}


def _joined(reading: Reading, one: Point, other: Point) -> Range | None:
    """The range from `one` to `other`, if the words between say so."""
    gap = reading.open[one.span.end : other.span.start]
    if len(gap) > 16:
        return None
    before = reading.view[max(0, one.span.start - 24) : one.span.start]
    between = bool(_BETWEEN.search(before))
    pair = _AND.fullmatch(gap) and one.day is not None and other.day == one.day + 1
    if not _JOIN.fullmatch(gap) and not ((between or pair) and _AND.fullmatch(gap)):
        return None
    if not one.sure and not other.sure and not (one.weekday and other.weekday):
        if not ({"dates.start", "dates.end"} & set(reading.asked)) or one.weekday or other.weekday:
            return None
    if one.weekday != other.weekday and not (one.day_of or other.day_of or one.month or other.month):
        return None
    if (one.weekday and not other.sure and not other.weekday) or (
        other.weekday and not one.sure and not one.weekday
    ):
        return None
    if one.weekday and other.weekday and one.day_of and other.day_of:
        # "next Friday to Sunday": the Sunday after that Friday
        ahead = (other.day_of.weekday() - one.day_of.weekday()) % 7 or 7
        other = replace(other, day_of=one.day_of + dt.timedelta(days=ahead))
    leading = _LEADING.search(reading.open[max(0, one.span.start - 30) : one.span.start])
    start = one.span.start - (len(leading.group()) if leading else 0)
    return Range(Span(start, other.span.end), one, other, between)
