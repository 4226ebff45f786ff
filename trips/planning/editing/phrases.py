"""One clause of a message, and what it is read against."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from trips.catalogue.gazetteer import City, Gazetteer
from trips.planning.editing.day_words import DayNamed, DayWords
from trips.planning.editing.thing_words import ThingWords
from trips.schemas import Item, Leg, Meal, MealName, Plan, Stay, TripFacts, Visit
from trips.understanding.counting import WORDS

COUNT = rf"(?:\d{{1,2}}|an?|{'|'.join(word for word in WORDS if word.isascii() and word.isalpha())})"
_AT = re.compile(
    r"\b(?:at|to|from|until|by|after|around|about|for)?\s*(?:(\d{1,2})[:.h](\d{2})\s*(am|pm)?|"
    r"(\d{1,2})\s*(am|pm|o'clock|h)\b|"
    r"\b(noon|midday)\b)",
    re.I,
)
_AT_HOUR = re.compile(
    r"\b(?:at|to|until|around|about|by)\s+(\d{1,2})\b(?!\s*(?:st|nd|rd|th|days?|nights?|[:.]\d))", re.I
)


@dataclass(frozen=True)
class Phrase:
    text: str

    @cached_property
    def lower(self) -> str:
        return self.text.lower()

    def has(self, pattern: str) -> re.Match[str] | None:
        return re.search(pattern, self.text, re.I)


@dataclass(frozen=True)
class Reader:
    """The plan and its words."""

    plan: Plan
    facts: TripFacts
    gazetteer: Gazetteer
    today: dt.date
    days: DayWords
    things: ThingWords
    now: dt.datetime | None = None

    def day(self, phrase: Phrase) -> int | None:
        """The day named; None = none is. 0 = one outside the trip."""
        return self.days.one(phrase.text)

    def named_days(self, phrase: Phrase) -> list[DayNamed]:
        return self.days.find(phrase.text)

    def days_for(self, phrase: Phrase, fits: Callable[[int], bool]) -> list[int]:
        """Every day named, once; of a weekday that comes twice the one that fits. 0 = one outside it."""
        found = []
        for named in self.named_days(phrase):
            meant = [number for number in (named.number, *named.others) if number and fits(number)]
            found.append((meant or [named.number])[0])
        return list(dict.fromkeys(found))

    def begun(self, item: Item) -> bool:
        """Whether it has begun, or is over, where the hour is known."""
        return self.now is not None and item.start <= self.now

    def on_foot(self, number: int) -> int:
        """Minutes of a day."""
        return sum(
            item.minutes
            for item in self.plan.days[number - 1].items
            if isinstance(item, Leg) and item.mode == "walk"
        )

    def without_days(self, text: str) -> str:
        """The words without those that name days, and without what leads to them."""
        for start, end in sorted({(one.start, one.end) for one in self.days.find(text)}, reverse=True):
            text = f"{text[:start]} {text[end:]}"
        text = re.sub(
            r"\b(?:on|to|onto|for|from|in|of|by|until)\s+(?:the\s+)?(?=$|[,.;])",
            " ",
            text.strip(),
            flags=re.I,
        )
        text = re.sub(r"\b(?:on|of|in)\s+(?=\s|(?:to|at|until|by|for|with|instead)\b)", " ", text, flags=re.I)
        return " ".join(text.split())

    @property
    def ahead(self) -> list[int]:
        """Days that are not over, by number."""
        return [number for number, day in enumerate(self.plan.days, 1) if day.date >= self.today]

    def full_days(self) -> list[int]:
        """Days ahead with something to visit."""
        return [
            number
            for number in self.ahead
            if any(isinstance(item, Visit) for item in self.plan.days[number - 1].items)
        ]

    def visits_on(self, number: int) -> int:
        return sum(isinstance(item, Visit) for item in self.plan.days[number - 1].items)

    def meals_on(self, number: int) -> list[Meal]:
        return [item for item in self.plan.days[number - 1].items if isinstance(item, Meal)]

    def days_with(self, meal: MealName) -> list[int]:
        """Days ahead with such a meal that has not begun."""
        return [number for number in self.ahead if self.has_meal(number, meal)]

    def has_meal(self, number: int, meal: MealName) -> bool:
        return any(one.meal == meal and not self.begun(one) for one in self.meals_on(number))

    def cities(self) -> list[City]:
        """The cities of the trip, in order; those with nights first."""
        stays = [day.city_id for day in self.plan.days for item in day.items if isinstance(item, Stay)]
        ids = dict.fromkeys([*stays, *(day.city_id for day in self.plan.days)])
        home = self.facts.origin.city_id if self.facts.origin else None
        found = (self.gazetteer.city(city_id) for city_id in ids if city_id and city_id != home)
        return [city for city in found if city]

    def cities_named(self, text: str) -> list[tuple[int, str]]:
        """(where in the text, name) of the trip's cities that it names."""
        found = []
        for city in self.cities():
            for name in dict.fromkeys((city.name, city.ascii_name)):
                match = re.search(rf"\b{re.escape(name)}\b", text, re.I)
                if match:
                    found.append((match.start(), city.name))
                    break
        return sorted(found)


_PAST_AND_TO = re.compile(
    rf"\b(?P<part>half|(?:a\s+)?quarter)\s+(?P<way>past|to)\s+(?P<hour>\d{{1,2}}|{'|'.join(list(WORDS)[:13])})\b",
    re.I,
)


def in_figures(text: str) -> str:
    """ "Half past seven" → "7:30"."""

    def figures(match: re.Match[str]) -> str:
        minutes = 30 if match["part"].lower() == "half" else 15
        hour = counted(match["hour"])
        if match["way"].lower() == "to":
            hour, minutes = hour - 1, 60 - minutes
        return f"{hour}:{minutes:02}" if 0 <= hour <= 24 else match[0]

    return _PAST_AND_TO.sub(figures, text)


def hour_said(text: str, *, evening: bool = False) -> dt.time | None:
    """ "at 10", "10:30", "7 pm", "noon". `evening` = a bare "at 8" is in the evening."""
    match = _AT.search(text)
    if match and match[6]:
        return dt.time(12)
    if match:
        hour = int(match[1] or match[4])
        minute = int(match[2] or 0)
        half = (match[3] or match[5] or "").lower()
    else:
        bare = _AT_HOUR.search(text)
        if not bare:
            return None
        hour, minute, half = int(bare[1]), 0, ""
    if half == "pm" and hour < 12 or (not half and evening and 1 <= hour <= 11):
        hour += 12
    if half == "am" and hour == 12:
        hour = 0
    return dt.time(hour, minute) if hour < 24 and minute < 60 else None


def shifted(start: dt.datetime, minutes: int) -> dt.time:
    """Some minutes later or earlier on the same date."""
    total = min(max(start.hour * 60 + start.minute + minutes, 0), 23 * 60 + 55)
    return dt.time(total // 60, total % 60)


def counted(said: str | None) -> int:
    """A count in words or figures; 1 where nothing is said."""
    if not said:
        return 1
    folded = said.lower()
    return int(folded) if folded.isdigit() else WORDS.get(folded, 1) or 1
