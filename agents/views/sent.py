"""A line that a button sends, as if it had been typed."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from agents.forms import new_key
from agents.turns import Refused, start_turn
from trips import limits
from trips.models import Trip, Turn


def send_line(
    request: HttpRequest,
    trip: Trip,
    line: str,
    page: uuid.UUID | None,
    *,
    of: str = "",
    kind: str = Turn.Kind.CHAT,
) -> HttpResponse:
    """All buttons of a page carry its key: a second click of one (`of`, else its line) is the same message,
    another button is not. The answer to htmx renews the composer, the turn itself comes by the stream."""
    problem, status = "", 200
    try:
        limits.count(request, limits.MESSAGES)
        key = str(uuid.uuid5(page, of or line)) if page else new_key()
        start_turn(trip, line, key, request.user, kind=kind)
    except Refused as refused:
        problem, status = str(refused), 422
    except limits.TooMany as over:
        problem, status = str(over), 429
    return sent(request, trip, problem, status)


def sent(request: HttpRequest, trip: Trip, problem: str = "", status: int = 200) -> HttpResponse:
    """The composer as it is then, with what was wrong."""
    if request.htmx:
        context = {"problem": problem, "client_key": new_key()}
        return render(request, "agents/_sent.html", context, status=status)
    if problem:
        messages.error(request, problem)
    return redirect("workspace", trip.uuid)
