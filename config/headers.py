"""The headers that every answer has: pages, files, streams, errors, and what never reaches Django.

Django sets some of them on some answers (a page's own policy, caching); this adds what is missing, around the
whole application, so that no new kind of answer can forget one.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any

from django.conf import settings

from config.refusing import refuse

logger = logging.getLogger("wayfare.web")

#: What a page of ours never asks a browser for.
_NOT_NEEDED = (
    "accelerometer", "autoplay", "camera", "display-capture", "encrypted-media", "fullscreen", "geolocation",
    "gyroscope", "magnetometer", "microphone", "midi", "payment", "picture-in-picture",
    "publickey-credentials-get", "screen-wake-lock", "usb", "xr-spatial-tracking",
)  # fmt: skip
_ALWAYS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    # What is not said to be public is somebody's.
    "cache-control": "private, no-store",
}
#: What only a document obeys: our style sheets, scripts and drawings go without.
_OF_DOCUMENTS = {
    # Of files, streams and plain answers; a page brings the policy of the settings.
    "content-security-policy": (
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": ", ".join(f"{feature}=()" for feature in _NOT_NEEDED),
}
_NO_DOCUMENTS = (b"text/css", b"text/javascript", b"image/svg+xml")


def missing_headers(present: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The headers an answer lacks; `present` are those it has."""
    has = {name.lower(): value for name, value in present}
    wanted = dict(_ALWAYS)
    if not has.get(b"content-type", b"").startswith(_NO_DOCUMENTS):
        wanted |= _OF_DOCUMENTS
    if settings.HTTPS:
        wanted["strict-transport-security"] = (
            f"max-age={settings.SECURE_HSTS_SECONDS}; includeSubDomains; preload"
        )
    return [(n.encode(), value.encode()) for n, value in wanted.items() if n.encode() not in has]


class WithHeaders:
    """The outermost application. A fault that nobody caught is answered as well, without its words."""

    def __init__(self, application: Any) -> None:
        self._application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        started = False

        async def with_headers(message: dict[str, Any]) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = list(message["headers"])
                headers += missing_headers(headers)
                message = {**message, "headers": headers}
            await send(message)

        try:
            await self._application(scope, receive, with_headers)
        except Exception:
            if started:
                raise
            logger.exception("a request could not be answered")
            await refuse(scope, with_headers, 500)
