"""An option was chosen: its cities are researched, once, as a job beside the conversation."""

from __future__ import annotations

import hashlib
import logging
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction
from django.dispatch import receiver

from trips import fact_log
from trips.agendas import today_of_plan
from trips.finding import fresh_cities
from trips.models import Trip, Turn
from trips.places import gazetteer_for
from trips.signals import option_chosen

logger = logging.getLogger("wayfare.turns")

LINE = "/research all"
#: Kept with the job: which cities it was started for.
STEP = "research:begun"


@receiver(option_chosen, dispatch_uid="agents.research_after_choice")
def research_after_choice(trip: Trip, **_: Any) -> None:
    """After the choice is committed: what comes of it never harms the choice."""
    if settings.RESEARCH_AFTER_CHOICE:
        transaction.on_commit(partial(begin_research, trip.pk), robust=True)


@transaction.atomic
def begin_research(trip_id: int) -> Turn | None:
    """Start the job, unless it was started for these cities (with live web: these places of the plan) before,
    one is at work, or all is fresh."""
    from agents import web_access  # the team is not loaded while the apps are set up
    from agents.companions.research import cities_of, fresh_since
    from agents.companions.web import public_places
    from agents.models import StepResult
    from agents.sending import start_job

    found = Trip.objects.filter(pk=trip_id).select_related("plan").first()
    if found is None or found.plan is None:
        return None
    trip = fact_log.locked(found)
    plan, gazetteer = found.plan.plan, gazetteer_for(trip)
    cities = cities_of(trip.facts, plan, gazetteer)
    unread: list[str] = []
    if web_access.allowed(trip):
        since = fresh_since(today_of_plan(plan))
        unread = [name for city in cities for name in public_places(plan, city, gazetteer, (), since)]
    about = [*sorted(city.id for city in cities), *sorted(unread)]
    digest = hashlib.sha256(repr(about).encode()).hexdigest()
    at_work = trip.turns.filter(kind=Turn.Kind.JOB, status__in=Turn.UNFINISHED)
    begun = StepResult.objects.filter(turn__trip=trip, step=STEP, input_hash=digest)
    fresh = fresh_cities(trip, within_days=settings.RESEARCH_FRESH_DAYS)
    if at_work.exists() or begun.exists() or (all(city.id in fresh for city in cities) and not unread):
        return None
    turn = start_job(trip, LINE)
    StepResult.objects.create(turn=turn, step=STEP, input_hash=digest, output={})
    return turn
