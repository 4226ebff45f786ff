"""Edits of meals: another table, for a diet, of a cuisine, or a certain one."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from trips.catalogue.diets import need_of
from trips.catalogue.gazetteer import distance_km
from trips.catalogue.matching import is_among
from trips.planning.editing.changing import Change, meal_of, unlocked, visits_of
from trips.planning.editing.edits import CannotDo, ReplaceMeal, SwapMeals
from trips.planning.editing.itinerary import Entry, Sojourn
from trips.planning.picking import LEVELS
from trips.planning.route import Coordinates, centre_of
from trips.planning.tables import can_serve
from trips.planning.wishes import offers
from trips.schemas import Meal, MealName, Place

#: How far a table of a diet or a cuisine, and any other one, may lie from the day's ways, km; how many are
#: tried.
FAR_KM, NEAR_KM, TRIED = 7.0, 2.5, 12
#: A step of the level and a kilometre, against the place of a row among its city's (0 to 1).
PER_STEP, PER_KM = 1.2, 0.7


def replace_meal(change: Change, edit: ReplaceMeal) -> str:
    date = change.date(edit.day)
    sojourn, old = _meal(change, date, edit.meal)
    unlocked(old.item)
    row = change.itinerary.row(old.item)
    if edit.diet and row and _fits(row, edit):
        raise CannotDo(f"{row.name} on {change.day(date)} is {_adjective(edit.diet)} already, by our data.")
    for place in _candidates(change, sojourn, date, old, edit):
        entry = change.table(sojourn, date, edit.meal, place, old.wish)
        entry.item.guests = old.item.guests
        if change.exchange(sojourn, date, old, entry):
            return f"{edit.meal.capitalize()} on {change.day(date)} is at {place.name}{_what(edit, place)}."
    if not (edit.place_id or edit.diet or edit.cuisine or change.itinerary.pool(sojourn).tables):
        raise CannotDo(
            f"We list no tables in {sojourn.city.name}: {edit.meal} on {change.day(date)} stays a free "
            "choice."
        )
    wished = " ".join(word for word in (_adjective(edit.diet), edit.cuisine) if word)
    what = f"{wished} {edit.meal}".strip()
    raise CannotDo(f"We know no other place for a {what} that is open and near on {change.day(date)}.")


def swap_meals(change: Change, edit: SwapMeals) -> str:
    """The table of the one at the hour of the other; a free choice goes with its meal."""
    date = change.date(edit.day)
    sojourn, one = _meal(change, date, edit.first)
    there, other = _meal(change, date, edit.second)
    if one is other or there is not sojourn:
        raise CannotDo(f"{edit.first.capitalize()} and {edit.second} of {change.day(date)} can't be swapped.")
    new = {id(one): _at_its_hour(change, sojourn, date, other, one)}
    new[id(other)] = _at_its_hour(change, sojourn, date, one, other)
    order = [new.get(id(entry), entry) for entry in sojourn.days[date]]
    if not change.refit(sojourn, date, order):
        raise CannotDo(
            f"{edit.first.capitalize()} and {edit.second} of {change.day(date)} can't be swapped: the rest "
            "of that day would not fit around them."
        )
    titles = [new[id(entry)].item.title for entry in (one, other)]
    meals = f"{edit.first.capitalize()} on {change.day(date)} is at {titles[0]}"
    return f"{meals}, {edit.second} at {titles[1]}."


def _at_its_hour(change: Change, sojourn: Sojourn, date: dt.date, comes: Entry, goes: Entry) -> Entry:
    """What is had at one meal, at the hour of another one. Raises CannotDo where that can't be."""
    row, meal = change.itinerary.row(comes.item), goes.item
    unlocked(goes.item)
    if not isinstance(meal, Meal):
        raise CannotDo(f"{meal.title} is no meal.")
    if row is None:
        return change.free_meal(sojourn, date, goes, meal.meal)
    if not can_serve(row, meal.meal, date, change.itinerary.request):
        raise CannotDo(f"{row.name} serves no {meal.meal} on {date:%A %-d %B}, so they can't be swapped.")
    return change.table(sojourn, date, meal.meal, row, goes.wish)


def _adjective(diet: str) -> str:
    return diet.replace("_", "-")


def _what(edit: ReplaceMeal, place: Place) -> str:
    said = _adjective(edit.diet) or (place.cuisine if edit.cuisine else "")
    return f" ({said})" if said else ""


def _meal(change: Change, date: dt.date, meal: MealName) -> tuple[Sojourn, Entry]:
    for sojourn in reversed(change.itinerary.on(date)):
        entry = meal_of(sojourn.days[date], meal)
        if entry:
            return sojourn, entry
    raise CannotDo(f"There is no {meal} on {change.day(date)}.")


def _candidates(
    change: Change, sojourn: Sojourn, date: dt.date, old: Entry, edit: ReplaceMeal
) -> Iterator[Place]:
    if edit.place_id:
        yield _wanted(change, sojourn, date, edit)
        return
    within = FAR_KM if edit.diet or edit.cuisine else NEAR_KM
    found = tables_near(change, sojourn, date, old, edit.meal, within, PER_STEP)
    yield from [place for place in found if _fits(place, edit)][:TRIED]


def tables_near(
    change: Change,
    sojourn: Sojourn,
    date: dt.date,
    old: Entry,
    meal: MealName,
    within: float = NEAR_KM,
    per_step: float = 0.0,
) -> list[Place]:
    """Those that serve the meal on this date and are not in the plan, within so many kilometres, the best
    first: by way, how well they are known, and `per_step` of the level."""
    pool, taken = change.itinerary.pool(sojourn), change.itinerary.places()
    here, level = near(sojourn, date, old), change.itinerary.request.level
    found: list[tuple[float, str, Place]] = []
    for place in pool.tables:
        away = distance_km(*here, place.lat, place.lon) if here else 0.0
        if place.id not in taken and away <= within and can_serve(place, meal, date, pool.request):
            steps = abs(LEVELS.index(place.band or "mid") - LEVELS.index(level))
            found.append((per_step * steps + PER_KM * away - pool.ranks[place.id], place.id, place))
    return [place for _, _, place in sorted(found)]


def _wanted(change: Change, sojourn: Sojourn, date: dt.date, edit: ReplaceMeal) -> Place:
    place = change.new_place(sojourn, edit.place_id, "food", "no place to eat")
    if not can_serve(place, edit.meal, date, change.itinerary.request):
        raise CannotDo(f"{place.name} serves no {edit.meal} on {date:%A %-d %B}.")
    return place


def _fits(place: Place, edit: ReplaceMeal) -> bool:
    if edit.diet and not offers(place, need_of(edit.diet)):
        return False
    return not edit.cuisine or is_among(edit.cuisine, [place.cuisine, *place.dishes])


def near(sojourn: Sojourn, date: dt.date, old: Entry) -> Coordinates | None:
    """Where the day is at that meal: between the visits around it, else where the meal was."""
    entries = sojourn.days[date]
    index = entries.index(old)
    around = [*visits_of(entries[:index])[-1:], *visits_of(entries[index + 1 :])[:1]]
    points = [(one.item.lat, one.item.lon) for one in around if one.item.lat and one.item.lon]
    if not points and old.item.lat and old.item.lon:
        points = [(old.item.lat, old.item.lon)]
    return centre_of([(lat, lon) for lat, lon in points if lat and lon])
