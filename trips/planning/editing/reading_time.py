"""Words about days and hours, how much and for how much."""

from __future__ import annotations

import datetime as dt
import re

from trips.planning.editing.edits import (
    Cheaper,
    Edit,
    Lighter,
    RemoveItem,
    ReplaceItem,
    SetTime,
    SwapDays,
)
from trips.planning.editing.phrases import COUNT, Phrase, Reader, counted, hour_said
from trips.planning.editing.thing_words import MEAL_WORDS, MEALS, STAY_WORDS, Thing
from trips.planning.names import words
from trips.schemas import FreeTime, Leg, Meal, Visit

_LESS_WALKING = re.compile(
    r"\b(?:less|fewer|shorter|reduce|not\s+so\s+much|not\s+as\s+much|"
    r"cut\s+(?:down\s+)?(?:on\s+)?(?:the\s+)?|too\s+much|too\s+many|too\s+long)\s+"
    r"(?:of\s+)?(?:the\s+)?(?:walking|walks?|on\s+foot|steps|strolling)\b|"
    r"\bwalk(?:ing)?\s+(?:a\s+(?:bit|little|lot)\s+)?less\b|"
    r"\beasier\s+on\s+(?:the|our|my)\s+(?:feet|legs|knees)\b|\b(?:don't|"
    r"do\s+not)\s+want\s+to\s+walk\s+(?:so|that|as)\s+much\b|"
    r"\b(?:can't|cannot|can\s+not)\s+walk\s+(?:so\s+|that\s+|as\s+|very\s+|too\s+)?(?:much|far|long)\b",
    re.I,
)
_LESS_TO_DO = re.compile(
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
_CHEAP = re.compile(
    r"\b(?:cheaper|less\s+expensive|spend\s+less|less\s+money|save\s+(?:some\s+)?money|too\s+expensive|"
    r"too\s+dear|"
    r"costs?\s+too\s+much|"
    r"lower\s+(?:the\s+)?(?:costs?|price|total|budget)|(?:bring|get|cut|"
    r"reduce)\s+(?:down\s+)?(?:the\s+)?(?:costs?|price|total)|"
    r"more\s+affordable|on\s+a\s+(?:smaller|tighter)\s+budget)\b",
    re.I,
)
_LATER = re.compile(r"\b(?:later|sleep\s+in|lie[\s-]in|sleep\s+(?:late|longer))\b", re.I)
_EARLIER = re.compile(r"\b(?:earlier|early\s+start|sooner)\b", re.I)
_STARTING = re.compile(
    r"\b(?:start|begin|set\s+out|set\s+off|get\s+up|morning|sleep|lie[\s-]in|first\s+thing)", re.I
)
_BY = re.compile(rf"\b({COUNT}|half\s+an)\s+(hour|minute|min)s?\s+(?:later|earlier)\b", re.I)
_TRAIN = re.compile(r"\b(train|flight|fly|plane|bus|coach|ferry|drive)\b", re.I)
USUAL_SHIFT = 60


def read_swap(reader: Reader, phrase: Phrase) -> list[Edit]:
    asked = phrase.has(
        r"\b(?:swap|switch|exchange|flip|trade|reverse|interchange)\b|\bother\s+way\s+(?:a)?round\b|"
        r"\bchange\s+places\b|\bturn\s+(?:a)?round\b"
    )
    days = [one.number for one in reader.named_days(phrase)]
    if not asked or len(days) != 2 or 0 in days or days[0] == days[1]:
        return []
    between = reader.named_days(phrase)
    start = phrase.text[asked.end() : between[0].start] if asked.start() < between[0].start else ""
    if set(words(start)) - _ABOUT_DAYS:
        return []  # "swap the museum on day 2 for one on day 3"
    return [SwapDays(first=days[0], second=days[1])]


_ABOUT_DAYS = frozenset(
    """the my our plan plans of for on day days please around activities programme program itinerary what is
    things everything contents""".split()
)


def read_free_time(reader: Reader, phrase: Phrase) -> list[Edit]:
    match = _FREE.search(phrase.text)
    if not match or phrase.has(r"\bfree\s+of\s+charge\b"):
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
        if isinstance(item, Visit) and first <= minutes < last and not item.locked:
            found.append(RemoveItem(uid=item.uid))
    return found


def read_lighter(reader: Reader, phrase: Phrase) -> list[Edit]:
    walking = _LESS_WALKING.search(phrase.text)
    if not walking and not _LESS_TO_DO.search(phrase.text):
        return []
    day = reader.day(phrase)
    if day == 0 or (walking and day is None and re.search(r"can", walking[0], re.I)):
        return []  # who can't walk far can't on any day: that is for the facts
    if not walking:
        if day is None and not phrase.has(
            r"\b(?:visits?|stops?|sights?|things|places|plan|trip|days?|everything|it)\b"
        ):
            return []
        days = [day] if day else reader.full_days()
        return [Lighter(day=number, what="visits") for number in days]
    return [Lighter(day=number) for number in ([day] if day else _walking_days(reader))]


def _walking_days(reader: Reader) -> list[int]:
    """Without a day named those with half an hour on foot or more; at least the one with the most."""
    minutes = {
        number: sum(
            item.minutes
            for item in reader.plan.days[number - 1].items
            if isinstance(item, Leg) and item.mode == "walk"
        )
        for number in reader.ahead
    }
    long = [number for number, spent in minutes.items() if spent >= 30]
    most = max(minutes, key=lambda number: minutes[number], default=0)
    return long or ([most] if most and minutes[most] else [])


# --- Hours -----------------------------------------------------------------------------------------


def read_hours(reader: Reader, phrase: Phrase) -> list[Edit]:
    later, earlier = _LATER.search(phrase.text), _EARLIER.search(phrase.text)
    day = reader.day(phrase)
    if day == 0:
        return []
    rest = reader.without_days(phrase.text)
    meal_match = MEAL_WORDS.search(rest)
    hour = hour_said(rest, evening=bool(meal_match and MEALS[meal_match[1].lower()] == "dinner"))
    shift = _shift(phrase.text) * (1 if later else -1)
    if train := _TRAIN.search(rest):
        return _journey_hours(reader, phrase, train[1].lower(), hour, shift if later or earlier else 0)
    if meal_match and (hour or later or earlier):
        meal = MEALS[meal_match[1].lower()]
        every = not day and (meal_match[0].lower().endswith("s") or phrase.has(r"\b(?:all|every|each)\b"))
        days = reader.days_with(meal) if every else [day]
        things = [reader.things.meal(meal, number) for number in days]
        return [edit for thing in things if thing for edit in _at(thing, hour, shift)]
    if _STARTING.search(phrase.text) and (hour or later or earlier):
        return _first_things(reader, day, hour, shift)
    named = re.search(
        r"^(?:(?:please|can|could|we|you|i|want|would|like|to|let'?s|do|have|visit|see|be|go|make|move|"
        r"put|set|start|begin|the)\s+)*"
        r"(.+?)\s+(?:at|to|from|later|earlier|(?:an?|one|two|half\s+an)\s+(?:hours?|minutes?))\b",
        rest,
        re.I,
    )
    if not named or not (hour or later or earlier):
        return []
    thing = reader.things.find(named[1], day)
    return _at(thing, hour, shift) if thing else []


def _shift(text: str) -> int:
    """Minutes: "an hour later", "30 minutes earlier"; else an hour."""
    match = _BY.search(text)
    if not match:
        return USUAL_SHIFT
    if match[1].lower().startswith("half"):
        return 30
    return counted(match[1]) * (60 if match[2].lower() == "hour" else 1)


def _at(thing: Thing, hour: dt.time | None, shift: int) -> list[Edit]:
    return [SetTime(uid=thing.item.uid, start=hour or _shifted(thing.item.start, shift))]


def _shifted(start: dt.datetime, minutes: int) -> dt.time:
    """Some minutes later or earlier on the same date."""
    total = min(max(start.hour * 60 + start.minute + minutes, 0), 23 * 60 + 55)
    return dt.time(total // 60, total % 60)


def _first_things(reader: Reader, day: int | None, hour: dt.time | None, shift: int) -> list[Edit]:
    """The first thing of a day, or of each full day where none is named."""
    found: list[Edit] = []
    for number in [day] if day else reader.full_days():
        items = reader.plan.days[number - 1].items
        journeys = [
            item
            for item in items
            if isinstance(item, Leg) and item.origin.city_id != item.destination.city_id
        ]
        things = [item for item in items if isinstance(item, Visit | Meal | FreeTime)]
        things = [item for item in things if any(item.uid == one.item.uid for one in reader.things.things)]
        if not things or (not day and journeys and journeys[0].start < things[0].start):
            continue
        first = things[0]
        found.append(SetTime(uid=first.uid, start=hour or _shifted(first.start, shift)))
    return found


def _journey_hours(reader: Reader, phrase: Phrase, said: str, hour: dt.time | None, shift: int) -> list[Edit]:
    day = reader.day(phrase)
    mode = {"plane": "flight", "fly": "flight", "bus": "coach", "drive": "car"}.get(said, said)
    legs = [
        leg
        for number in ([day] if day else reader.ahead)
        for leg in reader.plan.days[number - 1].items
        if isinstance(leg, Leg) and leg.mode == mode and leg.origin.city_id != leg.destination.city_id
    ]
    if not legs or not (hour or shift):
        return []
    leg = legs[-1] if phrase.has(r"\b(?:home|back|return)\b") else legs[0]
    return [SetTime(uid=leg.uid, start=hour or _shifted(leg.start, shift))]


# --- Money -----------------------------------------------------------------------------------------


def read_cheaper(reader: Reader, phrase: Phrase) -> list[Edit]:
    if not _CHEAP.search(phrase.text):
        return []
    day = reader.day(phrase)
    if day == 0:
        return []
    if STAY_WORDS.search(phrase.text):
        cities = reader.cities_named(phrase.text)
        thing = reader.things.stay(day, cities[0][1] if cities else "")
        return [ReplaceItem(uid=thing.item.uid, like="cheaper")] if thing else []
    return [Cheaper(day=day)]
