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

_PATTERNS: dict[str, re.Pattern[str]] = {
    "pair": re.compile(
        rf"\bdays?\s+({_NUMBER})\s*(?:and|&|,|with|for|to|before|/|-)\s*(?:day\s+)?({_NUMBER})\b", re.I
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
    "of_month": re.compile(r"\bthe\s+(\d{1,2})(?:st|nd|rd|th)\b(?!\s+day)", re.I),
    "weekday": re.compile(rf"\b({'|'.join(_WEEKDAYS)})s?\b", re.I),
    "short": re.compile(rf"\b(?:on|this|next|to|for)\s+({'|'.join(_SHORT)})\b", re.I),
    "after_tomorrow": re.compile(r"\b(?:the\s+)?day\s+after\s+tomorrow\b", re.I),
    "tomorrow": re.compile(r"\btomorrow\b", re.I),
    "today": re.compile(r"\b(?:today|tonight|this\s+(?:morning|afternoon|evening))\b", re.I),
}


@dataclass(frozen=True)
class DayNamed:
    """Where in the text, and the day of the plan from 1; 0 = a day that is not of the plan."""

    start: int
    end: int
    number: int


class DayWords:
    def __init__(self, plan: Plan, today: dt.date) -> None:
        self.dates = [day.date for day in plan.days]
        self.busy = [
            number
            for number, day in enumerate(plan.days, 1)
            if any(isinstance(item, Visit) for item in day.items)
        ]
        self.today = today

    def find(self, text: str) -> list[DayNamed]:
        """Every day named, in the order of the text."""
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
        if kind in ("pair", "ordinals"):
            ends = (match.span(1), match.span(2))
            return [
                DayNamed(start if place else match.start(), end, self._said(match[place + 1]))
                for place, (start, end) in enumerate(ends)
            ]
        number = self._number(kind, match)
        return [] if number is None else [DayNamed(match.start(), match.end(), number)]

    def _number(self, kind: str, match: re.Match[str]) -> int | None:
        said = match[1].lower() if match.groups() else ""
        if kind == "number":
            return self._counted(said)
        if kind == "ordinal":
            return len(self.dates) if said in ("last", "final") else self._inside(ordinal(said) or 0)
        if kind in ("arrival", "departure"):
            return 1 if kind == "arrival" else len(self.dates)
        if kind in ("weekday", "short"):
            return self._weekday(_WEEKDAYS.index(said) if kind == "weekday" else _SHORT[said])
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

    def _weekday(self, weekday: int) -> int:
        """The next one of the trip with something to visit; where all are over, the first."""
        days = [number for number, date in enumerate(self.dates, 1) if date.weekday() == weekday]
        ahead = [number for number in days if self.dates[number - 1] >= self.today]
        busy = [number for number in ahead if number in self.busy]
        return (busy or ahead or days or [0])[0]
