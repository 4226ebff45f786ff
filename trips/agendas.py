"""The agenda of a stored trip, and what today is where its travellers are."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from config import clock
from trips import bookings
from trips.catalogue.credits import credits_of, credits_of_plan, sources_of
from trips.models import Trip
from trips.places import current_gazetteer, gazetteer_for
from trips.planning.agenda import agenda
from trips.planning.agenda_values import Agenda
from trips.planning.whereabouts import today_of
from trips.remote.refresh import online
from trips.schemas import Plan


def agenda_of(trip: Trip, *, first: int | None = None, days: int | None = 2) -> Agenda | None:
    """Two days from where they are, or from the day with the index `first`; `days` None = all of the plan.
    A trip that is over begins at its first. None for a trip without a plan."""
    if trip.plan is None:
        return None
    plan = trip.plan.plan
    if days is None:
        first, days = 0, len(plan.days)
    gazetteer = gazetteer_for(trip)
    found = agenda(
        plan,
        now=clock.now(),
        bookings=bookings.reservations(trip),
        days=days,
        gazetteer=gazetteer,
        facts=trip.facts,
        first=first,
        online=online(plan),
    )
    if plan.days and not found.days:
        return agenda_of(trip, first=0)
    dry = [place.place_id for day in found.days for rain in day.rain for place in rain.places]
    named = credits_of(sources_of(dry, gazetteer))
    return replace(found, credits=tuple(dict.fromkeys((*credits_of_plan(plan, gazetteer), *named))))


def today_there(trip: Trip) -> dt.date:
    """The date where the travellers are by the plan; without one, the clock's."""
    return today_of_plan(trip.plan.plan if trip.plan else None)


def today_of_plan(plan: Plan | None) -> dt.date:
    """The same of a plan that was read already."""
    return today_of(plan, clock.now(), current_gazetteer()) if plan is not None else clock.today()
