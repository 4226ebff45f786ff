"""A request has an id and leaves a line: method, route, status, milliseconds; never address or body."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from structlog.contextvars import bind_contextvars

from config.logs import about_only, network_of

log = structlog.get_logger("wayfare.requests")

HEADER = "X-Request-ID"
_GOOD = re.compile(r"[A-Za-z0-9._~-]{8,64}")


def request_id_of(given: str) -> str:
    """The id a proxy gave the request, or a new one when it is none: 8 to 64 plain characters."""
    return given if _GOOD.fullmatch(given) else secrets.token_hex(8)


class RequestLog:
    """The outermost middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request_id = request_id_of(request.headers.get(HEADER, ""))
        started = time.perf_counter()
        with about_only(request_id=request_id, traveller=lambda: _traveller(request)):
            response = self.get_response(request)
            route = _route(request)
            if route != "static":
                response[HEADER] = request_id
            _write(
                request.method or "",
                route,
                response.status_code,
                started,
                network_of(request.META.get("REMOTE_ADDR", "")),
            )
        return response

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: dict[str, Any]) -> None:
        """The address tells the trip; lines of the view carry it too."""
        if "trip_uuid" in kwargs:
            bind_contextvars(trip=str(kwargs["trip_uuid"]))


def _traveller(request: HttpRequest) -> int | None:
    """Who asks, where the session was read already: a line never asks the database."""
    known = getattr(request, "_cached_user", None)
    return known.pk if known is not None else None


def _route(request: HttpRequest) -> str:
    """The route's name, never the address: what nobody serves may hold anything."""
    match = request.resolver_match
    if match is not None:
        return match.view_name or match.route
    return "static" if request.path.startswith(settings.STATIC_URL) else "-"


def _write(method: str, route: str, status: int, started: float, network: str) -> None:
    say = log.warning if status >= 500 else log.debug if route == "static" else log.info
    milliseconds = round((time.perf_counter() - started) * 1000, 1)
    known = method if method in ("GET", "HEAD", "POST", "OPTIONS") else "other"
    say("request", method=known, route=route, status=status, ms=milliseconds, network=network)


async def stream_with_line(
    answer: Callable[..., Awaitable[None]], uuid: str, scope: Any, receive: Any, send: Any
) -> None:
    """Answer a stream (`answer(uuid, scope, receive, send)`); a line when it begins and one when it ends."""
    given = dict(scope["headers"]).get(b"x-request-id", b"").decode("latin-1")
    request_id = request_id_of(given)
    started = time.perf_counter()
    status = 0

    async def noting(message: dict[str, Any]) -> None:
        nonlocal status
        if message["type"] == "http.response.start":
            status = message["status"]
            message = {**message, "headers": [*message["headers"], (b"x-request-id", request_id.encode())]}
            _write(scope["method"], "stream", status, started, network_of((scope.get("client") or ("",))[0]))
        await send(message)

    bind_contextvars(request_id=request_id, trip=uuid)  # the server gives every request a task of its own
    try:
        await answer(uuid, scope, receive, noting)
    finally:
        if status == 200:
            log.info("stream ended", seconds=round(time.perf_counter() - started, 1))
