"""Visitors without an account: made by their first sentence, a limited number an hour and address."""

from __future__ import annotations

import hashlib
import time

from django.conf import settings
from django.contrib.auth import login
from django.core.cache import cache
from django.http import HttpRequest

from trips.models import Traveller, Trip

_BACKEND = "django.contrib.auth.backends.ModelBackend"
#: A form that is sent twice within this time starts one trip, seconds.
_SAME_FORM = 600
_PATIENCE = 3.0


class TooManyGuests(Exception):
    """This address has started enough conversations for now."""


def traveller_of(request: HttpRequest) -> Traveller:
    """Who is signed in, or a new guest who is from now on. Raises TooManyGuests."""
    if request.user.is_authenticated:
        return request.user
    key = f"guests:{request.META.get('REMOTE_ADDR', '')}"
    cache.add(key, 0, timeout=3600)
    if cache.incr(key) > settings.GUESTS_AN_HOUR:
        raise TooManyGuests
    guest = Traveller.objects.create_guest()
    login(request, guest, backend=_BACKEND)
    return guest


class FirstForm:
    """The form of the front page as this browser sent it: the second click finds the first one's trip."""

    def __init__(self, request: HttpRequest, client_key: str) -> None:
        browser = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
        self._key = "first:" + hashlib.sha256(f"{browser}:{client_key}".encode()).hexdigest()
        self._request = request

    def is_ours(self) -> bool:
        """True for the first to come; the others ask `trip()`."""
        return cache.add(self._key, "", timeout=_SAME_FORM)

    def led_to(self, trip: Trip) -> None:
        cache.set(self._key, str(trip.uuid), timeout=_SAME_FORM)

    def failed(self) -> None:
        cache.delete(self._key)

    def trip(self) -> Trip | None:
        """The trip that the first click started, after a moment if need be; its guest is signed in."""
        until = time.monotonic() + _PATIENCE
        while not (uuid := cache.get(self._key)):
            if uuid is None or time.monotonic() > until:
                return None
            time.sleep(0.02)
        trip = Trip.objects.filter(uuid=uuid).first()
        if trip and not self._request.user.is_authenticated and trip.owner and trip.owner.is_guest:
            login(self._request, trip.owner, backend=_BACKEND)
        return trip
