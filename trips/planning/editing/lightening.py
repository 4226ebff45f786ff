"""Edits of how much: shorter ways on foot, fewer visits, less money."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from functools import partial
from itertools import product

from trips.catalogue.gazetteer import distance_km
from trips.planning.costing import meal_lines
from trips.planning.editing.changing import Change, visits_of
from trips.planning.editing.edits import CannotDo, Cheaper, Lighter
from trips.planning.editing.itinerary import Entry, Sojourn
from trips.planning.editing.lodgings import another_stay
from trips.planning.editing.meals import tables_near
from trips.planning.editing.places import instead_of, takes_its_place
from trips.planning.editing.timeline import DayLine, Line
from trips.planning.picking import ranked_visits
from trips.planning.request import Request
from trips.planning.tables import to_taste
from trips.schemas import Item, Meal, Place, walks
from trips.wording import listed, upper_first

#: A day is light enough when at most this part of its minutes on foot is left.
LIGHT_ENOUGH = 0.6
#: Rides begin at these distances instead, km.
RIDES_FROM = (1.0, 0.7, 0.45, 0.2)
#: Cheaper means at most this part of the price.
LESS = Decimal("0.85")
#: How many places are tried.
TRIED = 8


def lighter(change: Change, edit: Lighter) -> str:
    date = change.date(edit.day)
    sojourns = [one for one in change.itinerary.on(date) if one.days.get(date)]
    if not sojourns:
        raise CannotDo(f"{upper_first(change.day(date))} holds nothing that could be left out.")
    if edit.what == "visits":
        return _fewer(change, sojourns, date)
    if edit.what == "climbing":
        return _less_climbing(change, sojourns, date)
    sojourn = max(sojourns, key=lambda one: _on_foot(one.kept.get(date, [])))
    return _less_walking(change, sojourn, date)


def _less_walking(change: Change, sojourn: Sojourn, date: dt.date) -> str:
    """Rides instead of the longer walks; where that is not enough, one visit after the other less."""
    before = _on_foot(sojourn.kept.get(date, []))
    best: tuple[int, DayLine, Line, list[Entry]] | None = None
    for gone, dayline, line in _gentler(change, sojourn, date):
        minutes = _on_foot(dayline.items(line))
        if minutes < before and (best is None or minutes < best[0] * 0.8):
            best = minutes, dayline, line, gone
        if best and best[0] <= before * LIGHT_ENOUGH:
            break
    if best is None:
        said = f"{upper_first(change.day(date))} has no ways on foot that could be shorter."
        raise CannotDo(f"{said}{_same_weekday(change, date)}")
    minutes, dayline, line, gone = best
    change.put(dayline, line)
    change.notes += [f"{entry.item.title} is left out." for entry in gone]
    return f"Less walking on {change.day(date)}: {minutes} instead of {before} minutes."


def _less_climbing(change: Change, sojourns: list[Sojourn], date: dt.date) -> str:
    """Sights without steps instead of those that have some."""
    swaps = [
        f"{place.name} instead of {entry.item.title}, which has steps"
        for sojourn in sojourns
        for entry in visits_of(sojourn.days[date])
        if not (entry.must or entry.held) and _steps_at(change, entry) == "no"
        if (place := _without_steps(change, sojourn, date, entry))
    ]
    unknown = "How steep the ways between are is not known."
    if not swaps:
        raise CannotDo(f"No sight on {change.day(date)} that has steps can be another one. {unknown}")
    return f"Less climbing on {change.day(date)}: {listed(swaps)}. {unknown}"


def _without_steps(change: Change, sojourn: Sojourn, date: dt.date, entry: Entry) -> Place | None:
    flat = [place for place in instead_of(change, sojourn, entry) if place.step_free == "yes"]
    return next((one for one in flat[:TRIED] if takes_its_place(change, sojourn, date, entry, one)), None)


def _steps_at(change: Change, entry: Entry) -> str | None:
    row = change.itinerary.row(entry.item)
    return row.step_free if row else None


def _same_weekday(change: Change, date: dt.date) -> str:
    """Another such weekday of the trip with ways on foot: it may be the one that was meant."""
    for other in change.itinerary.plan.days:
        ahead = other.date != date and other.date >= change.today
        if ahead and other.date.weekday() == date.weekday() and (minutes := _on_foot(other.items)):
            return f" {upper_first(change.day(other.date))} has {minutes} minutes on foot."
    return ""


def _gentler(change: Change, sojourn: Sojourn, date: dt.date) -> Iterator[tuple[list[Entry], DayLine, Line]]:
    """What is left out, and the day without it."""
    entries = sojourn.days[date]
    for gone, walk_km in product(_thinned(entries), RIDES_FROM):
        dayline = change.line(sojourn, date)
        dayline.ways = dayline.ways.gentler(walk_km)
        if line := dayline.fit([entry for entry in entries if entry not in gone]):
            yield gone, dayline, line


def _thinned(entries: list[Entry]) -> Iterator[list[Entry]]:
    """What to leave out: nothing, then one more each time, those farthest from the others first."""
    yield []
    free = [entry for entry in visits_of(entries) if not (entry.must or entry.held)]
    gone: list[Entry] = []
    while len(free) - len(gone) > 1:
        left = [entry for entry in visits_of(entries) if entry not in gone]
        gone = [*gone, max((one for one in free if one not in gone), key=lambda one: _apart(one, left))]
        yield list(gone)


def _on_foot(items: Iterable[Item]) -> int:
    return sum(leg.minutes for leg in walks(items))


def _apart(entry: Entry, others: list[Entry]) -> float:
    """Kilometres to the nearest other visit."""
    found = [
        distance_km(entry.item.lat, entry.item.lon, other.item.lat, other.item.lon)
        for other in others
        if other is not entry and entry.item.lat and entry.item.lon and other.item.lat and other.item.lon
    ]
    return min(found, default=0.0)


def _fewer(change: Change, sojourns: list[Sojourn], date: dt.date) -> str:
    """Without the visit that is missed least."""
    for sojourn in sojourns:
        pool, plan = change.itinerary.pool(sojourn), change.itinerary.plan
        level = change.itinerary.request.level
        ranks = {place.id: fit for fit, place in ranked_visits(pool, plan.focus, level=level)}
        visits = visits_of(sojourn.days[date])
        free = [entry for entry in visits if len(visits) > 1 and not (entry.must or entry.held)]
        for entry in sorted(free, key=lambda one: (ranks.get(one.item.place_id or "", -9.0), one.uid)):
            if change.refit(sojourn, date, [one for one in sojourn.days[date] if one is not entry]):
                return f"{entry.item.title} is no longer on {change.day(date)}."
    raise CannotDo(
        f"No visit on {change.day(date)} can be left out: it is asked for, locked, or the only one."
    )


# --- Money -----------------------------------------------------------------------------------------


def cheaper(change: Change, edit: Cheaper, *, rooms: bool = True) -> str:
    """A day: its tables and its dearest sight. The trip: its stays (with `rooms`) and the dearest table of
    each day; to save a certain sum also sights, and no more of it all than it takes."""
    if edit.day:
        date = change.date(edit.day)
        there = change.itinerary.on(date)
        steps = [partial(_cheaper_day, change, one, date, 3) for one in there]
        steps += [partial(_cheaper_sight, change, one, date) for one in there]
        where = f"on {change.day(date)}"
    else:
        steps, where = _steps(change, rooms=rooms, sights=bool(edit.by)), "on this trip"
    wanted = in_trips_money(edit, change.itinerary.request)
    before = _of_all(change)
    saved: list[str] = []
    for step in steps:
        if wanted and before - _of_all(change) >= wanted:
            break
        saved += step()
    if not saved:
        raise CannotDo(f"We know nothing cheaper {where} that would do as well.")
    change.notes += saved
    return f"Cheaper {where}: {len(saved)} {'change' if len(saved) == 1 else 'changes'}."


def _steps(change: Change, *, rooms: bool, sights: bool) -> list[Callable[[], list[str]]]:
    ahead = [one for one in change.itinerary.sojourns if one.leave > change.today]
    days = [(one, date) for one in ahead for date in one.dates if date >= change.today]
    stays = [one for one in ahead if one.stay and one.arrive >= change.today and rooms]
    return [
        *(partial(_cheaper_stay, change, one) for one in stays),
        *(partial(_cheaper_day, change, one, date, 1) for one, date in days),
        *(partial(_cheaper_sight, change, one, date) for one, date in days if sights),
    ]


def in_trips_money(edit: Cheaper, request: Request) -> Decimal:
    """The sum to save."""
    return request.worth(Decimal(edit.by), edit.currency or request.currency)


def _of_all(change: Change) -> Decimal:
    """What beds, tables and sights cost together."""
    stays = [one.stay for one in change.itinerary.sojourns if one.stay]
    entries = [entry.item for _, _, entry in change.itinerary.entries()]
    return sum((_cost(change, item) for item in [*stays, *entries]), Decimal(0))


def _cheaper_stay(change: Change, sojourn: Sojourn) -> list[str]:
    try:
        return [another_stay(change, sojourn, None, cheaper=True)]
    except CannotDo:
        return []


def _cheaper_day(change: Change, sojourn: Sojourn, date: dt.date, most: int) -> list[str]:
    """Other tables for so many of its meals, the dearest first."""
    meals = [one for one in sojourn.days.get(date, []) if one.is_meal and not one.held and not one.must]
    meals = [one for one in meals if one.item.place_id]
    found = []
    for uid in [one.uid for one in sorted(meals, key=lambda one: (-_cost(change, one.item), one.uid))[:most]]:
        # another table before it may have moved it, or taken it away
        entry = next((one for one in sojourn.days[date] if one.uid == uid), None)
        if entry is None:
            continue
        old = entry.item.title
        new = _cheaper_table(change, sojourn, date, entry)
        if new:
            found.append(f"{new.name} instead of {old} on {date:%A %-d %B}.")
    return found


def _cheaper_table(change: Change, sojourn: Sojourn, date: dt.date, entry: Entry) -> Place | None:
    meal, request = entry.item, change.itinerary.request
    if not isinstance(meal, Meal):
        return None
    most = _cost(change, meal) * LESS
    rows, old = tables_near(change, sojourn, date, entry, meal.meal), change.itinerary.row(meal)
    rows = [row for row in rows if old is None or to_taste(row, old, request)]
    prices = ((request.sum_of(meal_lines(row, request.adults, request.ages)), row) for row in rows)
    for place in [row for price, row in prices if price <= most][:TRIED]:
        new = change.table(sojourn, date, meal.meal, place, entry.wish)
        if change.refit(sojourn, date, [new if one is entry else one for one in sojourn.days[date]]):
            return place
    return None


def _cheaper_sight(change: Change, sojourn: Sojourn, date: dt.date) -> list[str]:
    """Something free instead of the dearest sight."""
    paid = [one for one in visits_of(sojourn.days.get(date, [])) if not (one.must or one.held)]
    paid = [one for one in paid if _cost(change, one.item)]
    for entry in sorted(paid, key=lambda one: (-_cost(change, one.item), one.uid))[:1]:
        for place in instead_of(change, sojourn, entry, "free")[:TRIED]:
            if takes_its_place(change, sojourn, date, entry, place):
                return [f"{place.name} instead of {entry.item.title} on {date:%A %-d %B}."]
    return []


def _cost(change: Change, item: Item) -> Decimal:
    return change.itinerary.request.sum_of(item.costs)
