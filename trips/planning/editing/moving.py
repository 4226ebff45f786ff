"""Edits of when: two days swapped, a thing moved, its hour set, held where it is."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from trips.planning.editing.changing import Change, leave_out, meal_of, on_five, visits_of
from trips.planning.editing.departing import journey_at
from trips.planning.editing.edits import CannotDo, Lock, MoveItem, SetGuests, SetLength, SetTime, SwapDays
from trips.planning.editing.itinerary import Entry, Sojourn, at_minute
from trips.planning.editing.timeline import GENTLE, by_time, widened
from trips.planning.mealtimes import meal_hours
from trips.schemas import FreeTime, Leg, Meal, Stay
from trips.wording import counted, upper_first


def swap_days(change: Change, edit: SwapDays) -> str:
    first, second = change.date(edit.first), change.date(edit.second)
    if first == second:
        raise CannotDo("A day can't be swapped with itself.")
    sojourn = _shared(change, first, second)
    one, other = sojourn.days[first], sojourn.days[second]
    there, back = _going(change, sojourn, one, other, second), _going(change, sojourn, other, one, first)
    moving = bool(visits_of([*there, *back]))
    said = list(change.notes)
    for with_meals in (True, False):  # a table may be too far from where the other day goes
        change.notes = list(said)
        going = [entry for entry in there if with_meals or not entry.is_meal]
        coming = [entry for entry in back if with_meals or not entry.is_meal]
        if _exchanged(change, sojourn, {first: coming, second: going}, moving=moving):
            return f"Days {edit.first} and {edit.second} are swapped."
    limits = change.limits_in_words(sojourn, first) or change.limits_in_words(sojourn, second)
    why = f" {said[0]}" if said else ""
    raise CannotDo(
        f"{upper_first(change.day(first))} and {change.day(second)} can't be swapped{limits}.{why}"
    )


def _exchanged(change: Change, sojourn: Sojourn, coming: dict[dt.date, list[Entry]], *, moving: bool) -> bool:
    """What comes to each of two days, with as little staying behind as possible; False = it can't be done.
    `moving` = visits are to be among it."""
    while any(coming.values()):
        tables = list(change.notes)
        gone = [entry for entries in coming.values() for entry in entries]
        lines, taken = [], change.itinerary.places()
        for date, entries in coming.items():
            stays = [one for one in sojourn.days[date] if not any(one is other for other in gone)]
            dayline = change.line(sojourn, date)
            line = dayline.fit(by_time(change.set_tables(sojourn, date, [*stays, *entries], taken)))
            if line is None:
                break
            lines.append((dayline, line))
        else:
            if moving and not visits_of(gone):
                return False
            for dayline, line in lines:
                change.put(dayline, line)
            return True
        change.notes = tables
        visits = [entry for entry in entries if not entry.is_meal]
        if not visits:
            return False
        entries.remove(visits[-1])
        title = visits[-1].item.title
        change.notes.append(f"{title} stays where it is: {change.day(date)} has no room for it.")
    return False


def _shared(change: Change, first: dt.date, second: dt.date) -> Sojourn:
    """The city that both days have."""
    itinerary = change.itinerary
    here, there = itinerary.on(first), itinerary.on(second)
    both = [one for one in here if one in there]
    if both:
        return both[0]
    for date, found in ((first, here), (second, there)):
        if not found:
            raise CannotDo(f"{upper_first(change.day(date))} is spent on the way: there is nothing to swap.")
    raise CannotDo(
        f"{upper_first(change.day(first))} is in {here[-1].city.name}, {change.day(second)} in "
        f"{there[0].city.name}: days of two cities can't be swapped."
    )


def _going(
    change: Change, sojourn: Sojourn, entries: list[Entry], others: list[Entry], date: dt.date
) -> list[Entry]:
    """What goes to the other day: not what is held or closed there, and no meal that day doesn't have."""
    dayline = change.line(sojourn, date)
    meals = {entry.item.meal: entry.item for entry in others if isinstance(entry.item, Meal)}
    meals = {meal: item for meal, item in meals.items() if not item.locked}
    found = []
    for entry in entries:
        mine = entry.item
        if entry.held or (isinstance(mine, Meal) and mine.meal not in meals):
            continue
        if isinstance(mine, Meal) and "place" not in (mine.style, meals[mine.meal].style):
            continue  # breakfast at the stay is breakfast at the stay
        if not entry.is_meal and dayline.closed(entry):
            change.notes.append(f"{entry.item.title} stays where it is: it is closed on {date:%A %-d %B}.")
            continue
        found.append(entry)
    return found


