"""System checks: addresses of services are addresses, and an operator reads what leaves for them."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Info, register

from trips.remote.client import SERVICES


@register("trips")
def services(app_configs, **kwargs) -> list[CheckMessage]:
    found: list[CheckMessage] = []
    for name, (what, leaves) in SERVICES.items():
        address = getattr(settings, name)
        parts = urlsplit(address)
        if address and (parts.scheme not in ("http", "https") or not parts.hostname or parts.query):
            hint = "Begin with https:// and leave out the question mark and what follows."
            found.append(Error(f"{name} is no address of a service.", hint=hint, id="trips.E001"))
        elif address:
            found.append(Info(f"{what}: {parts.hostname} is told {leaves}.", id="trips.I001"))
    return found
