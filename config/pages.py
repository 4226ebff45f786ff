"""Django's pages inside the ASGI server: WSGI on a bounded thread pool.

The body is read in the event loop with a limit of size and time, before a thread is taken; the response
is sent after the thread is given back. So a slow upload or a slow reader holds no thread. (asgiref's
adapter fails under load; Django's own ASGI handler costs a thread for every open request.)
"""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from django.conf import settings

from config.refusing import refuse

CHUNK = 256 * 1024  # bytes sent at once
#: Seconds in which a whole body has to arrive.
BODY_SECONDS = 60.0
#: Of a body over the limit so many times the limit is read and thrown away: a browser that is still
#: sending would not read the answer.
THROWN_AWAY = 16
#: Bytes of an address with its query.
ADDRESS_LIMIT = 8 * 1024
#: Status, headers and body.
Answer = tuple[int, list[tuple[bytes, bytes]], bytes]


class _TooLarge(Exception):
    pass


class _Gone(Exception):
    """The client left before its request was whole."""


class Pages:
    """An ASGI application over a WSGI one."""

    def __init__(self, wsgi: Callable, threads: int) -> None:
        self._wsgi = wsgi
        self._threads = ThreadPoolExecutor(max_workers=threads, thread_name_prefix="page")

    async def __call__(self, scope, receive, send) -> None:
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > ADDRESS_LIMIT:
            await refuse(scope, send, 414)
            return
        try:
            async with asyncio.timeout(BODY_SECONDS):
                body = await _body(scope, receive)
        except TimeoutError:
            await refuse(scope, send, 408)
            return
        except _TooLarge:
            await refuse(scope, send, 413)
            return
        except _Gone:
            return
        answer = await self._in_its_turn(scope["method"], environ_of(scope, body), receive)
        if answer is None:
            return
        status, headers, content = answer
        await send({"type": "http.response.start", "status": status, "headers": headers})
        for start in range(0, max(1, len(content)), CHUNK):
            piece = content[start : start + CHUNK]
            more = start + CHUNK < len(content)
            await send({"type": "http.response.body", "body": piece, "more_body": more})

    async def _in_its_turn(self, method: str, environ: dict, receive) -> Answer | None:
        """The page, as soon as a thread is free. None when nobody wants it any more: after an outage hundreds
        of browsers come back, and most of what waits then is for those who gave up and asked again."""
        page = self._threads.submit(self._run, environ)
        if method not in ("GET", "HEAD"):  # what was sent counts, whoever reads the answer
            return await asyncio.wrap_future(page)
        leaving = asyncio.ensure_future(receive())  # the request is whole: only its end can come
        leaving.add_done_callback(lambda done: done.cancelled() or page.cancel())  # if it has not begun
        try:
            return await asyncio.wrap_future(page)
        except asyncio.CancelledError:
            if page.cancelled() and not asyncio.current_task().cancelling():
                return None
            raise
        finally:
            leaving.cancel()

    def _run(self, environ: dict) -> Answer:
        answer: dict = {}

        def start_response(status: str, headers: list[tuple[str, str]], exc_info=None):
            answer["status"] = int(status.split(" ", 1)[0])
            answer["headers"] = [(k.lower().encode("latin-1"), v.encode("latin-1")) for k, v in headers]
            return lambda data: None

        result = self._wsgi(environ, start_response)
        try:
            content = b"".join(result)
        finally:
            close = getattr(result, "close", None)
            if close:
                close()
        return answer["status"], answer["headers"], content


def environ_of(scope, body: bytes) -> dict:
    """The WSGI environment of an ASGI request. Headers with an underscore are dropped: they could
    pretend to be ones with a dash."""
    server = scope.get("server") or ("localhost", 80)
    client = scope.get("client") or ("", 0)
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode("utf-8").decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope.get('http_version', '1.1')}",
        "REMOTE_ADDR": client[0],
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        key = name.decode("latin-1").upper()
        if "_" in key or key == "CONTENT-LENGTH":
            continue
        key = key.replace("-", "_")
        if key != "CONTENT_TYPE":
            key = f"HTTP_{key}"
        text = value.decode("latin-1")
        joiner = "; " if key == "HTTP_COOKIE" else ","
        environ[key] = f"{environ[key]}{joiner}{text}" if key in environ else text
    return environ


async def _body(scope, receive) -> bytes:
    """The whole body. Raises _TooLarge, after most of it was thrown away, and _Gone."""
    limit = settings.BODY_LIMIT
    declared = dict(scope["headers"]).get(b"content-length", b"0")
    if declared.isdigit() and int(declared) > limit * THROWN_AWAY:
        raise _TooLarge
    parts, size = [], 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise _Gone
        piece = message.get("body", b"")
        size += len(piece)
        if size > limit:
            parts = []
        else:
            parts.append(piece)
        if size > limit * THROWN_AWAY or (size > limit and not message.get("more_body")):
            raise _TooLarge
        if not message.get("more_body"):
            return b"".join(parts)
