"""Wishes about meals: a vegan dinner, sushi for lunch, somewhere else tomorrow."""

from __future__ import annotations

import re
from functools import lru_cache

from trips.catalogue.gazetteer import Gazetteer
from trips.planning.editing.edits import AddPlace, Edit, MoveItem, ReplaceMeal
from trips.reading import lexicon
from trips.reading.edits.saying import Said
from trips.reading.edits.scene import Refused, Scene
from trips.reading.edits.things import MEAL_WORDS, Thing, bare
from trips.schemas import Meal, MealName

_EATING = lexicon.words("edits", "eating")
#: In names of dishes, and no dish.
_NO_DISH = lexicon.words("edits", "no_dish")
#: "A proper fish place".
_TABLE = re.compile(r"\b([^\W\d_]{3,}) (?:place|restaurant|joint|spot|bistro|food)s?$", re.I)
_ELSEWHERE = frozenset("another better else".split())


def meals(scene: Scene, said: Said) -> list[Edit]:
    diet = (said.words("diet") or [""])[0]
    names = scene.meal_names(said)
    cuisine = "" if diet else _cuisine(scene, said)
    eats = bool(_EATING & set(said.norms()))
    table = scene.named.item if scene.named and isinstance(scene.named.item, Meal) else None
    if not said.words("meal") and table and (diet or (eats and _ELSEWHERE & said.flags)) and not said.days:
        return [ReplaceMeal(day=scene.named.number, meal=table.meal, diet=diet, cuisine=cuisine)]
    if _of_people(said) or (not names and not (diet and eats)):
        return []
    denied = {"no", "without", "only"} & set(said.norms())
    if (diet and ("instead" in said.links or denied)) or (denied and not names):
        return []
    day = next(iter(scene.days(said, lambda n: any(scene.has_meal(n, one) for one in names))), None)
    if names and not diet and (table := _at(scene, said, names[0], day)):
        return table
    other = {"else", "different", "elsewhere", "other", "there"} & set(said.norms())
    changes = bool(other or said.flags & {"another", "better"}) or said.act in ("replace", "swap")
    if not (diet or cuisine or changes) or "remove" in said.acts or "no" in said.norms():
        return []
    every = said.plural or "every" in said.flags
    days = scene.days(said, lambda n: any(scene.has_meal(n, one) for one in names)) or [None]
    return [
        ReplaceMeal(day=number, meal=meal, diet=diet, cuisine=cuisine)
        for meal in names or ["lunch", "dinner"]
        for one in days
        for number in _days(scene, meal, one, every=every or not names)
    ]


def table_of(scene: Scene, said: Said, thing: Thing, text: str) -> list[Edit]:
    """Another table for a meal of the plan: a certain one, of a kitchen, or any."""
    meal: MealName = thing.item.meal  # type: ignore[union-attr]
    place = scene.things.listed(text, thing.number) if text else None
    if place and place.kind == "food":
        return [ReplaceMeal(day=thing.number, meal=meal, place_id=place.id)]
    diet = (said.words("diet") or [""])[0]
    named = _cuisine(scene, said) or ("" if "else" in said.flags else bare(text)[:120])
    cuisine = "" if diet else named
    return [ReplaceMeal(day=thing.number, meal=meal, diet=diet, cuisine=cuisine)]


def _of_people(said: Said) -> bool:
    """ "We are vegan": who they are, not what to change."""
    led = [said.chart.tokens.norms(max(one.i - 2, said.i), one.i) for one in said.spans("diet")]
    return any({"am", "are", "is"} & set(norms) for norms in led) and not said.words("meal")


def _at(scene: Scene, said: Said, meal: MealName, day: int | None) -> list[Edit]:
    """ "Dinner at Giacomo's on day 3"."""
    for phrase in said.of("at", "in", "to"):
        place = scene.things.listed(phrase.text, day)
        if not place or place.kind != "food":
            continue
        planned = scene.things.planned(place)
        if planned and day and isinstance(planned.item, Meal) and planned.item.meal == meal:
            return [MoveItem(uid=planned.item.uid, day=day)] if planned.number != day else []
        days = [day] if day else scene.days_with(meal)[:1]
        return [AddPlace(day=number, place_id=place.id, meal=meal) for number in days]
    return []


def _days(scene: Scene, meal: MealName, day: int | None, *, every: bool) -> list[int]:
    """The day named; else all that have the meal, or the next of them."""
    if day and not any(one.meal == meal for one in scene.meals(day)):
        raise Refused(f"There is no {meal} on {scene.in_words(day)}.")
    days = [day] if day else scene.days_with(meal)
    return days if every else days[:1]


def _cuisine(scene: Scene, said: Said) -> str:
    """A cuisine or dish that a row of the trip's cities has; else one that has a name."""
    known = _dishes(scene.gazetteer, tuple(city.curated for city in scene.cities if city.curated))
    words = [one for one in said.norms() if one in known and not MEAL_WORDS.fullmatch(one)]
    if words:
        return words[0]
    named = said.spans("cuisine")
    if named:
        return said.chart.tokens.quote(named[0].i, named[0].j)
    tables = [_TABLE.search(phrase.text) for phrase in said.phrases]
    return next((one[1] for one in tables if one and one[1].lower() not in _NO_DISH), "")


@lru_cache(maxsize=64)
def _dishes(gazetteer: Gazetteer, cities: tuple[str, ...]) -> frozenset[str]:
    rows = [row for city in cities for row in gazetteer.places(city, "food")]
    names = {word.lower() for row in rows for word in (row.cuisine, *row.dishes) if len(word) > 3}
    return frozenset(word for name in names for word in name.split() if len(word) > 3) - _NO_DISH
