"""The board beside the conversation, as a part of the page."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from agents.board import board_of
from agents.forms import new_key
from trips.access import trip_for
from trips.models import Trip


@require_safe
@never_cache
def board(request: HttpRequest, trip_uuid: UUID) -> HttpResponse:
    """The part for htmx; a reader without a script is led to the whole page, same view."""
    trip = trip_for(request.user, trip_uuid)
    if not request.htmx:
        query = request.GET.copy()
        query["tab"] = "trip"
        response = redirect("workspace", trip.uuid)
        response["Location"] += f"?{query.urlencode()}"
        return response
    return board_answer(request, trip)


def board_answer(request: HttpRequest, trip: Trip, *, problem: str = "", status: int = 200) -> HttpResponse:
    context = {
        "trip": trip,
        "board": board_of(trip, request.GET),
        "board_problem": problem,
        "client_key": new_key(),
    }
    return render(request, "agents/_board.html", context, status=status)
