"""One GET with limits, a pause after failures, and the cache that answers are kept in."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TypeVar
from urllib.parse import urlsplit

from django.conf import settings
from django.core.cache import caches
from django.core.cache.backends.base import BaseCache
from django.db import connection

logger = logging.getLogger("wayfare.remote")

#: What each setting switches on, and what leaves for it.
SERVICES = {
    "ROUTING_URL": ("routing service", "the positions of a plan's places"),
    "WEATHER_URL": ("weather service", "the positions of a plan's cities"),
    "RATES_URL": ("exchange rates", "nothing of a trip"),
}
SECONDS = 3.0  # one request, from the name's look-up to the last byte
LIMIT = 1024 * 1024  # bytes of an answer
#: Seconds without a request, by failures in a row; the last for all that follow.
PAUSES = (60, 300, 1800, 7200)
DAY = 24 * 3600
_Read = TypeVar("_Read")


class Implausible(ValueError):
    """An answer of the right form that cannot be true."""


def store() -> BaseCache:
    """Shared by all processes: the worker writes, pages read."""
    return caches["remote"]


def leaving() -> list[tuple[str, str, str]]:
    """(service, host, what leaves) of those that are switched on."""
    hosts = {name: urlsplit(getattr(settings, name)).hostname or "" for name in SERVICES}
    return [(what, hosts[name], leaves) for name, (what, leaves) in SERVICES.items() if hosts[name]]


def ask(
    setting: str, path: str, params: dict[str, str], read: Callable[[bytes], _Read], *, profile: str = ""
) -> _Read | None:
    """What `read` makes of the answer; it raises ValueError for one that is not as documented or not to be
    believed. `profile` stands where the address says so. None: switched off, resting after a failure, or
    failed. Raises RuntimeError inside a transaction."""
    import httpx2

    base = getattr(settings, setting).replace("{profile}", profile).rstrip("/")
    if not base or store().get(f"{setting}:rests"):
        return None
    if connection.in_atomic_block:
        raise RuntimeError("No service is asked inside a transaction.")
    try:
        value = read(asyncio.run(_body(f"{base}{path}", params)))
    except (httpx2.HTTPError, httpx2.StreamError, httpx2.InvalidURL, OSError, ValueError) as error:
        _failed(setting, error)
        return None
    store().delete(f"{setting}:failures")
    return value


async def _body(url: str, params: dict[str, str]) -> bytes:
    """Never follows a redirect, takes no compressed answer and no proxy or password of the environment."""
    import httpx2

    headers = {"Accept": "application/json", "Accept-Encoding": "identity", "User-Agent": "Wayfare"}
    client = httpx2.AsyncClient(follow_redirects=False, trust_env=False, timeout=SECONDS, headers=headers)
    async with asyncio.timeout(SECONDS), client, client.stream("GET", url, params=params) as answer:
        if answer.status_code != 200:
            raise Implausible(f"status {answer.status_code}")
        body = bytearray()
        async for piece in answer.aiter_raw():
            body += piece
            if len(body) > LIMIT:
                raise Implausible(f"more than {LIMIT} bytes")
        return bytes(body)


def _failed(setting: str, error: Exception) -> None:
    """The first failure of a row is logged, without the address: it holds positions."""
    times = store().get(f"{setting}:failures", 0) + 1
    store().set(f"{setting}:failures", times, DAY)
    store().set(f"{setting}:rests", True, PAUSES[min(times, len(PAUSES)) - 1])
    if times == 1:
        why = str(error) if isinstance(error, Implausible) else type(error).__name__
        logger.warning("the %s failed (%s): we go by our own data", SERVICES[setting][0], why)
