"""Works on queued turns in one event loop: `manage.py work`, and threads in tests and the terminal.

It looks for turns that may run, claims them one by one and runs several at a time. What a crash left
is found by looking: a queued turn is its own outbox entry, an expired lease goes back to the queue. Without
work it looks as soon as anybody has written (agents/changes.py), and now and then anyhow.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import Callable, Coroutine

from django.conf import settings

from agents import afterwork, finishing, health, turns, waiting
from agents.changes import Changes
from agents.llm import select
from agents.refreshing import Refresh
from agents.retention import DailyCleanup
from agents.runtime.db_thread import close_recorder_connection, in_database
from config import background
from config.database import AWAY

logger = logging.getLogger("wayfare.worker")

LOOK_SECONDS = 0.05
LOOK_IDLE_SECONDS = 0.1
LOOK_TOLD_SECONDS = 0.5  # while others' commits are told
RECOVER_SECONDS = 1.0


class Worker:
    """`alone` answers a turn that took its worker down; without it, such a turn runs here like any other."""

    def __init__(
        self, at_most: int | None = None, *, alone: Callable[[int], Coroutine] = turns.run_turn
    ) -> None:
        self.at_most = at_most or settings.WORKER_TURNS
        self._alone = alone
        self._running: dict[int, asyncio.Task] = {}
        self._ending = asyncio.Event()
        self._poke = asyncio.Event()
        self._beside = (DailyCleanup(), Refresh())
        self._afterwork = afterwork.Afterwork()
        # What runs writes as well: then the pace of LOOK_SECONDS is enough.
        self._changes = Changes(lambda: self._running or self.poke())

    def poke(self) -> None:
        self._poke.set()

    def end(self) -> None:
        """Take no new turn; the ones that run are left for the next worker when we stop."""
        self._ending.set()
        self._poke.set()

    async def run(self) -> None:
        """Until `end`. Running turns get a moment to finish, then their leases run out."""
        recovered = 0.0
        for work in self._beside:
            work.start()
        self._changes.start()
        while not self._ending.is_set():
            try:
                if time.monotonic() - recovered > RECOVER_SECONDS:
                    recovered = time.monotonic()
                    await in_database(turns.recover_expired)
                    await in_database(health.sign_of_life, "worker")
                    await in_database(finishing.look)
                    self._afterwork.look()
                await self._take()
            except AWAY:
                logger.warning("the database is not there", exc_info=True)
                await asyncio.sleep(1)
            await self._wait()
        await self._leave()

    async def _take(self) -> None:
        free = self.at_most - len(self._running)
        if free <= 0:
            return
        queued = (await in_database(waiting.queued_turns))[:free]
        new = [turn_id for turn_id in queued if turn_id not in self._running]
        suspects = await in_database(waiting.took_down_a_worker, new) if new else ()
        for turn_id in new:
            run = self._alone if turn_id in suspects else turns.run_turn
            task = asyncio.create_task(run(turn_id))
            self._running[turn_id] = task
            task.add_done_callback(lambda done, turn_id=turn_id: self._done(turn_id, done))

    def _done(self, turn_id: int, task: asyncio.Task) -> None:
        self._running.pop(turn_id, None)
        self._poke.set()
        if not task.cancelled() and task.exception():
            logger.error("turn %s broke its worker", turn_id, exc_info=task.exception())

    async def _wait(self) -> None:
        idle = LOOK_TOLD_SECONDS if self._changes.works else LOOK_IDLE_SECONDS
        try:
            async with asyncio.timeout(LOOK_SECONDS if self._running else idle):
                await self._poke.wait()
        except TimeoutError:
            pass
        self._poke.clear()

    async def _leave(self) -> None:
        await self._changes.stop()
        if self._running:
            _done, late = await asyncio.wait(self._running.values(), timeout=3)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        await self._afterwork.end()
        for work in self._beside:
            await asyncio.to_thread(work.stop)
        with contextlib.suppress(*AWAY):  # away: the sign grows old by itself
            await in_database(health.sign_off)
        await select.close_minds()
        await close_recorder_connection()


class WorkerThread:
    """A worker inside this process: for tests and `manage.py chat`."""

    def __init__(self) -> None:
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._main, name="worker", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._worker: Worker | None = None
        self._forget = lambda: None

    def start(self) -> WorkerThread:
        self._thread.start()
        self._ready.wait()
        self._forget = background.on_wake(lambda _turn: self._loop.call_soon_threadsafe(self._worker.poke))
        return self

    def stop(self) -> None:
        self._forget()
        self._loop.call_soon_threadsafe(self._worker.end)
        self._thread.join(timeout=20)

    def __enter__(self) -> WorkerThread:
        return self.start()

    def __exit__(self, *_error) -> None:
        self.stop()

    def _main(self) -> None:
        async def main() -> None:
            self._loop = asyncio.get_running_loop()
            self._worker = Worker()
            self._ready.set()
            await self._worker.run()

        asyncio.run(main())
