"""What a traveller does with a finding: keep it, "not for me", pin it, ask more. A click each."""

from __future__ import annotations

from urllib.parse import urlencode
from uuid import UUID

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from agents.board.research import FILTERS
from agents.views.board import board_or_page
from agents.views.sent import send_line
from trips import finding as findings
from trips.access import editable_trip_for
from trips.models import Finding, Trip

DEEDS = {
    "keep": lambda row: findings.judge(row, Finding.State.KEPT),
    "dismiss": lambda row: findings.judge(row, Finding.State.DISMISSED),
    "restore": lambda row: findings.judge(row, Finding.State.NEW),
    "pin": lambda row: findings.pin(row, True),
    "unpin": lambda row: findings.pin(row, False),
}


class KeyForm(forms.Form):
    """The page's key: a second click on the same button is the same message."""

    client_key = forms.UUIDField(required=False)


@never_cache
@require_POST
def finding_deed(request: HttpRequest, trip_uuid: UUID, finding: int, *, deed: str) -> HttpResponse:
    """One click; the reader stays where they were."""
    trip = editable_trip_for(request.user, trip_uuid)
    row = get_object_or_404(trip.findings, pk=finding)
    DEEDS[deed](row)
    return board_or_page(request, trip, _back_to(trip, row, request.GET.get("option", "")))


@never_cache
@require_POST
def ask_finding(request: HttpRequest, trip_uuid: UUID, finding: int) -> HttpResponse:
    """Ask more: a message with its name, as if the traveller had written it."""
    trip = editable_trip_for(request.user, trip_uuid)
    row = get_object_or_404(trip.findings, pk=finding)
    form = KeyForm(request.POST)
    page = form.cleaned_data["client_key"] if form.is_valid() else None
    line = f"Tell me more about {row.name} in {row.city}."
    return send_line(request, trip, line, page, of=f"ask {row.pk}")


def _back_to(trip: Trip, row: Finding, option: str) -> str:
    query = {"tab": "trip", "view": "research"} | ({"option": option} if option in dict(FILTERS) else {})
    return f"{reverse('workspace', args=[trip.uuid])}?{urlencode(query)}#finding-{row.pk}"


urlpatterns = [
    *(path(f"<int:finding>/{deed}", finding_deed, {"deed": deed}, name=f"{deed}_finding") for deed in DEEDS),
    path("<int:finding>/ask", ask_finding, name="ask_finding"),
]
