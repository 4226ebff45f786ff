"""Edits of when: two days swapped, a thing moved, its hour set, held where it is."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from trips.planning.editing.changing import Change, meal_of
from trips.planning.editing.edits import CannotDo, Lock, MoveItem, SetTime, SwapDays
from trips.planning.editing.itinerary import DESK, LEFT_OVER, Entry, Sojourn, minute_of
from trips.planning.editing.shifting import leg_later
from trips.planning.editing.timeline import DAWN, NIGHT, DayLine, by_time
from trips.schemas import FreeTime, Leg, Meal, Stay


def swap_days(change: Change, edit: SwapDays) -> str:
    itinerary = change.itinerary
    first, second = change.date(edit.first), change.date(edit.second)
    if first == second:
        raise CannotDo("A day can't be swapped with itself.")
    sojourn = _shared(change, first, second)
    one, other = sojourn.days[first], sojourn.days[second]
    there, back = _going(change, sojourn, one, other, second), _going(change, sojourn, other, one, first)
    if not there and not back:
        raise CannotDo(f"Nothing of {change.day(first)} and {change.day(second)} can change places.")
    new_first = [*(entry for entry in one if entry not in there), *back]
    new_second = [*(entry for entry in other if entry not in back), *there]
    lines = []
    for date, entries in ((first, new_first), (second, new_second)):
        dayline = change.line(sojourn, date)
        line = dayline.fit(by_time(change.set_tables(sojourn, date, entries)))
        if line is None:
            source = second if date == first else first
            raise CannotDo(
                f"What {change.day(source)} holds does not fit on {change.day(date)}"
                f"{change.limits_in_words(sojourn, date)}."
            )
        lines.append((dayline, line))
    for dayline, line in lines:
        change.put(dayline, line)
    return f"Days {edit.first} and {edit.second} are swapped."


def _shared(change: Change, first: dt.date, second: dt.date) -> Sojourn:
    """The city that both days have."""
    itinerary = change.itinerary
    here, there = itinerary.on(first), itinerary.on(second)
    both = [one for one in here if one in there]
    if both:
        return both[0]
    for date, found in ((first, here), (second, there)):
        if not found:
            raise CannotDo(f"{change.day(date).capitalize()} is spent on the way: there is nothing to swap.")
    raise CannotDo(
        f"{change.day(first).capitalize()} is in {here[-1].city.name}, {change.day(second)} in "
        f"{there[0].city.name}: days of two cities can't be swapped."
    )


def _going(
    change: Change, sojourn: Sojourn, entries: list[Entry], others: list[Entry], date: dt.date
) -> list[Entry]:
    """What goes to the other day: not what is held or closed there, and no meal that day doesn't have."""
    dayline = change.line(sojourn, date)
    meals = {entry.item.meal for entry in others if isinstance(entry.item, Meal) and not entry.held}
    found = []
    for entry in entries:
        if entry.held or (isinstance(entry.item, Meal) and entry.item.meal not in meals):
            continue
        if not entry.is_meal and dayline.closed(entry):
            change.notes.append(f"{entry.item.title} stays where it is: it is closed on {date:%A %-d %B}.")
            continue
        found.append(entry)
    return found


def move_item(change: Change, edit: MoveItem) -> str:
    sojourn, date, entry = change.movable(edit.uid)
    target = change.date(edit.day)
    if not sojourn.arrive <= target <= sojourn.leave:
        places = change.itinerary.on(target)
        where = f"is in {places[-1].city.name}" if places else "is spent on the way"
        raise CannotDo(f"{entry.item.title} is in {sojourn.city.name}, but {change.day(target)} {where}.")
    if target == date:
        return _within_day(change, sojourn, date, entry, edit)
    if isinstance(entry.item, Meal):
        return _exchange_meals(change, sojourn, date, target, entry)
    new = replace(entry, wish=None)
    if edit.start:
        new = replace(entry, wish=_minutes(edit.start), held=True, any_hours=True)
    dayline = change.line(sojourn, target)
    there = sojourn.days[target]
    if not edit.start and dayline.closed(entry):
        raise change.no_room(sojourn, target, entry)
    if edit.start:
        line = _widened(dayline, _minutes(edit.start)).fit(by_time([*there, new]))
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
        return set_time(change, SetTime(uid=entry.uid, start=edit.start))
    rest = [one for one in sojourn.days[date] if one is not entry]
    if not edit.before_uid or edit.before_uid == entry.uid:
        raise CannotDo(f"{entry.item.title} is on {change.day(date)} already.")
    order = _before(rest, replace(entry, wish=None), edit.before_uid)
    if [one.uid for one in order] == [one.uid for one in sojourn.days[date]]:
        raise CannotDo(f"{entry.item.title} is there already.")
    dayline = change.line(sojourn, date)
    line = dayline.fit([one if one.held or one.is_meal else replace(one, wish=None) for one in order])
    if line is None:
        raise CannotDo(f"{entry.item.title} can't be had at that point of {change.day(date)}.")
    change.put(dayline, line)
    return f"{entry.item.title} has another place in {change.day(date)}."


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
    journey = _journey(change, edit)
    if journey:
        return journey
    sojourn, date, entry = change.movable(edit.uid)
    wish = _minutes(edit.start)
    if wish == entry.wish:
        raise CannotDo(f"{entry.item.title} starts at {edit.start:%H:%M} already.")
    opens, closes = change.itinerary.bounds(sojourn, date)
    if (opens is not None and wish < opens) or (closes is not None and wish + entry.minutes > closes):
        raise CannotDo(
            f"{entry.item.title} can't be at {edit.start:%H:%M} on {change.day(date)}"
            f"{change.limits_in_words(sojourn, date)}."
        )
    new = replace(entry, wish=wish, held=True, any_hours=True)
    rest = [one for one in sojourn.days[date] if one is not entry]
    dayline = _widened(change.line(sojourn, date), wish)
    later = wish > (entry.wish or 0)
    while True:
        order = _around(rest, new, sojourn.days[date], later=later)
        line = dayline.fit(order) or dayline.fit(by_time([*rest, new]))
        if line:
            break
        gone = next((one for one in reversed(rest) if not (one.must or one.held or one.is_meal)), None)
        gone = gone or next((one for one in reversed(rest) if not (one.must or one.held)), None)
        if gone is None:
            raise CannotDo(f"{entry.item.title} can't be at {edit.start:%H:%M} on {change.day(date)}.")
        rest = [one for one in rest if one is not gone]
        change.notes.append(f"{gone.item.title} no longer fits on {change.day(date)} and is left out.")
    change.put(dayline, line)
    return f"{entry.item.title} starts at {edit.start:%H:%M} on {change.day(date)}."


