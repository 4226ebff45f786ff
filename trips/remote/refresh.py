"""What the worker asks services for: rates once a day, ways and weather of plans that lie ahead."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from django.db.models import Q

from config import clock
from trips.catalogue.gazetteer import Gazetteer
from trips.models import Trip
from trips.places import current_gazetteer
from trips.planning.agenda_values import Online
from trips.remote import forecast, rates, routing
from trips.remote.client import leaving, store
from trips.schemas import Plan

#: Seconds until a plan is looked at again, and how many plans at a time.
AGAIN = 1800
PLANS = 200


def online(plan: Plan) -> Online:
    """What is known of a plan; nothing is asked."""
    return Online(routing.routed(plan), forecast.forecasts(_cities(plan)))


def refresh(ending: Callable[[], bool] = lambda: False) -> None:
    """One round. Stops between two plans when `ending`."""
    if not leaving():
        return
    rates.fetch()
    gazetteer, today = current_gazetteer(), clock.today()
    ahead = Trip.objects.filter(Q(end__gte=today) | Q(end=None), plan__isnull=False)
    for trip in ahead.select_related("plan").order_by("-updated")[:PLANS]:
        if ending():
            return
        if store().add(f"plan:{trip.plan_id}", True, AGAIN):
            _refresh(trip.plan.plan, gazetteer, today)


def _refresh(plan: Plan, gazetteer: Gazetteer, today: dt.date) -> None:
    if not plan.days or plan.days[-1].date < today:
        return
    routing.fetch(plan)
    if (plan.days[0].date - today).days <= forecast.DAYS:
        for city in filter(None, map(gazetteer.city, _cities(plan))):
            forecast.fetch(city)


def _cities(plan: Plan) -> set[int]:
    of_days = {day.city_id for day in plan.days}
    return {number for number in of_days | {item.city_id for item in plan.items()} if number}
