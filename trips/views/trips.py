"""My trips: the list, a name, and the end of one."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from trips import accounts, naming, removal
from trips.access import editable_trip_for, own_trip_for, trip_for
from trips.agendas import today_of_plan
from trips.cards import card_of, cards_of
from trips.forms.trips import RenameTripForm
from trips.places import gazetteer_for
from trips.planning.city_notes import days_in, notes_of
from trips.views.accounts import GUEST_KEY, next_address


@never_cache
@login_required
@require_safe
def my_trips(request: HttpRequest) -> HttpResponse:
    cards = cards_of(request.user)
    context = {
        "cards": [card for card in cards if not card.past],
        "past": [card for card in cards if card.past],
        "waiting": accounts.trips_of_guest(request.session.get(GUEST_KEY)).count(),
        "guest_days": settings.GUEST_IDLE_DAYS,
    }
    return render(request, "trips/my_trips.html", context)


@never_cache
@require_safe
def city_page(request: HttpRequest, trip_uuid: UUID, city_id: int) -> HttpResponse:
    """Practical facts of a city, on the plan's days there, else on the trip's."""
    trip = trip_for(request.user, trip_uuid)
    gazetteer = gazetteer_for(trip)
    city = gazetteer.city(city_id)
    if city is None:
        raise Http404
    plan = trip.plan.plan if trip.plan else None
    days = days_in(plan, city) or [None]
    notes = notes_of(city, trip.facts, gazetteer, today=today_of_plan(plan), start=days[0], end=days[-1])
    return render(request, "trips/city.html", {"trip": trip, "city": city, "notes": notes})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def rename_trip(request: HttpRequest, trip_uuid: UUID) -> HttpResponse:
    """A form in place of the card, or a page of its own; `?keep` puts the card back unchanged."""
    trip = editable_trip_for(request.user, trip_uuid)
    form = RenameTripForm(
        request.POST if request.method == "POST" else None,
        initial={"title": trip.title if trip.title_is_own else ""},
    )
    if request.method == "POST" and form.is_valid():
        naming.rename(trip, form.cleaned_data["title"])
        address = next_address(request, fallback="") or reverse("workspace", args=[trip.uuid])
        return _card(request, trip) if request.htmx else redirect(address)
    if request.htmx and "keep" in request.GET:
        return _card(request, trip)
    template = "trips/_rename_form.html" if request.htmx else "trips/rename.html"
    return render(request, template, {"form": form, "trip": trip}, status=422 if form.errors else 200)


def _card(request: HttpRequest, trip) -> HttpResponse:
    card = card_of(trip, request.user)
    return render(request, "trips/_card.html", {"card": card})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def delete_trip(request: HttpRequest, trip_uuid: UUID) -> HttpResponse:
    """Asks first; then the trip goes with everything of it."""
    trip = own_trip_for(request.user, trip_uuid)
    if request.method != "POST":
        back = next_address(request, fallback="") or reverse("workspace", args=[trip.uuid])
        context = {"trip": trip, "said": trip.messages.count(), "back": back}
        return render(request, "trips/delete_trip.html", context)
    name = trip.name
    removal.delete_trip(trip)
    messages.success(request, f"“{name}” is deleted, with everything that was said and planned.")
    return redirect("my_trips")
