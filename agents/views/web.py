"""The switch of a trip for searching the web."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from agents.views.board import board_or_page
from trips.access import editable_trip_for
from trips.views.dialogs import view_of


@never_cache
@require_POST
def switch_web(request: HttpRequest, trip_uuid: UUID) -> HttpResponse:
    """`web`: "on" or "off", from now on. What was read before stays."""
    trip = editable_trip_for(request.user, trip_uuid)
    trip.web_search = request.POST.get("web") == "on"
    trip.save(update_fields=["web_search"])
    trip.touch()
    return board_or_page(request, trip, view_of(trip, "research"))
