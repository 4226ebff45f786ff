"""Whose request it is, as far as the network tells: the address that limits count by.

The server puts the client's address into the request, and believes `X-Forwarded-For` only from the proxy it
was told of (docs/operations.md). A household or a machine has a whole /64 of IPv6: one address here.
"""

from __future__ import annotations

import ipaddress

from django.http import HttpRequest


def counted_address(host: str) -> str | None:
    """The address to count by; None for what is none (a socket of this machine, a forged header)."""
    try:
        address = ipaddress.ip_address(host.strip("[]").partition("%")[0])
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False).network_address)
    return str(address)


def address_of(request: HttpRequest) -> str | None:
    """The counted address of a request; also what the lockout of sign-ins counts by."""
    return counted_address(request.META.get("REMOTE_ADDR", ""))
