"""Answers `/trips/ID/stream` natively: checks the right to read, then only waits and sends."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.cookies import CookieError, SimpleCookie
from importlib import import_module
from urllib.parse import parse_qs

from django.conf import settings
from django.contrib.auth import get_user
from django.db import close_old_connections, connection
from django.http import Http404, HttpRequest

from agents.sse import END, HEADERS, HEARTBEAT, RETRY, read_cursor
from agents.tailer import Reader, Tailer
from config import background
from trips.access import trip_for


class Streams:
    """Answers `/trips/ID/stream`: checks the right to read on its own threads, then only waits."""

    def __init__(self) -> None:
        self.tailer: Tailer | None = None
        self._ending = asyncio.Event()
        self._doors = ThreadPoolExecutor(max_workers=2, thread_name_prefix="stream-door")
        self._loop: asyncio.AbstractEventLoop | None = None
        self._forget: Callable[[], None] = lambda: None

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._ending = asyncio.Event()
        self.tailer = Tailer()
        self.tailer.start()
        self._forget = background.on_wake(lambda _turn: self._poke())

    async def stop(self) -> None:
        self._forget()
        self._ending.set()
        if self.tailer:
            await self.tailer.stop()
        self._doors.shutdown(wait=False)

    def end_soon(self) -> None:
        """Called in a signal handler: every stream ends, without a close event, so clients come back."""
        if self._loop:
            self._loop.call_soon_threadsafe(self._ending.set)

    def _poke(self) -> None:
        if self._loop and self.tailer:
            self._loop.call_soon_threadsafe(self.tailer.poke)

    async def answer(self, uuid: str, scope, receive, send) -> None:
        if self.tailer is None:
            await self.start()
        loop = asyncio.get_running_loop()
        key, trip_id = await loop.run_in_executor(self._doors, door, scope, uuid)
        if trip_id is None:
            await _refuse(send)
            return
        headers = dict(scope["headers"])
        query = parse_qs(scope["query_string"].decode("latin-1"))
        last_id = headers.get(b"last-event-id", b"").decode("latin-1")
        cursor = read_cursor(last_id or query.get("after", [""])[0])
        reader = await self.tailer.watch(trip_id, uuid, cursor)
        leaving = asyncio.create_task(_disconnected(receive))
        ending = asyncio.create_task(self._ending.wait())
        try:
            await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
            await self._pour(reader, scope, uuid, send, leaving, ending)
        finally:
            leaving.cancel()
            ending.cancel()
            self.tailer.leave(reader)

    async def _pour(self, reader: Reader, scope, uuid: str, send, leaving, ending) -> None:
        loop = asyncio.get_running_loop()
        checked = beat = time.monotonic()
        await _send(send, RETRY)
        while not leaving.done() and not ending.done():
            reader.wake.clear()
            frames = reader.next_frames()
            if frames:
                async with asyncio.timeout(20):
                    await _send(send, b"".join(frames))
                beat = time.monotonic()
            now = time.monotonic()
            if now - checked > 4:
                checked = now
                _key, trip_id = await loop.run_in_executor(self._doors, door, scope, uuid)
                if trip_id is None:
                    await _send(send, END)
                    break
            if now - reader.feed.last_news > settings.STREAM_IDLE_SECONDS:
                await _send(send, END)
                break
            if now - beat > settings.HEARTBEAT_COMMENT_SECONDS:
                await _send(send, HEARTBEAT)
                beat = now
            waiting = asyncio.create_task(reader.wake.wait())
            try:
                await asyncio.wait({waiting, leaving, ending}, timeout=2, return_when=asyncio.FIRST_COMPLETED)
            finally:
                waiting.cancel()
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def door(scope, uuid: str) -> tuple[str, int | None]:
    """Who asks, and may they read? (session key, trip's id or None). Gives its connection back."""
    close_old_connections()
    try:
        request = HttpRequest()
        request.session = _session(scope)
        user = get_user(request)
        return request.session.session_key or "", trip_for(user, uuid).pk
    except (Http404, ValueError):
        return "", None
    finally:
        connection.close()


def _session(scope):
    raw = "; ".join(v.decode("latin-1") for k, v in scope["headers"] if k == b"cookie")
    try:
        cookies = SimpleCookie(raw)
    except CookieError:
        cookies = SimpleCookie()
    morsel = cookies.get(settings.SESSION_COOKIE_NAME)
    store = import_module(settings.SESSION_ENGINE).SessionStore
    return store(morsel.value if morsel else None)


async def _send(send, body: bytes) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": True})


async def _disconnected(receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _refuse(send) -> None:
    """404, like a missing trip; the page's script stops asking on it."""
    text = b"There is no such trip."
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 404, "headers": headers})
    await send({"type": "http.response.body", "body": text})
