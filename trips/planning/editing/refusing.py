"""What is asked of a plan and can't be done: a sentence that says why, where the words tell."""

from __future__ import annotations

import re
from dataclasses import dataclass

from trips.catalogue.matching import significant
from trips.catalogue.names import words
from trips.planning.editing.counted_things import counted_thing
from trips.planning.editing.day_words import DayNamed
from trips.planning.editing.phrases import Phrase, Reader, hour_said
from trips.planning.editing.reading_adding import BACK
from trips.planning.editing.reading_days import is_a_day_of_rest
from trips.planning.editing.reading_places import cities_exchanged, plain_name
from trips.planning.editing.sides import side_of
from trips.planning.editing.thing_words import MEAL_WORDS, MEALS, is_kind, singular
from trips.planning.wishes import DIET_SYNONYMS, names_of
from trips.schemas import Place
from trips.understanding.counting import WORDS

#: What is done to a thing of the plan, and the thing.
_TO_A_THING = (
    re.compile(
        r"\b(?:remove|drop|skip|delete|cancel|scrap|omit|leave\s+out|take\s+out|get\s+rid\s+of|"
        r"(?:un)?lock|pin)\s+(?P<what>.+)$",
        re.I,
    ),
    re.compile(
        r"\b(?:move|shift|push|bring|postpone|reschedule|transfer|put)\s+(?P<what>.+?)"
        r"(?:\s+(?:to|onto|before|after|by|until|on|in|at)\b.*)?$",
        re.I,
    ),
    re.compile(
        r"\b(?:replace|swap|exchange|switch|change)\s+(?P<what>.+?)\s+(?:for|with|by|and|against)\b.*$", re.I
    ),
    re.compile(r"\b(?:more|less|longer|hours?|minutes)\s+(?:time\s+)?(?:at|in|with)\s+(?P<what>.+)$", re.I),
)
_EDITS = re.compile(
    r"\b(?:swap|switch|exchange|move|shift|push|bring|put|remove|drop|skip|delete|cancel|add|include|replace|"
    r"change|lock|unlock|less|fewer|lighter|easier|calmer|later|earlier|cheaper|free|vegan|vegetarian|halal|kosher|"
    r"visit|see|walk(?:ing)?)\b|" + MEAL_WORDS.pattern,
    re.I,
)
_OF_A_MEAL = re.compile(
    r"\b(?:no|skip|drop|cancel|remove|leave\s+out|move|push|shift|bring|replace|change|another|a\s+different|vegan|"
    r"vegetarian|halal|kosher|gluten[\s-]free)\s+(?:the\s+|our\s+)?" + MEAL_WORDS.pattern,
    re.I,
)
_OUTSIDE = "{} is not a day of this trip, which lasts from {:%A %-d %B} to {:%A %-d %B}."
_NO_DAY_OUT = "A day can't be taken out by itself: say in which city there should be one night less."
_MOST_WORDS = 6


@dataclass(frozen=True)
class Refused:
    """`plainly`: nothing else than an edit of the plan can have been meant."""

    sentence: str
    plainly: bool = False


def why_not(reader: Reader, phrase: Phrase) -> Refused | None:
    """None where the words don't tell what was meant."""
    if not _EDITS.search(phrase.text):
        return _a_day_of_rest(reader, phrase) or _no_such_thing(reader, phrase)
    if phrase.has(r"\b(?:remove|drop|delete|skip|cancel)\s+(?:the\s+)?(?:whole\s+)?days?\s+\d+\W*$"):
        return Refused(_NO_DAY_OUT, plainly=True)
    return (
        _no_such_day(reader, phrase)
        or _a_day_of_rest(reader, phrase)
        or _same_day(reader, phrase)
        or _diet(phrase)
        or _no_such_meal(reader, phrase)
        or _not_that_way(reader, phrase)
        or _cities_exchanged(reader, phrase)
        or _back_when(reader, phrase)
        or _no_such_thing(reader, phrase)
        or _on_that_day_already(reader, phrase)
        or _already_there(reader, phrase)
    )


