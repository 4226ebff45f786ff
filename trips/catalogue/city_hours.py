"""Opening hours of the files of cities, read and written: what they use of OpenStreetMap's `opening_hours`.
Each rule says what it is for (months or days of the year, weekdays) and when it is open, or "off"; a later
rule wins on the days it speaks of. The rules are laid on every day of a year, so that seasons fit."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from trips.catalogue.opening_hours import days_from, season_days
from trips.schemas import WEEKDAYS, Hours, HoursException, Weekday
from trips.schemas.places import TimeSpan, Week

_DAYS = {day[:2].capitalize(): day for day in WEEKDAYS}
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
_DAY, _MONTH, _SPAN = "|".join(_DAYS), "|".join(_MONTHS), r"\d\d:\d\d-\d\d:\d\d"
_ONE_DATE = rf"(?:{_MONTH})(?: \d\d?)?(?:-(?:(?:{_MONTH})(?: \d\d?)?|\d\d?))?"
_RULE = re.compile(
    rf"(?:(?P<dates>{_ONE_DATE}(?:,{_ONE_DATE})*)(?: |$))?"
    rf"(?:(?P<days>(?:{_DAY})(?:[-,](?:{_DAY}))*) )?"
    rf"(?P<open>off|24/7|{_SPAN}(?:,{_SPAN})*)"
)
_MORE = re.compile(rf", (?=(?:{_DAY})\b)")
_NOTE = re.compile(r'\s*"(?:last entry (?P<last>\d+)|closed (?P<closed>[^"]+))"')
#: A leap year: the 29th of February is a day like others.
_YEAR = [dt.date(2028, 1, 1) + dt.timedelta(days=number) for number in range(366)]
_MIDNIGHT = dt.time(0)
_ALL_DAY = ((_MIDNIGHT, _MIDNIGHT),)
#: So many days closed in a row are a holiday, more a season.
_HOLIDAY_DAYS = 7

_Spans = tuple[TimeSpan, ...]
_OfDays = tuple[_Spans | None, ...]  # of each weekday: () = closed, None = nothing is said


def hours_in(text: str) -> Hours:
    """`Tu-Su 10:00-18:00; Jan 1 off "last entry 30"`; `?` = unknown. Raises ValueError."""
    notes = [match.groupdict() for match in _NOTE.finditer(text)]
    rules = [rule.strip() for rule in _NOTE.sub("", text).split(";")]
    last = max((int(note["last"]) for note in notes if note["last"]), default=0)
    holidays = [note["closed"] for note in notes if note["closed"]]
    if rules == ["?"]:
        return Hours(closed_holidays=holidays)
    if "PH off" in rules:
        holidays.append("*")
    weeks = _weeks([part for rule in rules if rule != "PH off" for part in _parts(rule)])
    if not any(any(spans) for spans in weeks.values()):
        days = [day for day, spans in zip(WEEKDAYS, weeks[_YEAR[200]], strict=True) if spans == ()]
        return Hours(closed=days, closed_holidays=holidays)
    return _hours(weeks, holidays, last)


def _parts(rule: str) -> list[str]:
    """A rule whose comma begins other weekdays is two, in the same season."""
    first, *more = _MORE.split(rule)
    dates = (_matched(first)["dates"] or "") if more else ""
    return [first, *(f"{dates} {part}".strip() for part in more)]


def _matched(rule: str) -> re.Match[str]:
    match = _RULE.fullmatch(rule)
    if match is None:
        raise ValueError(f"hours “{rule}” cannot be read")
    return match


def _weeks(rules: list[str]) -> dict[dt.date, _OfDays]:
    weeks: dict[dt.date, list[_Spans | None]] = {date: [None] * 7 for date in _YEAR}
    for match in map(_matched, rules):
        days, spans = _weekdays(match["days"]), _spans(match["open"])
        for date in _dates(match["dates"]):
            for day in days:
                weeks[date][day] = spans
    return {date: tuple(week) for date, week in weeks.items()}


def _weekdays(text: str | None) -> list[int]:
    parts = [part.partition("-") for part in (text or "Mo-Su").split(",")]
    found = [day for first, _, last in parts for day in days_from(_DAYS[first], _DAYS[last or first])]
    return list(map(WEEKDAYS.index, found))


def _spans(text: str) -> _Spans:
    if text == "off":
        return ()
    if text in ("24/7", "00:00-24:00"):
        return _ALL_DAY
    return tuple(sorted((_time(span[:5]), _time(span[6:])) for span in text.split(",")))


def _time(text: str) -> dt.time:
    return _MIDNIGHT if text == "24:00" else dt.time.fromisoformat(text)


def _dates(text: str | None) -> list[dt.date]:
    return _YEAR if text is None else [date for part in text.split(",") for date in _range(part)]


def _range(part: str) -> list[dt.date]:
    """ "Apr-Sep", "Dec 24-26", "Nov 16-Mar 31", "Feb"; over the turn of the year where it ends earlier."""
    first, _, last = part.partition("-")
    start = _days_of(first)[0]
    end = _days_of(f"{first[:3]} {last}" if last.isdigit() else last or first)[-1]
    if start <= end:
        return [date for date in _YEAR if start <= date <= end]
    return [date for date in _YEAR if date >= start or date <= end]


def _days_of(text: str) -> list[dt.date]:
    """Of "Feb", or of "Feb 29"."""
    month, _, day = text.partition(" ")
    number = _MONTHS.index(month) + 1
    return [dt.date(2028, number, int(day))] if day else [date for date in _YEAR if date.month == number]


def _hours(weeks: dict[dt.date, _OfDays], holidays: list[str], last: int) -> Hours:
    """What holds on most days is the week, other stretches are seasons, a few closed days holidays."""
    usual = Counter(weeks.values()).most_common(1)[0][0]
    for week, dates in _stretches(weeks):
        if not any(week) and len(dates) <= _HOLIDAY_DAYS:
            holidays.extend(f"{date:%m-%d}" for date in dates)
            before = weeks[_YEAR[_YEAR.index(dates[0]) - 1]]
            weeks |= dict.fromkeys(dates, before)
    seasons = [
        HoursException(start=f"{dates[0]:%m-%d}", end=f"{dates[-1]:%m-%d}", week=_named(week))
        for week, dates in _stretches(weeks)
        if week != usual
    ]
    always = usual == (_ALL_DAY,) * 7
    week = {} if always else _named(usual)
    return Hours(always=always, week=week, exceptions=seasons, closed_holidays=holidays, last_entry_min=last)


def _stretches(weeks: dict[dt.date, _OfDays]) -> list[tuple[_OfDays, list[dt.date]]]:
    """Days in a row with the same week; the one over the turn of the year in one piece."""
    found = [(week, list(dates)) for week, dates in groupby(_YEAR, key=weeks.__getitem__)]
    if len(found) > 1 and found[0][0] == found[-1][0]:
        week, dates = found.pop()
        found[0] = (week, dates + found[0][1])
    return found


def _named(week: _OfDays) -> Week:
    return {day: list(spans) for day, spans in zip(WEEKDAYS, week, strict=True) if spans}


# --- Written -----------------------------------------------------------------------------------------


def hours_text(hours: Hours) -> str:
    """`Tu-Su 10:00-18:00; Nov 1-Mar 31 Mo off; Dec 25 off "last entry 30"`, as `hours_in` reads it; "" =
    unknown. Closures with a year (`Hours.shut`) have no words here."""
    rules = ["24/7"] if hours.always else list(rules_of(hours.week, whole=False))
    # the shorter of two seasons wins and comes last
    for season in sorted(hours.exceptions, key=season_days, reverse=True):
        span = f"{_written(season.start)}-{_written(season.end)}"
        rules += [f"{span} {rule}" for rule in rules_of(season.week, whole=True)]
    if hours.closed:
        rules.append(f"{','.join(map(_short, hours.closed))} off")
    rules += [f"{_written(day)} off" for day in hours.closed_holidays if day[:1].isdigit()]
    if "*" in hours.closed_holidays:
        rules.append("PH off")
    notes = [f'"closed {name}"' for name in hours.closed_holidays if name[:1].isalpha()]
    if hours.last_entry_min:
        notes.append(f'"last entry {hours.last_entry_min}"')
    return " ".join(["; ".join(rules) or ("?" if notes else ""), *notes]).strip()


def rules_of(week: Week, *, whole: bool) -> Iterator[str]:
    """Days in a row with the same hours are one rule; closed days are said where it is the `whole` week."""
    for spans, group in groupby(WEEKDAYS, key=lambda day: week.get(day, [])):
        first, *more = map(_short, group)
        if spans or whole:
            open_at = ",".join(f"{opens:%H:%M}-{_closing(closes)}" for opens, closes in spans)
            yield f"{first}{f'-{more[-1]}' if more else ''} {open_at or 'off'}"


def _closing(closes: dt.time) -> str:
    return "24:00" if closes == _MIDNIGHT else f"{closes:%H:%M}"


def _short(day: Weekday) -> str:
    return day[:2].capitalize()


def _written(month_day: str) -> str:
    return f"{_MONTHS[int(month_day[:2]) - 1]} {int(month_day[3:])}"
