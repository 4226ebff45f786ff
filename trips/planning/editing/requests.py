"""What a plan was made for: the traveller's facts, with the plan's own dates, party, pace and level."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from dataclasses import replace

from trips.catalogue.gazetteer import Gazetteer
from trips.planning.estimates import meal_estimate
from trips.planning.picking import LEVELS
from trips.planning.request import Request, request_of
from trips.schemas import Leg, Level, Meal, Plan, TripFacts


def request_for(plan: Plan, facts: TripFacts, gazetteer: Gazetteer, *, today: dt.date) -> Request:
    """Raises UnknownDestination when no destination of the facts is in the gazetteer."""
    dates = facts.dates.model_copy(update={"start": plan.days[0].date, "end": plan.days[-1].date})
    request = request_of(
        facts.model_copy(update={"dates": dates}), gazetteer, today=today, pace=plan.pace, level=plan.level
    )
    request = replace(request, adults=plan.adults, ages=tuple(plan.ages), currency=plan.currency)
    return replace(request, level=_level(plan, request))


def _level(plan: Plan, request: Request) -> Level:
    """The level that free meals and rides of this plan go by: below its own where it had to keep a sum."""
    found: Counter[Level] = Counter()
    for item in plan.items():
        if not (isinstance(item, Meal) and item.style == "free" and item.costs and item.city_id):
            continue
        city = request.gazetteer.city(item.city_id)
        for level in LEVELS if city else ():
            price = meal_estimate(city, item.meal, level, request.gazetteer, request.today)
            if (price.adult, price.currency) == (item.costs[0].unit, item.costs[0].currency):
                found[level] += 1
    if found and found[plan.level] < max(found.values()):
        return found.most_common(1)[0][0]
    rides = {item.mode for item in plan.items() if isinstance(item, Leg)}
    if not found and plan.level == "high" and "transit" in rides and "taxi" not in rides:
        return "mid"
    return plan.level