def _back_when(reader: Reader, phrase: Phrase) -> Refused | None:
    """Of a thing in none of our data, which has no day of its own."""
    back = BACK.search(phrase.text)
    name = plain_name(reader, back["first"] or back["last"]) if back else ""
    if not name or reader.named_days(phrase) or len(name.split()) > _MOST_WORDS:
        return None
    return Refused(f"Say on which day {name} shall be: “add {name} on day 2”.", plainly=True)


def _no_such_day(reader: Reader, phrase: Phrase) -> Refused | None:
    named = next((one for one in reader.named_days(phrase) if one.number == 0), None)
    if named is None:
        return None
    days = reader.plan.days
    said = phrase.text[named.start : named.end].strip()
    number = _number_in(named, phrase.text)
    if number is not None:
        return Refused(f"There is no day {number}: the plan has {len(days)} days.", plainly=True)
    return Refused(_OUTSIDE.format(said[:1].upper() + said[1:], days[0].date, days[-1].date))


def _a_day_of_rest(reader: Reader, phrase: Phrase) -> Refused | None:
    """Of a day with nothing to take out."""
    numbers = [one.number for one in reader.named_days(phrase) if one.number]
    if not numbers or not is_a_day_of_rest(reader, phrase):
        return None
    where = " and ".join(f"day {one} ({reader.plan.days[one - 1].date:%A %-d %B})" for one in numbers)
    return Refused(f"There is nothing to be seen on {where} that could be taken out.", plainly=True)


def _number_in(named: DayNamed, text: str) -> int | None:
    """Of "day 22", or of the second of two: "22"."""
    said = text[named.start : named.end].lower()
    match = re.search(r"(?:\bday\s+(?:number\s+|no\.?\s*)?|^\W*)(\d{1,3}|[a-z]+)\W*$", said)
    if not match:
        return None
    return int(match[1]) if match[1].isdigit() else WORDS.get(match[1])


def _same_day(reader: Reader, phrase: Phrase) -> Refused | None:
    days = [one.number for one in reader.named_days(phrase)]
    twice = len(days) == 2 and days[0] == days[1]
    if not twice or not phrase.has(r"\b(?:swap|switch|exchange|flip|trade)\b"):
        return None
    return Refused(f"Day {days[0]} can't be swapped with itself: name two days.", plainly=True)


def _diet(phrase: Phrase) -> Refused | None:
    diets = "|".join(
        sorted({*DIET_SYNONYMS, *DIET_SYNONYMS.values(), "vegan", "vegetarian", "halal", "kosher"})
    )
    diets = diets.replace("_", r"[\s-]")
    match = phrase.has(rf"\b(?:no|not\s+an?|without)\s+(?:{diets})\s+{MEAL_WORDS.pattern[2:]}")
    if not match:
        return None
    meal = MEAL_WORDS.search(match[0])
    what = f"another {meal[1].lower()} on day 2" if meal else "what it shall be instead"
    return Refused(
        f"I can't look for a table that does not serve something: say what it shall be, or “{what}”."
    )


def _no_such_meal(reader: Reader, phrase: Phrase) -> Refused | None:
    """ "No dinner on Wednesday", when they leave before it."""
    said = _OF_A_MEAL.search(phrase.text)
    days = [one.number for one in reader.named_days(phrase)]
    if not said or not days:
        return None
    meal = MEALS[MEAL_WORDS.search(said[0])[1].lower()]  # type: ignore[index]
    if any(one.meal == meal for number in days for one in reader.meals_on(number)):
        return None
    where = " or ".join(f"day {number} ({reader.plan.days[number - 1].date:%A %-d %B})" for number in days)
    return Refused(f"There is no {meal} on {where}.", plainly=True)


