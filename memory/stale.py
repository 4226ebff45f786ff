"""Trips nobody has touched for long: what `manage.py cleanup_stale_trips` removes."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, Max, Model, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Greatest

from memory.models import Note
from trips.facts import MAX_DAYS
from trips.models import Booking, Expense, Feedback, Finding, Member, Message, Trip, Turn
from trips.removal import delete_trip

#: Somewhere on earth it is still yesterday.
A_DAY = dt.timedelta(days=1)
#: The most days a trip may have to be untouched: longer ago than anybody could have.
MOST_DAYS = 36_500
#: Guests' trips go in this part of the time that those of accounts are given.
GUESTS_PART = 3
#: What is left with a trip and writes nothing into its row: said, found, reported, spent, reserved, noted.
TOUCHED_BY: tuple[tuple[type[Model], str], ...] = (
    (Message, "created"),
    (Finding, "researched_at"),
    (Feedback, "created"),
    (Expense, "created"),
    (Booking, "created"),
    (Note, "updated"),
)


@dataclass(frozen=True)
class Stale:
    """A trip that would go: when it was last touched, and its last day as far as known."""

    trip: Trip
    touched: dt.datetime
    last_day: dt.date | None
    guest: bool


def stale_trips(now: dt.datetime, older_than: int) -> list[Stale]:
    """Untouched for `older_than` days (guests': a third of that, never longer than GUEST_IDLE_DAYS), longest
    first. None of them lies ahead or is under way by its facts, plan or bookings, none is being worked on."""
    found = []
    for trip in _untouched(now, older_than).order_by("touched", "pk").iterator():
        last_day = last_day_of(trip)
        if last_day is None or last_day < now.date() - A_DAY:
            found.append(Stale(trip, trip.touched, last_day, trip.guest))
    return found


def remove(now: dt.datetime, older_than: int, stale: list[Stale]) -> Iterator[Stale]:
    """Delete them one by one, those that are still stale; yields what went."""
    for one in stale:
        with transaction.atomic():
            Trip.objects.select_for_update().filter(pk=one.trip.pk).first()
            trip = _untouched(now, older_than).filter(pk=one.trip.pk).first()
            if trip is None or (day := last_day_of(trip)) is not None and day >= now.date() - A_DAY:
                continue
            delete_trip(trip)
        yield one


def last_day_of(trip: Trip) -> dt.date | None:
    """The last day anything says about the trip: its dates, the latest it may end, fixed appointments, plan,
    bookings. One that has a beginning alone may go on for as long as a trip can."""
    dates = trip.facts.dates
    end = trip.end or dates.end
    days = [trip.start, end, dates.start, dates.latest, dates.earliest]
    days += [appointment.date for appointment in trip.facts.appointments]
    if first := dates.start or trip.start or dates.latest or dates.earliest:
        length = dates.days or (0 if end or dates.latest else MAX_DAYS)
        days.append(first + dt.timedelta(days=length))
    if trip.plan is not None:
        planned = (day.get("date") for day in trip.plan.plan_json.get("days", ()))
        days += [dt.date.fromisoformat(str(day)) for day in planned if day]
    booked = Booking.objects.filter(trip=trip).exclude(status=Booking.Status.CANCELLED)
    ends = booked.aggregate(end=Max("end"), start=Max("start"), by=Max("book_by"))
    days += [moment.date() for moment in (ends["end"], ends["start"]) if moment]
    return max((day for day in [*days, ends["by"]] if day), default=None)


def _newest(rows: type[Model], column: str) -> Subquery:
    """When the newest of a trip's rows came."""
    return Subquery(rows.objects.filter(trip=OuterRef("pk")).order_by(f"-{column}").values(column)[:1])


def _untouched(now: dt.datetime, older_than: int) -> QuerySet[Trip]:
    guests = max(1, older_than // GUESTS_PART)
    if settings.GUEST_IDLE_DAYS:
        guests = min(guests, settings.GUEST_IDLE_DAYS)
    owners = Member.objects.filter(trip=OuterRef("pk"), role=Member.Role.OWNER)
    at_work = Turn.objects.filter(trip=OuterRef("pk"), status__in=Turn.UNFINISHED)
    trips = Trip.objects.select_related("plan").annotate(
        touched=Greatest(F("updated"), *(Coalesce(_newest(*of), F("updated")) for of in TOUCHED_BY)),
        guest=Exists(owners.filter(traveller__is_guest=True)),
    )
    long_ago = Q(guest=True, touched__lt=now - dt.timedelta(days=guests)) | Q(
        touched__lt=now - dt.timedelta(days=older_than)
    )
    return trips.filter(long_ago).exclude(Exists(at_work))
