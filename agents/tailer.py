"""One tailer a process: follows the event log for all open streams; each event is rendered once.

A stream is a position in a trip's frames (`Reader`); replay and live are the same list. What is read, and
how it becomes frames, is in `agents/news.py`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import InterfaceError, OperationalError, connection

from agents.changes import Changes
from agents.events import TERMINAL
from agents.news import Afresh, Answer, Needs, Question, TurnFrames, look
from agents.sse import Cursor, board_refresh, data, frame, write_cursor

logger = logging.getLogger("wayfare.streams")

#: Seconds between two looks at a trip where a turn runs, when nobody tells of anything written.
TICK_WORKING = 0.05
TICK_IDLE = 0.5
#: After a look, times as long as it took: however much is written, most of the time is others'.
REST = 3.0
AFTER_A_FAILURE = 1.0


class TripFeed:
    """What is known of one trip that somebody watches."""

    def __init__(self, trip_id: int, uuid: str) -> None:
        self.trip_id = trip_id
        self.uuid = uuid
        self.turns: dict[int, TurnFrames] = {}  # by number; those that nobody needs any more are left out
        self.revision: int | None = None
        self.lost_track = False  # a look broke off: what it rendered is gone, so all is read again
        self.readers: set[Reader] = set()
        self.last_news = time.monotonic()

    @property
    def working(self) -> bool:
        return any(not turn.finished for turn in self.turns.values())

    def question(self, readers: list[Reader]) -> Question:
        """What to look for; `readers` are those who have just come."""
        return Question(
            trip_id=self.trip_id,
            uuid=self.uuid,
            revision=None if self.lost_track else self.revision,
            turns={} if self.lost_track else dict(self.turns),
            positions=[dict(reader.positions) for reader in self.readers if reader.reading],
            coming=[reader.came_with for reader in readers],
        )

    def take(self, answer: Answer, coming: list[Reader]) -> None:
        """Go on by what was found, without an await: readers see all of it or nothing."""
        news = bool(answer.frames)
        if self.lost_track:  # readers go on by what they had; what nobody needs was not read again
            self.turns = {number: turn for number, turn in self.turns.items() if turn.finished}
            self.lost_track = False
        for number, (turn, frames) in answer.frames.items():
            turn.take(frames)
            self.turns[number] = turn
        for turn in answer.broken:
            self.turns[turn.number] = turn.afresh()
        if answer.revision is not None and answer.revision != self.revision:
            news = news or self.revision is not None
            self.revision = answer.revision
        for index, reader in enumerate(coming):
            reader.begin(answer.afresh if index in answer.misfits else None)
        if news:
            self.last_news = time.monotonic()
            for reader in self.readers:
                reader.wake.set()

    def forget_what_all_have(self) -> None:
        """An ended turn that no reader needs is dropped; whoever comes back for it has it read again."""
        ended = [turn for turn in self.turns.values() if turn.finished]
        if ended and all(reader.reading for reader in self.readers):
            needs = Needs(reader.positions for reader in self.readers)
            for turn in ended:
                if not needs.turn(turn.number, turn.seen):
                    del self.turns[turn.number]


class Reader:
    """One open stream: positions in the feed's frames."""

    __slots__ = ("feed", "came_with", "positions", "revision", "reading", "wake", "_first")

    def __init__(self, feed: TripFeed, cursor: Cursor) -> None:
        self.feed = feed
        self.came_with = cursor
        self.positions: dict[int, int] = dict(cursor.positions)
        self.revision = cursor.revision
        self.reading = False  # until the log was read from this cursor on
        self.wake = asyncio.Event()
        self._first = b""

    def begin(self, afresh: Afresh | None) -> None:
        """The feed has everything after the cursor now; or `afresh` takes the place of what the page has."""
        if afresh is not None:
            self._first = afresh.body
            self.positions = dict(afresh.cursor.positions)
            self.revision = afresh.cursor.revision
        if self.revision is None:
            self.revision = self.feed.revision
        self.reading = True
        self.wake.set()

    def next_frames(self) -> Iterator[bytes]:
        """Everything after this reader's position, one frame at a time, each with the cursor after it."""
        if not self.reading:
            return
        if self._first:
            first, self._first = self._first, b""
            yield frame(first, self.cursor)
        newest_known = max(self.positions, default=0)
        for number in sorted(self.feed.turns):
            if number not in self.positions and number < newest_known:
                continue  # finished before the page was rendered
            turn = self.feed.turns[number] if number in self.feed.turns else None
            for event in turn.frames if turn else ():
                if event.seq <= self.positions.get(number, 0):
                    continue
                self.positions[number] = event.seq
                if event.kind in TERMINAL:
                    self.revision = self.feed.revision  # an end brings the board along
                if event.body:
                    yield frame(event.body, self.cursor)
        if self.feed.revision != self.revision:
            self.revision = self.feed.revision
            yield frame(data(board_refresh(self.feed.uuid)), self.cursor)

    @property
    def cursor(self) -> str:
        """Where this reader is; turns they have to the end are left out, and forgotten."""
        newest = max(self.positions, default=0)
        for number, seq in list(self.positions.items()):
            turn = self.feed.turns.get(number)
            if number != newest and (turn is None or (turn.finished and seq >= turn.seen)):
                del self.positions[number]
        return write_cursor(self.positions, set(), self.revision)


