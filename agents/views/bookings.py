"""Bookings: a form to make and change one, cancel, delete (asks first), and the code when it is asked for."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from agents.views.board import board_or_page
from agents.views.rows import Kind
from trips import bookings
from trips.access import editable_trip_for
from trips.agendas import today_there
from trips.forms.bookings import BookingForm
from trips.models import Booking, Trip
from trips.places import gazetteer_for
from trips.views.dialogs import opened, view_of

BOOKING = Kind("booking", "bookings", "Note a booking", "Change a booking")
#: What a button may do with a booking.
DEEDS = {
    "cancel": bookings.cancel,
    "reopen": bookings.reopen,
    "booked": bookings.mark_booked,
    "attach": bookings.attach,
}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_booking(request: HttpRequest, trip_uuid: UUID) -> HttpResponse:
    """`?item=`: filled from this item of the plan; one that is booked already is opened instead."""
    trip = editable_trip_for(request.user, trip_uuid)
    uid = request.GET.get("item", "")
    suggested = None
    if uid and request.method != "POST":
        own = trip.bookings.filter(item_uid=uid).exclude(status=Booking.Status.CANCELLED).first()
        if own is not None:
            return redirect("edit_booking", trip.uuid, own.pk)
        if trip.plan is not None:
            suggested = bookings.from_item(trip.plan.plan, uid, gazetteer_for(trip), today_there(trip))
    return _form(request, trip, None, suggested)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit_booking(request: HttpRequest, trip_uuid: UUID, booking: int) -> HttpResponse:
    trip = editable_trip_for(request.user, trip_uuid)
    return _form(request, trip, get_object_or_404(trip.bookings, pk=booking), None)


def _form(request: HttpRequest, trip: Trip, booking: Booking | None, suggested: dict | None) -> HttpResponse:
    data = request.POST if request.method == "POST" else None
    form = BookingForm(trip, gazetteer_for(trip), data, booking=booking, suggested=suggested)
    if data is not None and form.is_valid():
        bookings.save(trip, form.values(), booking)
        return BOOKING.kept(request, trip)
    return BOOKING.form(request, trip, booking, form)


@never_cache
@require_POST
def booking_deed(request: HttpRequest, trip_uuid: UUID, booking: int, deed: str) -> HttpResponse:
    """One click: cancelled, counted again, booked, or made for the item of the plan that it may be."""
    trip = editable_trip_for(request.user, trip_uuid)
    DEEDS[deed](get_object_or_404(trip.bookings, pk=booking))
    return board_or_page(request, trip, view_of(trip, BOOKING.view))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def delete_booking(request: HttpRequest, trip_uuid: UUID, booking: int) -> HttpResponse:
    """Asks first; cancelling is what keeps it."""
    trip = editable_trip_for(request.user, trip_uuid)
    row = get_object_or_404(trip.bookings, pk=booking)
    return BOOKING.deletion(request, trip, row, bookings.delete, f"Delete “{row.title}”?")


@never_cache
@require_POST
def booking_code(request: HttpRequest, trip_uuid: UUID, booking: int) -> HttpResponse:
    """The code, for whoever may edit the trip, on a page that is kept nowhere."""
    trip = editable_trip_for(request.user, trip_uuid)
    row = get_object_or_404(trip.bookings, pk=booking)
    return opened(
        request, "agents/booking_code", {"trip": trip, "booking": row, "code": bookings.code_of(row)}
    )


#: Below the trip's own address (agents/urls.py).
urlpatterns = [
    path("new", new_booking, name="new_booking"),
    path("<int:booking>", edit_booking, name="edit_booking"),
    path("<int:booking>/code", booking_code, name="booking_code"),
    path("<int:booking>/delete", delete_booking, name="delete_booking"),
    path("<int:booking>/booked", booking_deed, {"deed": "booked"}, name="mark_booked"),
    path("<int:booking>/cancel", booking_deed, {"deed": "cancel"}, name="cancel_booking"),
    path("<int:booking>/attach", booking_deed, {"deed": "attach"}, name="attach_booking"),
    path("<int:booking>/reopen", booking_deed, {"deed": "reopen"}, name="reopen_booking"),
]
