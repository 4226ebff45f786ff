"""A journey is over: announced once, with a retrospective as a job beside the conversation.

Workers of both sizes look now and then (`agents/worker.py`, `agents/tasks.py`); nobody has to visit. The
job's turn is the mark that it was done: it is written in the transaction that announces, so a process may
die anywhere.
"""

from __future__ import annotations

import datetime as dt
import logging
import time

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from agents.sending import start_job
from config import clock
from config.database import AWAY
from trips import fact_log
from trips.models import PlanVersion, Trip, Turn
from trips.places import current_gazetteer
from trips.plan_versions import first_of
from trips.planning.whereabouts import today_of
from trips.signals import trip_finished

logger = logging.getLogger("wayfare.turns")

#: What the job carries out: without words, of a trip that is over, it is the retrospective.
LINE = "/feedback"
LOOK_SECONDS = 20.0
#: A trip that ended longer ago is told nothing any more.
WITHIN = dt.timedelta(days=90)
AT_ONCE = 20
#: Plans that are not over before this date, so that they are not read again and again.
_not_before: dict[int, dt.date] = {}
_looked = 0.0


def look() -> int:
    """Finish what is over, at most every LOOK_SECONDS in this process. Returns how many trips."""
    global _looked
    if _looked and time.monotonic() - _looked < LOOK_SECONDS:
        return 0
    _looked = time.monotonic()
    try:
        return finish_due()
    except AWAY:
        raise
    except Exception:  # what cannot be read does not end a worker
        logger.exception("no trip could be finished")
        return 0


def finish_due(now: dt.datetime | None = None) -> int:
    """Finish every trip that is over and was not finished yet. Returns how many."""
    now = now or clock.now()
    done = 0
    for trip_id in _over(now):
        try:
            done += finish(trip_id, now) is not None
        except AWAY:
            raise
        except Exception:  # one trip that cannot be finished does not keep the others
            logger.exception("trip %s could not be finished", trip_id)
        if done == AT_ONCE:
            break
    return done


@transaction.atomic
def finish(trip_id: int, now: dt.datetime) -> Turn | None:
    """Announce that a trip is over and start its retrospective; None when it is not, or was before."""
    found = Trip.objects.filter(pk=trip_id).first()
    if found is None:
        return None
    trip = fact_log.locked(found)
    if trip.plan is None or not _ended(trip.plan, now) or finished(trip):
        return None
    turn = start_job(trip, LINE)
    trip_finished.send(sender=Trip, trip=trip)
    trip.touch()
    return turn


def finished(trip: Trip) -> bool:
    """Was it announced that this journey is over? One that was planned anew after `/reset` is another."""
    told = trip.turns.filter(kind=Turn.Kind.JOB, command=LINE).order_by("-enqueued_at").first()
    if told is None:
        return False
    return trip.plan is None or first_of(trip.plan).created <= told.enqueued_at


def _over(now: dt.datetime) -> list[int]:
    """Trips that may be over, by their dates; where a plan tells more, by the plan."""
    today = now.date() + dt.timedelta(days=1)  # somewhere it is tomorrow
    told = Turn.objects.filter(
        trip=OuterRef("pk"), kind=Turn.Kind.JOB, command=LINE, enqueued_at__gte=OuterRef("plan__created")
    )
    rows = (
        Trip.objects.filter(Q(end=None) | Q(end__lte=today, end__gte=today - WITHIN), plan__isnull=False)
        .exclude(Exists(told))
        .order_by("pk")
        .values_list("pk", "plan")
    )
    due = []
    for trip_id, version_id in rows:
        if _not_before.get(version_id, dt.date.min) > today:
            continue
        version = PlanVersion.objects.filter(pk=version_id).first()
        if version is not None and _ended(version, now):
            due.append(trip_id)
    return due


def _ended(version: PlanVersion, now: dt.datetime) -> bool:
    """Is the last day of the plan over where the travellers are?"""
    plan = version.plan
    if not plan.days:
        return False
    last = plan.days[-1].date
    _not_before[version.pk] = last
    if last + WITHIN < now.date():
        return False
    return today_of(plan, now, current_gazetteer()) > last
