"""Visitors without an account: made by their first sentence, a limited number an hour and address
(trips/limits.py)."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from trips.models import Traveller, Trip

_BACKEND = "django.contrib.auth.backends.ModelBackend"


def traveller_of(request: HttpRequest) -> Traveller:
    """Who is signed in, or a new guest (`sign_guest_in` once there is a trip)."""
    if request.user.is_authenticated:
        return request.user
    return Traveller.objects.create_guest()


def sign_guest_in(request: HttpRequest, trip: Trip) -> None:
    """Whoever sent a trip's first form without an account is its guest from now on."""
    if not request.user.is_authenticated and trip.owner and trip.owner.is_guest:
        login(request, trip.owner, backend=_BACKEND)


class FirstForm:
    """The form of the front page as this browser sent it. Sent twice, to whichever process and also after one
    that was killed, it finds the first one's trip: the trip's address follows from the form."""

    def __init__(self, request: HttpRequest, client_key: str) -> None:
        browser = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
        digest = salted_hmac("wayfare.first-form", f"{browser}:{client_key}", algorithm="sha256").digest()
        self.trip_uuid = UUID(bytes=digest[:16], version=4)

    def trip(self) -> Trip | None:
        """The trip that it started before."""
        return Trip.objects.filter(uuid=self.trip_uuid).first()
