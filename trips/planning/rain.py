"""Plan B for rain: an indoor place near an outdoor visit that is open then, from the rows.

Nothing is invented: in a city without rows, or with nothing that fits, the sentence says so.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection

from trips.catalogue.gazetteer import Gazetteer, distance_km
from trips.catalogue.opening_hours import hours_in_words, is_open
from trips.planning.agenda_values import Instead, RainPlan
from trips.planning.wishes import avoided
from trips.schemas import Place, TripFacts, Visit

#: Straight kilometres that still are "near", and how many are named.
NEAR_KM = 5.0
NAMED = 2
#: Rows that say so were judged as shelter; others are only not outdoors.
SHELTER = "rainy_day"
#: Not under one roof, though the row is not marked outdoor.
_OPEN_AIR = frozenset({"walk", "park", "garden", "neighbourhood", "beach"})
_STEP_FREE = frozenset({"wheelchair", "step_free", "step-free", "stroller"})


def rain_plan(
    visit: Visit, facts: TripFacts, gazetteer: Gazetteer, planned: Collection[str], ages: Collection[int] = ()
) -> RainPlan:
    """For one outdoor visit. `planned` = place ids that are in the plan or were named already."""
    city = gazetteer.city(visit.city_id)
    if city is None or city.curated is None:
        where = city.name if city else "this place"
        return RainPlan(visit.uid, visit.title, (), f"We have no indoor places of {where} in our data.")
    if visit.lat is None or visit.lon is None:
        return RainPlan(visit.uid, visit.title, (), "Where this is exactly is not in our data.")
    near = []
    for place in gazetteer.places(city.curated, "visit"):
        if place.id in planned or place.id == visit.place_id or not _suits(place, facts, ages):
            continue
        away = distance_km(visit.lat, visit.lon, place.lat, place.lon)
        if away <= NEAR_KM and _opens(place, visit.start, visit.minutes, gazetteer):
            near.append((SHELTER not in place.tags, away, place))
    near.sort(key=lambda found: (found[0], found[1], found[2].id))
    places = tuple(_instead(place, away, visit.start.date(), gazetteer) for _, away, place in near[:NAMED])
    nothing = f"No indoor place within {NEAR_KM:.0f} km is open then and not in your plan, by our data."
    return RainPlan(visit.uid, visit.title, places, "" if places else nothing)


def _suits(place: Place, facts: TripFacts, ages: Collection[int]) -> bool:
    """Under a roof, enterable without a booking, and nothing the traveller ruled out."""
    is_open_air = place.outdoor or (SHELTER not in place.tags and _OPEN_AIR & set(place.tags))
    if is_open_air or place.booking == "required" or (ages and place.children == "no"):
        return False
    if _STEP_FREE & set(facts.access) and place.step_free not in ("yes", "partly"):
        return False
    return avoided(place, facts) is None


def _opens(place: Place, start: dt.datetime, minutes: int, gazetteer: Gazetteer) -> bool:
    """Surely open from then on for as long as a short visit takes."""
    needed = min(minutes, place.visit.shortest) if place.visit else minutes
    return is_open(place, start, start + dt.timedelta(minutes=needed), gazetteer) is True


def _instead(place: Place, away: float, date: dt.date, gazetteer: Gazetteer) -> Instead:
    return Instead(
        place_id=place.id,
        name=place.name,
        kilometres=round(away, 1),
        hours=hours_in_words(place, date, gazetteer),
        summary=place.summary,
        booking="booking advised" if place.booking == "recommended" else "",
    )
