"""Words about days and hours, how much and for how much."""

from __future__ import annotations

import datetime as dt
import re

from trips.catalogue.names import words
from trips.planning.editing.day_words import DayNamed
from trips.planning.editing.edits import (
    Edit,
    Lighter,
    RemoveItem,
    SetLength,
    SetTime,
    SwapDays,
)
from trips.planning.editing.phrases import COUNT, Phrase, Reader, counted, hour_said
from trips.planning.editing.reading_journeys import JOURNEY, journey_hours
from trips.planning.editing.reading_moves import part_of_day
from trips.planning.editing.reading_places import plain_name
from trips.planning.editing.sides import Side, side_of
from trips.planning.editing.thing_words import MEAL_WORDS, MEALS, Thing
from trips.schemas import Leg, Meal, Visit

_LESS_WALKING = re.compile(
    r"\b(?:less|fewer|shorter|reduce|not\s+so\s+much|not\s+as\s+much|"
    r"cut\s+(?:down\s+)?(?:on\s+)?(?:the\s+)?|too\s+much|too\s+many|too\s+long)\s+"
    r"(?:of\s+)?(?:the\s+)?(?:walking|walks?|on\s+foot|steps|strolling)\b|"
    r"\bless\s+(?:time\s+)?on\s+(?:our|my|the|their)\s+feet\b|\b(?:shorter|fewer)\s+(?:distances|kilomet(?:re|er)s|"
    r"miles|walks?)\b|\bwalk(?:ing)?\s+(?:a\s+(?:bit|little|lot)\s+)?less\b|"
    r"\beasier\s+on\s+(?:the|our|my)\s+(?:feet|legs|knees)\b|\b(?:don't|"
    r"do\s+not)\s+want\s+to\s+walk\s+(?:so|that|as)\s+much\b|"
    r"\b(?:can't|cannot|can\s+not)\s+walk\s+(?:so\s+|that\s+|as\s+|very\s+|too\s+)?(?:much|far|long)\b",
    re.I,
)
_LESS_TO_DO = re.compile(
    r"\bshorte(?:n|r)\s+(?:the\s+|that\s+|our\s+)?day\b|"
    r"\b(?:fewer|less|too\s+many)\s+(?:exhausting|tiring|hectic|intense|visits?|stops?|sights?|things|"
    r"places|activities|sightseeing|packed|full|"
    r"busy|tight|stressful|rushed)\b|"
    r"\b(?:lighter|easier|slower|calmer|quieter|gentler|more\s+relaxed|relaxed)\b|\btoo\s+(?:packed|"
    r"full|busy|tight|much|dense|rushed)\b|"
    r"\btake\s+it\s+eas(?:y|ier)\b|\bone\s+(?:thing|visit|stop|sight)\s+less\b|\bslow\s+(?:it\s+)?down\b",
    re.I,
)
_FREE = re.compile(
    r"\bfree\s+(morning|afternoon|evening|day)\b|\b(morning|afternoon|evening|"
    r"day)\s+(?:\S+\s+){0,4}?(?:off|free|to\s+ourselves|to\s+myself)\b|"
    r"\b(?:nothing|no\s+(?:sightseeing|programme|program|visits?|sights?))\s+(?:planned\s+|at\s+all\s+)?"
    r"(?:(?:on|for)\s+)?(?:the\s+)?(?:\w+day(?:'s)?|tomorrow|day\s+\d+)\s+(?:in\s+the\s+)?(morning|afternoon|evening)\b|"
    r"\bnothing\s+(?:planned\s+)?(?:in|for)\s+the\s+(morning|afternoon|evening)\b|\bno\s+plans?\s+(?:in|"
    r"for)\s+the\s+(morning|afternoon|evening)\b",
    re.I,
)
_PARTS = {
    "morning": (0, 12 * 60 + 30),
    "afternoon": (12 * 60 + 30, 18 * 60),
    "evening": (17 * 60, 28 * 60),
    "day": (0, 28 * 60),
}
_EVERY_DAY = re.compile(
    r"\b(?:every|each)\s+(?:single\s+)?(?:day|morning|evening|night)\b|\b(?:all|the\s+other|the\s+following|the\s+next)\s+days\b|"
    r"\b(?:from\s+now\s+on|always|daily|all\s+(?:the\s+)?(?:week|trip))\b",
    re.I,
)
_STARTING = re.compile(
    r"\b(?:start|begin|set\s+out|set\s+off|get\s+up|morning|sleep|lie[\s-]in|first\s+thing)", re.I
)
_BY = re.compile(rf"\b({COUNT}|half\s+an)\s+(hour|minute|min)s?\b(?:\s+(?:later|earlier))?", re.I)
USUAL_SHIFT = 60


