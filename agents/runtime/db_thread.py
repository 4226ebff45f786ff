"""The database from asynchronous code: one thread a process, its connection kept.

`asyncio.to_thread` would leak a connection for every thread of the default pool. A broken connection
is closed and the error raised; the next call opens a new one.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import InterfaceError, OperationalError, connection

from config.logs import carried

T = TypeVar("T")

_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="recorder")
_began: float | None = None  # the call at hand, by the steady clock


def busy_seconds() -> float:
    """How long the call at hand has taken; 0 while there is none."""
    began = _began
    return 0.0 if began is None else time.monotonic() - began


def _guarded(call: Callable[..., T], args: tuple, kwargs: dict) -> T:
    global _began
    _began = time.monotonic()
    try:
        return call(*args, **kwargs)
    except (OperationalError, InterfaceError):
        connection.close()
        raise
    finally:
        _began = None


async def in_database(call: Callable[..., T], *args, **kwargs) -> T:
    """Run a short database call in the recorder's thread. Never hold a transaction across an await."""
    loop = asyncio.get_running_loop()
    # Shielded: a cancelled turn must not cancel the thread's future half way (it would kill the pool).
    future = loop.run_in_executor(_thread, carried(_guarded), call, args, kwargs)
    try:
        return await asyncio.shield(future)
    except asyncio.CancelledError:
        # Nobody waits any more: what it raises (a lost lease, mostly) is no news, and must not be logged.
        future.add_done_callback(lambda done: done.cancelled() or done.exception())
        raise


def _close() -> None:
    connection.close()  # the proxy must be asked in the recorder's own thread


async def close_recorder_connection() -> None:
    """For tests and a clean shutdown: give the kept connection back."""
    await in_database(_close)
