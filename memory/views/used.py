"""What of the owner's memory was read for one answer. Members of the trip who are not its owner find nothing
here: what leads here is the same for all who read along, and so holds no words."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from memory import kept
from trips.access import own_trip_for


@never_cache
@require_safe
def remembered(request: HttpRequest, trip_uuid: UUID, number: int) -> HttpResponse:
    """The part for the dialog, a page without it."""
    trip = own_trip_for(request.user, trip_uuid)
    turn = get_object_or_404(trip.turns, number=number)
    used = kept.used_in(request.user, turn)
    context = {"trip": trip, "turn": turn, "used": used, "in_dialog": bool(request.htmx)}
    return render(request, "memory/_used.html" if request.htmx else "memory/used.html", context)
