"""The stream of a trip, answered natively: all SSE syntax is in this file.

TurnEvent rows are the truth. One tailer a process reads them for all open streams; each event is
rendered once into a frame, and a stream is a position in that list of frames. A cursor holds the last
seq of every unfinished turn and of the newest turn ("7:40,8:1"); replay is strictly after it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.contrib.auth import get_user
from django.db import InterfaceError, OperationalError, close_old_connections, connection
from django.db.models import Q
from django.http import Http404, HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import escape

from agents.events import TERMINAL, read_event
from agents.models import TurnEvent
from agents.turn_view import Live, TurnView, turn_view, with_everything
from config import background
from trips.access import trip_for
from trips.models import Trip, Turn

logger = logging.getLogger("wayfare.streams")

TICK_WORKING = 0.05  # seconds between two looks while a turn runs
TICK_IDLE = 0.5
QUEUE_LIMIT = 500  # frames; a reader that is further behind is dropped and reads again

Cursor = dict[int, int]


# --- Cursors -----------------------------------------------------------------------------------


def cursor_of(views: Iterable[TurnView]) -> str:
    """The cursor of a page that shows these turns up to their last event."""
    positions = {
        view.number: max((row.seq for row in view.turn.events.all()), default=view.turn.last_seq)
        for view in views
    }
    finished = {view.number for view in views if view.turn.finished}
    return write_cursor(positions, finished)


def write_cursor(positions: Cursor, finished: set[int]) -> str:
    newest = max(positions, default=0)
    kept = {n: seq for n, seq in positions.items() if n == newest or n not in finished}
    return ",".join(f"{number}:{seq}" for number, seq in sorted(kept.items()))


def read_cursor(text: str) -> Cursor:
    """Anything unreadable counts as nothing seen of that turn."""
    positions: Cursor = {}
    for part in text.split(",")[:50]:
        number, _, seq = part.partition(":")
        if number.isdigit() and seq.isdigit():
            positions[int(number)] = int(seq)
    return positions


# --- Frames ------------------------------------------------------------------------------------


def frame(html: str, cursor: str) -> bytes:
    """One unnamed message: htmx swaps the partials in it."""
    lines = "".join(f"data: {line}\n" for line in html.splitlines() or [""])
    return f"id: {cursor}\n{lines}\n".encode()


def partial(target: str, swap: str, html: str) -> str:
    return f'<hx-partial data-hx-target="#{target}" data-hx-swap="{swap}">{html}</hx-partial>'


END = b"event: bye\ndata: x\n\n"
HEARTBEAT = b": still here\n\n"


@dataclass
class TurnFrames:
    """One turn's events as partials, rendered once for all readers."""

    number: int
    turn_id: int
    status: str = Turn.Status.QUEUED
    seen: int = 0
    live: Live = field(default_factory=Live)
    frames: list[tuple[int, str]] = field(default_factory=list)  # (seq, html)

    @property
    def finished(self) -> bool:
        return bool(self.live.ended)


def render_event(turn: TurnFrames, kind: str, data: dict, view: Callable[[], TurnView]) -> str:
    """The partials of one event; moves `turn.live` on. `view` reads the whole turn, for first and last."""
    event = read_event(kind, data)
    known = set(turn.live.rail)
    turn.live.apply(event)
    name = f"turn-{turn.number}"
    if kind == "queued":
        return partial("turns", "beforeend", render_to_string("agents/_turn.html", {"view": view()}))
    if kind in TERMINAL:
        whole = view()
        # Stripped: the white space around the replaced article is there already.
        article = render_to_string("agents/_turn.html", {"view": whole}).strip()
        return partial(name, "outerHTML", article) + _board_refresh(str(whole.turn.trip.uuid))
    if kind == "reply_delta":
        return partial(f"{name}-text", "innerHTML", str(turn.live.html))
    if kind == "restarted":
        return (
            partial(f"{name}-text", "innerHTML", "")
            + partial(f"{name}-rail", "innerHTML", "")
            + _progress(turn)
        )
    if kind in ("started", "progress"):
        return _progress(turn)
    key = data["key"]
    row = turn.live.rail.get(key)
    if row is None:
        return ""
    html = render_to_string("agents/_rail_row.html", {"number": turn.number, "row": row})
    if key in known:
        return partial(f"{name}-{key}", "outerHTML", html)
    return partial(f"{name}-rail", "beforeend", html) + _progress(turn)


def _progress(turn: TurnFrames) -> str:
    html = render_to_string("agents/_progress.html", {"number": turn.number, "live": turn.live})
    return partial(f"turn-{turn.number}-progress", "innerHTML", html)


def _board_refresh(uuid: str) -> str:
    url = reverse("board", args=[uuid])
    refresh = render_to_string("agents/_board_refresh.html", {"board_url": url})
    return partial("board-refresh", "innerHTML", refresh)


# --- The tailer --------------------------------------------------------------------------------


class TripFeed:
    """What is known of one trip that somebody watches."""

    def __init__(self, trip_id: int, uuid: str) -> None:
        self.trip_id = trip_id
        self.uuid = uuid
        self.since: int | None = None  # the earliest turn that a reader may still need
        self.turns: dict[int, TurnFrames] = {}  # by number
        self.revision: int | None = None
        self.readers: set[Reader] = set()
        self.changed = asyncio.Event()
        self.last_news = time.monotonic()

    @property
    def working(self) -> bool:
        return any(not turn.finished for turn in self.turns.values())


