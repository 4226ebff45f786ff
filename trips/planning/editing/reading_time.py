"""Words about days and hours, nights, meals, how much and for how much."""

from __future__ import annotations

import datetime as dt
import re

from trips.planning.editing.edits import (
    AddNight,
    AddPlace,
    Cheaper,
    DropNight,
    Edit,
    Lighter,
    MoveItem,
    RemoveItem,
    ReplaceItem,
    ReplaceMeal,
    SetTime,
    SwapDays,
)
from trips.planning.editing.phrases import Phrase, Reader, hour_said
from trips.planning.editing.thing_words import MEAL_WORDS, MEALS, STAY_WORDS, Thing
from trips.planning.names import words
from trips.planning.wishes import offers
from trips.schemas import FreeTime, Leg, Meal, MealName, Visit
from trips.understanding.counting import WORDS

_COUNT = rf"(?:\d{{1,2}}|an?|{'|'.join(word for word in WORDS if word.isascii() and word.isalpha())})"
_MORE = re.compile(
    rf"\b(?:({_COUNT})\s+)?(?:more|extra|additional|further|another)\s+(?:({_COUNT})\s+)?(?:nights?|days?)\b|"
    rf"\b(?:({_COUNT})\s+)?(?:nights?|days?)\s+(?:more|longer|extra)\b|"
    rf"\b(?:add|extend)\b.{{0,40}}?\b({_COUNT})\s+(?:nights?|days?)\b|\b(?:stay|"
    rf"be)\s+(?:in\s+)?[\w' -]{{0,30}}longer\b",
    re.I,
)
_LESS = re.compile(
    rf"\b(?:({_COUNT})\s+)?(?:less|fewer)\s+(?:nights?|days?)\b|"
    rf"\b(?:({_COUNT})\s+)(?:nights?|days?)\s+(?:less|fewer|shorter|earlier)\b|"
    rf"\b(?:cut|drop|remove|shorten|lose)\b.{{0,30}}?\b({_COUNT})\s+nights?\b",
    re.I,
)
_KEEP_END = re.compile(
    r"\b(?:same\s+(?:end|return)|(?:still|must|have\s+to)\s+(?:be\s+)?(?:home|back|fly|return|leave)|"
    r"end\s+(?:date\s+)?(?:is\s+)?"
    r"(?:fixed|the\s+same)|without\s+(?:a\s+longer|making\s+the)\s+trip|keep\s+the\s+(?:end|return|flight))",
    re.I,
)
_DIETS = {
    "vegan": "vegan",
    "plant-based": "vegan",
    "plant based": "vegan",
    "vegetarian": "vegetarian",
    "veggie": "vegetarian",
    "halal": "halal",
    "kosher": "kosher",
    "gluten-free": "gluten_free",
    "gluten free": "gluten_free",
    "coeliac": "gluten_free",
    "celiac": "gluten_free",
}
_DIET = re.compile(rf"\b({'|'.join(_DIETS)})\b", re.I)
_EATING = re.compile(
    r"\b(?:eat|food|meals?|restaurants?|table|kitchen|dining|somewhere|place\s+to\s+eat)\b", re.I
)
_ELSEWHERE = re.compile(
    r"\b(?:somewhere\s+else|elsewhere|another\s+(?:place|restaurant|table|spot)|"
    r"(?:a\s+)?different\s+(?:place|restaurant|spot|one)|"
    r"other\s+(?:place|restaurant)|somewhere\s+(?:different|nicer|better)|something\s+else|not\s+there|"
    r"change|replace|swap|"
    r"find\s+(?:me\s+|us\s+)?another|a\s+different|another)\b",
    re.I,
)
_EVERY = re.compile(r"\b(?:all|every|each|always)\b", re.I)
_LESS_WALKING = re.compile(
    r"\b(?:less|fewer|shorter|reduce|not\s+so\s+much|not\s+as\s+much|"
    r"cut\s+(?:down\s+)?(?:on\s+)?(?:the\s+)?|too\s+much|too\s+many|too\s+long)\s+"
    r"(?:of\s+)?(?:the\s+)?(?:walking|walks?|on\s+foot|steps|strolling)\b|"
    r"\bwalk(?:ing)?\s+(?:a\s+(?:bit|little|lot)\s+)?less\b|"
    r"\beasier\s+on\s+(?:the|our|my)\s+(?:feet|legs|knees)\b|\b(?:don't|"
    r"do\s+not)\s+want\s+to\s+walk\s+(?:so|that|as)\s+much\b",
    re.I,
)
_LESS_TO_DO = re.compile(
    r"\b(?:fewer|less)\s+(?:visits?|stops?|sights?|things|places|activities|sightseeing|packed|full|"
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
    r"\b(?:cheaper|less\s+expensive|less\s+money|save\s+(?:some\s+)?money|too\s+expensive|too\s+dear|"
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
_BY = re.compile(rf"\b({_COUNT}|half\s+an)\s+(hour|minute|min)s?\s+(?:later|earlier)\b", re.I)
_TRAIN = re.compile(r"\b(train|flight|plane|bus|coach|ferry|drive)\b", re.I)
USUAL_SHIFT = 60


def _count(said: str | None) -> int:
    if not said:
        return 1
    folded = said.lower()
    return int(folded) if folded.isdigit() else WORDS.get(folded, 1) or 1


def read_nights(reader: Reader, phrase: Phrase) -> list[Edit]:
    more, less = _MORE.search(phrase.text), _LESS.search(phrase.text)
    if not more and not less:
        return []
    if (
        more
        and re.search(r"\bdays?\b", more[0], re.I)
        and not phrase.has(r"\b(?:in|to|at|stay|extend|trip)\b")
    ):
        return []
    cities = reader.cities_named(phrase.text)
    known = [name for _, name in cities]
    only = reader.cities()
    nights = _count(next((part for part in (more or less).groups() if part), None)) if (more or less) else 1
    if more and less:
        return _exchanged(cities, more, less, nights)
    keep_end = bool(_KEEP_END.search(phrase.text))
    instead = re.search(r"\b(?:instead\s+of|rather\s+than|less\s+in|from|fewer\s+in)\b", phrase.text, re.I)
    if more and instead and len(cities) > 1:
        giver = next((name for at, name in cities if at > instead.start()), "")
        taker = next((name for _, name in cities if name != giver), "")
        return [AddNight(city=taker, nights=nights, keep_end=True, instead_of=giver)] if taker else []
    if not known:
        there = re.search(r"\b(?:in|at|to)\s+([A-Z][\w'-]+(?:\s+[A-Z][\w'-]+)*)", phrase.text)
        if there and reader.gazetteer.best_city(there[1]) and not reader.days.find(there[0]):
            known = [there[1]]
        elif len(only) == 1 and not there:
            known = [only[0].name]
    if not known:
        return []
    if more:
        return [AddNight(city=known[0], nights=nights, keep_end=keep_end)]
    return [DropNight(city=known[0], nights=nights)]


def _exchanged(
    cities: list[tuple[int, str]], more: re.Match[str], less: re.Match[str], nights: int
) -> list[Edit]:
    """ "One more night in Kyoto and one less in Tokyo"."""
    if len(cities) < 2:
        return []
    first, second = cities[0][1], cities[1][1]
    taker, giver = (first, second) if more.start() <= less.start() else (second, first)
    return [AddNight(city=taker, nights=nights, keep_end=True, instead_of=giver)]


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
    if day == 0:
        return []
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


# --- Meals -----------------------------------------------------------------------------------------


def read_meals(reader: Reader, phrase: Phrase) -> list[Edit]:
    meal_match = MEAL_WORDS.search(phrase.text)
    diet_match = _DIET.search(phrase.text)
    if not meal_match and not (diet_match and _EATING.search(phrase.text)):
        return []
    if phrase.has(
        r"\b(?:i'm|i\s+am|we're|we\s+are|is\s+a|am\s+a)\s+(?:a\s+)?(?:strict\s+)?(?:vegan|vegetarian|"
        r"coeliac|celiac)"
    ):
        return []  # who they are, not what to change
    day = reader.day(phrase)
    if day == 0:
        return []
    meals: list[MealName] = [MEALS[meal_match[1].lower()]] if meal_match else ["lunch", "dinner"]
    diet = _DIETS[diet_match[1].lower()] if diet_match else ""
    cuisine = "" if diet else _cuisine(reader, phrase)
    at = re.search(r"\bat\s+((?!\d)[^,.;]+)", phrase.text, re.I)
    if at and meal_match and not diet:
        place = reader.things.listed(reader.without_days(at[1]), day)
        if place and place.kind == "food":
            planned = next((one for one in reader.things.things if one.item.place_id == place.id), None)
            if planned and day and isinstance(planned.item, Meal) and planned.item.meal == meals[0]:
                return [MoveItem(uid=planned.item.uid, day=day)] if planned.number != day else []
            days = [day] if day else reader.days_with(meals[0])[:1]
            return [AddPlace(day=number, place_id=place.id, meal=meals[0]) for number in days]
    if not diet and not cuisine and not _ELSEWHERE.search(phrase.text):
        return []
    every = bool(_EVERY.search(phrase.text)) or bool(meal_match and meal_match[0].lower().endswith("s"))
    found: list[Edit] = []
    for meal in meals:
        for number in _meal_days(reader, meal, day, diet, every=every or not meal_match and day is None):
            found.append(ReplaceMeal(day=number, meal=meal, diet=diet, cuisine=cuisine))
    return found


def _meal_days(reader: Reader, meal: MealName, day: int | None, diet: str, *, every: bool) -> list[int]:
    """The day named; else all that don't serve the diet yet, or the next of them."""
    if day:
        return [day] if any(one.meal == meal for one in reader.meals_on(day)) or not every else []
    days = reader.days_with(meal)
    open_days = [number for number in days if not (diet and _serves(reader, number, meal, diet))]
    return open_days if every else (open_days or days)[:1]


def _serves(reader: Reader, number: int, meal: MealName, diet: str) -> bool:
    for one in reader.meals_on(number):
        row = reader.gazetteer.place(one.place_id) if one.place_id else None
        if one.meal == meal and row and offers(row, diet):
            return True
    return False


def _cuisine(reader: Reader, phrase: Phrase) -> str:
    """A cuisine or dish that a row of the trip's cities has."""
    known: set[str] = set()
    for city in reader.cities():
        for row in reader.gazetteer.places(city.curated, "food") if city.curated else ():
            known |= {word.lower() for word in (row.cuisine, *row.dishes) if len(word) > 3}
    single = {word for name in known for word in name.split() if len(word) > 3}
    for word in re.findall(r"[^\W\d_]{4,}", phrase.lower):
        if word in single and not MEAL_WORDS.fullmatch(word) and word not in _NO_CUISINE:
            return word
    return ""


_NO_CUISINE = frozenset(
    """with from style small free table late place food good best light fresh sweet house local room home
    breakfast lunch dinner brunch meal cooking plates half different modern market street garden water green
    white black blue city king queen early another somewhere else
    """.split()
)


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
        thing = reader.things.meal(MEALS[meal_match[1].lower()], day)
        return _at(thing, hour, shift) if thing else []
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
    return _count(match[1]) * (60 if match[2].lower() == "hour" else 1)


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
    mode = {"plane": "flight", "bus": "coach", "drive": "car"}.get(said, said)
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