def _around(rest: list[Entry], new: Entry, before: list[Entry], *, later: bool) -> list[Entry]:
    """The first thing of a day that starts later stays the first: the others follow it."""
    if later and before and before[0].uid == new.uid:
        return [new, *rest]
    return by_time([*rest, new])


def _widened(dayline: DayLine, wish: int) -> DayLine:
    """An hour set by hand may lie beyond what the pace allows, not beyond the journeys."""
    opens, closes = dayline.itinerary.bounds(dayline.sojourn, dayline.date)
    if wish - 60 < dayline.start:
        dayline.start = max(wish - 60, DAWN, opens if opens is not None else 0)
    if wish + 180 > dayline.end:
        dayline.end = min(wish + 240, NIGHT, closes if closes is not None else NIGHT)
    return dayline


def _journey(change: Change, edit: SetTime) -> str:
    """A journey between two cities leaves at another hour of the same day; "" = it is none."""
    itinerary = change.itinerary
    for index, hop in enumerate(itinerary.hops):
        if hop is None or all(leg.uid != edit.uid for leg in hop.legs):
            continue
        leg = next(leg for leg in hop.legs if leg.uid == edit.uid)
        minutes = _minutes(edit.start) - minute_of(leg.start, leg.start.date())
        if any(one.locked for one in hop.legs):
            raise CannotDo(f"{hop.main.title} is locked: unlock it first.")
        if not minutes:
            raise CannotDo(f"{leg.title} starts at {edit.start:%H:%M} already.")
        dates = (hop.leave.date(), hop.reach.date())
        moved = [leg_later(one, minutes) for one in hop.legs]
        if (moved[0].start.date(), moved[-1].end.date()) != dates:
            raise CannotDo(f"{leg.title} at {edit.start:%H:%M} would not leave and arrive on the same dates.")
        places = dict(zip(("access", "main", "egress"), (hop.access, hop.main, hop.egress), strict=True))
        following = iter(moved)
        for name, one in places.items():
            if one:
                setattr(hop, name, next(following))
        _desk_follows(change, index, minutes)
        for sojourn, date in _ends(change, index):
            if not change.refit(sojourn, date, sojourn.days[date]):
                raise CannotDo(
                    f"With {leg.title} at {edit.start:%H:%M} the rest of {change.day(date)} does not fit."
                )
        return f"{leg.title} starts at {edit.start:%H:%M} on {change.day(leg.start.date())}."
    return ""


def _desk_follows(change: Change, index: int, minutes: int) -> None:
    sojourns = change.itinerary.sojourns
    if index >= len(sojourns):
        return
    sojourn = sojourns[index]
    if sojourn.desk:
        times = {"start": sojourn.desk.start, "end": sojourn.desk.end}
        later = {name: moment + dt.timedelta(minutes=minutes) for name, moment in times.items()}
        sojourn.desk = sojourn.desk.model_copy(update=later)


def _ends(change: Change, index: int) -> list[tuple[Sojourn, dt.date]]:
    """The days around a journey: the last one before it and the first one after."""
    sojourns = change.itinerary.sojourns
    found = []
    if index:
        found.append((sojourns[index - 1], sojourns[index - 1].leave))
    if index < len(sojourns):
        found.append((sojourns[index], sojourns[index].arrive))
    return found


# --- Locks -----------------------------------------------------------------------------------------


def lock(change: Change, edit: Lock) -> str:
    plan = change.itinerary.plan
    item = next((item for item in plan.items() if item.uid == edit.uid), None)
    if item is None:
        raise CannotDo("That is not in the plan any more.")
    about_town = isinstance(item, Leg) and item.origin.city_id == item.destination.city_id
    if about_town or (isinstance(item, FreeTime) and item.title.startswith((LEFT_OVER, *DESK))):
        raise CannotDo(f"{item.title} follows from what lies around it and can't be locked.")
    if item.locked == edit.locked:
        raise CannotDo(f"{item.title} is {'locked already' if edit.locked else 'not locked'}.")
    item.locked = edit.locked
    what = "and its nights stay" if isinstance(item, Stay) else "keeps its day and time"
    return f"{item.title} is locked {what}." if edit.locked else f"{item.title} may be moved again."


def _minutes(time: dt.time) -> int:
    """On five minutes, as everything in a plan."""
    return 5 * round((time.hour * 60 + time.minute) / 5)