def move_item(change: Change, edit: MoveItem) -> str:
    sojourn, date, entry = change.movable(edit.uid)
    target = change.date(edit.day)
    if not sojourn.arrive <= target <= sojourn.leave:
        raise change.elsewhere(entry.item.title, sojourn.city, target)
    if target == date:
        return _within_day(change, sojourn, date, entry, edit)
    if isinstance(entry.item, Meal):
        return _exchange_meals(change, sojourn, date, target, entry)
    new = replace(entry, wish=None)
    if edit.start:
        new = replace(entry, wish=on_five(edit.start), held=True, any_hours=True)
    dayline = change.line(sojourn, target)
    there = sojourn.days[target]
    if not edit.start and dayline.closed(entry):
        raise change.no_room(sojourn, target, entry)
    suits = edit.about and edit.start and dayline.in_the_part(there, entry, on_five(edit.start))
    if suits:
        line = suits
    elif edit.start:
        line = widened(dayline, on_five(edit.start)).fit(by_time([*there, new]))
    elif edit.before_uid:
        line = dayline.fit(_before(there, new, edit.before_uid))
    else:
        line = dayline.insert(there, new)
    if line is None:
        raise change.no_room(sojourn, target, entry)
    change.rid_of(sojourn, date, entry)
    change.put(dayline, line)
    return f"{entry.item.title} is on {change.day(target)} now."


def _before(entries: list[Entry], new: Entry, uid: str) -> list[Entry]:
    index = next((place for place, one in enumerate(entries) if one.uid == uid), len(entries))
    return [*entries[:index], new, *entries[index:]]


def _within_day(change: Change, sojourn: Sojourn, date: dt.date, entry: Entry, edit: MoveItem) -> str:
    if edit.start:
        return set_time(change, SetTime(uid=entry.uid, start=edit.start, about=edit.about))
    rest = [one for one in sojourn.days[date] if one is not entry]
    if not edit.before_uid or edit.before_uid == entry.uid:
        raise CannotDo(f"{entry.item.title} is on {change.day(date)} already.")
    order = _before(rest, replace(entry, wish=None), edit.before_uid)
    if [one.uid for one in order] == [one.uid for one in sojourn.days[date]]:
        raise CannotDo(f"{entry.item.title} is there already.")
    dayline = change.line(sojourn, date)
    line = dayline.fit([one if one.held or one.is_meal else replace(one, wish=None) for one in order])
    before = [one.uid for one in sojourn.days[date]]
    kept = line is not None and [slot.entry.uid for slot in line.slots] == before  # a meal has gone back
    if kept or not change.put(dayline, line):
        moved = [one for one, uid in zip(order, before, strict=True) if one.uid != uid]
        why = _hours_of_a_meal(change, sojourn, date, moved)
        raise CannotDo(f"{entry.item.title} can't be had at that time on {change.day(date)}.{why}")
    return f"{entry.item.title} has another place in {change.day(date)}."


def _hours_of_a_meal(change: Change, sojourn: Sojourn, date: dt.date, moved: list[Entry]) -> str:
    """Why things can't change places: a meal among them has its hours."""
    for entry in moved:
        if isinstance(entry.item, Meal):
            hours = meal_hours(entry.item.meal, sojourn.city.country, change.itinerary.request)
            first, last = (f"{at_minute(date, minute):%H:%M}" for minute in (hours.earliest, hours.latest))
            usual = f" {entry.item.meal.capitalize()} begins between {first} and {last} there."
            return usual + change.hours_of(entry, date, entry.item.title)
    return ""


def _exchange_meals(change: Change, sojourn: Sojourn, date: dt.date, target: dt.date, entry: Entry) -> str:
    """A meal moved to a day that has that meal: the two change places."""
    meal = entry.item
    if not isinstance(meal, Meal):
        raise CannotDo(f"{meal.title} is no meal.")
    other = meal_of(sojourn.days[target], meal.meal)
    if other is None:
        raise CannotDo(f"There is no {meal.meal} on {change.day(target)} to change places with.")
    if other.held:
        raise CannotDo(f"{other.item.title} is locked: unlock it first.")
    there = [replace(entry, wish=other.wish) if one is other else one for one in sojourn.days[target]]
    here = [replace(other, wish=entry.wish) if one is entry else one for one in sojourn.days[date]]
    for day, entries, comes in ((target, there, entry), (date, here, other)):
        if change.line(sojourn, day).closed(comes):
            raise CannotDo(f"{comes.item.title} is closed on {day:%A %-d %B}.")
        if not change.refit(sojourn, day, entries):
            raise change.no_room(sojourn, day, comes)
    return f"{meal.title} is on {change.day(target)} now, {other.item.title} on {change.day(date)}."


# --- Hours -----------------------------------------------------------------------------------------


