"""Reading a trip for its builders: a few short queries, only the parts that were asked for."""

from __future__ import annotations

import datetime as dt
from typing import Any
from zoneinfo import ZoneInfo

from memory.briefing import Briefing, Found, Known, Reserved, Said, Spent
from memory.registry import PARTS
from memory.visibility import today_of
from trips.models import Booking, CityIntel, Expense, Feedback, Finding, Trip
from trips.places import current_gazetteer

NEWEST_FEEDBACK = 20


def gathered(trip: Trip, reads: tuple[str, ...] = PARTS) -> Briefing:
    """The trip as its builders read it."""
    values: dict[str, Any] = {part: _READERS[part](trip) for part in reads if part in _READERS}
    return Briefing(
        title=trip.name,
        today=today_of(trip),
        facts_json=trip.facts_json,
        currency=trip.currency,
        **values,
    )


def _findings(trip: Trip) -> tuple[Found, ...]:
    rows = Finding.objects.filter(trip=trip).order_by("city", "kind", "pk")
    return tuple(
        Found(*values, researched_on=at.date())
        for *values, at in rows.values_list(
            "city", "kind", "name", "data", "grade", "state", "pinned", "tier", "reason", "researched_at"
        )
    )


def _intel(trip: Trip) -> tuple[Known, ...]:
    rows = CityIntel.objects.filter(trip=trip).order_by("city")
    return tuple(
        Known(city, data, grade, at.date())
        for city, data, grade, at in rows.values_list("city", "data", "grade", "researched_at")
    )


def _plan(trip: Trip) -> dict[str, Any] | None:
    return trip.plan.plan_json if trip.plan else None


def _feedback(trip: Trip) -> tuple[Said, ...]:
    """The newest entries, oldest first."""
    rows = Feedback.objects.filter(trip=trip).order_by("-date", "-pk")
    return tuple(
        Said(date, text, tuple(liked), tuple(disliked), energy, rating)
        for date, text, liked, disliked, energy, rating in reversed(
            list(rows.values_list("date", "text", "liked", "disliked", "energy", "rating")[:NEWEST_FEEDBACK])
        )
    )


def _expenses(trip: Trip) -> tuple[Spent, ...]:
    rows = Expense.objects.filter(trip=trip).order_by("date", "pk")
    return tuple(
        Spent(*values)
        for values in rows.values_list(
            "date", "what", "category", "city", "amount", "currency", "amount_in_trip_currency"
        )
    )


def _bookings(trip: Trip) -> tuple[Reserved, ...]:
    rows = Booking.objects.filter(trip=trip).exclude(status=Booking.Status.CANCELLED)
    return tuple(
        Reserved(title, kind, status, _local(start, zone), book_by, price, currency)
        for title, kind, status, start, zone, book_by, price, currency in rows.order_by(
            "book_by", "start", "pk"
        ).values_list("title", "kind", "status", "start", "zone", "book_by", "price", "currency")
    )


def _local(moment: dt.datetime | None, zone: str) -> dt.datetime | None:
    return moment.astimezone(ZoneInfo(zone)) if moment and zone else moment


_READERS = {
    "findings": _findings,
    "intel": _intel,
    "plan": _plan,
    "feedback": _feedback,
    "expenses": _expenses,
    "bookings": _bookings,
    "gazetteer": lambda trip: current_gazetteer(),
}
