"""What they told: undo."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from agents.views.board import board_or_page
from trips import fact_history
from trips.access import editable_trip_for, trip_for
from trips.views.dialogs import view_of


@never_cache
@require_safe
def facts_history(request: HttpRequest, trip_uuid: UUID) -> HttpResponse:
    return redirect(view_of(trip_for(request.user, trip_uuid), "told"))


@never_cache
@require_POST
def undo_change(request: HttpRequest, trip_uuid: UUID, seq: int) -> HttpResponse:
    """Put back what stood before a change: the newest of its fact only."""
    trip = editable_trip_for(request.user, trip_uuid)
    change = get_object_or_404(trip.fact_changes, seq=seq)
    problem = ""
    try:
        fact_history.undo(trip, change)
    except fact_history.NotTheNewest:
        problem = "Something newer changed this. Undo that first."
    trip.refresh_from_db()
    return board_or_page(request, trip, view_of(trip, "told"), problem=problem)


urlpatterns = [
    path("history", facts_history, name="facts_history"),
    path("changes/<int:seq>/undo", undo_change, name="undo_change"),
]
