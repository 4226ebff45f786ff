"""The first page: one field. A sentence makes a trip."""

from __future__ import annotations

from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from agents.beginning import begin_trip
from agents.forms import MessageForm, new_key
from agents.guests import FirstForm, sign_guest_in, traveller_of
from agents.sample import SHOWN, sample_page
from agents.turns import Refused
from config.map_tiles import allow_tiles, map_tiles
from trips import limits
from trips.models import Trip

EXAMPLES = (
    "A long weekend in Boston from New York",
    "Tokyo and Kyoto, ten days in April, two kids",
    "Somewhere warm in March",
)


@require_safe
@never_cache
def front(request: HttpRequest) -> HttpResponse:
    return _page(request)


@require_POST
@never_cache
def start(request: HttpRequest) -> HttpResponse:
    form = MessageForm(request.POST)
    if not form.is_valid():
        return _page(request, error=form.sentence, status=422)
    message, key = form.cleaned_data["message"], form.cleaned_data["client_key"]
    first = FirstForm(request, key)
    trip = first.trip()
    if trip is None:
        try:
            limits.count(request, limits.TRIPS if request.user.is_authenticated else limits.GUESTS)
            with transaction.atomic():
                trip = begin_trip(traveller_of(request), message, key, first.trip_uuid)
        except limits.TooMany as over:
            return _page(request, error=str(over), status=429)
        except Refused as refused:
            return _page(request, error=str(refused), status=422)
        except IntegrityError:  # two clicks at once: the other one's trip is there now, our guest is not
            trip = first.trip()
            if trip is None:
                raise
    sign_guest_in(request, trip)
    return redirect("workspace", trip.uuid)


@require_safe
@never_cache
def sample(request: HttpRequest) -> HttpResponse:
    """A plan to look at, for everybody: nothing of it can be changed, nothing is stored."""
    context = {"page": sample_page({"day": str(SHOWN), **request.GET.dict()}), "tiles": map_tiles()}
    return allow_tiles(render(request, "agents/sample.html", context))


def _page(request: HttpRequest, *, error: str = "", status: int = 200) -> HttpResponse:
    recent = Trip.objects.owned_by(request.user)[:3] if request.user.is_authenticated else []
    context = {
        "examples": EXAMPLES,
        "error": error,
        "text": request.POST.get("text") or request.GET.get("text", "")[: settings.MESSAGE_LIMIT],
        "client_key": new_key(),
        "recent": recent,
        "page": sample_page({"day": str(SHOWN)}),
    }
    return render(request, "agents/front.html", context, status=status)
