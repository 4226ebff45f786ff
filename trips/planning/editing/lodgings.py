"""Another stay in a city: its rooms, its doors, and every day that starts and ends there."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from typing import Literal

from trips.catalogue.gazetteer import distance_km
from trips.planning.costing import ROOM, room_label
from trips.planning.editing.changing import Change, enough_nights, unlocked
from trips.planning.editing.edits import CannotDo
from trips.planning.editing.itinerary import Entry, Hop, Sojourn
from trips.planning.items import local_leg
from trips.planning.legs import local_means
from trips.planning.lodging import desk as desk_of
from trips.planning.lodging import of_row
from trips.planning.picking import LEVELS, night_cost
from trips.planning.planned import spot_of
from trips.planning.skeleton import hub_move
from trips.planning.tables import breakfast_of
from trips.planning.wishes import unsuitable
from trips.schemas import Leg, Meal, Place, Stay


def another_stay(change: Change, sojourn: Sojourn, place: Place | None, *, cheaper: bool = False) -> str:
    """`place` None = the best other one of the same level, `cheaper` = for less. Raises CannotDo where none
    suits, or a day no longer fits together from there."""
    stay = sojourn.stay
    if stay is None:
        raise CannotDo(f"No night is spent in {sojourn.city.name}.")
    unlocked(stay)
    if sojourn.arrive < change.today:
        raise CannotDo(f"You have checked in at {stay.title}: only a stay that lies ahead can be changed.")
    wanted = [place] if place else others(change, sojourn, cheaper=cheaper)
    for row in wanted:
        if place:
            _refuse(change, sojourn, stay, row)
        if moved_in(change, sojourn, stay, row):
            return f"{row.name} instead of {stay.title} in {sojourn.city.name}."
    if place:
        raise CannotDo(f"From {place.name} the days in {sojourn.city.name} do not fit together.")
    less = "cheaper " if cheaper else "other "
    raise CannotDo(f"We know no {less}stay in {sojourn.city.name} that suits this trip.")


def _refuse(change: Change, sojourn: Sojourn, stay: Stay, row: Place) -> None:
    if row.kind != "stay" or row.city != sojourn.city.curated:
        raise CannotDo(f"{row.name} is no stay in {sojourn.city.name}.")
    if row.id == stay.place_id:
        raise CannotDo(f"{row.name} is where you stay already.")
    enough_nights(row, stay.nights)
    if reason := unsuitable(row, change.itinerary.request):
        raise CannotDo(f"{row.name} does not suit this trip: {reason}.")


def others(change: Change, sojourn: Sojourn, *, cheaper: bool) -> list[Place]:
    """Stays that suit, of the nearest level first; for less money the dearest of the cheaper ones first, so
    that as little as possible changes."""
    stay, request = sojourn.stay, change.itinerary.request
    if stay is None:
        return []
    rows = [
        row
        for row in change.itinerary.pool(sojourn).stays
        if row.id != stay.place_id and row.min_nights <= stay.nights
    ]
    old = change.itinerary.row(stay)
    band = (old.band if old else None) or request.level
    here = sojourn.base.point
    if cheaper:
        now = request.sum_of(stay.costs) / max(1, stay.nights)
        rows = [row for row in rows if night_cost(row, request) < now * Decimal("0.9")]
        return sorted(rows, key=lambda row: (-night_cost(row, request), row.id))

    def order(row: Place) -> tuple[int, float, str]:
        steps = abs(LEVELS.index(row.band or "mid") - LEVELS.index(band))
        away = distance_km(here.lat, here.lon, row.lat, row.lon) if here.lat and here.lon else 0.0
        return steps, away, row.id

    return sorted(rows, key=order)


def moved_in(change: Change, sojourn: Sojourn, stay: Stay, row: Place) -> bool:
    """Everything of the city again from the other door; False = it does not fit, and nothing is changed."""
    itinerary, request = change.itinerary, change.itinerary.request
    before = (sojourn.base, sojourn.stay, sojourn.desk, dict(sojourn.days), dict(sojourn.kept))
    touched = set(sojourn.touched)
    index = itinerary.sojourns.index(sojourn)
    hops = [replace(hop) if hop else None for hop in itinerary.hops]
    sojourn.base = spot_of(row, sojourn.city)
    sojourn.stay = stay.model_copy(update={"uid": "", **of_row(row, request, stay.nights)})
    arriving, leaving = itinerary.hops[index], itinerary.hops[index + 1]
    if arriving:
        _new_door(change, arriving, sojourn, "destination")
    if leaving:
        _new_door(change, leaving, sojourn, "origin")
    desk_follows(sojourn, row, arriving)
    if all(change.refit(sojourn, date, _breakfasts(change, sojourn, date, row)) for date in sojourn.dates):
        return True
    sojourn.base, sojourn.stay, sojourn.desk, sojourn.days, sojourn.kept = before
    sojourn.touched = touched
    itinerary.hops[:] = hops
    return False


def _breakfasts(change: Change, sojourn: Sojourn, date: dt.date, row: Place) -> list[Entry]:
    """A breakfast at the old stay is had elsewhere where the new one offers none."""
    if breakfast_of(row, change.itinerary.request) == "at_stay":
        return sojourn.days[date]
    found = []
    for entry in sojourn.days[date]:
        meal = entry.item
        if isinstance(meal, Meal) and meal.style == "at_stay" and not entry.held:
            entry = change.free_meal(sojourn, date, entry, meal.meal)
        found.append(entry)
    return found


def _new_door(change: Change, hop: Hop, sojourn: Sojourn, end: Literal["origin", "destination"]) -> None:
    """The way to or from the station; a car comes to the door itself."""
    old = hop.access if end == "origin" else hop.egress
    if old is None:
        hop.main = hop.main.model_copy(update={end: sojourn.base.point}, deep=True)
    elif end == "origin":
        hop.access = _about_town(change, sojourn, old, start=None)
    else:
        hop.egress = _about_town(change, sojourn, old, start=hop.main.end)


def _about_town(change: Change, sojourn: Sojourn, old: Leg, *, start: dt.datetime | None) -> Leg:
    """A way between the new door and a station: from the station at a time, or to it, arriving as the old one
    did."""
    request = change.itinerary.request
    drives = old.mode == "car"
    point = old.origin if start else old.destination
    door = sojourn.base.point
    move = hub_move(request, sojourn.city, door, point, drives)
    means = local_means(request, sojourn.city, has_car=drives)
    begins = start or old.end - dt.timedelta(minutes=move.minutes)
    ends = (point, door) if start else (door, point)
    leg = local_leg(means, move, *ends, begins, sojourn.city)
    return leg.model_copy(update={"uid": old.uid})


def desk_follows(sojourn: Sojourn, row: Place | None, arriving: Hop | None) -> None:
    """The desk is where and when they arrive; before the hour of check-in only the bags are left there."""
    desk = sojourn.desk
    if desk is None:
        return
    start = arriving.reach if arriving else desk.start
    same = {"uid": desk.uid, "locked": desk.locked, "end": start + (desk.end - desk.start)}
    sojourn.desk = desk_of(sojourn.base, sojourn.city, row, start).model_copy(update=same)


def stay_for(stay: Stay, nights: int) -> Stay:
    """The same rooms for another number of nights, at the same price a night."""
    costs = []
    for cost in stay.costs:
        quantity = cost.quantity * nights // stay.nights if stay.nights else cost.quantity
        label = room_label(stay.rooms, nights) if cost.label.startswith(ROOM) else cost.label
        costs.append(
            cost.model_copy(update={"label": label, "quantity": quantity, "amount": cost.unit * quantity})
        )
    return stay.model_copy(update={"nights": nights, "costs": costs}, deep=True)