class Reader:
    """One open stream: positions in the feed's frames."""

    def __init__(self, feed: TripFeed, cursor: Cursor) -> None:
        self.feed = feed
        self.positions = dict(cursor)
        self.revision = feed.revision
        self.wake = asyncio.Event()

    def next_frames(self) -> list[bytes]:
        """Everything after this reader's position, as frames that each carry the new cursor."""
        result = []
        newest_known = max(self.positions, default=0)
        for number in sorted(self.feed.turns):
            turn = self.feed.turns[number]
            if number not in self.positions and number < newest_known:
                continue  # finished before the page was rendered
            after = self.positions.get(number, 0)
            for seq, html in turn.frames:
                if seq <= after:
                    continue
                self.positions[number] = seq
                if html:
                    result.append(frame(html, self.cursor))
        if self.feed.revision != self.revision:
            self.revision = self.feed.revision
            if not any(b"board-refresh" in sent for sent in result):  # a turn's end brings its own
                result.append(frame(_board_refresh(self.feed.uuid), self.cursor))
        return result

    @property
    def cursor(self) -> str:
        finished = {n for n, turn in self.feed.turns.items() if turn.finished}
        return write_cursor(self.positions, finished)


class Tailer:
    """Reads the log for all watched trips, in one thread with a kept connection."""

    def __init__(self) -> None:
        self.feeds: dict[int, TripFeed] = {}
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="tailer")
        self._wake = asyncio.Event()
        self._task: asyncio.Task | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._in_thread(_close)
        self._thread.shutdown(wait=False)

    def poke(self) -> None:
        self._wake.set()

    async def watch(self, trip_id: int, uuid: str, cursor: Cursor) -> Reader:
        feed = self.feeds.setdefault(trip_id, TripFeed(trip_id, uuid))
        oldest = min(cursor, default=0)
        if feed.since is None or oldest < feed.since:
            feed.since = oldest
            await self._read([feed])
        reader = Reader(feed, cursor)
        feed.readers.add(reader)
        self.poke()
        return reader

    def leave(self, reader: Reader) -> None:
        reader.feed.readers.discard(reader)
        if not reader.feed.readers:
            self.feeds.pop(reader.feed.trip_id, None)

    async def _run(self) -> None:
        while True:
            feeds = list(self.feeds.values())
            if feeds:
                try:
                    await self._read(feeds)
                except Exception:
                    logger.exception("the tailer could not read")
                    await asyncio.sleep(1)
            working = any(feed.working for feed in feeds)
            try:
                async with asyncio.timeout(TICK_WORKING if working else TICK_IDLE if feeds else None):
                    await self._wake.wait()
            except TimeoutError:
                pass
            self._wake.clear()

    async def _read(self, feeds: list[TripFeed]) -> None:
        news = await self._in_thread(_news, feeds)
        for feed in feeds:
            if news.get(feed.trip_id):
                feed.last_news = time.monotonic()
                for reader in feed.readers:
                    reader.wake.set()

    async def _in_thread(self, call: Callable, *args: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._thread, _with_connection, call, args)


def _with_connection(call: Callable, args: tuple) -> Any:
    try:
        return call(*args)
    except (OperationalError, InterfaceError):
        connection.close()
        raise


def _close() -> None:
    connection.close()  # the proxy must be asked in the tailer's own thread


def _news(feeds: list[TripFeed]) -> dict[int, bool]:
    """Read what is new for these trips and render it. Two short queries when nothing is."""
    by_trip = {feed.trip_id: feed for feed in feeds}
    changed: dict[int, bool] = {}
    for trip_id, revision in Trip.objects.filter(pk__in=by_trip).values_list("pk", "revision"):
        feed = by_trip[trip_id]
        if feed.revision is not None and feed.revision != revision:
            changed[trip_id] = True
        feed.revision = revision
    wanted: dict[int, TurnFrames] = {}
    needed = Q()
    for feed in feeds:
        needed |= Q(trip_id=feed.trip_id, number__gte=feed.since or 0)
    rows = Turn.objects.filter(needed).order_by("number")
    fresh = [feed.trip_id for feed in feeds if not feed.turns]
    settled = [t.turn_id for feed in feeds for t in feed.turns.values() if t.finished]
    for pk, trip_id, number, last_seq in rows.exclude(pk__in=settled).values_list(
        "pk", "trip_id", "number", "last_seq"
    ):
        feed = by_trip[trip_id]
        turn = feed.turns.setdefault(number, TurnFrames(number, pk))
        if last_seq > turn.seen:
            wanted[pk] = turn
            if trip_id not in fresh:
                changed[trip_id] = True
    trip_of = {t.turn_id: feed.trip_id for feed in feeds for t in feed.turns.values()}
    events = TurnEvent.objects.filter(turn_id__in=wanted).order_by("turn_id", "seq")
    for turn_id, seq, kind, data in events.values_list("turn_id", "seq", "kind", "data"):
        turn = wanted[turn_id]
        if seq <= turn.seen:
            continue
        turn.seen = seq
        turn.frames.append((seq, render_event(turn, kind, data, lambda pk=turn_id: _whole(pk))))
        changed[trip_of[turn_id]] = True
    return changed


def _whole(turn_id: int) -> TurnView:
    return turn_view(with_everything(Turn.objects.select_related("trip")).get(pk=turn_id))


# --- Streams -----------------------------------------------------------------------------------


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
            await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
            await self._pour(reader, scope, uuid, send, leaving, ending)
        finally:
            leaving.cancel()
            ending.cancel()
            self.tailer.leave(reader)

    async def _pour(self, reader: Reader, scope, uuid: str, send, leaving, ending) -> None:
        loop = asyncio.get_running_loop()
        checked = beat = time.monotonic()
        await _send(send, b"retry: 500\n\n")
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


_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
    (b"content-encoding", b"identity"),
]


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
    from importlib import import_module

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
    text = escape("There is no such trip.").encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 404, "headers": headers})
    await send({"type": "http.response.body", "body": text})