def read_swap(reader: Reader, phrase: Phrase) -> list[Edit]:
    asked = phrase.has(
        r"\b(?:swap|switch|exchange|flip|trade|reverse|interchange)\b|\bother\s+way\s+(?:a)?round\b|"
        r"\bchange\s+places\b|\bturn\s+(?:a)?round\b"
    )
    days = _pair(reader, phrase)
    if not asked or len(days) != 2 or 0 in days or days[0] == days[1]:
        return []
    between = reader.named_days(phrase)
    start = phrase.text[asked.end() : between[0].start] if asked.start() < between[0].start else ""
    if set(words(start)) - _ABOUT_DAYS:
        return []  # "swap the museum on day 2 for one on day 3"
    return [SwapDays(first=days[0], second=days[1])]


def _pair(reader: Reader, phrase: Phrase) -> list[int]:
    """The two days; of weekdays that come twice those of one city with something on both, the nearest."""
    named = reader.named_days(phrase)
    if len(named) != 2:
        return [one.number for one in named]
    days = reader.plan.days
    pairs = [(one, other) for one in _all(named[0]) for other in _all(named[1])]

    def unlikely(pair: tuple[int, int]) -> tuple[bool, bool, int, int]:
        if 0 in pair:
            return True, True, 0, 0
        one, other = pair
        empty = not (reader.visits_on(one) and reader.visits_on(other))
        return days[one - 1].city != days[other - 1].city, empty, abs(one - other), pairs.index(pair)

    return list(min(pairs, key=unlikely))


def _all(named: DayNamed) -> tuple[int, ...]:
    return named.number, *named.others


_ABOUT_DAYS = frozenset(
    """the my our plan plans of for on day days please around activities programme program itinerary what is
    things everything contents""".split()
)