def _not_that_way(reader: Reader, phrase: Phrase) -> Refused | None:
    """ "An earlier dinner at 8", which is at half past six; "lunch no later than 2", which is at one."""
    side, meal = side_of(phrase.text), MEAL_WORDS.search(phrase.text)
    said = meal and hour_said(reader.without_days(phrase.text), evening=MEALS[meal[1].lower()] == "dinner")
    thing = (
        reader.things.meal(MEALS[meal[1].lower()], reader.day(phrase)) if meal and side.way and said else None
    )
    if meal is None or said is None or thing is None:
        return None
    now = f"{thing.item.title} is at {thing.item.start:%H:%M} on day {thing.number}"
    if side.limit == "start":
        return Refused(f"{now}, which keeps to that already.", plainly=True)
    return Refused(f"{now}: {said:%H:%M} is not {'later' if side.way > 0 else 'earlier'}.", plainly=True)


def _no_such_thing(reader: Reader, phrase: Phrase) -> Refused | None:
    for pattern in _TO_A_THING:
        match = pattern.search(phrase.text)
        name = plain_name(reader, match["what"]) if match else ""
        bare = re.sub(r"^(?:the|our|my|an?|that|this|visit(?:ing)?)\s+", "", name, flags=re.I).strip(
            " .,!?\"'"
        )
        if not bare or len(words(bare)) > _MOST_WORDS or reader.things.find(name):
            continue
        return _missing(reader, phrase, bare)
    return None


def _is_its_name(name: str, place: Place) -> bool:
    meant = significant(name)
    whole = any(significant(one) == meant for one in names_of(place))
    return whole or len(meant) > 1 or name[:1].isupper()


def _cities_exchanged(reader: Reader, phrase: Phrase) -> Refused | None:
    cities = cities_exchanged(reader, phrase)
    if not cities:
        return None
    return Refused(
        f"{cities[0]} and {cities[1]} can't change places in a plan that is made: the journeys between would "
        f"be other ones. Nights can be moved: “one night less in {cities[0]} and one more in {cities[1]}”.",
        plainly=True,
    )


def _on_that_day_already(reader: Reader, phrase: Phrase) -> Refused | None:
    match, day = _TO_A_THING[1].search(phrase.text), reader.day(phrase)
    thing = reader.things.find(plain_name(reader, match["what"])) if match and day else None
    if thing is None or thing.number != day:
        return None
    date = reader.plan.days[thing.number - 1].date
    return Refused(f"{thing.item.title} is on day {day} ({date:%A %-d %B}) already.", plainly=True)


def _already_there(reader: Reader, phrase: Phrase) -> Refused | None:
    """ "Replace the zoo with the museum", which is in the plan on another day."""
    match = phrase.has(r"\b(?:with|by|for)\s+(?P<what>[^,;.!?]+)$")
    thing = reader.things.find(plain_name(reader, match["what"])) if match else None
    if not thing or not thing.item.place_id or not phrase.has(r"\b(?:replace|swap|exchange|switch|change)\b"):
        return None
    return Refused(f"{thing.item.title} is in your plan already, on day {thing.number}.", plainly=True)


def _missing(reader: Reader, phrase: Phrase, name: str) -> Refused | None:
    counted = counted_thing(name)
    if counted and (not counted[1] or is_kind(counted[1])):
        day = reader.day(phrase)
        if not day:
            return Refused(f"Say of which day the {name} is meant.", plainly=True)
        count = reader.visits_on(day)
        seen = f"{count} thing{'' if count == 1 else 's'} to be seen"
        return Refused(f"There is no {name} on day {day}: it has {seen}.", plainly=True)
    place: Place | None = reader.things.listed(name, reader.day(phrase) or None)
    if place and any(one.item.place_id == place.id for one in reader.things.things):
        return None
    if place and not _is_its_name(name, place):
        return None  # "the history" is no museum of history
    if place:
        return Refused(f"{place.name} is not in your plan.", plainly=True)
    if is_kind(name):
        return Refused(f"There is no {singular(name)} in your plan.", plainly=True)
    meal = MEAL_WORDS.search(name)
    if (
        meal
        or reader.cities_named(name)
        or re.search(r"\b(?:days?|nights?|trip|plan|it|that|them|this)\b", name, re.I)
    ):
        return None
    return Refused(f"“{name}” is not in your plan.")
