"""The worker process beside the web process of `manage.py serve`: started again when it dies or goes silent.

A worker that is killed (out of memory, by hand) or hangs would leave every message queued for ever: in the
embedded form nobody else looks.
"""

from __future__ import annotations

import contextlib
import logging
import math
import os
import select
import subprocess
import threading
import time
from collections.abc import Sequence

logger = logging.getLogger("wayfare.worker")

#: Seconds before it is started again, by how often it has died in a row; the last for all that follow.
PAUSES = (0.5, 1, 2, 5, 10, 30)
#: A worker that lived so long was well: the pauses begin anew.
WELL_SECONDS = 60.0
#: What a running turn gets at the end, and a little more (agents/worker.py).
END_SECONDS = 8.0
#: Until the first sign of life: a busy machine takes a while to start.
START_SECONDS = 60.0
#: The process ends itself first, and says where it hung (agents/watchdog.py).
LATER_SECONDS = 1.0


class KeptWorker:
    """One child process, and a thread that hears its signs of life, ends it where they fail, and starts the
    next. `silence`: seconds without a sign; None for a program that gives none."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        pauses: Sequence[float] = PAUSES,
        well_seconds: float = WELL_SECONDS,
        silence: float | None = None,
        end_seconds: float = END_SECONDS,
    ) -> None:
        self._command = list(command)
        self._pauses = pauses
        self._well_seconds = well_seconds
        self._silence = silence
        self._end_seconds = end_seconds
        self._signs = -1  # where the child's signs are read
        self._ending = threading.Event()
        self._lock = threading.Lock()  # a child is started, or none will be any more
        self._child: subprocess.Popen | None = None
        self._thread = threading.Thread(target=self._keep, name="keeps the worker", daemon=True)

    @property
    def pid(self) -> int | None:
        child = self._child
        return child.pid if child and child.poll() is None else None

    def start(self) -> None:
        self._start_child()
        self._thread.start()

    def stop(self) -> None:
        """No new one is started; the one that runs is told to end, and made to when it does not."""
        self._ending.set()
        with self._lock:
            child = self._child
        if child is not None:
            child.terminate()
            try:
                child.wait(self._end_seconds)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
        if self._thread.is_alive():
            self._thread.join(self._end_seconds)

    def _start_child(self) -> None:
        with self._lock:
            if self._ending.is_set():
                return
            reading, writing = os.pipe()
            signs = ["--signs", str(writing)] if self._silence else []
            try:
                # A group of its own: Ctrl+C is for the web process, which then ends the worker.
                self._child = subprocess.Popen(  # noqa: S603
                    [*self._command, *signs], process_group=0, pass_fds=[writing]
                )
                self._signs, reading = reading, self._signs
            finally:
                os.close(writing)
                if reading >= 0:
                    os.close(reading)

    def _keep(self) -> None:
        deaths = 0
        while not self._ending.is_set():
            started = time.monotonic()
            code = self._until_it_ends(self._child) if self._child else None
            if self._ending.is_set():
                return
            if time.monotonic() - started >= self._well_seconds:
                deaths = 0
            pause = self._pauses[min(deaths, len(self._pauses) - 1)]
            deaths += 1
            logger.error("the worker ended with %s and is started again in %g s", code, pause)
            if self._ending.wait(pause):
                return
            self._child = None
            with contextlib.suppress(OSError):  # no memory, no process to be had: after the next pause
                self._start_child()

    def _until_it_ends(self, child: subprocess.Popen) -> int:
        """Its code. It is ended when it gives no sign of life, and when it was told to end and does not."""
        poll = select.poll()
        poll.register(self._signs, select.POLLIN)
        until = time.monotonic() + START_SECONDS if self._silence else math.inf
        told_to_end = False
        while poll.poll(None if until == math.inf else max(0.0, until - time.monotonic()) * 1000):
            heard = os.read(self._signs, 4096)
            if not heard:  # its end of the pipe is closed
                return child.wait()
            if any(heard) and not told_to_end:
                told_to_end, until = True, time.monotonic() + self._end_seconds
            elif not told_to_end:
                until = time.monotonic() + self._silence + LATER_SECONDS
        logger.error("the worker %s and is killed", "does not end" if told_to_end else "gave no sign of life")
        child.kill()
        return child.wait()
