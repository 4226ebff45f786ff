"""Answers `/trips/ID/stream` natively: checks the right to read, then only waits and sends.

A stream costs two tasks and a position in a shared list: no thread, no connection to the database. Two tasks
of the process look after all of them: signs of life every second, rights every two.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import parse_qs

from django.conf import settings
from structlog.contextvars import bind_contextvars

from agents.rights import Visitor, door, no_longer, session_key_of
from agents.sse import END, HEADERS, HEARTBEAT, RETRY, read_cursor
from agents.tailer import Reader, Tailer
from config import background
from config.addresses import counted_address
from config.database import AWAY

logger = logging.getLogger("wayfare.streams")

BEAT_SECONDS = 1.0  # between two looks whether a sign of life is due
RIGHTS_SECONDS = 2.0  # between two looks whether the right to read still stands
PIECE = 64 * 1024  # bytes given to a connection at once
#: When the process ends, whoever has not read their last bytes by then is cut off.
LAST_BYTES_SECONDS = 1.0
LONGEST_CURSOR = 1000  # characters


class Stream:
    """One open stream: what it waits for, and why it ends."""

    __slots__ = ("visitor", "reader", "opened", "sent_at", "alive", "over", "goodbye", "abort")

    def __init__(self, visitor: Visitor, reader: Reader, abort: Callable[[], None]) -> None:
        self.visitor = visitor
        self.reader = reader
        self.opened = self.sent_at = time.monotonic()
        self.alive = False  # a sign of life is due
        self.over = False
        self.goodbye = False  # with the close event: the page does not come back by itself
        self.abort = abort

    def end(self, *, goodbye: bool = False) -> None:
        self.goodbye = self.goodbye or goodbye
        self.over = True
        self.reader.wake.set()


class Streams:
    """All open streams of this process."""

    def __init__(self) -> None:
        self.tailer: Tailer | None = None
        self.open: dict[Stream, None] = {}  # in the order they came
        self._at: Counter[str] = Counter()  # by address, those at the door too
        self._ending = False
        self._doors = ThreadPoolExecutor(max_workers=2, thread_name_prefix="stream-door")
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: list[asyncio.Task] = []
        self._forget: Callable[[], None] = lambda: None

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._ending = False
        self.tailer = Tailer()
        self.tailer.start()
        self._tasks = [asyncio.create_task(self._keep_alive()), asyncio.create_task(self._keep_right())]
        self._forget = background.on_wake(lambda _turn: self._poke())

    async def stop(self) -> None:
        self._forget()
        self._ending = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.tailer:
            await self.tailer.stop()
        self._doors.shutdown(wait=False)

    def end_soon(self) -> None:
        """Called in a signal handler: every stream ends, without a close event, so clients come back."""
        if self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._end_all)

    def _end_all(self) -> None:
        self._ending = True
        for stream in list(self.open):
            stream.end()
        self._loop.call_later(LAST_BYTES_SECONDS, self._cut_off_all)

    def _cut_off_all(self) -> None:
        for stream in list(self.open):
            stream.abort()

    def _poke(self) -> None:
        if self._loop and self.tailer and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.tailer.poke)

    # --- One stream ----------------------------------------------------------------------------

    async def answer(self, uuid: str, scope, receive, send) -> None:
        """A stream, or why not: 404 with the close event, as if there were no such trip; 429 and 503 without,
        for those who may come back."""
        if self._ending:
            await _not_now(send, 503)
            return
        if self.tailer is None:
            await self.start()
        address = counted_address((scope.get("client") or ("",))[0]) or "unknown"
        if self._at[address] >= settings.STREAMS_AN_ADDRESS:
            await _not_now(send, 429)
            return
        self._at[address] += 1
        try:
            await self._answer(uuid, scope, receive, send)
        finally:
            self._at[address] -= 1
            if not self._at[address]:
                del self._at[address]

    async def _answer(self, uuid: str, scope, receive, send) -> None:
        key = session_key_of(scope["headers"])
        visitor = None
        if key:
            try:
                visitor = await self._loop.run_in_executor(self._doors, door, key, uuid)
            except AWAY:
                logger.warning("a stream could not be opened", exc_info=True)
                await _not_now(send, 503)
                return
        if visitor is None:
            await _refuse(send)
            return
        bind_contextvars(traveller=visitor.traveller_id)
        self._make_room(visitor.traveller_id)
        reader = self.tailer.watch(visitor.trip_id, uuid, read_cursor(_cursor(scope)))
        stream = Stream(visitor, reader, _abort_of(receive))
        self.open[stream] = None
        leaving = asyncio.create_task(_until_gone(receive, stream))
        try:
            if self._ending:  # meanwhile
                stream.end()
            await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
            await self._pour(stream, send)
        except TimeoutError:
            logger.info("a reader was too slow for %s s and was dropped", settings.STREAM_SEND_SECONDS)
            stream.abort()
            await asyncio.wait([leaving], timeout=1)  # the server has seen it go: nothing is left to complete
        finally:
            leaving.cancel()
            del self.open[stream]
            self.tailer.leave(reader)

    async def _pour(self, stream: Stream, send) -> None:
        reader = stream.reader
        await _send(stream, send, RETRY)
        while not stream.over:
            reader.wake.clear()
            for piece in _pieces(reader.next_frames()):
                await _send(stream, send, piece)
                if stream.over:
                    break
            if stream.alive:
                stream.alive = False
                await _send(stream, send, HEARTBEAT)
            if not stream.over:
                await reader.wake.wait()
        if stream.goodbye:
            await _send(stream, send, END)
        async with asyncio.timeout(settings.STREAM_SEND_SECONDS):
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    def _make_room(self, traveller_id: int) -> None:
        """One more of this account: the oldest rests, until somebody looks at its page again."""
        theirs = [stream for stream in self.open if stream.visitor.traveller_id == traveller_id]
        for stream in theirs[: max(0, len(theirs) + 1 - settings.STREAMS_AN_ACCOUNT)]:
            stream.end(goodbye=True)

    # --- All of them ---------------------------------------------------------------------------

    async def _keep_alive(self) -> None:
        """A sign of life where nothing was sent for a while; goodbye where nothing happens any more."""
        while True:
            pause = min(BEAT_SECONDS, settings.HEARTBEAT_COMMENT_SECONDS / 3)
            await asyncio.sleep(pause)
            now = time.monotonic()
            for stream in list(self.open):
                feed = stream.reader.feed
                if now - stream.sent_at > settings.HEARTBEAT_COMMENT_SECONDS - pause:
                    stream.alive = True
                    stream.reader.wake.set()
                quiet = now - max(stream.opened, feed.last_news)
                if quiet > settings.STREAM_IDLE_SECONDS and not feed.working:
                    stream.end(goodbye=True)

    async def _keep_right(self) -> None:
        """Goodbye to those who may not read any more."""
        while True:
            await asyncio.sleep(RIGHTS_SECONDS)
            visitors = {stream.visitor for stream in self.open}
            if not visitors:
                continue
            try:
                lost = await self._loop.run_in_executor(self._doors, no_longer, visitors)
            except Exception:  # the database may be away for a moment; then nothing new is read either
                logger.warning("rights could not be looked at", exc_info=True)
                continue
            for stream in list(self.open):
                if stream.visitor in lost:
                    stream.end(goodbye=True)


def _cursor(scope) -> str:
    """The header of who comes back wins over the address of the page; one that is too long is no cursor."""
    for name, value in scope["headers"]:
        if name == b"last-event-id" and value:
            text = value.decode("latin-1")
            break
    else:
        query = scope["query_string"][: 10 * LONGEST_CURSOR].decode("latin-1")
        text = parse_qs(query).get("after", [""])[0]
    return text if len(text) <= LONGEST_CURSOR else "?"


def _pieces(frames: Iterable[bytes]) -> Iterator[bytes]:
    """Frames in pieces that a connection may hold: small ones together, a large one in parts."""
    held, size = [], 0
    for frame in frames:
        held.append(frame)
        size += len(frame)
        if size >= PIECE:
            whole = b"".join(held)
            held, size = [], 0
            for start in range(0, len(whole), PIECE):
                yield whole[start : start + PIECE]
    if held:
        yield b"".join(held)


async def _send(stream: Stream, send, body: bytes) -> None:
    """Raises TimeoutError when the reader does not take it in time."""
    async with asyncio.timeout(settings.STREAM_SEND_SECONDS):
        await send({"type": "http.response.body", "body": body, "more_body": True})
    stream.sent_at = time.monotonic()


async def _until_gone(receive, stream: Stream) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.end()


def _abort_of(receive) -> Callable[[], None]:
    """Cut the connection without waiting for its reader. ASGI has no word for it: uvicorn's own transport;
    on another server the connection ends when the server gives up on it."""
    transport = getattr(getattr(receive, "__self__", None), "transport", None)
    return transport.abort if transport is not None else lambda: None


async def _refuse(send) -> None:
    """Nothing will ever come here: the close event, and the page's script stops asking."""
    await send({"type": "http.response.start", "status": 404, "headers": HEADERS})
    await send({"type": "http.response.body", "body": END})


async def _not_now(send, status: int) -> None:
    """Plain, without a close event: who wants to read comes back after a moment."""
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"retry-after", b"5"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"Not now."})
