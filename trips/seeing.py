"""Who was here lately: a traveller who only reads is not idle, and whoever comes back is not signed out."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from config import clock
from trips.models import Traveller

#: Noted so often, not with every page: a page that is read writes nothing.
EVERY = dt.timedelta(days=1)


class Seeing:
    """Middleware, after the one that knows who signed in: `last_seen` and a session that begins anew, once a
    day. A guest has nothing but the session: it must not run out while they are coming back."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if hasattr(request, "_cached_user") and response.status_code < 400:  # else nobody asked who it is
            _seen(request)
        return response


def _seen(request: HttpRequest) -> None:
    now = clock.now()
    before = now - EVERY
    if not request.user.is_authenticated or request.user.last_seen > before:
        return
    if Traveller.objects.filter(pk=request.user.pk, last_seen__lte=before).update(last_seen=now):
        request.session.modified = True
