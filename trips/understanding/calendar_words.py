"""The words of the calendar, and the days that some of them name: months, weekdays, seasons, feasts."""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Callable

from trips.reading.values import easter, nth_weekday

_MONTH_NAMES = {
    1: "january jan enero janvier januar jänner gennaio janeiro",
    2: "february feb febrero février fevrier februar febbraio fevereiro",
    3: "march mar marzo mars märz maerz março",
    4: "april apr abril avril aprile",
    5: "may mayo mai maggio maio",
    6: "june jun junio juin juni giugno junho",
    7: "july jul julio juillet juli luglio julho",
    8: "august aug agosto août aout",
    9: "september sept sep septiembre septembre settembre setembro",
    10: "october oct octubre octobre oktober okt ottobre outubro",
    11: "november nov noviembre novembre novembro",
    12: "december dec diciembre décembre decembre dezember dez dicembre dezembro",
}
MONTHS: dict[str, int] = {name: number for number, names in _MONTH_NAMES.items() for name in names.split()}
MONTH = rf"(?:{'|'.join(sorted(MONTHS, key=len, reverse=True))})\b\.?"
_WEEKDAY_NAMES = (
    "monday|mon|lunes|lundi|montag",
    "tuesday|tues|tue|martes|mardi|dienstag",
    "wednesday|wed|miércoles|miercoles|mercredi|mittwoch",
    "thursday|thurs|thur|thu|jueves|jeudi|donnerstag",
    "friday|fri|viernes|vendredi|freitag",
    "saturday|sat|sábado|sabado|samedi|samstag",
    "sunday|sun|domingo|dimanche|sonntag",
)
WEEKDAYS: dict[str, int] = {
    name: number for number, names in enumerate(_WEEKDAY_NAMES) for name in names.split("|")
}
WEEKDAY = rf"(?:{'|'.join(sorted(WEEKDAYS, key=len, reverse=True))})\b\.?"


def month_number(word: str) -> int:
    return MONTHS[word.lower().rstrip(".")]


def weekday_number(word: str) -> int:
    return WEEKDAYS[word.lower().rstrip(".")]


def last_of_month(year: int, month: int) -> dt.date:
    return dt.date(year, month, calendar.monthrange(year, month)[1])


Days = tuple[dt.date, dt.date]


def _fixed(month: int, day: int, end_month: int | None = None, end_day: int | None = None) -> Callable:
    def days(year: int) -> Days:
        start = dt.date(year, month, day)
        if end_month is None or end_day is None:
            return start, start
        return start, dt.date(year + (end_month < month), end_month, end_day)

    return days


def _around(day_of: Callable[[int], dt.date], before: int, after: int) -> Callable[[int], Days]:
    def days(year: int) -> Days:
        day = day_of(year)
        return day - dt.timedelta(days=before), day + dt.timedelta(days=after)

    return days


#: Feasts as travellers name them, each with its days in a year. The long forms stand first.
FEASTS: tuple[tuple[str, Callable[[int], Days]], ...] = (
    (
        r"(?:between\s+)?christmas\s+(?:and|to|until|till|through)\s+new\s+year(?:'?s)?(?:\s+(?:eve|day))?",
        _fixed(12, 25, 1, 1),
    ),
    (
        r"(?:christmas|x-?mas)(?:\s+(?:eve|day|break|holidays?|time|week))?|noël|noel|weihnachten|navidad",
        _fixed(12, 24, 12, 26),
    ),
    (r"new\s+year'?s?(?:\s+(?:eve|day))?|nye|silvester|nochevieja|hogmanay", _fixed(12, 31, 1, 1)),
    (r"easter(?:\s+(?:weekend|break|holidays?|sunday|monday|week))?|ostern|pâques|semana\s+santa",
     _around(easter, 2, 1)),
    (r"pentecost|whitsun|pfingsten", _around(lambda year: easter(year) + dt.timedelta(days=49), 1, 1)),
    (r"thanksgiving(?:\s+(?:weekend|day|break|week))?",
     _around(lambda year: nth_weekday(year, 11, 3, 4), 0, 3)),
    (r"memorial\s+day(?:\s+weekend)?", _around(lambda year: nth_weekday(year, 5, 0, -1), 2, 0)),
    (r"labou?r\s+day(?:\s+weekend)?", _around(lambda year: nth_weekday(year, 9, 0, 1), 2, 0)),
    (r"(?:presidents'?|president's)\s+day(?:\s+weekend)?",
     _around(lambda year: nth_weekday(year, 2, 0, 3), 2, 0)),
    (r"mlk\s+(?:day\s+)?weekend", _around(lambda year: nth_weekday(year, 1, 0, 3), 2, 0)),
    (r"valentine'?s?(?:\s+day)?", _fixed(2, 14)),
    (r"st\.?\s+patrick'?s\s+day", _fixed(3, 17)),
    (r"golden\s+week", _fixed(4, 29, 5, 5)),
    # With a year or after "from", "until", "to" it is a date like another.
    (
        r"(?<!until )(?<!till )(?<!to )(?<!from )(?<!until the )(?<!till the )(?<!to the )(?<!from the )"
        r"(?:the\s+)?(?:4th|fourth)\s+of\s+july(?!,?\s+2\d{3})|independence\s+day",
        _fixed(7, 4),
    ),
    (r"bastille\s+day", _fixed(7, 14)),
    (r"oktoberfest", _around(lambda year: nth_weekday(year, 10, 6, 1), 15, 0)),
    (r"hallowe'?en", _fixed(10, 31)),
)  # fmt: skip
