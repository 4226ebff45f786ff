"""Has another connection written? A hint that comes within milliseconds and costs next to nothing.

Whoever waits for rows looks for them now and then anyhow, and at once when told here: a hint that is lost
loses time and nothing else. SQLite keeps a number that moves with every commit of another connection; to read
it takes some microseconds and no query. PostgreSQL sends a notification with a commit that holds events.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from typing import Any, Protocol
from urllib.parse import quote

from django.db import connection

logger = logging.getLogger("wayfare.changes")

EVERY_SECONDS = 0.008
#: After it could not be asked: for so long only the slow looks are left.
REST_SECONDS = 5.0
#: Of PostgreSQL's notifications (agents/fence.py sends them).
CHANNEL = "wayfare_events"
#: Of what Django hands to the driver: what is about a pool and its cursors, not about how to connect.
_LEFT_OUT = {"pool", "cursor_factory", "context"}


class _Source(Protocol):
    """A connection of its own."""

    def changed(self) -> bool:
        """Since it was last asked. Never waits; raises what the driver raises."""

    def close(self) -> None: ...


class _Sqlite:
    def __init__(self, name: str) -> None:
        self._connection = sqlite3.connect(
            f"file:{quote(name)}?mode=ro", uri=True, timeout=0, check_same_thread=False
        )
        self._version = self._read()

    def _read(self) -> int:
        return self._connection.execute("PRAGMA data_version").fetchall()[0][0]

    def changed(self) -> bool:
        before, self._version = self._version, self._read()
        return self._version != before

    def close(self) -> None:
        self._connection.close()


class _PostgreSQL:
    def __init__(self, parameters: dict[str, Any]) -> None:
        import psycopg

        self._connection = psycopg.connect(**{**parameters, "autocommit": True})
        self._connection.execute(f"LISTEN {CHANNEL}")

    def changed(self) -> bool:
        link = self._connection.pgconn
        link.consume_input()  # reads what has come and waits for nothing
        news = False
        while link.notifies() is not None:
            news = True
        return news

    def close(self) -> None:
        self._connection.close()


def _open(vendor: str, settings: dict[str, Any]) -> _Source:
    """Called in a thread: a server may let us wait. Raises Django's errors, whose words a log may have."""
    with connection.wrap_database_errors:
        return _Sqlite(settings["database"]) if vendor == "sqlite" else _PostgreSQL(settings)


def _settings() -> dict[str, Any]:
    """As the pool connects: whatever the operator gave (certificates, a search path) counts here too."""
    given = connection.get_connection_params()
    return {name: value for name, value in given.items() if name not in _LEFT_OUT}


class Changes:
    """Calls `told` in the event loop soon after a commit of another connection, while it is started."""

    def __init__(self, told: Callable[[], None]) -> None:
        self._told = told
        self.works = False  # while False, nobody is told of anything
        self._said_why_not = False
        self._task: asyncio.Task | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _watch(self) -> None:
        while True:
            try:
                await self._until_broken()
            except Exception as error:  # once, until it works again: it is tried every few seconds
                level = logging.DEBUG if self._said_why_not else logging.WARNING
                logger.log(level, "commits are not told; whoever waits looks now and then", exc_info=error)
                self._said_why_not = True
            await asyncio.sleep(REST_SECONDS)

    async def _until_broken(self) -> None:
        loop = asyncio.get_running_loop()
        opening = loop.run_in_executor(None, _open, connection.vendor, _settings())
        try:
            source = await asyncio.shield(opening)
        except asyncio.CancelledError:
            opening.add_done_callback(lambda done: done.exception() or done.result().close())
            raise
        broken = loop.create_future()

        def look() -> None:  # a timer, not a task that sleeps: half of what waiting costs
            nonlocal timer
            try:
                changed = source.changed()
            except Exception as error:
                if not broken.done():
                    broken.set_exception(error)
                return
            timer = loop.call_later(EVERY_SECONDS, look)
            if changed:
                self._told()

        timer = loop.call_later(EVERY_SECONDS, look)
        self.works = True
        self._said_why_not = False
        self._told()  # of what was written before
        try:
            await broken
        finally:
            self.works = False
            timer.cancel()
            source.close()
