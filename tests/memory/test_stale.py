"""What touches a trip: nothing that was left with it lately goes with `cleanup_stale_trips`."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from decimal import Decimal

import pytest

from config import clock
from memory import notes
from memory.models import Note
from memory.stale import stale_trips
from tests.memory.people import said
from trips import bookings, finding, spending
from trips.models import Booking, Expense, Feedback, Finding, Message, Trip

pytestmark = pytest.mark.django_db

AGO = dt.timedelta(days=400)
LEFT: dict[str, Callable[[Trip, dt.date], object]] = {
    "said": lambda trip, day: said(trip, "Still here."),
    "spent": lambda trip, day: spending.add(trip, spending.Entry(Decimal(12), "USD", day, "Tea"), by=None),
    "reported": lambda trip, day: Feedback.objects.create(trip=trip, date=day, text="It was fine."),
    "reserved": lambda trip, day: bookings.save(trip, {"kind": "food", "title": "A table"}),
    "noted": lambda trip, day: notes.write(owner=trip.owner, trip=trip, text="Early trains.", author="staff"),
    "found": lambda trip, day: finding.save_findings(trip, None, "Boston", [finding.FoundRow("food", "Bar")]),
}


@pytest.mark.parametrize("what", sorted(LEFT))
def test_a_trip_with_something_left_lately_stays(trip: Trip, what: str) -> None:
    now = clock.now()
    LEFT[what](trip, (now - AGO).date())
    Trip.objects.update(updated=now - AGO)
    assert stale_trips(now, 365) == []
    for rows in (Message, Expense, Feedback, Booking):
        rows.objects.update(created=now - AGO)
    Finding.objects.update(researched_at=now - AGO)
    Note.objects.update(updated=now - AGO)
    assert [one.trip for one in stale_trips(now, 365)] == [trip]


#: What a person does to what is there already: no row of its own says when.
CHANGED: dict[str, Callable[[Trip], object]] = {
    "expense": lambda trip: spending.edit(
        trip.expenses.get(), spending.Entry(Decimal(13), "USD", trip.expenses.get().date, "Tea"), by=None
    ),
    "expense taken out": lambda trip: spending.remove(trip.expenses.get()),
    "booking": lambda trip: bookings.cancel(trip.bookings.get()),
    "finding": lambda trip: finding.judge(trip.findings.get(), Finding.State.KEPT),
    "tier": lambda trip: finding.set_tier(trip.findings.get(), "must", by=Finding.By.TRAVELLER),
    "note": lambda trip: notes.edit(trip.notes.get(), by="traveller", pinned=True),
}


@pytest.mark.parametrize("what", sorted(CHANGED))
def test_a_trip_in_which_something_was_changed_lately_stays(trip: Trip, what: str) -> None:
    now = clock.now()
    for leave in LEFT.values():
        leave(trip, (now - AGO).date())
    Trip.objects.update(updated=now - AGO)
    for rows in (Message, Expense, Feedback, Booking):
        rows.objects.update(created=now - AGO)
    Finding.objects.update(researched_at=now - AGO)
    Note.objects.update(updated=now - AGO)
    assert len(stale_trips(now, 365)) == 1
    CHANGED[what](trip)
    assert stale_trips(now, 365) == []
