"""Ends a worker that gives no sign of life: one pattern that holds the interpreter stops all its threads.

The process watches itself by a timer that needs no interpreter (faulthandler): where it hangs goes to
standard error, without a word of anybody, and it is gone. Its supervisor hears the same signs through a pipe
and ends what cannot end itself, because it was stopped or has no memory to run in.
"""

from __future__ import annotations

import asyncio
import faulthandler
import os
import signal
from collections.abc import Callable
from contextlib import suppress

from django.conf import settings

from agents.runtime.db_thread import busy_seconds

EVERY_SECONDS = 1.0
#: A sign in the pipe; any other byte is the number of a signal that the process was sent.
SIGN = b"\0"


class Watchdog:
    """Of one process. `pipe`: where its supervisor listens."""

    def __init__(self, pipe: int | None = None) -> None:
        self._pipe = pipe

    async def watch(self) -> None:
        """Give signs for as long as this loop runs and the database's thread comes round."""
        while True:
            if busy_seconds() < EVERY_SECONDS:
                self._sign()
            await asyncio.sleep(min(EVERY_SECONDS, settings.WORKER_SILENCE / 4))

    def end_at(self, *signals: signal.Signals, end: Callable[[], None]) -> None:
        """Call `end` in the running loop at one of these signals; the supervisor is told by the signal's own
        handler, which no stuck interpreter holds up. Of the main thread."""
        loop = asyncio.get_running_loop()
        if self._pipe is not None:
            signal.set_wakeup_fd(self._pipe, warn_on_full_buffer=False)
        for number in signals:
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(end))

    def _sign(self) -> None:
        faulthandler.dump_traceback_later(settings.WORKER_SILENCE, exit=True)
        if self._pipe is not None:
            with suppress(BlockingIOError, BrokenPipeError):
                os.write(self._pipe, SIGN)
