"""Rules for days, ranges, windows and lengths of a trip: from words to typed values. No scope, no roles.

Kinds: `day`, `loose` (a number that is a day only beside a word that says so), `days` (Range), `window`, `length`,
`step` (Step), `flex` (days), `counted` (numbers of something else).
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace

from trips.reading import lexicon
from trips.reading.chart import Chart, Grammar, Rule
from trips.reading.values import (
    ONE_DAY,
    Day,
    Length,
    Range,
    Step,
    Window,
    between,
    date_of,
    feast_of,
    hull,
    month_of,
    nth_weekday,
    season_of,
)

_SIZES = {"day": 1, "night": 1, "week": 7, "fortnight": 14, "month": 30}
_SOONER = frozenset("earlier sooner forward forwards ahead up".split())
_FEWER = frozenset("shorter less fewer cut shorten reduce".split())


# --- days -----------------------------------------------------------------------------------------


def _written(words: str) -> Day | None:
    """ "2027-03-03", "12/24/2026", "4.5.27": a dot is written behind the day."""
    if match := re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)", words):
        date = date_of(*map(int, match.groups()))
        return Day(date=date) if date else None
    if match := re.fullmatch(r"(\d{1,2})([./])(\d{1,2})\2(\d{2}|\d{4})", words):
        one, sign, other, year = match.groups()
        return _numbers(int(one), int(other), int(year) + 2000 * (len(year) == 2), sign == ".")
    return None


def _numbers(one: int, other: int, year: int | None = None, day_first: bool = False) -> Day | None:
    if (
        not (1 <= one <= 31 and 1 <= other <= 31)
        or min(one, other) > 12
        or (one, other, year) == (24, 7, None)
    ):
        return None
    if other > 12:
        return Day(other, one, year)
    if day_first or one > 12 or one == other:
        return Day(one, other, year)
    return Day(year=year, either=(one, other))


def _dotted(words: str) -> Day | None:
    match = re.fullmatch(r"(\d{1,2})\.(\d{1,2})", words)
    return _numbers(int(match[1]), int(match[2]), None, True) if match and int(match[2]) <= 12 else None


def _before_a_dot(words: str) -> Day | None:
    """ "8." and "4.5." as they are written before another day."""
    said, dot = words.split()
    if dot != ".":
        return None
    return Day(int(said)) if said.isdecimal() and 1 <= int(said) <= 31 else _dotted(said)


def _year(words: str) -> int | None:
    return int(words) if re.fullmatch(r"19\d\d|20[1-5]\d|2[1-9]\d\d", words) else None


def _weekday(words: str, weekday: int, today: dt.date) -> Day | None:
    ahead = (weekday - today.weekday()) % 7
    if "last" in words.split():
        return None
    if "next" in words.split():
        return Day(weekday=weekday, date=today + ONE_DAY * (7 - today.weekday() + weekday), beside=0)
    return Day(weekday=weekday, date=today + ONE_DAY * (ahead or 7 * ("this" not in words.split())))


def _ahead(number: int, unit: str, today: dt.date) -> Day | None:
    if unit == "month":
        year, month = divmod(today.year * 12 + today.month - 1 + number, 12)
        return Day(date=date_of(year, month + 1, min(today.day, 28)))
    return Day(date=today + ONE_DAY * number * _SIZES[unit]) if number < 1000 else None


def _next_month(day_number: int, today: dt.date, words: str) -> Day:
    year, month = divmod(today.year * 12 + today.month - 1 + ("this" not in words.split()), 12)
    return Day(day_number, month + 1, year)


def _nth_weekday(nth: int, weekday: int, month: int, today: dt.date, year: int | None) -> Day | None:
    found = (
        nth_weekday(month_of(month, today, year).last.year, month, weekday, nth) if -1 <= nth <= 5 else None
    )
    return Day(date=found) if found else None


def _joined(a: Day, b: Day, within: bool = False) -> Range | None:
    """Two days as a range; a weekday behind another is the next one after it."""
    if a.weekday is not None and b.weekday is not None and a.date and b.date:
        ahead = (b.weekday - a.weekday) % 7 or 7
        b = replace(b, date=a.date + ONE_DAY * ahead)
    return between(a, b, within)


def _side_by_side(a: Day, b: Day) -> Range | None:
    """ "8 and 9 March" are both days of the trip."""
    return between(a, b) if a.day and b.day and b.day - a.day == 1 and (b.month or a.month) else None


# --- windows --------------------------------------------------------------------------------------


def _month(month: int, today: dt.date, said_year: int | None = None, part: str = "1 31") -> Window:
    first, last = (int(one) for one in part.split())
    return month_of(month, today, said_year, first, last)


def _parts(a: str, b: str) -> str:
    """ "mid to late"."""
    return f"{min(int(one.split()[0]) for one in (a, b))} {max(int(one.split()[1]) for one in (a, b))}"


def _this_or_next(month: int, today: dt.date, words: str) -> Window:
    same = "next" in words.split() and month == today.month
    return month_of(month, today, today.year + 1 if same else None)


def _of_month(
    nth: int, month: int, unit: str, today: dt.date, said_year: int | None, many: int
) -> Window | None:
    """The second week, the last ten days, the first weekend of a month."""
    whole = month_of(month, today, said_year)
    year = whole.last.year
    if unit == "weekend":
        saturday = nth_weekday(year, month, 5, nth)
        return Window(saturday - ONE_DAY, saturday + ONE_DAY, exact=True)
    days = many * _SIZES.get(unit, 1)
    if not -1 <= nth <= 5 or days > 31:
        return None
    if nth == -1:
        return Window(whole.last - ONE_DAY * (days - 1), whole.last)
    first = dt.date(year, month, 1) + ONE_DAY * days * (nth - 1)
    return Window(min(first, whole.last - ONE_DAY * 6), min(first + ONE_DAY * (days - 1), whole.last))


def within_month(said: tuple[int | str, str], month: dt.date, today: dt.date) -> Window | None:
    """ "The second week", "mid": of the month that is spoken of."""
    which, unit = said
    if isinstance(which, str):
        return _month(month.month, today, month.year, which)
    return _of_month(which, month.month, unit, today, month.year, 1)


def _season(
    season: int, today: dt.date, words: str, said_year: int | None = None, part: str = ""
) -> Window | None:
    month = {"1": 0, "11": 1, "21": 2}.get(part.split()[0]) if part else None
    if words.endswith(("springs", "falls")):  # hot ones, and Niagara
        return None
    found = season_of(season, today, said_year, month)
    soon = found.first.year == today.year and (found.first - today).days <= 120 and found.first > today
    if "next" in words.split() and said_year is None and (soon or found.first == today):
        return season_of(season, today, found.first.year + 1, month)
    return found


def _feast(feast: str, words: str, today: dt.date, said_year: int | None = None) -> Window | None:
    found = feast_of(feast, today, said_year)
    if found and "week" in words.split()[1:] and found.days < 6:
        monday = found.first - ONE_DAY * found.first.weekday()
        return Window(max(monday, today), monday + 6 * ONE_DAY)
    return found


def _beside_feast(feast: str, words: str, today: dt.date) -> Window | None:
    """The week before Christmas, the weekend after Easter, "after Easter"."""
    found, before = feast_of(feast, today), "before" in words.split()
    if found is None:
        return None
    if "weekend" in words.split():
        sunday = found.first - ONE_DAY * (found.first.weekday() + 1) if before else found.last + ONE_DAY * (
            (6 - found.last.weekday()) % 7 or 7)  # fmt: skip
        return Window(sunday - 2 * ONE_DAY, sunday, exact=True)
    size = 7 * ONE_DAY if {"week", "days"} & set(words.split()) else None
    if before:
        return Window(found.first - size if size else None, found.first - ONE_DAY)
    return Window(found.last + ONE_DAY, found.last + size if size else None)


def relative(unit: str, ahead: int, today: dt.date) -> Window:
    monday = today + ONE_DAY * (7 * ahead - today.weekday())
    if unit == "week":
        return Window(max(today, monday), monday + 6 * ONE_DAY)
    if unit == "weekend":
        return Window(max(today, monday + 4 * ONE_DAY), monday + 6 * ONE_DAY, exact=True)
    if unit == "month":
        year, month = divmod(today.year * 12 + today.month - 1 + ahead, 12)
        return month_of(month + 1, today, year)
    return _in_year(today.year + ahead, today)


def _in_year(year: int, today: dt.date) -> Window:
    first = dt.date(year, 1, 1)
    return Window(today if year == today.year else first, dt.date(year, 12, 31), vague=True)


def week_around(day: Day, words: str, today: dt.date) -> Window | None:
    """The week, or the weekend, of a day."""
    date = day.on(today) if day.day or day.date else None
    if date is None:
        return None
    if "weekend" in words.split():
        friday = date - ONE_DAY * (date.weekday() - 4)
        return Window(friday, friday + 2 * ONE_DAY, exact=True)
    return Window(date, date + 6 * ONE_DAY)


# --- lengths --------------------------------------------------------------------------------------


def _length(number: int, unit: str, most: int | None = None) -> Length | None:
    if most is not None and most < number:
        number, most = most, number
    nights = number if unit == "night" else None
    more = 1 if unit == "night" and number else 0
    size = _SIZES[unit]
    upper = most * size + more if most and most > number else None
    return Length(number * size + more, nights, upper)


def _both(a: int, x: str, b: int, y: str) -> Length | None:
    """ "3 nights, 4 days", "8 days 7 nights", "2 weeks and 3 days"."""
    said = {x: a, y: b}
    if set(said) == {"day", "night"}:
        return Length(said["day"], said["night"]) if abs(said["day"] - said["night"]) <= 1 else None
    return Length(7 * said["week"] + said["day"]) if set(said) == {"week", "day"} else None


def _beside(words: str) -> Step | None:
    """ "The day after", "week before"; nothing where there are several ("two days before")."""
    unit = next((word for word in words.replace("evening", "night").split() if word in _SIZES), "")
    return _step(1, unit, words.replace("before", "earlier")) if unit else None


def _step(number: int, unit: str, words: str) -> Step:
    sign = -1 if set(words.split()) & _SOONER else 1
    return Step(sign * number * (28 if unit == "month" else _SIZES[unit]), moves=True)


def _longer(number: int, unit: str, words: str) -> Step:
    sign = -1 if set(words.split()) & _FEWER else 1
    return Step(sign * number * _SIZES[unit], moves=False)


_JOINS = "(to | until | till | til | through | thru | - | / | up to | - to)"
_MANY = "(<number> | a | one)"
_MOVE = "(push | move | shift | postpone | delay | bring | pull)"
_IT = "(it | everything | the | whole | trip | our | my | all | holiday | vacation | dates | thing | end | back | forward | forwards | up | out | by | of)*"
_LONG = "(extend | prolong | lengthen | longer | add | plus | stay | shorten | cut | reduce | make | for)"

POINTS = [
    Rule("yr", r"\d", lambda words: _year(words)),
    Rule("yr", "' <int>", lambda int: 2000 + int if 20 <= int < 60 else None),
    Rule("slashed", r"\d", lambda words: _written(words)),
    Rule("dotted", r"\d", lambda words: _dotted(words)),
    Rule("slashed", "<int:a> / <int:b>", lambda a, b: _numbers(a, b)),
    Rule("nth", "<number:a> <nth:b>", lambda a, b: a + b if a in (20, 30) and 0 < b < 10 else None),
    Rule("of_day", "<day_number>", lambda day_number: day_number),
    Rule("of_day", "<nth> of", lambda nth: nth if nth > 0 else None),
    Rule("many", "<number>", lambda number: number),
    Rule("many", "a couple of?", 2),
]  # fmt: skip
YEARS = [
    Rule("said_year", ",? of? <yr>", lambda yr: yr),
    Rule("said_year", "of? next year", lambda today: today.year + 1),
    Rule("said_year", "of? this year", lambda today: today.year),
]  # fmt: skip
DAYS = [
    Rule("day", "((<weekday> | sat | sun) ,?)? the? <of_day> of? <month> <said_year>?", lambda of_day, month, said_year=None, weekday=None: Day(of_day, month, said_year, weekday)),
    Rule("day", "(<weekday> ,?)? <month> the? <day_number> <said_year>?", lambda day_number, month, said_year=None, weekday=None: Day(day_number, month, said_year, weekday)),
    Rule("day", "the? <nth> <weekday> (of | in) <month> <said_year>?", lambda nth, weekday, month, today, said_year=None: _nth_weekday(nth, weekday, month, today, said_year)),
    Rule("day", "(that | the same) very? day", Day()),
    Rule("day", "<month> the <nth>", lambda nth, month: Day(nth, month) if nth > 0 else None),
    Rule("day", "the? <day_number> of? the? (next | this | coming | following) month", lambda day_number, today, words: _next_month(day_number, today, words)),
    Rule("day", "<weekday>? ,? <slashed>", lambda slashed: slashed),
    Rule("loose", "<dotted>", lambda dotted: dotted, 0.4),
    Rule("loose", r"\d .", lambda words: _before_a_dot(words), 0.3),
    Rule("day", "(<weekday> ,?)? the <int> (st | nd | rd | th)", lambda int: Day(int) if 1 <= int <= 31 else None),
    Rule("day", "<weekday> ,? the? <day_number>", lambda day_number: Day(day_number)),
    Rule("loose", "<int> (st | nd | rd | th)", lambda int: Day(int) if 1 <= int <= 31 else None),
    Rule("loose", "the? <day_number>", lambda day_number: Day(day_number), 0.3),
    Rule("loose", "the <nth>", lambda nth: Day(nth) if nth > 0 else None),
    Rule("day", "(next | this | coming | last)* <weekday> (of? (next | this) week)?", lambda words, weekday, today: _weekday(words, weekday, today)),
    Rule("day", "the? following <weekday> | the <weekday> (after | following)", lambda weekday: Day(weekday=weekday, beside=1), 1.1),
    Rule("day", "the <weekday> (before | prior)", lambda weekday: Day(weekday=weekday, beside=-1)),
    Rule("day", "tomorrow | tmrw | tmr | 2 (moro | morrow)", lambda today: Day(date=today + ONE_DAY)),
    Rule("day", "the? day after tomorrow", lambda today: Day(date=today + 2 * ONE_DAY)),
    Rule("day", "today | tonight", lambda today: Day(date=today)),
    Rule("day", "yesterday", lambda today: Day(date=today - ONE_DAY)),
    Rule("ahead", f"in (about | around)? {_MANY} <time_unit> ('s? time)?", lambda time_unit, today, number=1: _ahead(number, time_unit, today)),
    Rule("day", f"{_MANY} <time_unit> from (now | today)", lambda time_unit, today, number=1: _ahead(number, time_unit, today)),
]  # fmt: skip
MONTHS = [
    Rule("window", "<month> <said_year>?", lambda month, today, said_year=None: _month(month, today, said_year)),
    Rule("window", "<month> bank holiday weekend?", lambda month, today: _month(month, today)),
    Rule("window", "(next | this | coming)* <month>", lambda month, today, words: _this_or_next(month, today, words)),
    Rule("window", "<month_part:part> <month> <said_year>?", lambda part, month, today, said_year=None: _month(month, today, said_year, part)),
    Rule("window", "<month_part:a> (to | or | and | - | /)* <month_part:b> <month> <said_year>?", lambda a, b, month, today, said_year=None: _month(month, today, said_year, _parts(a, b))),
    Rule("window", "<month_part:part> (the | this)? month", lambda part, today: _month(today.month, today, today.year, part)),
    Rule("window", "<month_part:part> next month", lambda part, today: _month(today.month % 12 + 1, today, today.year + today.month // 12, part)),
    Rule("window", "the? <nth> <many>? (<time_unit> | weekend) (of | in) (next | this | the)? <month> <said_year>?", lambda words, nth, month, today, many=1, time_unit="weekend", said_year=None: _of_month(nth, month, time_unit, today, said_year, many)),
    Rule("window", "the? <nth:a> (or | and) <nth:b> week (of | in) <month>", lambda a, b, month, today: hull(_of_month(a, month, "week", today, None, 1), _of_month(b, month, "week", today, None, 1))),
    Rule("window", "(next | this | coming | the)* <season> <said_year>?", lambda words, season, today, said_year=None: _season(season, today, words, said_year)),
    Rule("window", "<month_part:part> (next | this | coming | the)* <season> <said_year>?", lambda words, part, season, today, said_year=None: _season(season, today, words, said_year, part)),
    Rule("window", "<feast> (weekend | week | break | holiday | vacation | time | period | season | day)? <said_year>?", lambda words, feast, today, said_year=None: _feast(feast, words, today, said_year)),
    Rule("window", "<feast_day> <said_year>?", lambda feast_day, today, said_year=None: feast_of(feast_day, today, said_year), 1.2),
    Rule("feastly", "<feast_day>", lambda feast_day, today: Day(date=feast_of(feast_day, today).first)),
    Rule("window", "the? (weekend | week | days | few days)? (before | after) <feast>", lambda feast, words, today: _beside_feast(feast, words, today)),
    Rule("past", "last (week | weekend | month | year | night | <season>)", True, 1.2),
    Rule("no_feast", "<feast> <no_feast:x>", True, 9.0),
    Rule("window", "(that | the same) (week | weekend)", lambda words: Window(None, None, exact="weekend" in words)),
    Rule("window", "this (week | month | year | weekend)", lambda words, today: relative(words.split()[-1], 0, today)),
    Rule("window", "(next | the? following | this? coming) long? (week | month | year | weekend)", lambda words, today: relative(words.split()[-1], 0 if "this" in words else 1, today)),
    Rule("window", "the? (week | month | weekend) after next", lambda words, today: relative(next(word for word in words.split() if word != "the"), 2, today)),
    Rule("window", "(next | the following) (week | weekend) but one", lambda words, today: relative("weekend" if "weekend" in words else "week", 2, today)),
    Rule("window", "(in | for | during)? the year? <yr> | (in | during | for) <yr>", lambda yr, today: _in_year(yr, today)),
]  # fmt: skip
RANGES = [
    Rule("days", f"from? (<day:a> <time:at>? {_JOINS} (the | on | about)? (<day:b> | <loose:b>) | <loose:a> {_JOINS} (the | on)? <day:b>)", lambda a, b: _joined(a, b)),
    Rule("days", f"from? <loose:a> {_JOINS} the? <loose:b>", lambda a, b: between(a, b) if a.month or b.month else None),
    Rule("days", f"from? (<feastly:a> | <day:a>) {_JOINS} <feastly:b> | from? <feastly:a> {_JOINS} (<day:b> | <loose:b>)", lambda a, b: _joined(a, b), 1.4),
    Rule("days", "between (<day:a> and (<day:b> | <loose:b>) | <loose:a> and <day:b>)", lambda a, b: _joined(a, b, True)),
    Rule("days", "(<day:a> | <loose:a>) and (<day:b> | <loose:b>)", lambda a, b: _side_by_side(a, b)),
    Rule("days", "<day_number:a> / <day:b>", lambda a, b: _side_by_side(Day(a), b), 1.2),
    Rule("days", "<weekday:a> -? (sat | sun)", lambda a, words, today: _joined(_weekday("", a, today), _weekday("", 5 + words.endswith("sun"), today))),
    Rule("days", "<weekday:a> <weekday:b>", lambda a, b, today: _joined(_weekday("", a, today), _weekday("", b, today))),
    Rule("loose_days", f"from? <loose:a> {_JOINS} the? <loose:b>", lambda a, b: between(a, b)),
    Rule("loose_days", "between <loose:a> and the? <loose:b>", lambda a, b: between(a, b, True)),
    Rule("window", "<day> weekend", lambda day, today: week_around(day, "weekend", today)),
    Rule("window", "(the? (week | weekend) (of | commencing) | the (week | weekend) (beginning | starting | from)) the? <day>", lambda day, words, today: week_around(day, words, today)),
    Rule("window", f"<window:a> {_JOINS} (the | in | maybe)? <window:b>", lambda a, b: hull(a, b, 366), 1.2),
    Rule("window", "<window:a> ,? (or | and) (maybe | perhaps | possibly | even)* (in)? <window:b>", lambda a, b: hull(a, b), 1.2),
    Rule("window", "between <window:a> and <window:b>", lambda a, b: hull(a, b, 366), 1.2),
    Rule("window", "<month:a> <month:b>", lambda a, b, today: hull(_month(a, today), _month(b, today))),
]  # fmt: skip
LENGTHS = [
    Rule("length", "<many> <length_adj>* <time_unit>", lambda many, time_unit: _length(many, time_unit)),
    Rule("length", "<many:a> (to | - | or | / | or maybe) <many:b> <length_adj>* <time_unit>", lambda a, b, time_unit: _length(a, time_unit, b), 1.2),
    Rule("length", "<many:a> <time_unit:x> (, | and | / | - | with)* <many:b> <time_unit:y>", lambda a, x, b, y: _both(a, x, b, y), 1.2),
    Rule("length", "<many:a> d <many:b> (nights | and)", lambda a, b: _both(a, "day", b, "night")),
    Rule("length", "<many:a> (nights | and) <many:b> d", lambda a, b: _both(a, "night", b, "day")),
    Rule("length", "(a | the | one | this | that) <length_adj>* (week | wk | fortnight | month)", lambda words: _length(1, {"wk": "week"}.get(words.split()[-1], words.split()[-1].removesuffix("s"))) if words.split()[0] in ("a", "one") or (len(words.split()) > 2 and "month" not in words) else None),
    Rule("length", "<many> <time_unit> (trip | holiday | vacation | tour | journey | break | stay)", lambda many, time_unit: _length(many, time_unit)),
    Rule("length", "(a | <many>) week and a half", lambda many=1: Length(7 * many + 3)),
    Rule("length", "<many> and a half week", lambda many: Length(7 * many + 3)),
    Rule("length", "(a | one | the)? (long | extended | three day | bank holiday) weekend", Length(4), 1.2),
    Rule("length", "(a | one | any | some | every | over the | for the) <length_adj>* weekend (trip | break | away | getaway | escape)?", Length(3)),
    Rule("length", "weekend (trip | break | away | getaway | escape)", Length(3)),
    Rule("length", "a? day trip | for the day | for (a | one) day", Length(1)),
    Rule("length", "an? overnight (trip | stay)? | overnight (trip | stay) | a night (in | at)", Length(2, 1)),
    Rule("length", "days : <number>", lambda number: Length(number)),
    Rule("length", "nights : <number>", lambda number: Length(number + 1, number)),
    Rule("step", f"{_MANY} <time_unit> (later | earlier | sooner | ahead | back)", lambda time_unit, words, number=1: _step(number, time_unit, words), 1.5),
    Rule("step", "the? (day | night | evening | week | month) (after | before)", lambda words: _beside(words), 1.2),
    Rule("step", "<many> <time_unit>? (after | before | later | earlier)", lambda many, words, time_unit="day": _step(many, time_unit, words.replace("before", "earlier")), 2.6),
    Rule("in_month", "the? <nth> (week | weekend)", lambda nth, words: (nth, words.split()[-1])),
    Rule("in_month", "the? <month_part:part>", lambda part: (part, "")),
    Rule("step", f"{_MOVE} {_IT} {_MANY} <time_unit>", lambda time_unit, words, number=1: _step(number, time_unit, words), 1.5),
    Rule("step", f"({_MANY} | another) (more | extra | additional)? <time_unit> (longer | more | extra | shorter | less | fewer)", lambda time_unit, words, number=1: _longer(number, time_unit, words), 1.5),
    Rule("step", f"{_LONG}? (an? extra | {_MANY} (more | extra | additional | less | fewer) | another) <time_unit>", lambda time_unit, words, number=1: _longer(number, time_unit, words), 1.5),
    Rule("step", f"(extend | prolong | lengthen | add | plus | shorten | cut | reduce | longer) {_IT} (stay)? {_MANY} <time_unit>", lambda time_unit, words, number=1: _longer(number, time_unit, words), 1.5),
    Rule("flex", f"(give or take | (and | +) / -) {_MANY} <time_unit> | (flexible | flexibility) (by | of) {_MANY} <time_unit> | {_MANY} <time_unit> (either (way | side) | flexible | flexibility)", lambda time_unit, number=1: number * _SIZES[time_unit], 3.0),
    Rule("counted", "(<number> | <decimal>) <counted:x>", lambda x: x == "of" or None, 2.5),
    Rule("counted", "<many> <time_unit> <counted:x>", lambda x: x == "length" or None, 2.5),
    Rule("counted", "(am | is | are | be) <many> (week | month) (pregnant | along | in | by | then | when | at)", True, 2.5),
    Rule("counted", "<money>", True, 1.5),
    Rule("counted", "<time:at>", True, 1.5),
    Rule("counted", "at <number>", True, 1.5),
    Rule("counted", "(<nth> | the <int> (st | nd | rd | th)) <counted:x>", lambda x: x == "nth" or None, 1.1),
]  # fmt: skip


#: Of a message's own chart, on which these rules build.
_BASE = ("int", "decimal", "number", "day_number", "nth", "month", "weekday", "money", "time")
GRAMMAR = Grammar(lexicon.rules("calendar"), POINTS, YEARS, [*DAYS, *MONTHS], RANGES, LENGTHS)
#: What speaks of time, and what else these rules find.
TIMES = ("day", "days", "window", "length", "step", "flex")
KINDS = (*TIMES, "counted", "no_feast", "past", "loose", "loose_days", "ahead", "in_month")


def chart_of(base: Chart, today: dt.date) -> Chart:
    """What these rules find beside a chart of numbers, months and weekdays."""
    return GRAMMAR.parse(base.tokens, base.of(*_BASE), today=today)
