"""One tailer a process: reads the event log for all open streams, renders each event once.

A stream is a position in a trip's list of frames (`Reader`); replay and live are the same list.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import InterfaceError, OperationalError, connection
from django.db.models import Q

from agents.models import TurnEvent
from agents.sse import Cursor, TurnFrames, board_refresh, frame, render_event, write_cursor
from agents.turn_view import TurnView, turn_view, with_everything
from trips.models import Trip, Turn

logger = logging.getLogger("wayfare.streams")

TICK_WORKING = 0.05  # seconds between two looks while a turn runs
TICK_IDLE = 0.5


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
                result.append(frame(board_refresh(self.feed.uuid), self.cursor))
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
        reader = Reader(feed, cursor)
        feed.readers.add(reader)  # before anything is awaited: a feed without readers is dropped
        oldest = min(cursor, default=0)
        if feed.since is None or oldest < feed.since:
            feed.since = oldest
            try:
                await self._read([feed])
            except BaseException:
                self.leave(reader)
                raise
        reader.revision = feed.revision
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
