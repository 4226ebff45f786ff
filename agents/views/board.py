"""The board beside the conversation, as a part of the page."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from agents.views.pages import board_context
from trips.access import trip_for
from trips.models import Trip


@require_safe
@never_cache
@gzip_page
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
    """The board for htmx; the list of checks alone when it is asked for, for the dialog."""
    context = {**board_context(request, trip), "board_problem": problem}
    template = "agents/_board_answer.html"
    if context["board"].view == "checks":
        template = "agents/board/_checks.html"
        context |= {"page": context["board"].page, "in_dialog": True}
    return render(request, template, context, status=status)


def board_or_page(
    request: HttpRequest, trip: Trip, address: str, *, problem: str = "", status: int = 409
) -> HttpResponse:
    """After a click: the board for htmx, else the page at `address`; with the `problem` there was, if any."""
    if request.htmx:
        return board_answer(request, trip, problem=problem, status=status if problem else 200)
    if problem:
        messages.error(request, problem)
    return redirect(address)
