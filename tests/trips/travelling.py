"""A trip with a chosen plan of tests/bench/plans, and bookings for it."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from config import clock
from trips import bookings
from trips.models import Booking, PlanVersion, Trip
from trips.schemas import Plan, TripFacts

PLANS = Path(__file__).parents[1] / "bench" / "plans"
#: A word that may stand on no page until it is asked for, and in no prompt ever.
CODE = "QX7-CANARY-9"


@contextmanager
def at(moment: str) -> Iterator[dt.datetime]:
    """The product's clock stands at this moment, in UTC: "2027-11-20T05:00"."""
    now = dt.datetime.fromisoformat(moment).replace(tzinfo=dt.UTC)
    clock.set_now(now)
    try:
        yield now
    finally:
        clock.set_now(None)


def told(name: str) -> tuple[Plan, TripFacts]:
    """By the beginning of its file's name: "09-kyoto"."""
    data = json.loads(next(PLANS.glob(f"{name}*.json")).read_text("utf-8"))
    return Plan.model_validate(data["plan"]), TripFacts.model_validate(data["facts"])


def with_plan(trip: Trip, name: str = "09-kyoto", number: int = 1) -> Trip:
    """The plan is chosen, the facts are its facts."""
    plan, facts = told(name)
    trip.facts_json = facts.model_dump(mode="json")
    trip.currency = plan.currency
    trip.plan = PlanVersion.objects.create(
        trip=trip,
        number=number,
        plan_json=plan.model_dump(mode="json"),
        verdict_json={"results": []},
        total=plan.total,
        currency=plan.currency,
        cause="Made for tests",
        facts_version=trip.facts_version,
    )
    trip.save()
    return trip


def booked(trip: Trip, **more: Any) -> Booking:
    values = {
        "kind": "visit",
        "title": "A tea ceremony",
        "code": CODE,
        "status": Booking.Status.BOOKED.value,
        "item_uid": "",
        "start": dt.datetime(2027, 11, 19, 16),
        "end": None,
        "zone": "Asia/Tokyo",
        "price": None,
        "currency": "",
        "book_by": None,
    }
    return bookings.save(trip, values | more)
