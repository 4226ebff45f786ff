"""The task of Celery: one queued turn. Its threads wait; one event loop a process does the work.

One loop, because the connections to the model belong to a loop (docs/decisions.md).
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import CancelledError
from functools import partial

from celery.signals import worker_init, worker_ready, worker_shutdown, worker_shutting_down
from django.db import connection

from agents import afterwork, finishing, health, turns, waiting
from agents.alone import Alone
from agents.llm import select
from agents.refreshing import Refresh
from agents.retention import DailyCleanup
from agents.runtime.db_thread import close_recorder_connection, in_database
from agents.sweeper import Sweeper
from agents.warm_up import warm_up
from agents.watchdog import Watchdog
from config.celery import ANSWER_TURN, app
from config.database import AWAY

#: What a running turn gets to finish when its process is told to end; then it goes back to the queue.
END_SECONDS = 3.0


class TurnLoop:
    """An event loop in a thread, started with the first turn."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._running: set[asyncio.Task] = set()
        self._ending = False
        self._afterwork = afterwork.Afterwork()
        self._alone: Callable[[int], Coroutine] = turns.run_turn
        self._watching: asyncio.Task | None = None

    def watch(self) -> None:
        """From now on this process ends when the loop hangs, and what took a worker down gets its own."""
        with self._lock:
            self._start()
        self._loop.call_soon_threadsafe(self._watch)

    def _watch(self) -> None:
        self._alone = Alone().run
        self._watching = self._loop.create_task(Watchdog().watch())

    def run(self, turn_id: int) -> bool:
        """Run one turn to its end, from any other thread. False when it was not ours to run."""
        with self._lock:
            if self._ending:
                return False
            self._start()
        try:
            return asyncio.run_coroutine_threadsafe(self._run(turn_id), self._loop).result()
        except CancelledError:
            return False

    def look_after(self) -> None:
        """Do what is due after turns, in the same loop. Returns at once."""
        with self._lock:
            if self._ending:
                return
            self._start()
        self._loop.call_soon_threadsafe(self._afterwork.look)

    def _start(self) -> None:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            threading.Thread(target=self._loop.run_forever, name="turns", daemon=True).start()

    async def _run(self, turn_id: int) -> bool:
        task = asyncio.current_task()
        self._running.add(task)
        try:
            if await in_database(waiting.took_down_a_worker, [turn_id]):
                await self._alone(turn_id)
                return True
            return await turns.run_turn(turn_id)
        finally:
            self._running.discard(task)

    def end(self) -> None:
        """Take no new turn; running ones get a moment. Returns at once (it is called in a signal handler)."""
        self._ending = True
        if self._loop:
            self._loop.call_soon_threadsafe(lambda: self._loop.create_task(self._end()))

    async def _end(self) -> None:
        running = set(self._running)
        if running:
            _done, late = await asyncio.wait(running, timeout=END_SECONDS)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        await self._afterwork.end()
        await select.close_minds()
        await close_recorder_connection()


turn_loop = TurnLoop()
sweeper = Sweeper(also=(partial(health.sign_of_life, "celery"), finishing.look, turn_loop.look_after))
cleanup, refresh = DailyCleanup(), Refresh()


@app.task(name=ANSWER_TURN)
def answer_turn(turn_id: int) -> None:
    """Delivered late, twice or at once: only the claim of `run_turn` counts."""
    turn_loop.run(turn_id)


@worker_init.connect
def _warm_up(**_rest) -> None:
    warm_up()


@worker_ready.connect
def _start_sweeping(**_rest) -> None:
    turn_loop.watch()
    sweeper.start()
    cleanup.start()
    refresh.start()


@worker_shutting_down.connect
def _end_turns(**_rest) -> None:
    turn_loop.end()


@worker_shutdown.connect
def _stop_sweeping(**_rest) -> None:
    sweeper.stop()
    cleanup.stop()
    refresh.stop()
    with contextlib.suppress(*AWAY):  # away: the sign grows old by itself
        health.sign_off()
    connection.close()
