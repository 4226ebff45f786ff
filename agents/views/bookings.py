"""Bookings: a form to make and change one, cancel, delete (asks first), and the code when it is asked for."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from agents.views.board import board_answer
from trips import bookings
from trips.access import editable_trip_for
from trips.agendas import today_there
from trips.forms.bookings import BookingForm
from trips.models import Booking, Trip
from trips.places import current_gazetteer

#: An event that the page's script knows: the dialog closes and the board is read again.
BOARD_CHANGED = {"HX-Trigger": "board-changed"}
#: What a button may do with a booking.
DEEDS = {"cancel": bookings.cancel, "reopen": bookings.reopen, "booked": bookings.mark_booked}


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
            suggested = bookings.from_item(trip.plan.plan, uid, current_gazetteer(), today_there(trip))
    return _form(request, trip, None, suggested)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit_booking(request: HttpRequest, trip_uuid: UUID, booking: int) -> HttpResponse:
    trip = editable_trip_for(request.user, trip_uuid)
    return _form(request, trip, get_object_or_404(trip.bookings, pk=booking), None)


def _form(request: HttpRequest, trip: Trip, booking: Booking | None, suggested: dict | None) -> HttpResponse:
    data = request.POST if request.method == "POST" else None
    form = BookingForm(trip, current_gazetteer(), data, booking=booking, suggested=suggested)
    if data is not None and form.is_valid():
        bookings.save(trip, form.values(), booking)
        return _done(request, trip)
    template = "agents/_booking_form.html" if request.htmx else "agents/booking.html"
    context = {"trip": trip, "form": form, "booking": booking}
    return render(request, template, context, status=422 if form.is_bound else 200)


@never_cache
@require_POST
def booking_deed(request: HttpRequest, trip_uuid: UUID, booking: int, deed: str) -> HttpResponse:
    """One click: cancelled, counted again, or booked."""
    trip = editable_trip_for(request.user, trip_uuid)
    DEEDS[deed](get_object_or_404(trip.bookings, pk=booking))
    if request.htmx:
        return board_answer(request, trip)
    return _to_list(trip)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def delete_booking(request: HttpRequest, trip_uuid: UUID, booking: int) -> HttpResponse:
    """Asks first; cancelling is what keeps it."""
    trip = editable_trip_for(request.user, trip_uuid)
    row = get_object_or_404(trip.bookings, pk=booking)
    if request.method == "POST":
        bookings.delete(row)
        return _done(request, trip)
    template = "agents/_booking_delete.html" if request.htmx else "agents/booking_delete.html"
    return render(request, template, {"trip": trip, "booking": row})


@never_cache
@require_POST
def booking_code(request: HttpRequest, trip_uuid: UUID, booking: int) -> HttpResponse:
    """The code, for whoever may edit the trip, on a page that is kept nowhere."""
    trip = editable_trip_for(request.user, trip_uuid)
    row = get_object_or_404(trip.bookings, pk=booking)
    template = "agents/_booking_code.html" if request.htmx else "agents/booking_code.html"
    return render(request, template, {"trip": trip, "booking": row, "code": bookings.code_of(row)})


def _done(request: HttpRequest, trip: Trip) -> HttpResponse:
    return HttpResponse(headers=BOARD_CHANGED) if request.htmx else _to_list(trip)


def _to_list(trip: Trip) -> HttpResponse:
    return redirect(f"{reverse('workspace', args=[trip.uuid])}?tab=trip&view=bookings")


#: Below the trip's own address (agents/urls.py).
urlpatterns = [
    path("new", new_booking, name="new_booking"),
    path("<int:booking>", edit_booking, name="edit_booking"),
    path("<int:booking>/code", booking_code, name="booking_code"),
    path("<int:booking>/delete", delete_booking, name="delete_booking"),
    path("<int:booking>/booked", booking_deed, {"deed": "booked"}, name="mark_booked"),
    path("<int:booking>/cancel", booking_deed, {"deed": "cancel"}, name="cancel_booking"),
    path("<int:booking>/reopen", booking_deed, {"deed": "reopen"}, name="reopen_booking"),
]
