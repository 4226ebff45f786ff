"""Reading a trip for its builders: a few short queries, only the parts that were asked for."""

from __future__ import annotations

import datetime as dt
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import TextField
from django.db.models.functions import Cast

from memory.briefing import Briefing, Found, Known, Reserved, Said, Spent
from memory.prepared import Prepared
from memory.registry import PARTS
from memory.stored_json import parsed
from memory.visibility import today_of
from trips.catalogue.gazetteer import Gazetteer, default_gazetteer
from trips.models import Booking, CityIntel, Expense, Feedback, Finding, PlanVersion, StaffPlace, Trip
from trips.places import current_gazetteer

#: Of the newest plans that were told of, about half a megabyte each.
PLANS_KEPT = 16
#: Of reports; a day has one or two, and a brief that is too long loses sections.
NEWEST_FEEDBACK = 90


def gathered(trip: Trip, reads: tuple[str, ...] = PARTS) -> Briefing:
    """The trip as its builders read it."""
    values: dict[str, Any] = {part: _READERS[part](trip) for part in reads}
    return Briefing(
        title=trip.name,
        today=today_of(trip, values.get("plan")),
        facts_json=trip.facts_json,
        currency=trip.currency,
        **values,
    )


# --- Parts: each one statement, compiled once ----------------------------------------------------------

_FOUND_AT, _KNOWN_AT = 4, 2  # their data: the columns left as they are stored
#: Only its day is told: as text, since psycopg takes longer for 66 moments than for the rest of their rows.
_RESEARCHED_AT = Cast("researched_at", TextField())
_FINDINGS = Prepared(
    lambda trip: [
        Finding.objects.filter(trip=trip)
        .order_by()
        .values_list(
            "city",
            "kind",
            "pk",
            "name",
            "data",
            "grade",
            "state",
            "pinned",
            "tier",
            "reason",
            _RESEARCHED_AT,
            "tier_by",
        )
    ],
    _FOUND_AT,
    trip=int,
)
_INTEL = Prepared(
    lambda trip: [
        CityIntel.objects.filter(trip=trip)
        .order_by()
        .values_list("city", "pk", "data", "grade", _RESEARCHED_AT, "facts_key")
    ],
    _KNOWN_AT,
    trip=int,
)
_PLAN = Prepared(
    lambda version: [PlanVersion.objects.filter(pk=version).order_by().values_list("plan_json")],
    0,
    version=int,
)
_PLAN_MARK = Prepared(
    lambda version: [PlanVersion.objects.filter(pk=version).order_by().values_list("plan_mark")],
    version=int,
)
_FEEDBACK = Prepared(
    lambda trip: [
        Feedback.objects.filter(trip=trip)
        .order_by("-date", "-pk")
        .values_list("date", "pk", "text", "liked", "disliked", "energy", "rating")[:NEWEST_FEEDBACK]
    ],
    trip=int,
)
_EXPENSES = Prepared(
    lambda trip: [
        Expense.objects.filter(trip=trip)
        .order_by()
        .values_list(
            "date", "pk", "what", "category", "city", "amount", "currency", "amount_in_trip_currency"
        )
    ],
    trip=int,
)
_BOOKINGS = Prepared(
    lambda trip: [
        Booking.objects.filter(trip=trip)
        .exclude(status="cancelled")
        .order_by()
        .values_list("book_by", "pk", "title", "kind", "status", "start", "zone", "price", "currency")
    ],
    trip=int,
)

_STAFF_PLACES = Prepared(lambda: [StaffPlace.objects.order_by().values_list("pk")[:1]])


def _findings(trip: Trip) -> tuple[Found, ...]:
    rows = sorted(_FINDINGS.rows(trip=trip.pk), key=lambda row: row[1:4])
    return tuple(
        Found(city, kind, name, parsed(data), *rest, _date(at), by == Finding.By.TRAVELLER)
        for _, city, kind, _pk, name, data, *rest, at, by in rows
    )


def _intel(trip: Trip) -> tuple[Known, ...]:
    rows = sorted(_INTEL.rows(trip=trip.pk), key=lambda row: row[1:3])
    return tuple(
        Known(city, parsed(data), grade, _date(at), key) for _, city, _pk, data, grade, at, key in rows
    )


def _plan(trip: Trip) -> dict[str, Any] | None:
    """Every agent of a turn is told of the same plan: what was read of it by its mark is kept (nobody writes
    into it), since a database takes longer to write out 100 KB of JSON than for the rest of a brief."""
    if trip.plan_id is None:
        return None
    marks = _PLAN_MARK.rows(version=trip.plan_id)
    mark = marks[0][1] if marks else ""
    try:
        return _plan_marked(mark, trip.plan_id) if mark else _plan_of(trip.plan_id)
    except LookupError:
        return None


@lru_cache(maxsize=PLANS_KEPT)
def _plan_marked(mark: str, version: int) -> dict[str, Any]:
    return _plan_of(version)


def _plan_of(version: int) -> dict[str, Any]:
    rows = _PLAN.rows(version=version)
    if not rows:
        raise LookupError(f"There is no plan version {version}.")
    return parsed(rows[0][1])


def _feedback(trip: Trip) -> tuple[Said, ...]:
    """The newest entries, oldest first."""
    rows = sorted(_FEEDBACK.rows(trip=trip.pk), key=lambda row: row[1:3])
    return tuple(
        Said(date, text, tuple(liked), tuple(disliked), energy, rating)
        for _, date, _pk, text, liked, disliked, energy, rating in rows
    )


def _expenses(trip: Trip) -> tuple[Spent, ...]:
    rows = sorted(_EXPENSES.rows(trip=trip.pk), key=lambda row: row[1:3])
    return tuple(Spent(date, *rest) for _, date, _pk, *rest in rows)


def _bookings(trip: Trip) -> tuple[Reserved, ...]:
    """The nearest deadline first, those without one last."""
    rows = sorted(_BOOKINGS.rows(trip=trip.pk), key=lambda row: (row[1] or dt.date.max, row[2]))
    return tuple(
        Reserved(title, kind, status, _local(start, zone), book_by, price, currency)
        for _, book_by, _pk, title, kind, status, start, zone, price, currency in rows
    )


def _gazetteer() -> Gazetteer:
    """The bundled one without asking Django to count and compile, on a site where staff has no rows."""
    return current_gazetteer() if _STAFF_PLACES.rows() else default_gazetteer()


def _date(stored: str) -> dt.date:
    return dt.date.fromisoformat(stored[:10])


def _local(moment: dt.datetime | None, zone: str) -> dt.datetime | None:
    return moment.astimezone(ZoneInfo(zone)) if moment and zone else moment


_READERS = {
    "findings": _findings,
    "intel": _intel,
    "plan": _plan,
    "feedback": _feedback,
    "expenses": _expenses,
    "bookings": _bookings,
    "gazetteer": lambda trip: _gazetteer(),
}
