"""Does what was planned and found still belong to the trip? Facts can have changed since; code says it."""

from __future__ import annotations

import datetime as dt
from typing import Any

from memory.briefing import Briefing
from memory.sections.inline import inline
from trips.facts.limits import spoken_range
from trips.schemas import Destination

NO_STOP = "no stop of this trip"


def is_no_stop(briefing: Briefing, city: str) -> bool:
    """Researched or paid in beside the trip's cities, or before they were others."""
    return bool(briefing.stops) and city.casefold() not in briefing.stops


def named(briefing: Briefing, city: str) -> str:
    """The city on one line, and whether it is none of the trip's."""
    return f"{inline(city)} ({NO_STOP})" if is_no_stop(briefing, city) else inline(city)


def unlike_facts(briefing: Briefing) -> str:
    """In what the plan is not what the trip asks for now, in one sentence; "" while it is.

    Dates, cities and how many travel; only where the facts say them.
    """
    plan = briefing.plan
    if not plan or not plan["days"]:
        return ""
    parts = [*_dates(plan, briefing), *_cities(plan, briefing), *_travellers(plan, briefing)]
    return f"not as the trip's facts are now: {'; '.join(parts)}" if parts else ""


def planned_nights(briefing: Briefing, place: Destination) -> int | None:
    """As the plan's stays there have them; None where it has none."""
    days = briefing.plan["days"] if briefing.plan else ()
    stays = [
        item["nights"] for day in days if _is(place, day) for item in day["items"] if item["kind"] == "stay"
    ]
    return sum(stays) if stays else None


def _is(place: Destination, day: dict[str, Any]) -> bool:
    """Is it the city of that day? Our data may call it by another name than the traveller."""
    if place.city_id and day.get("city_id"):
        return place.city_id == day["city_id"]
    return place.name.casefold() == day["city"].casefold()


def _dates(plan: dict[str, Any], briefing: Briefing) -> list[str]:
    first, last = (dt.date.fromisoformat(plan["days"][at]["date"]) for at in (0, -1))
    dates = briefing.facts.dates
    start, end = dates.start or first, dates.end or last
    if (first, last) == (start, end) or end < start:
        return []
    return [f"it is for {spoken_range(first, last)}, the trip is {spoken_range(start, end)}"]


def _cities(plan: dict[str, Any], briefing: Briefing) -> list[str]:
    """Where nights are planned that are no stop, and stops that nothing is planned in."""
    days = plan["days"]
    seen = {item.get("city_id") for day in days for item in day["items"]} - {None}
    planned = dict.fromkeys(day["city"] for day in days)
    extra = [inline(city) for city in planned if is_no_stop(briefing, city)]
    missing = [
        inline(place.name)
        for place in briefing.facts.destinations
        if place.kind == "city" and place.city_id not in seen and not any(_is(place, day) for day in days)
    ]
    told = [f"it has {', '.join(extra)}, {NO_STOP}"] if extra else []
    return told + ([f"it has no day in {', '.join(missing)}"] if missing else [])


def _travellers(plan: dict[str, Any], briefing: Briefing) -> list[str]:
    planned = plan.get("adults", 0) + len(plan.get("ages", ()))
    party = briefing.facts.party
    if not party.adults or not planned or planned == party.size:
        return []
    return [f"it is for {planned} travellers, {party.size} travel"]
