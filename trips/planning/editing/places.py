"""Edits of what: a place added, taken out, or replaced by another."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from trips.catalogue.gazetteer import distance_km
from trips.catalogue.matching import means
from trips.planning.editing.changing import Change, meal_of, on_five, visits_of
from trips.planning.editing.edits import AddPlace, CannotDo, RemoveItem, ReplaceItem, ReplaceMeal
from trips.planning.editing.itinerary import Entry, Sojourn, entry_of
from trips.planning.editing.likeness import those_like, weather_word
from trips.planning.editing.lodgings import another_stay
from trips.planning.editing.meals import replace_meal
from trips.planning.editing.timeline import DayLine, Line, by_time, widened
from trips.planning.picking import EVENING_FROM, is_evening, ranked_visits
from trips.planning.planned import PlannedStop, Spot, spot_of
from trips.planning.stretches import USUAL_VISIT_MINUTES, lengths_of
from trips.planning.tables import can_serve
from trips.planning.wishes import place_meant, point_given, unsuitable
from trips.schemas import Meal, MealName, Place, Point, Visit
from trips.wording import upper_first

#: How many of the best places are tried for a day before it is said that none fits.
TRIED = 25
#: A kilometre away from the rest of the day weighs as much as this much of a place's rank.
PER_KM = 0.25


def remove_item(change: Change, edit: RemoveItem) -> str:
    sojourn, date, entry = change.movable(edit.uid)
    change.rid_of(sojourn, date, entry)
    _asked_for(change, entry)
    return f"{entry.item.title} is no longer on {change.day(date)}."


def _asked_for(change: Change, entry: Entry) -> None:
    if entry.must:
        change.notes.append(f"{entry.item.title} is something you asked for.")


# --- Adding ----------------------------------------------------------------------------------------


def add_place(change: Change, edit: AddPlace) -> str:
    if edit.like.strip():
        return _one_like(change, edit)
    place = _place_named(change, edit)
    if place is None:
        return _own_idea(change, edit)
    sojourn = _city_of(change, place, edit.day)
    change.refuse_unsuitable(place)
    if place.kind == "stay":
        return another_stay(change, sojourn, place)
    if place.kind == "food":
        return _meal_at(change, sojourn, place, edit)
    try:
        date = _put_in(change, sojourn, _visit(change, sojourn, sojourn.arrive, place), edit)
    except CannotDo as problem:
        if edit.day:
            raise
        no_day = f"No day in {sojourn.city.name} has room for {place.name}: take something out first."
        raise CannotDo(no_day) from problem
    return f"{place.name} is added to {change.day(date)}."


def _put_in(change: Change, sojourn: Sojourn, entry: Entry, edit: AddPlace) -> dt.date:
    """The first date that has it now. Raises CannotDo, with why the first one has not."""
    problem: CannotDo | None = None
    for date in _dates(change, sojourn, edit.day):
        dayline = change.line(sojourn, date)
        if not dayline.closed(entry) and change.put(dayline, _with_it(dayline, entry, edit)):
            return date
        problem = problem or change.no_room(sojourn, date, entry)
    raise problem or CannotDo(f"There is no day for {entry.item.title}.")


def _with_it(dayline: DayLine, entry: Entry, edit: AddPlace) -> Line | None:
    """The day with one more: at its hour, in its part of the day, else where it suits best."""
    there = dayline.sojourn.days[dayline.date]
    if edit.start is None:
        return dayline.insert(there, entry)
    wish = on_five(edit.start)
    if edit.about:
        return dayline.in_the_part(there, entry, wish)
    held = replace(entry, wish=wish, held=True, any_hours=True)
    return widened(dayline, wish).fit(by_time([*there, held]))


def _one_like(change: Change, edit: AddPlace) -> str:
    """The best place of a kind that is open and fits; where there is none, why."""
    itinerary = change.itinerary
    like = " ".join(edit.like.split())
    here = itinerary.on(change.date(edit.day)) if edit.day else itinerary.sojourns
    used = itinerary.places()
    problem: CannotDo | None = None
    for sojourn in here:
        pool = itinerary.pool(sojourn)
        ranked = [place for _, place in ranked_visits(pool, [like], level=itinerary.request.level)]
        known = those_like(ranked, like)
        for place in [place for place in known if place.id not in used][:TRIED]:
            try:
                date = _put_in(change, sojourn, _visit(change, sojourn, sojourn.arrive, place), edit)
            except CannotDo as one:
                problem = problem or one
            else:
                return f"{place.name} is added to {change.day(date)}."
    raise problem or CannotDo(_none_like(change, here, like))


def _none_like(change: Change, sojourns: list[Sojourn], like: str) -> str:
    """What is known of that kind, and why it does not do."""
    itinerary = change.itinerary
    request = itinerary.request
    for sojourn in sojourns:
        rows = request.gazetteer.places(sojourn.city.curated, "visit") if sojourn.city.curated else []
        for place in those_like(list(rows), like):
            if place.id in itinerary.places():
                return (
                    f"{place.name} is in your plan already, and we know no other {like} there that would do."
                )
            if reason := unsuitable(place, request):
                return f"{place.name} does not suit this trip: {reason}. We know no other {like} there."
    cities = " or ".join(dict.fromkeys(one.city.name for one in sojourns)) or "that day's place"
    return f"We know no {like} in {cities}: name a place, and it is added as your own idea."


def _place_named(change: Change, edit: AddPlace) -> Place | None:
    itinerary = change.itinerary
    gazetteer = itinerary.request.gazetteer
    if edit.place_id:
        place = gazetteer.place(edit.place_id)
        if place is None:
            raise CannotDo("That place is not in our data.")
        return place
    if not edit.name.strip():
        raise CannotDo("Say which place to add.")
    here = itinerary.on(change.date(edit.day)) if edit.day else []
    others = [one for one in itinerary.sojourns if one not in here]
    found = (place_meant(edit.name, one.city, gazetteer) for one in [*here, *others])
    return next((place for place in found if place), None)


def _city_of(change: Change, place: Place, day: int) -> Sojourn:
    itinerary = change.itinerary
    there = [one for one in itinerary.sojourns if one.city.curated == place.city]
    if not there:
        raise CannotDo(f"{place.name} is in a city that is not on this trip.")
    for sojourn, date, entry in itinerary.entries():
        if entry.item.place_id == place.id and isinstance(entry.item, Visit | Meal):
            raise CannotDo(f"{place.name} is on {change.day(date)} already, in {sojourn.city.name}.")
    if not day:
        return there[0]
    date = change.date(day)
    at = [one for one in there if one.arrive <= date <= one.leave]
    if not at:
        raise change.elsewhere(place.name, there[0].city, date)
    return at[0]


def _dates(change: Change, sojourn: Sojourn, day: int) -> list[dt.date]:
    """The date asked; else those of the city, full days with few visits first."""
    if day:
        return [change.date(day)]
    ahead = [date for date in sojourn.dates if date >= change.today]
    inner = [date for date in ahead if sojourn.arrive < date < sojourn.leave]
    return sorted(ahead, key=lambda date: (date not in inner, len(visits_of(sojourn.days[date])), date))


def _visit(change: Change, sojourn: Sojourn, date: dt.date, place: Place) -> Entry:
    stop = PlannedStop(place.name, place, lengths_of(place)[1])
    return _entry(change, sojourn, date, stop, spot_of(place, sojourn.city))


def _entry(change: Change, sojourn: Sojourn, date: dt.date, stop: PlannedStop, spot: Spot) -> Entry:
    begin = 12 * 60
    item = change.scene(sojourn, date).visit(stop, spot, begin, begin + (stop.minutes or USUAL_VISIT_MINUTES))
    return replace(entry_of(item, date, change.itinerary.request), wish=None)


def _own_idea(change: Change, edit: AddPlace) -> str:
    """Something in none of our data: the traveller named it, so it becomes a wish of the trip."""
    itinerary = change.itinerary
    name = " ".join(edit.name.split())
    gazetteer = itinerary.request.gazetteer
    given = {one.city.id: point_given(name, one.city, gazetteer) for one in itinerary.sojourns}
    here = itinerary.on(change.date(edit.day)) if edit.day else itinerary.sojourns
    places = [one for one in here if given[one.city.id]] or (here if edit.day else here[:1])
    if not places:
        raise CannotDo(f"{upper_first(change.day(change.date(edit.day)))} is spent on the way.")
    if any(entry.item.title.casefold() == name.casefold() for _, _, entry in itinerary.entries()):
        raise CannotDo(f"{name} is in the plan already.")
    sojourn = places[-1]
    for date in _dates(change, sojourn, edit.day):
        if edit.meal:
            if not _own_table(change, sojourn, date, edit.meal, name):
                continue
            _wish_for(change, name)
            return (
                f"{edit.meal.capitalize()} on {change.day(date)} is at {name}, which is in none of our data."
            )
        spot = Spot(given[sojourn.city.id] or Point(name=name, city_id=sojourn.city.id))
        stop = PlannedStop(name, None, USUAL_VISIT_MINUTES, "You asked for it.")
        dayline = change.line(sojourn, date)
        if change.put(dayline, _with_it(dayline, _entry(change, sojourn, date, stop, spot), edit)):
            _wish_for(change, name)
            return f"{name} is added to {change.day(date)}; it is in none of our data."
    raise CannotDo(f"There is no room for {name}: take something out first.")


def _own_table(change: Change, sojourn: Sojourn, date: dt.date, meal: MealName, name: str) -> bool:
    """The traveller's own idea instead of a meal of the day; False = there is none to replace."""
    old = meal_of(sojourn.days[date], meal)
    if old is None or old.held:
        return False
    begin = old.wish or 12 * 60
    item = change.scene(sojourn, date).own_idea(meal, name, sojourn.base, begin, begin + old.minutes)
    entry = replace(entry_of(item, date, change.itinerary.request), wish=old.wish)
    return change.refit(sojourn, date, [entry if one is old else one for one in sojourn.days[date]])


