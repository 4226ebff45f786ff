"""Bookings on the board: what is still to be booked, what is booked, what of the plan has none yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from agents.board.views import board_view, with_plan
from trips import bookings
from trips.agendas import today_there
from trips.bookings import Line, Wanted
from trips.models import Booking, Trip
from trips.places import gazetteer_for


@dataclass(frozen=True, slots=True)
class BookingsView:
    open: list[Line]
    booked: list[Line]
    cancelled: list[Line]
    wanted: list[Wanted]
    currency: str

    @property
    def overdue(self) -> int:
        return sum(line.overdue for line in self.open)


def _has_any(trip: Trip) -> bool:
    return with_plan(trip) or trip.bookings.exists()


@board_view("bookings", "Bookings", "agents/board/_bookings.html", shown=_has_any, order=60)
def bookings_view(trip: Trip, query: Mapping[str, str]) -> BookingsView:
    today = today_there(trip)
    lines = bookings.lines_of(trip, today)

    def of(status: Booking.Status) -> list[Line]:
        return [line for line in lines if line.booking.status == status]

    return BookingsView(
        open=of(Booking.Status.TO_BOOK),
        booked=of(Booking.Status.BOOKED),
        cancelled=of(Booking.Status.CANCELLED),
        wanted=bookings.wanted(trip.plan.plan, bookings.reservations(trip), gazetteer_for(trip), today)
        if trip.plan
        else [],
        currency=trip.currency,
    )
