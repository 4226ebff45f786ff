"""Forms that open in the board's dialog, and as pages of their own without a script."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from trips.models import Trip

#: An event that the page's script knows: the dialog closes and the board is read again.
BOARD_CHANGED = {"HX-Trigger": "board-changed"}


def view_of(trip: Trip, view: str = "", *, at: str = "") -> str:
    """The address of the workspace with this view of the board, at this element."""
    query = f"&view={view}" if view else ""
    return f"{reverse('workspace', args=[trip.uuid])}?tab=trip{query}{f'#{at}' if at else ''}"


def saved(request: HttpRequest, address: str) -> HttpResponse:
    """The dialog closes; a page of its own leads on to `address`."""
    return HttpResponse(headers=BOARD_CHANGED) if request.htmx else redirect(address)


def opened(request: HttpRequest, name: str, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
    """`folder/name` stands for `folder/_name.html`, the dialog's part, and `folder/name.html`, the page."""
    folder, file = name.rsplit("/", 1)
    return render(request, f"{folder}/{'_' if request.htmx else ''}{file}.html", context, status=status)
