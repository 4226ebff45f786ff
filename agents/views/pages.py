"""What the workspace shows, put together once for every view that answers with it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from agents.board import board_of
from agents.forms import new_key
from agents.llm import budget, select
from agents.models import Switchboard
from agents.phases import next_actions, welcome_back
from agents.sse import cursor_of
from agents.turn_view import turn_views, with_everything
from config.map_tiles import allow_tiles, map_tiles
from memory.kept import to_settle
from trips.agendas import today_there
from trips.models import Trip

#: How many turns a page shows before "earlier messages" is followed.
TURNS_SHOWN = 40
TABS = ("chat", "trip")


def workspace_page(
    request: HttpRequest, trip: Trip, *, problem: str = "", text: str = "", status: int = 200
) -> HttpResponse:
    every = request.GET.get("all") == "1"
    turns = with_everything(trip.turns.select_related("trip")).order_by("-number")
    rows = list(turns if every else turns[: TURNS_SHOWN + 1])
    earlier = not every and len(rows) > TURNS_SHOWN
    views = turn_views(reversed(rows[:TURNS_SHOWN] if earlier else rows))
    cursor = cursor_of(views, trip.revision)
    board = board_context(request, trip)
    context = {
        "turn_views": views,
        "earlier": earlier,
        "cursor": cursor,
        "stream_url": f"{reverse('workspace', args=[trip.uuid])}stream?after={cursor}",
        **board,
        "tab": request.GET.get("tab") if request.GET.get("tab") in TABS else "chat",
        "problem": problem,
        "text": text,
        "client_key": new_key(),
        "welcome": welcome_back(trip, may_edit=board["can_edit"]),
        **who_answers(trip),
    }
    return allow_tiles(render(request, "agents/workspace.html", context, status=status))


def board_context(request: HttpRequest, trip: Trip) -> dict:
    """What the board's templates read, in the page and alone, and what changes beside it with it."""
    is_owner = trip.owner == request.user
    return {
        "trip": trip,
        "board": board_of(trip, request.GET),
        "is_owner": is_owner,
        "to_settle": to_settle(request.user, trip) if is_owner else [],
        "suggested": next_actions(trip, today_there(trip)) if trip.plan else [],
        "can_edit": Trip.objects.editable_by(request.user).filter(pk=trip.pk).exists(),
        "reject_key": new_key(),
        "tiles": map_tiles(),
    }


def who_answers(trip: Trip) -> dict:
    """Which mind the next message meets, and why it may be the offline planner."""
    configured = select.configured()
    at_cap = configured and budget.at_the_cap(trip.owner, trip.pk)
    switched_off = configured and not Switchboard.allows_models()
    return {
        "at_cap": at_cap,
        "switched_off": switched_off,
        "offline": not configured or at_cap or switched_off,
    }
