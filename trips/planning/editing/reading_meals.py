"""Words about meals: a vegan dinner, sushi for lunch, somewhere else tomorrow."""

from __future__ import annotations

import re

from trips.planning.editing.edits import AddPlace, Edit, MoveItem, ReplaceMeal
from trips.planning.editing.phrases import Phrase, Reader
from trips.planning.editing.thing_words import MEAL_WORDS, MEALS
from trips.planning.wishes import offers
from trips.schemas import Meal, MealName
from trips.understanding.vocabulary import CUISINE_NAMES

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
_EVENING = re.compile(r"\b(?:want|have|eat|try|fancy|like|go\s+for)\b.*\b(?:evening|tonight)\b", re.I)
_EVERY = re.compile(r"\b(?:all|every|each|always)\b", re.I)


#: Of a cuisine that no row has: then it is told that we know none.
CUISINE_OF_A_MEAL = re.compile(rf"\b(?P<cuisine>{CUISINE_NAMES})\s+(?:\w+\s+)?{MEAL_WORDS.pattern[2:]}", re.I)


def read_meals(reader: Reader, phrase: Phrase) -> list[Edit]:
    meal_match = MEAL_WORDS.search(phrase.text)
    diet_match = _DIET.search(phrase.text)
    evening = not meal_match and not diet_match and bool(_EVENING.search(phrase.text))
    if not meal_match and not evening and not (diet_match and _EATING.search(phrase.text)):
        return []
    if phrase.has(
        r"\b(?:i'm|i\s+am|we're|we\s+are|is\s+a|am\s+a)\s+(?:a\s+)?(?:strict\s+)?(?:vegan|vegetarian|"
        r"coeliac|celiac)"
    ):
        return []  # who they are, not what to change
    if diet_match and not meal_match and phrase.has(r"\bonly\b"):
        return []
    if diet_match and phrase.has(
        rf"\b(?:no|not|without|instead\s+of)\s+(?:an?\s+|any\s+)?{re.escape(diet_match[1])}\b"
    ):
        return []  # what it shall not be says nothing of what it shall be
    said = [MEALS[match[1].lower()] for match in MEAL_WORDS.finditer(phrase.text)]
    meals: list[MealName] = list(dict.fromkeys(said)) or ["lunch", "dinner"]
    named = reader.days_for(phrase, lambda number: any(reader.has_meal(number, meal) for meal in meals))
    if 0 in named:
        return []
    day = named[0] if named else None
    diet = _DIETS[diet_match[1].lower()] if diet_match else ""
    cuisine = "" if diet else _cuisine(reader, phrase)
    if evening:
        meals = ["dinner"]
        if not cuisine:
            return []
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
    plural = bool(meal_match and meal_match[0].lower().endswith("s"))
    every = plural or bool(_EVERY.search(phrase.text)) or (not meal_match and day is None)
    return [
        ReplaceMeal(day=number, meal=meal, diet=diet, cuisine=cuisine)
        for meal in meals
        for one in named or [None]
        for number in _meal_days(reader, meal, one, diet, every=every)
    ]


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
    named = CUISINE_OF_A_MEAL.search(phrase.text)
    return named["cuisine"] if named else ""


_NO_CUISINE = frozenset(
    """with from style small free table late place food good best light fresh sweet house local room home
    breakfast lunch dinner brunch meal cooking plates half different modern market street garden water green
    white black blue city king queen early another somewhere else
    """.split()
)
