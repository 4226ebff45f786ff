"""Work that a process does again and again beside its own, from a thread."""

from __future__ import annotations

import logging
import threading
from abc import ABC, abstractmethod

from django.db import close_old_connections, connection


class Recurring(ABC):
    """Does its `work` every `SECONDS` between `start` and `stop`; holds no connection of a pool in between.

    Work that fails is logged, and tried again the next time: the database may be away for a moment.
    """

    NAME: str
    SECONDS: float
    FIRST_SECONDS: float | None = None  # before the first time; None: as before every other

    def __init__(self) -> None:
        self.ending = threading.Event()
        self._thread: threading.Thread | None = None

    @abstractmethod
    def work(self) -> None:
        """Once. Long work stops when `ending` is set."""

    def start(self) -> None:
        self.ending.clear()
        self._thread = threading.Thread(target=self._run, name=self.NAME, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Waits for the work at hand, ten seconds at most."""
        self.ending.set()
        if self._thread:
            self._thread.join(timeout=10)
            self._thread = None

    def _run(self) -> None:
        wait = self.SECONDS if self.FIRST_SECONDS is None else self.FIRST_SECONDS
        while not self.ending.wait(wait):
            wait = self.SECONDS
            try:
                close_old_connections()
                self.work()
            except Exception:
                logging.getLogger(f"wayfare.{self.NAME}").warning("the %s failed", self.NAME, exc_info=True)
            finally:
                close_old_connections()
        connection.close()