class Tailer:
    """Reads the log for all watched trips, in one thread with a kept connection."""

    def __init__(self) -> None:
        self.feeds: dict[int, TripFeed] = {}
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="tailer")
        self._wake = asyncio.Event()
        self._changes = Changes(self._wake.set)
        self._coming: list[Reader] = []
        self._whole_at = 0.0  # when to look at every trip again
        self._task: asyncio.Task | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())
        self._changes.start()

    async def stop(self) -> None:
        await self._changes.stop()
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._in_thread(_close)
        self._thread.shutdown(wait=False)

    def poke(self) -> None:
        """Something was written in this process: look at once."""
        self._whole_at = 0.0
        self._wake.set()

    def watch(self, trip_id: int, uuid: str, cursor: Cursor) -> Reader:
        """A reader from this cursor on; woken when there is something to read."""
        feed = self.feeds.setdefault(trip_id, TripFeed(trip_id, uuid))
        reader = Reader(feed, cursor)
        feed.readers.add(reader)
        self._coming.append(reader)
        self._wake.set()
        return reader

    def leave(self, reader: Reader) -> None:
        feed = reader.feed
        feed.readers.discard(reader)
        if not feed.readers and self.feeds.get(feed.trip_id) is feed:
            del self.feeds[feed.trip_id]

    async def _run(self) -> None:
        while True:
            pause, began = None, time.monotonic()
            try:
                await self._look()
                await asyncio.sleep(min(TICK_WORKING, REST * (time.monotonic() - began)))
                if any(feed.working for feed in self.feeds.values()):
                    pause = TICK_WORKING
                elif self.feeds:
                    pause = TICK_IDLE
            except Exception:  # the database may be away for a moment
                logger.exception("the tailer could not read")
                await asyncio.sleep(AFTER_A_FAILURE)
                continue
            try:
                async with asyncio.timeout(pause):
                    await self._wake.wait()
            except TimeoutError:
                pass
            self._wake.clear()

    async def _look(self) -> None:
        """Look once: at trips where a turn runs or somebody has come, at all of them twice a second."""
        coming: dict[TripFeed, list[Reader]] = {}
        readers, self._coming = self._coming, []
        for reader in readers:
            if reader in reader.feed.readers:  # they may have left
                coming.setdefault(reader.feed, []).append(reader)
        feeds = list(self.feeds.values())
        if time.monotonic() < self._whole_at:
            feeds = [feed for feed in feeds if feed.working or feed in coming]
        else:
            self._whole_at = time.monotonic() + TICK_IDLE
        if not feeds:
            return
        try:
            answers = await self._in_thread(look, [feed.question(coming.get(feed, [])) for feed in feeds])
        except BaseException:
            for feed in feeds:
                feed.lost_track = True
            self._coming += [reader for readers in coming.values() for reader in readers]
            raise
        for feed in feeds:
            feed.take(answers[feed.trip_id], coming.get(feed, []))
            feed.forget_what_all_have()

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