def _wish_for(change: Change, name: str) -> None:
    if not any(means(text, [name]) for text in change.facts.must_do):
        musts = [*change.facts.must_do, name]
        change.facts = change.facts.model_copy(update={"must_do": musts})


def _meal_at(change: Change, sojourn: Sojourn, place: Place, edit: AddPlace) -> str:
    """In place of the meal asked, else of the first one it serves, dinner first."""
    request = change.itinerary.request
    names: list[MealName] = [edit.meal] if edit.meal else ["dinner", "lunch", "breakfast"]
    if edit.meal and edit.meal not in place.meals:
        raise CannotDo(f"{place.name} serves no {edit.meal}.")
    for date in _dates(change, sojourn, edit.day):
        for name in names:
            old = meal_of(sojourn.days[date], name)
            if name not in place.meals or not can_serve(place, name, date, request) or (old and old.held):
                continue
            entry = change.table(sojourn, date, name, place, old.wish if old else None)
            rest = [one for one in sojourn.days[date] if one is not old]
            dayline = change.line(sojourn, date)
            order = [entry if one is old else one for one in sojourn.days[date]]
            if change.put(dayline, dayline.fit(order) if old else dayline.insert(rest, entry)):
                instead = f" instead of {old.item.title}" if old else ""
                return f"{name.capitalize()} on {change.day(date)} is at {place.name}{instead}."
    where = f"on {change.day(change.date(edit.day))}" if edit.day else f"in {sojourn.city.name}"
    raise CannotDo(f"There is no {' or '.join(names)} {where} that could be at {place.name}.")


