"""The workspace and its conversation: read, send, stop, try again, start over."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from agents import turns
from agents.forms import MessageForm
from agents.turn_view import turn_view, with_everything
from agents.views.pages import workspace_page
from agents.views.sent import sent
from trips import fact_log, limits
from trips.access import editable_trip_for, trip_for
from trips.models import Trip

#: The one command of the page; the terminal has more.
RESET = "/reset"


@require_safe
@never_cache
@gzip_page
def workspace(request: HttpRequest, trip_uuid: UUID) -> HttpResponse:
    return workspace_page(request, trip_for(request.user, trip_uuid))


@require_POST
def send(request: HttpRequest, trip_uuid: UUID) -> HttpResponse:
    """A message. The answer to htmx only renews the composer: the turn itself comes by the stream."""
    trip = editable_trip_for(request.user, trip_uuid)
    form = MessageForm(request.POST)
    problem, status = form.sentence, 422
    if form.cleaned_data.get("message", "").strip().casefold() == RESET:
        return _led_to_reset(request, trip)
    if not problem:
        try:
            limits.count(request, limits.MESSAGES)
            given = form.cleaned_data
            turns.start_turn(trip, given["message"], given["client_key"], request.user)
        except turns.Refused as refused:
            problem = str(refused)
        except limits.TooMany as over:
            problem, status = str(over), 429
    if request.htmx:
        return sent(request, trip, problem, status if problem else 200)
    if problem:
        text = request.POST.get("text", "")
        return workspace_page(request, trip, problem=problem, text=text, status=status)
    return redirect("workspace", trip.uuid)


def _led_to_reset(request: HttpRequest, trip: Trip) -> HttpResponse:
    """The command asks first, on a page of its own."""
    address = reverse("reset_trip", args=[trip.uuid])
    return HttpResponse(headers={"HX-Redirect": address}) if request.htmx else redirect(address)


@require_POST
def stop(request: HttpRequest, trip_uuid: UUID, number: int) -> HttpResponse:
    trip = editable_trip_for(request.user, trip_uuid)
    turns.stop_turn(get_object_or_404(trip.turns, number=number))
    return HttpResponse(status=204) if request.htmx else redirect("workspace", trip.uuid)


@require_POST
def retry(request: HttpRequest, trip_uuid: UUID, number: int) -> HttpResponse:
    """The same message again, as a new turn."""
    trip = editable_trip_for(request.user, trip_uuid)
    turn = get_object_or_404(with_everything(trip.turns.select_related("trip")), number=number)
    problem, status = "", 409
    try:
        limits.count(request, limits.MESSAGES)
        turns.retry_turn(turn)
    except turns.Refused as refused:
        problem = str(refused)
    except limits.TooMany as over:
        problem, status = str(over), 429
    if request.htmx:
        context = {"problem": problem, "view": turn_view(turn)}
        return render(request, "agents/_retried.html", context, status=status if problem else 200)
    if problem:
        messages.error(request, problem)
    return redirect("workspace", trip.uuid)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def reset(request: HttpRequest, trip_uuid: UUID) -> HttpResponse:
    """`/reset` asks first: facts, questions and options go; the conversation stays."""
    trip = editable_trip_for(request.user, trip_uuid)
    if request.method != "POST":
        return render(request, "agents/reset.html", {"trip": trip, "stays": fact_log.RESET_LEAVES})
    fact_log.reset_facts(trip)
    messages.success(
        request, f"All facts, questions and options of this trip were cleared. {fact_log.RESET_LEAVES}"
    )
    return redirect("workspace", trip.uuid)
