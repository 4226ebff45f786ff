"""A day more in a city: filled by the schedule's own code with what is not in the plan yet."""

from __future__ import annotations

import datetime as dt

from trips.catalogue.gazetteer import distance_km
from trips.planning.editing.changing import Change, visits_of
from trips.planning.editing.itinerary import Sojourn, Thing, entry_of
from trips.planning.mealtimes import evening_end
from trips.planning.picking import Pool, ranked_visits, windows_on
from trips.planning.planned import PlannedMeal, PlannedStop, Stretch
from trips.planning.stretches import Filler
from trips.planning.tables import breakfast_of
from trips.schemas import Place

#: A kilometre from the day's first sight weighs as much as this much of a place's fit.
PER_KM = 0.25


def fresh_day(change: Change, sojourn: Sojourn, date: dt.date) -> None:
    """Visits as many as the other full days have, and three meals; what the day holds already stays."""
    itinerary = change.itinerary
    request = itinerary.request
    pool = itinerary.pool(sojourn)
    city = sojourn.city.id
    filler = Filler(request, request.level, {city: itinerary.means(sojourn)}, {city: pool})
    filler.tables = itinerary.places()
    stretch = Stretch(
        date,
        sojourn.city,
        sojourn.base,
        request.limits.earliest.hour * 60,
        evening_end(sojourn.city.country, request),
        tuple(_stops(change, sojourn, date, pool)),
        tuple(_meals(change, sojourn)),
    )
    items = filler.fill(stretch).items
    own = {entry.item.title: entry for entry in sojourn.days[date]}
    things: list[Thing] = []
    for number, item in enumerate(items):
        if item.title in own:
            items[number] = item = item.model_copy(update={"uid": own[item.title].uid})
        if isinstance(item, Thing):
            things.append(item)
    sojourn.put(date, [entry_of(item, date, request) for item in things], items)


def _meals(change: Change, sojourn: Sojourn) -> list[PlannedMeal]:
    row = change.itinerary.row(sojourn.stay) if sojourn.stay else None
    style = breakfast_of(row, change.itinerary.request)
    return [PlannedMeal("breakfast", style), PlannedMeal("lunch"), PlannedMeal("dinner")]


def _stops(change: Change, sojourn: Sojourn, date: dt.date, pool: Pool) -> list[PlannedStop]:
    request = change.itinerary.request
    given = visits_of(sojourn.days[date])
    stops = [
        PlannedStop(entry.item.title, change.itinerary.row(entry.item), entry.minutes, must=entry.must)
        for entry in given
    ]
    used = change.itinerary.places()
    ranked = [
        (fit, place)
        for fit, place in ranked_visits(pool, change.itinerary.plan.focus, level=request.level)
        if place.id not in used and windows_on(place, date, request) != ()
    ]
    wanted = _usual_visits(change, date) - len(stops)
    rows = [stop.place for stop in stops if stop.place]
    for place in _close_together(ranked, rows, wanted):
        stops.append(PlannedStop(place.name, place, reason=place.summary))
    return stops


def _usual_visits(change: Change, date: dt.date) -> int:
    counts = [
        len(visits_of(entries))
        for one in change.itinerary.sojourns
        for day, entries in one.days.items()
        if one.arrive < day < one.leave and day != date and visits_of(entries)
    ]
    usual = round(sum(counts) / len(counts)) if counts else 3
    return min(change.itinerary.request.limits.visits, max(1, usual))


def _close_together(ranked: list[tuple[float, Place]], given: list[Place], count: int) -> list[Place]:
    """The best one, then those that are good and near it."""
    if not ranked or count <= 0:
        return []
    centre = given[0] if given else ranked[0][1]

    def worth(pair: tuple[float, Place]) -> tuple[float, str]:
        fit, place = pair
        away = distance_km(centre.lat, centre.lon, place.lat, place.lon)
        return -(fit - PER_KM * away), place.id

    return [place for _, place in sorted(ranked, key=worth)[:count]]
