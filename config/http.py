"""How a connection is read: the server's own protocol, with an end to what comes before a request.

Uvicorn with httptools keeps headers as long as they come, and waits for them as long as it takes. Named to
the server by `--http config.http:Protocol`.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

#: Bytes of the request line and all headers together.
HEADER_LIMIT = 32 * 1024
#: Seconds from the first byte of a request, or of a new connection, to the end of its headers.
HEADER_SECONDS = 15.0

_TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Protocol(HttpToolsProtocol):
    """Ends a connection whose headers are too long or too slow."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._received = 0  # bytes since the last headers were complete
        self._in_headers = True
        self._refused = False
        self._too_slow: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait_for_headers()

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        super().data_received(data)
        if self._in_headers:  # they go on: what came in one piece is looked at below
            self._received += len(data)
            if self._received > HEADER_LIMIT:
                self._refuse()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_headers, self._received = True, 0
        self._wait_for_headers()

    def on_headers_complete(self) -> None:
        self._in_headers = False
        self._stop_waiting()
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if size > HEADER_LIMIT:
            self._refuse()
        if not self._refused:
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if not self._refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        if not self._refused:
            super().on_message_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _refuse(self) -> None:
        if not self._refused and not self.transport.is_closing():
            self._refused = True
            self.transport.write(_TOO_LARGE)
            self.transport.close()

    def _wait_for_headers(self) -> None:
        self._stop_waiting()
        self._too_slow = self.loop.call_later(HEADER_SECONDS, self._end)

    def _stop_waiting(self) -> None:
        if self._too_slow is not None:
            self._too_slow.cancel()
            self._too_slow = None

    def _end(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()