def read_free_time(reader: Reader, phrase: Phrase) -> list[Edit]:
    match = _FREE.search(phrase.text)
    if not match or phrase.has(r"\bfree\s+of\s+charge\b|\b(?:cross|strike)\b"):
        return []
    part = next(group for group in match.groups() if group).lower()
    day = reader.day(phrase)
    if day is None:
        full = reader.full_days()
        day = full[len(full) // 2] if full else 0
    if not day:
        return []
    first, last = _PARTS[part]
    found: list[Edit] = []
    for item in reader.plan.days[day - 1].items:
        minutes = item.start.hour * 60 + item.start.minute
        if isinstance(item, Visit) and first <= minutes < last and not (item.locked or reader.begun(item)):
            found.append(RemoveItem(uid=item.uid))
    return found


def read_lighter(reader: Reader, phrase: Phrase) -> list[Edit]:
    walking = _LESS_WALKING.search(phrase.text)
    if not walking and not _LESS_TO_DO.search(phrase.text):
        return []
    fits = (lambda day: reader.on_foot(day) > 0) if walking else (lambda day: reader.visits_on(day) > 1)
    named = reader.days_for(phrase, fits)
    if 0 in named or (walking and not named and re.search(r"can", walking[0], re.I)):
        return []  # who can't walk far can't on any day: that is for the facts
    if not walking:
        if not named and not phrase.has(
            r"\b(?:visits?|stops?|sights?|things|places|plan|trip|days?|everything|it)\b"
        ):
            return []
        return [Lighter(day=number, what="visits") for number in named or reader.full_days()]
    return [Lighter(day=number) for number in named or _walking_days(reader)]


def _walking_days(reader: Reader) -> list[int]:
    """Without a day named those with half an hour on foot or more; at least the one with the most."""
    minutes = {number: reader.on_foot(number) for number in reader.ahead}
    long = [number for number, spent in minutes.items() if spent >= 30]
    most = max(minutes, key=lambda number: minutes[number], default=0)
    return long or ([most] if most and minutes[most] else [])


# --- How long ---------------------------------------------------------------------------------------

_LENGTH = (
    rf"(?:(?:about\s+|only\s+|just\s+|at\s+least\s+)*(?:{COUNT}|half\s+an|an?)(?:\s+(?:and\s+a\s+half))?\s+"
    r"(?:hours?|minutes?|mins?|h))"
)
_MORE_TIME = re.compile(
    rf"\b(?:(?P<less>less|more)|(?:an?\s+)?(?P<by>{_LENGTH})\s+(?P<way>more|longer|less|extra)|(?P<longer>stay\s+longer)|"
    rf"(?P<sum>{_LENGTH}))\s+(?:time\s+)?(?:at|in|for|inside|with)\s+(?P<what>.+)$",
    re.I,
)
USUAL_MORE = 60


def read_lengths(reader: Reader, phrase: Phrase) -> list[Edit]:
    """ "More time at the museum", "two hours at the zoo"."""
    match = _MORE_TIME.search(phrase.text)
    if not match or (match["less"] and "time" not in match[0].lower()) or reader.day(phrase) == 0:
        return []
    thing = reader.things.find(plain_name(reader, match["what"]), reader.day(phrase))
    if thing is None or not isinstance(thing.item, Visit):
        return []
    minutes = thing.item.minutes
    if match["sum"]:
        minutes = _length(match["sum"])
    else:
        shorter = (match["less"] or match["way"] or "").lower() == "less"
        step = (
            _length(match["by"]) if match["by"] else min(USUAL_MORE, minutes // 2) if shorter else USUAL_MORE
        )
        minutes += -step if shorter else step
    return [SetLength(uid=thing.item.uid, minutes=min(max(minutes, 15), 720))]


def _length(said: str) -> int:
    """Minutes of "two and a half hours", "half an hour", "90 minutes"."""
    text = said.lower()
    if "half an" in text:
        return 30
    count = re.search(COUNT, re.sub(r"\b(?:about|only|just|at\s+least)\s+", "", text), re.I)
    number = counted(count[0] if count else None)
    minutes = number * (1 if "min" in text else 60)
    return minutes + (30 if "and a half" in text else 0)


# --- Hours -----------------------------------------------------------------------------------------


def read_hours(reader: Reader, phrase: Phrase) -> list[Edit]:
    if phrase.has(r"\b(?:nights?|days?|weeks?)\s+(?:earlier|later|sooner)\b"):
        return []  # of dates, not of hours
    side = side_of(phrase.text)
    day = reader.day(phrase)
    if day == 0:
        return []
    rest = reader.without_days(phrase.text)
    meal_match = MEAL_WORDS.search(rest)
    hour = hour_said(rest, evening=bool(meal_match and MEALS[meal_match[1].lower()] == "dinner"))
    shift = _shift(phrase.text)
    if hour and meal_match and MEALS[meal_match[1].lower()] == "lunch" and hour.hour in range(1, 5):
        hour = hour if phrase.has(r"\d\s*am\b") else hour.replace(hour=hour.hour + 12)
    if train := JOURNEY.search(rest):
        return journey_hours(reader, phrase, train[1].lower(), hour, side, shift)
    if meal_match and (hour or side.way):
        meal = MEALS[meal_match[1].lower()]
        every = not day and (
            meal_match[0].lower().endswith("s")
            or phrase.has(r"\b(?:all|every|each)\b")
            or _EVERY_DAY.search(phrase.text)
        )
        days = reader.days_with(meal) if every else [day]
        things = [reader.things.meal(meal, number) for number in days]
        return [edit for thing in things if thing for edit in _at(thing, hour, side, shift)]
    if _STARTING.search(phrase.text) and (hour or side.way):
        every = reader.ahead if _EVERY_DAY.search(phrase.text) else reader.full_days()
        return _first_things(reader, [day] if day else every, not day, hour, side, shift)
    named = re.search(
        r"^(?:(?:please|can|could|we|you|i|want|would|like|to|let'?s|do|have|visit|see|be|go|make|move|"
        r"put|set|start|begin|push|bring|pull|shift|the)\s+)*"
        r"(.+?)\s+(?:at|to|from|in|back|forwards?|by|later|earlier|(?:an?|one|two|half\s+an)\s+(?:hours?|minutes?))\b",
        rest,
        re.I,
    )
    hour = hour or (part_of_day(phrase) if not side.way else None)
    if not named or not (hour or side.way):
        return []
    thing = reader.things.find(named[1], day)
    return _at(thing, hour, side, shift) if thing else []


def _shift(text: str) -> int:
    """Minutes: "an hour later", "30 minutes earlier"; else an hour."""
    match = _BY.search(text)
    if not match:
        return USUAL_SHIFT
    if match[1].lower().startswith("half"):
        return 30
    return counted(match[1]) * (60 if match[2].lower() == "hour" else 1)


def _at(thing: Thing, hour: dt.time | None, side: Side, shift: int) -> list[Edit]:
    start = side.hour(thing.item.start, thing.item.minutes, hour, shift)
    return [SetTime(uid=thing.item.uid, start=start)] if start else []


def _first_things(
    reader: Reader, days: list[int], several: bool, hour: dt.time | None, side: Side, shift: int
) -> list[Edit]:
    """The first thing of each of these days; `several`: none was named, so one that begins with a journey
    stays."""
    found: list[Edit] = []
    for number in days:
        items = reader.plan.days[number - 1].items
        journeys = [
            item
            for item in items
            if isinstance(item, Leg) and item.origin.city_id != item.destination.city_id
        ]
        things = [item for item in items if isinstance(item, Visit | Meal) and not reader.begun(item)]
        things = [item for item in things if any(item.uid == one.item.uid for one in reader.things.things)]
        if not things or (several and journeys and journeys[0].start < things[0].start):
            continue
        first = things[0]
        start = side.hour(first.start, 0, hour, shift)
        found += [SetTime(uid=first.uid, start=start)] if start else []
    return found
