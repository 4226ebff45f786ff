"""Bookings on the board: what is still to be booked, what is booked, what of the plan has none yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agents.board.views import board_view, with_plan
from trips import bookings
from trips.agendas import today_there
from trips.bookings import Line
from trips.models import Booking, Trip
from trips.places import gazetteer_for


def _has_any(trip: Trip) -> bool:
    return with_plan(trip) or trip.bookings.exists()


@board_view("bookings", "Bookings", "agents/board/_bookings.html", shown=_has_any, order=60)
def bookings_view(trip: Trip, query: Mapping[str, str]) -> dict[str, Any]:
    today = today_there(trip)
    lines = bookings.lines_of(trip, today)

    def of(status: Booking.Status) -> list[Line]:
        return [line for line in lines if line.booking.status == status]

    of_plan = bookings.reservations(trip), gazetteer_for(trip), today
    plan = trip.plan.plan if trip.plan else None
    wanted = bookings.wanted(plan, *of_plan) if plan else []
    waiting = of(Booking.Status.TO_BOOK)
    return {
        "open": waiting,
        "overdue": sum(line.overdue for line in waiting),
        "booked": of(Booking.Status.BOOKED),
        "cancelled": of(Booking.Status.CANCELLED),
        "wanted": wanted,
        "sum": sum(one.price for one in wanted),
        "currency": trip.currency,
        "plan_currency": plan.currency if plan else "",
        "over": bool(trip.end and trip.end < today),
    }
