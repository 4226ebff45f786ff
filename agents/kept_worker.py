"""The worker process beside the web process of `manage.py serve`: started again when it dies.

A worker that is killed (out of memory, by hand) would leave every message queued for ever: in the embedded
form nobody else looks.
"""

from __future__ import annotations

import contextlib
import logging
import os
import subprocess
import sys
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


def command() -> list[str]:
    """`manage.py work`, which ends by itself when this process is gone."""
    return [sys.executable, sys.argv[0], "work", "--with-parent", str(os.getpid())]


class KeptWorker:
    """One child process, and a thread that waits for its end and starts the next."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        pauses: Sequence[float] = PAUSES,
        well_seconds: float = WELL_SECONDS,
    ) -> None:
        self._command = list(command)
        self._pauses = pauses
        self._well_seconds = well_seconds
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
                child.wait(END_SECONDS)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
        if self._thread.is_alive():
            self._thread.join(END_SECONDS)

    def _start_child(self) -> None:
        with self._lock:
            if not self._ending.is_set():
                # A group of its own: Ctrl+C is for the web process, which then ends the worker.
                self._child = subprocess.Popen(self._command, process_group=0)  # noqa: S603

    def _keep(self) -> None:
        deaths = 0
        while not self._ending.is_set():
            started = time.monotonic()
            code = self._child.wait() if self._child else None
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
