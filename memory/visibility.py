"""Who may read which note, now: one filter for briefs, searches and pages."""

from __future__ import annotations

import datetime as dt
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef, Q, QuerySet

from config import clock
from memory.models import Note
from memory.switches import remembers
from memory.whose import asked_by_owner
from trips.models import Option, Traveller, Trip, Turn

#: Nowhere on earth is the date further from UTC's than a day.
A_DAY = dt.timedelta(days=1)


def readable(
    owner: Traveller | None, *, agent: str, trip: Trip | None = None, turn: Turn | None = None
) -> QuerySet[Note]:
    """The owner's notes that `agent` may read ("" = the traveller): standing, and valid today; for an agent's
    work on a trip also those that begin on one of the days until it ends.

    With a trip: the notes of that trip and those about the traveller. Without: of all trips. An agent reads
    its own notes of all turns; the traveller's own, what is pinned about the traveller, and others' when
    shared: those only of an earlier turn (of an ended one where `turn` is of another trip), and not while
    they belong to an option that was not selected. In a turn that somebody else than the owner asked for an
    agent reads notes of that turn's trip alone. Fails closed: nothing without an owner, of somebody else's
    trip, or with remembering switched off.
    """
    if owner is None or not owner.pk:
        return Note.objects.none()
    if trip is not None and trip.owner != owner:
        return Note.objects.none()
    if not agent:
        return Note.objects.filter(standing(owner=owner.pk, trip=trip and trip.pk, today=today_of(trip)))
    if not remembers(owner, trip):
        return Note.objects.none()
    today = today_of(trip)
    return Note.objects.filter(
        standing(owner=owner.pk, trip=trip and trip.pk, today=today, until=last_day(trip, today)),
        told_to(agent, turn_trip=turn and turn.trip_id, turn_number=turn and turn.number),
        Q() if trip is not None else Q(trip=None) | Q(trip__remember=True),
        Q() if turn is None or asked_by_owner(turn) else Q(trip=turn.trip_id),
    )


def standing(*, owner: int, trip: int | None, today: dt.date, until: dt.date | None = None) -> Q:
    """The owner's active notes that hold today, or on a day from today to `until`: of this trip and about the
    traveller; None: of all trips."""
    rule = Q(owner=owner, status=Note.Status.ACTIVE)
    if trip is not None:
        rule &= Q(trip=trip) | Q(trip=None)
    rule &= Q(valid_from=None) | Q(valid_from__lte=until or today)
    return rule & (Q(valid_to=None) | Q(valid_to__gte=today))


def last_day(trip: Trip | None, today: dt.date) -> dt.date:
    """Up to which day an agent that works on a trip has to know what holds: the trip's last, by its facts as
    they are in memory; today without a trip or dates, and once it is over."""
    if trip is None:
        return today
    dates = trip.facts_json.get("dates") or {}
    end = dates.get("end") or dates.get("latest")
    return max(today, dt.date.fromisoformat(end) if end else trip.end or today)


def told_to(agent: str, *, turn_trip: int | None = None, turn_number: int | None = None) -> Q:
    """Of standing notes, those that `agent` may read while this turn of a trip runs (None: none does).

    Option and turn are looked up row by row instead of joined: PostgreSQL plans joins for ten milliseconds.
    """
    selected = Option.objects.filter(pk=OuterRef("option"), state=Option.State.SELECTED)
    chosen = Q(option=None) | Q(Exists(selected))
    for_all = Q(agent="") | Q(shared=True) | Q(trip=None, pinned=True)
    running = Q(status__in=Turn.UNFINISHED)
    if turn_number is not None:
        running |= Q(trip=turn_trip, number__gte=turn_number)
    closed = ~Exists(Turn.objects.filter(running, pk=OuterRef("turn")))
    return Q(agent=agent) | for_all & chosen & (Q(turn=None) | Q(closed))


def today_of(trip: Trip | None, plan: dict[str, Any] | None = None) -> dt.date:
    """Today where the traveller is: by the zone of the plan's day, of its first just before it and of its
    last just after it; else by UTC.

    `plan`: the chosen plan's JSON, for who has read it already.
    """
    now = clock.now()
    date = now.date()
    if trip is None or trip.start is None or trip.end is None or trip.plan_id is None:
        return date
    if not trip.start - A_DAY <= date <= trip.end + A_DAY:
        return date
    plan = plan if plan is not None else trip.plan.plan_json
    there = date
    for day in plan.get("days", ()):
        items = [item for item in day.get("items", ()) if item.get("zone")]
        if not items:
            continue
        there = now.astimezone(ZoneInfo(items[0]["zone"])).date()
        if there.isoformat() <= str(day.get("date")):  # this day of the plan, or one before its first
            return there
        there = now.astimezone(ZoneInfo(items[-1].get("end_zone") or items[-1]["zone"])).date()
    return there
