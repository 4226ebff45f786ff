"""The off switches: the operator's is shown, the traveller's and each trip's are theirs to set."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from trips.access import own_trip_for
from trips.models import Trip


@dataclass(frozen=True)
class Switches:
    """Who has switched remembering off. `trips` are those that are off."""

    operator: bool
    traveller: bool
    trips_off: list[Trip]

    @property
    def on(self) -> bool:
        return self.operator and self.traveller


def switches_of(owner) -> Switches:
    off = list(Trip.objects.owned_by(owner).filter(remember=False).order_by("-updated"))
    return Switches(settings.MEMORY, owner.remember, off)


@never_cache
@login_required
@require_POST
def switch_memory(request: HttpRequest) -> HttpResponse:
    """For everything of this traveller. What is kept stays until it is forgotten."""
    request.user.remember = request.POST.get("remember") == "on"
    request.user.save(update_fields=["remember"])
    messages.success(
        request,
        "Remembering is on."
        if request.user.remember
        else "Remembering is off: nothing is learnt, and no agent reads what is kept.",
    )
    return redirect(_back(request, reverse("memory")))


@never_cache
@require_POST
def switch_trip_memory(request: HttpRequest, trip_uuid: UUID) -> HttpResponse:
    """For one trip; its owner decides."""
    trip = own_trip_for(request.user, trip_uuid)
    trip.remember = request.POST.get("remember") == "on"
    trip.save(update_fields=["remember"])
    state = "remembered from now on" if trip.remember else "not remembered any more"
    messages.success(request, f"“{trip.name}” is {state}.")
    return redirect(_back(request, f"{reverse('memory')}?trip={trip.uuid}"))


def _back(request: HttpRequest, fallback: str) -> str:
    """Where the button stood, when it is a page of this site."""
    address = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(
        address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return address if safe else fallback
