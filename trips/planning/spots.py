"""Where money was spent: the item of the plan it was for, the city, and what is paid with there."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from dataclasses import dataclass

from trips.catalogue.gazetteer import City, Gazetteer
from trips.catalogue.matching import means
from trips.catalogue.names import words as words_of
from trips.planning.whereabouts import timed
from trips.reading.questions import asked
from trips.schemas import Day, Item, Leg, Meal, Plan, Stay, TripFacts, Visit

_MEALS = {
    "breakfast": ("breakfast", "frühstück", "desayuno"),
    "lunch": ("lunch", "brunch", "mittagessen", "almuerzo", "déjeuner", "pranzo"),
    "dinner": ("dinner", "supper", "abendessen", "cena", "dîner"),
}


@dataclass(frozen=True, slots=True)
class Spot:
    """`currency`: of the city's country; "" where no city is known."""

    city: str = ""
    currency: str = ""
    item_uid: str = ""


def spot_of(
    plan: Plan | None,
    facts: TripFacts,
    gazetteer: Gazetteer,
    *,
    date: dt.date,
    what: str,
    words: str,
    category: str,
    now: dt.datetime,
    today: dt.date,
) -> Spot:
    """By what is named, then by the plan's day, and today by the clock. `now` is aware, `today` where the
    travellers are; `words` may name a city of the trip."""
    day = next((one for one in plan.days if one.date == date), None) if plan else None
    item = _item(plan, day, what, category, gazetteer) if plan and day else None
    named = _named(words, _cities(plan, facts, gazetteer))
    city = named or (gazetteer.city(item.city_id) if item else None)
    if city is None and day is not None:
        city = _by_clock(day, now, gazetteer) if date == today else None
        city = city or gazetteer.city(day.city_id)
    if item is not None and named is not None and item.city_id not in (None, named.id):
        item = None
    if city is None:
        return Spot(city=day.city if day else "", item_uid=item.uid if item else "")
    country = gazetteer.country(city.country)
    name = next((one.city for one in plan.days if one.city_id == city.id), city.name) if plan else city.name
    return Spot(name, (country.currency or "") if country else "", item.uid if item else "")


def currencies_about(plan: Plan | None, facts: TripFacts, gazetteer: Gazetteer) -> tuple[str, ...]:
    """What is paid with in the cities of the plan and the trip, then where it starts."""
    countries = (gazetteer.country(city.country) for city in _cities(plan, facts, gazetteer))
    return tuple(dict.fromkeys(one.currency for one in countries if one and one.currency))


def _item(plan: Plan, day: Day, what: str, category: str, gazetteer: Gazetteer) -> Item | None:
    """The item of the day that is named, else its meal of that name, else the bed of that night."""
    if what:
        for item in day.items:
            place = gazetteer.place(item.place_id) if item.place_id else None
            names = [item.title, *([place.name, *place.aliases] if place else [])]
            if isinstance(item, Visit | Meal | Stay) and means(what, names):
                return item
    said = what.casefold()
    if category == "food":
        for meal, names in _MEALS.items():
            if any(name in said for name in names):
                return next((one for one in day.items if isinstance(one, Meal) and one.meal == meal), None)
    if category == "stay" and "stay" in asked(what, "thing_kind"):
        nights = (one for one in plan.items() if isinstance(one, Stay))
        return next((one for one in nights if one.start.date() <= day.date <= one.end.date()), None)
    return None


def _by_clock(day: Day, now: dt.datetime, gazetteer: Gazetteer) -> City | None:
    """The city of what has begun last; on the way, and before the day begins, that of departure."""
    items = timed(day.items)
    begun = [item for item in items if item.start_utc <= now] or items[:1]
    if not begun:
        return None
    last = begun[-1]
    if isinstance(last, Leg):
        point = last.destination if last.end_utc <= now else last.origin
        return gazetteer.city(point.city_id)
    return gazetteer.city(last.city_id)


def _cities(plan: Plan | None, facts: TripFacts, gazetteer: Gazetteer) -> list[City]:
    places = (*(plan.days if plan else ()), *facts.destinations, *filter(None, (facts.origin,)))
    return gazetteer.cities(place.city_id for place in places)


def _named(words: str, cities: Iterable[City]) -> City | None:
    """A city that is said to be where it was: "in Kyoto", not "the train to Kyoto"."""
    plain = " ".join(words_of(words))
    for city in cities:
        name = re.escape(" ".join(words_of(city.name)))
        if re.search(rf"\b(?:in|at|around|near) {name}\b", plain):
            return city
    return None
