"""Takes up what a crash left, from a thread of every process that is no worker itself: web and Celery."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence

from django.conf import settings
from django.db import close_old_connections, connection

from agents import turns, waiting

logger = logging.getLogger("wayfare.sweeper")

SWEEP_SECONDS = 1.0


def sweep() -> None:
    """Expired leases go back to the queue; with Celery, turns that nobody took are sent again."""
    turns.recover_expired()
    if settings.BACKGROUND == "celery":
        waiting.send_again()


class Sweeper:
    """Sweeps every second between `start` and `stop`; holds no connection between two sweeps of a pool."""

    def __init__(self, also: Sequence[Callable[[], object]] = ()) -> None:
        self._also = also  # done after every sweep
        self._ending = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._ending.clear()
        self._thread = threading.Thread(target=self._run, name="sweeper", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._ending.set()
        if self._thread:
            self._thread.join(timeout=10)
            self._thread = None

    def _run(self) -> None:
        while not self._ending.wait(SWEEP_SECONDS):
            try:
                sweep()
                for call in self._also:
                    call()
            except Exception:  # the database may be away for a moment: the next sweep tries again
                logger.warning("the sweep failed", exc_info=True)
            finally:
                close_old_connections()
        connection.close()