# --- Replacing -------------------------------------------------------------------------------------


def replace_item(change: Change, edit: ReplaceItem) -> str:
    stay = next((one for one in change.itinerary.sojourns if one.stay and one.stay.uid == edit.uid), None)
    if stay:
        less = "cheap" in edit.like.casefold()
        row = change.itinerary.request.gazetteer.place(edit.place_id)
        return another_stay(change, stay, row, cheaper=less)
    sojourn, date, entry = change.movable(edit.uid)
    if isinstance(entry.item, Meal) and edit.place_id:
        day = change.itinerary.number(date)
        return replace_meal(change, ReplaceMeal(day=day, meal=entry.item.meal, place_id=edit.place_id))
    if not isinstance(entry.item, Visit):
        raise CannotDo(f"{entry.item.title} is nothing to visit: ask for another meal instead.")
    _asked_for(change, entry)
    if edit.place_id:
        place = change.new_place(sojourn, edit.place_id, "visit", "nothing to visit")
        if not takes_its_place(change, sojourn, date, entry, place):
            raise change.no_room(sojourn, date, _visit(change, sojourn, date, place))
        return f"{place.name} instead of {entry.item.title} on {change.day(date)}."
    for place in instead_of(change, sojourn, entry, edit.like)[:TRIED]:
        if takes_its_place(change, sojourn, date, entry, place):
            return f"{place.name} instead of {entry.item.title} on {change.day(date)}."
    kind = f" that is {edit.like}" if edit.like else ""
    raise CannotDo(f"Nothing else{kind} fits in place of {entry.item.title} on {change.day(date)}.")


def instead_of(change: Change, sojourn: Sojourn, entry: Entry, like: str = "") -> list[Place]:
    """Sights that are not in the plan, the best for the wishes and the nearest first. `like` = a theme, or
    outdoors, indoors."""
    pool, used = change.itinerary.pool(sojourn), change.itinerary.places()
    request = change.itinerary.request
    focus = [] if weather_word(like) is not None else [like] if like else change.itinerary.plan.focus
    found: list[tuple[float, Place]] = []
    ranks = {place.id: rank for rank, place in ranked_visits(pool, focus, level=request.level)}
    rows = [place for place in pool.visits if place.id not in used]
    for place in those_like(rows, like) if like else rows:
        item = entry.item
        away = distance_km(item.lat, item.lon, place.lat, place.lon) if item.lat and item.lon else 0.0
        found.append((ranks[place.id] - PER_KM * away, place))
    return [place for _, place in sorted(found, key=lambda pair: (-pair[0], pair[1].id))]


def takes_its_place(change: Change, sojourn: Sojourn, date: dt.date, old: Entry, place: Place) -> bool:
    if is_evening(place) and (old.wish or 0) < EVENING_FROM - 60:
        return False
    new = replace(_visit(change, sojourn, date, place), wish=old.wish)
    return not change.line(sojourn, date).closed(new) and change.exchange(sojourn, date, old, new)
