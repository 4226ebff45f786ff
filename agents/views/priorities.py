"""A finding into a tier, given back, or put where it was: by key, by drag or by its menu, one POST."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from urllib.parse import urlencode
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from agents.views.board import board_or_page
from trips import prioritising
from trips.access import editable_trip_for
from trips.models import Finding, Trip

LONGEST_NUMBER = 15

#: A button's name is what it does, its value the finding.
DEEDS: dict[str, Callable[[Finding], bool]] = {
    **{tier: partial(prioritising.by_hand, tier=tier) for tier in prioritising.TIERS},
    "team": partial(prioritising.by_hand, tier=""),
    "up": partial(prioritising.step, by=-1),
    "down": partial(prioritising.step, by=1),
    "undo": prioritising.undo,
}


@never_cache
@require_POST
def rank_findings(request: HttpRequest, trip_uuid: UUID) -> HttpResponse:
    """One move of one finding; without any the reader is only led back."""
    trip = editable_trip_for(request.user, trip_uuid)
    deed = next((name for name in DEEDS if name in request.POST), "")
    row = _finding(trip, request.POST[deed]) if deed else None
    if row is not None:
        if deed in prioritising.TIERS and "before" in request.POST:  # let go there by a pointer
            before = request.POST["before"]
            prioritising.before(row, _finding(trip, before).pk if before else None, deed)
        else:
            DEEDS[deed](row)
        request.GET = request.GET.copy()
        request.GET["moved"] = str(row.pk)
    address = _back_to(trip, request.GET.get("option", ""), row)
    return board_or_page(request, trip, address)


def _finding(trip: Trip, number: str) -> Finding:
    if not number.isdecimal() or len(number) > LONGEST_NUMBER:
        raise Http404
    return get_object_or_404(trip.findings, pk=int(number))


def _back_to(trip: Trip, option: str, row: Finding | None) -> str:
    query = {"tab": "trip", "view": "priorities"} | ({"option": option} if option else {})
    query |= {"moved": str(row.pk)} if row else {}
    address = f"{reverse('workspace', args=[trip.uuid])}?{urlencode(query)}"
    return f"{address}#rank-{row.pk}" if row else address


urlpatterns = [path("tiers", rank_findings, name="rank_findings")]
