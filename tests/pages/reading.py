"""Small words of the page tests."""

from __future__ import annotations

import re

from django.urls import reverse

from trips.models import Trip

HTMX = {"HTTP_HX_REQUEST": "true"}
SENTENCE = "I want to visit Boston for a long weekend"


def key_in(html: str) -> str:
    """The client key of the first form."""
    return re.search(r'name="client_key" value="([0-9a-f-]{36})"', html)[1]


def address(name: str, trip: Trip, *args) -> str:
    return reverse(name, args=[trip.uuid, *args])
