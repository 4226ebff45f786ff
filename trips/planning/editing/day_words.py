"""Which days of a plan words name: "day 2", "the second day", "Thursday", "8 April", "tomorrow"."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass

from trips.schemas import Plan, Visit
from trips.understanding.calendar_words import MONTH, month_number
from trips.understanding.counting import ORDINALS, WORDS, ordinal

_NUMBER = rf"(?:\d{{1,2}}|{'|'.join(word for word, value in WORDS.items() if word.isascii() and value)})"
_ORDINAL = rf"(?:{'|'.join(sorted(ORDINALS, key=len, reverse=True))}|\d{{1,2}}(?:st|nd|rd|th))"
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_SHORT = {
    "mon": 0,
    "tue": 1,
    "tues": 1,
    "wed": 2,
    "thu": 3,
    "thur": 3,
    "thurs": 3,
    "fri": 4,
    "sat": 5,
    "sun": 6,
}

#: "Day 2 to 8 pm" is one day and an hour.
_NO_HOUR = r"(?!\s*(?:am|pm|o'clock|h|hours?|minutes?|people|persons?)\b|:\d)"
_DAY = rf"(?:{'|'.join(_WEEKDAYS)})"
_WHICH = r"(?:first|1st|second|2nd|third|3rd|fourth|4th|last|final|other)"

_PATTERNS: dict[str, re.Pattern[str]] = {
    "all_of_a_weekday": re.compile(
        rf"\b(?:both|all|every|each)\s+(?:of\s+)?(?:the\s+|our\s+)?({_DAY})s?\b|\b({_DAY})s\b(?!')", re.I
    ),
    "which_weekday": re.compile(
        rf"\b({_WHICH})\s+(?:of\s+the\s+(?:two\s+)?)?({_DAY})s?\b(?!\s+(?:night\s+)?(?:of|in)\s+{MONTH})",
        re.I,
    ),
    "weekend": re.compile(r"\b(?:the|this|our)\s+weekend\b", re.I),
    "list": re.compile(
        rf"\bdays\s+({_NUMBER}(?:\s*(?:,\s*and\s+|,\s*|and\s+|&\s*)(?:day\s+)?{_NUMBER}){{2,}})\b", re.I
    ),
    "pair": re.compile(
        rf"\bdays?\s+({_NUMBER})\s*(?:and|&|,|with|for|before|/|-)\s*(?:day\s+)?({_NUMBER})\b{_NO_HOUR}", re.I
    ),
    "pair_to": re.compile(
        rf"(?:\bdays\s+|(?<!\bon\s)\bday\s+)({_NUMBER})\s*to\s*(?:day\s+)?({_NUMBER})\b{_NO_HOUR}", re.I
    ),
    "ordinals": re.compile(
        rf"\b({_ORDINAL})\s+(?:day\s+)?(?:and|&|with|for)\s+(?:the\s+)?({_ORDINAL}|last)\s+days?\b", re.I
    ),
    "number": re.compile(rf"\bday\s+(?:number\s+|no\.?\s*)?({_NUMBER})\b", re.I),
    "ordinal": re.compile(rf"\b({_ORDINAL}|last|final)\s+(?:full\s+)?day\b", re.I),
    "arrival": re.compile(r"\b(?:the\s+)?(arrival\s+day|day\s+of\s+arrival|day\s+we\s+arrive)\b", re.I),
    "departure": re.compile(
        r"\b(?:the\s+)?(departure\s+day|day\s+of\s+departure|day\s+we\s+(?:leave|go\s+home))\b", re.I
    ),
    "iso": re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b"),
    "day_month": re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?({MONTH})", re.I),
    "month_day": re.compile(rf"\b({MONTH})\s+(?:the\s+)?(\d{{1,2}})(?:st|nd|rd|th)?\b", re.I),
    "of_month": re.compile(
        r"\bthe\s+(\d{1,2})(?:st|nd|rd|th)\b(?!\s+(?:day|thing|item|entry|activity|"
        r"visit|stop|sight|place|museum|temple|garden|park)s?\b)",
        re.I,
    ),
    "weekday": re.compile(rf"\b({'|'.join(_WEEKDAYS)})s?\b", re.I),
    "short": re.compile(rf"\b(?:on|this|next|to|for)\s+({'|'.join(_SHORT)})\b", re.I),
    "after_tomorrow": re.compile(r"\b(?:the\s+)?day\s+after\s+tomorrow\b", re.I),
    "tomorrow": re.compile(r"\btomorrow\b", re.I),
    "today": re.compile(r"\b(?:today|tonight|this\s+(?:morning|afternoon|evening))\b", re.I),
}


@dataclass(frozen=True)
class DayNamed:
    """Where in the text, and the day of the plan from 1; 0 = a day that is not of the plan. `others`: what
    the same words could mean as well, as a weekday that comes twice."""

    start: int
    end: int
    number: int
    others: tuple[int, ...] = ()


class DayWords:
    def __init__(self, plan: Plan, today: dt.date) -> None:
        self.dates = [day.date for day in plan.days]
        self.cities = [day.city for day in plan.days]
        self.busy = [
            number
            for number, day in enumerate(plan.days, 1)
            if any(isinstance(item, Visit) for item in day.items)
        ]
        self.today = today
        self._found: dict[str, list[DayNamed]] = {}  # every reader asks of the same phrases

    def find(self, text: str) -> list[DayNamed]:
        """Every day named, in the order of the text."""
        if text not in self._found:
            self._found[text] = self._named(text)
        return self._found[text]

    def _named(self, text: str) -> list[DayNamed]:
        found: list[DayNamed] = []
        for kind, pattern in _PATTERNS.items():
            for match in pattern.finditer(text):
                if any(one.start < match.end() and match.start() < one.end for one in found):
                    continue
                found += self._days(kind, match)
        return sorted(found, key=lambda one: (one.start, one.end))

    def one(self, text: str) -> int | None:
        """The single day named; None = none is, 0 = one outside the plan."""
        found = self.find(text)
        return found[0].number if found else None

    def _days(self, kind: str, match: re.Match[str]) -> list[DayNamed]:
        if kind == "list":
            numbers = re.finditer(_NUMBER, match[1], re.I)
            return [DayNamed(*match.span(), self._said(one[0])) for one in numbers]
        if kind in ("pair", "pair_to", "ordinals"):
            ends = (match.span(1), match.span(2))
            return [
                DayNamed(start if place else match.start(), end, self._said(match[place + 1]))
                for place, (start, end) in enumerate(ends)
            ]
        start, end = match.span()
        if kind in ("all_of_a_weekday", "weekend"):
            days = self._all_of(kind, match)
            return [DayNamed(start, end, number) for number in days or [0]]
        if kind in ("weekday", "short"):
            chosen, *others = self._weekdays(kind, match)
            return [DayNamed(start, end, chosen, tuple(others))]
        number = self._number(kind, match)
        return [] if number is None else [DayNamed(start, end, number)]

    def _all_of(self, kind: str, match: re.Match[str]) -> list[int]:
        """Those ahead; where all are over, all."""
        wanted = {5, 6} if kind == "weekend" else {_WEEKDAYS.index((match[1] or match[2]).lower())}
        days = [number for number, date in enumerate(self.dates, 1) if date.weekday() in wanted]
        return [number for number in days if self.dates[number - 1] >= self.today] or days

    def _number(self, kind: str, match: re.Match[str]) -> int | None:
        said = match[1].lower() if match.groups() else ""
        if kind == "number":
            return self._counted(said)
        if kind == "ordinal":
            return len(self.dates) if said in ("last", "final") else self._inside(ordinal(said) or 0)
        if kind in ("arrival", "departure"):
            return 1 if kind == "arrival" else len(self.dates)
        if kind == "which_weekday":
            return self._which(said, _WEEKDAYS.index(match[2].lower()))
        if kind in ("today", "tomorrow", "after_tomorrow"):
            ahead = ("today", "tomorrow", "after_tomorrow").index(kind)
            return self._date(self.today + dt.timedelta(days=ahead))
        if kind == "of_month":
            days = [number for number, date in enumerate(self.dates, 1) if date.day == int(said)]
            return days[0] if days else None
        return self._calendar(kind, match)

    def _calendar(self, kind: str, match: re.Match[str]) -> int | None:
        try:
            if kind == "iso":
                return self._date(dt.date(int(match[1]), int(match[2]), int(match[3])))
            day, month = (match[1], match[2]) if kind == "day_month" else (match[2], match[1])
            wanted = (month_number(month), int(day))
        except ValueError:
            return None
        days = [number for number, date in enumerate(self.dates, 1) if (date.month, date.day) == wanted]
        return days[0] if days else 0

    def _said(self, said: str) -> int:
        """ "3", "three", "third", "last"."""
        if said.lower() == "last":
            return len(self.dates)
        if said.lower() in WORDS or said.isdigit():
            return self._counted(said)
        return self._inside(ordinal(said) or 0)

    def _counted(self, said: str) -> int:
        return self._inside(int(said) if said.isdigit() else WORDS.get(said.lower(), 0))

    def _inside(self, number: int) -> int:
        return number if 1 <= number <= len(self.dates) else 0

    def _date(self, date: dt.date) -> int:
        return self.dates.index(date) + 1 if date in self.dates else 0

    def _which(self, said: str, weekday: int) -> int:
        """ "The second Thursday", of the whole trip; "the other" is the last."""
        days = [number for number, date in enumerate(self.dates, 1) if date.weekday() == weekday]
        if said in ("last", "final", "other"):
            return days[-1] if days else 0
        place = ordinal(said) or 0
        return days[place - 1] if 1 <= place <= len(days) else 0

    def _weekdays(self, kind: str, match: re.Match[str]) -> list[int]:
        """The next one of the trip with something to visit, then what else the word can mean; [0] = none. In
        the city that is named with it: "the Thursday in Kyoto"."""
        said = match[1].lower()
        weekday = _WEEKDAYS.index(said) if kind == "weekday" else _SHORT[said]
        days = [number for number, date in enumerate(self.dates, 1) if date.weekday() == weekday]
        there = re.match(r"\s+in\s+(\S+)", match.string[match.end() :])
        city = there[1].strip(",.!?").lower() if there else ""
        named = [number for number in days if city and self.cities[number - 1].lower().startswith(city)]
        ahead = [number for number in named or days if self.dates[number - 1] >= self.today]
        busy = [number for number in ahead if number in self.busy]
        return [*busy, *(number for number in ahead if number not in busy)] or days or [0]
