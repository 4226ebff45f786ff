"""Who may read which note, now: one filter for briefs, searches and pages."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from django.db.models import F, Q, QuerySet

from config import clock
from memory.models import Note
from memory.switches import remembers
from trips.models import Option, Traveller, Trip, Turn

#: Nowhere on earth is the date further from UTC's than a day.
A_DAY = dt.timedelta(days=1)


def readable(
    owner: Traveller | None, *, agent: str, trip: Trip | None = None, turn: Turn | None = None
) -> QuerySet[Note]:
    """The owner's notes that `agent` may read ("" = the traveller): standing, and valid today.

    With a trip: the notes of that trip and those about the traveller. Without: of all trips. An agent reads
    its own notes of all turns; the traveller's own, what is pinned about the traveller, and others' when
    shared: those only of an earlier turn (of an ended one where `turn` is of another trip), and not while
    they belong to an option that was not selected. Fails closed: nothing without an owner, of somebody
    else's trip, or with remembering switched off.
    """
    if owner is None or not owner.pk:
        return Note.objects.none()
    rows = Note.objects.owned_by(owner).active()
    if trip is not None:
        if trip.owner != owner:
            return Note.objects.none()
        rows = rows.filter(Q(trip=trip) | Q(trip=None))
    today = today_of(trip)
    rows = rows.filter(Q(valid_from=None) | Q(valid_from__lte=today))
    rows = rows.filter(Q(valid_to=None) | Q(valid_to__gte=today))
    if not agent:
        return rows
    if not remembers(owner, trip):
        return Note.objects.none()
    if trip is None:
        rows = rows.filter(Q(trip=None) | Q(trip__remember=True))
    chosen = Q(option=None) | Q(option__state=Option.State.SELECTED)
    for_all = Q(agent="") | Q(shared=True) | Q(trip=None, pinned=True)
    return rows.filter(Q(agent=agent) | for_all & chosen & _closed_before(turn))


def _closed_before(turn: Turn | None) -> Q:
    """Notes of no turn, or of one that has ended, before `turn` where both are of one trip."""
    closed = ~Q(turn__status__in=Turn.UNFINISHED)
    if turn is not None:
        closed &= ~Q(turn__trip=turn.trip_id) | Q(turn__number__lt=turn.number)
    return Q(turn=None) | closed


def today_of(trip: Trip | None) -> dt.date:
    """Today where the traveller is: on the way, by the zone of the plan's day; else by UTC."""
    now = clock.now()
    date = now.date()
    if trip is None or trip.start is None or trip.end is None or trip.plan is None:
        return date
    if not trip.start - A_DAY <= date <= trip.end + A_DAY:
        return date
    for day in trip.plan.plan_json.get("days", ()):
        zones = [item["zone"] for item in day.get("items", ()) if item.get("zone")]
        if zones and (there := now.astimezone(ZoneInfo(zones[0])).date()).isoformat() == str(day.get("date")):
            return there
    return date


def oldest_first(rows: QuerySet[Note]) -> QuerySet[Note]:
    """As people read them: in the order they were written."""
    return rows.order_by(F("created").asc(), "pk")