def set_time(change: Change, edit: SetTime) -> str:
    """Everything else of the day gives way; what no longer fits is left out, and that is said."""
    journey = journey_at(change, edit)
    if journey:
        return journey
    sojourn, date, entry = change.movable(edit.uid)
    wish = on_five(edit.start)
    rest = [one for one in sojourn.days[date] if one is not entry]
    if edit.about and (suits := change.line(sojourn, date).in_the_part(rest, entry, wish)):
        wish = next(slot.start for slot in suits.slots if slot.entry.uid == entry.uid)
    edit = edit.model_copy(update={"start": dt.time(wish // 60, wish % 60)})
    if wish == entry.wish:
        raise CannotDo(f"{entry.item.title} on {change.day(date)} starts at {edit.start:%H:%M} already.")
    change.in_time(entry, date, wish)
    opens, closes = change.itinerary.bounds(sojourn, date)
    if (opens is not None and wish < opens) or (closes is not None and wish + entry.minutes > closes):
        raise CannotDo(
            f"{entry.item.title} can't be at {edit.start:%H:%M} on {change.day(date)}"
            f"{change.limits_in_words(sojourn, date)}."
        )
    new = replace(entry, wish=wish, held=True, any_hours=True)
    order = _around(rest, new, sojourn.days[date], later=wish > (entry.wish or 0))
    dayline = widened(change.line(sojourn, date), wish)
    line = dayline.keeping_order(order, GENTLE) or dayline.keeping_order(by_time(order), GENTLE)
    if not change.put(dayline, line):
        leave_out(change, dayline, by_time(order), f"{entry.item.title} at {edit.start:%H:%M}")
    return f"{entry.item.title} starts at {edit.start:%H:%M} on {change.day(date)}."


def set_length(change: Change, edit: SetLength) -> str:
    """As long as asked, from the same start where that can be had; the rest of the day gives way."""
    sojourn, date, entry = change.movable(edit.uid)
    minutes = 5 * round(edit.minutes / 5)
    if minutes == entry.minutes:
        raise CannotDo(f"{entry.item.title} takes {in_hours(minutes)} already.")
    new = replace(entry, minutes=minutes)
    dayline = change.line(sojourn, date)
    order = [new if one is entry else one for one in sojourn.days[date]]
    if not change.put(dayline, dayline.keeping_order(order)):
        if dayline.closed(entry):
            raise CannotDo(f"{entry.item.title} is closed on {date:%A %-d %B}.")
        held = replace(new, held=True, any_hours=True)
        order = [held if one is new else one for one in order]
        leave_out(change, dayline, order, f"{in_hours(minutes)} at {entry.item.title}")
    times = f"{in_hours(minutes)} instead of {in_hours(entry.minutes)}"
    return f"{entry.item.title} takes {times} on {change.day(date)}."


def in_hours(minutes: int) -> str:
    """ "1 h 30"."""
    hours, rest = divmod(minutes, 60)
    if not hours:
        return f"{rest} minutes"
    return f"{hours} h {rest:02d}" if rest else f"{hours} h"


def _around(rest: list[Entry], new: Entry, before: list[Entry], *, later: bool) -> list[Entry]:
    """The first thing of a day that starts later stays the first: the others follow it."""
    if later and before and before[0].uid == new.uid:
        return [new, *rest]
    return by_time([*rest, new])


# --- Locks and guests ------------------------------------------------------------------------------


def lock(change: Change, edit: Lock) -> str:
    plan = change.itinerary.plan
    item = next((item for item in plan.items() if item.uid == edit.uid), None)
    if item is None:
        raise CannotDo("That is not in the plan any more.")
    about_town = isinstance(item, Leg) and not item.between_cities
    if about_town or isinstance(item, FreeTime):
        raise CannotDo(f"{item.title} follows from what lies around it and can't be locked.")
    if item.locked == edit.locked:
        raise CannotDo(f"{item.title} is {'locked already' if edit.locked else 'not locked'}.")
    item.locked = edit.locked
    what = "its nights stay" if isinstance(item, Stay) else "it keeps its day and time"
    return f"{item.title} is locked: {what}." if edit.locked else f"{item.title} may be moved again."


def set_guests(change: Change, edit: SetGuests) -> str:
    _sojourn, date, entry = change.itinerary.find(edit.uid)
    change.not_over(date)
    item = entry.item
    if item.guests == edit.guests:
        raise CannotDo(f"{item.title} is with {counted(edit.guests, 'guest')} already.")
    item.guests = edit.guests
    if not edit.guests:
        return f"{item.title} is without guests again."
    return f"{counted(edit.guests, 'guest')} will join you at {item.title} on {change.day(date)}."
