"""What touches a trip: nothing that was left with it lately goes with `cleanup_stale_trips`."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from decimal import Decimal

import pytest

from config import clock
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
    assert [one.trip for one in stale_trips(now, 365)] == [trip]
