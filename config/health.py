"""Is this process alive (`/healthz`), and is everything there that answers travellers (`/readyz`)?

Both are answered before Django: a probe comes by address and without HTTPS, so neither ALLOWED_HOSTS nor the
redirect to HTTPS may stand in its way, and pages that wait for a database must not hold it up.
"""

from __future__ import annotations

import asyncio
import json
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from functools import cache
from urllib.parse import parse_qs

from django.db import connection, connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from config.database import AWAY
from config.logs import about_only

logger = logging.getLogger("wayfare.health")

ALIVE, READY = "/healthz", "/readyz"
PATHS = (ALIVE, READY)
ANSWER_SECONDS = 1.8  # then the answer is no
GOOD_FOR_SECONDS = 1.0  # one look is shared by all who ask meanwhile
FORSAKEN_SECONDS = 30.0  # a look that hangs for so long (a network that swallows all) is not waited for


@dataclass(frozen=True, slots=True)
class Check:
    """`words` are for everybody who asks; `detail` for the operator at the machine."""

    name: str
    well: bool
    words: str
    detail: str = ""


#: What pages need; the rest is needed to answer messages.
FOR_PAGES = ("database", "migrations")


# --- Checks ------------------------------------------------------------------------------------


def database_check() -> Check:
    """Does it answer?"""
    started = time.perf_counter()
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            cursor.fetchone()
    except AWAY as error:
        return _away(error)
    took = (time.perf_counter() - started) * 1000
    return Check("database", True, f"{connection.vendor}, answers in {took:.0f} ms")


def _away(error: Exception) -> Check:
    return Check("database", False, f"does not answer ({type(error).__name__})", str(error))


def migrations_check() -> Check:
    """Is every migration of this code applied? (More than these are: another version is on its way.)"""
    try:
        applied = set(MigrationRecorder(connection).migration_qs.values_list("app", "name"))
    except AWAY:  # not even their table
        applied = set()
    waiting = sorted(_migrations() - applied)
    if waiting:
        names = ", ".join(f"{app}.{name}" for app, name in waiting[:5])
        return Check("migrations", False, f"{len(waiting)} wait: run `manage.py migrate`", names)
    return Check("migrations", True, "all applied")


@cache
def _migrations() -> frozenset[tuple[str, str]]:
    return frozenset(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)


def ground_checks() -> list[Check]:
    """Database and migrations; the second only where the first is well."""
    database = database_check()
    return [database, migrations_check()] if database.well else [database]


# --- Answers -----------------------------------------------------------------------------------


class Health:
    """Answers the two addresses. `look` does all checks (agents/health.py); it may take any time."""

    def __init__(self, look: Callable[[], list[Check]]) -> None:
        self._look = look
        self._lock = threading.Lock()
        self._latest: Future[list[Check]] | None = None
        self._begun = 0.0
        self._known = 0.0

    async def answer(self, scope, receive, send) -> None:
        """An ASGI application for `PATHS`."""
        if scope["method"] not in ("GET", "HEAD"):
            await _send(send, scope, 405, {"words": "Ask with GET."})
        elif scope["path"] == ALIVE:
            await _send(send, scope, 200, {"alive": True})
        else:
            checks = await self.checks()
            if parse_qs(scope["query_string"].decode("latin-1")).get("for") == ["pages"]:
                checks = [check for check in checks if check.name in FOR_PAGES]
            ready = all(check.well for check in checks)
            said = {check.name: {"well": check.well, "words": check.words} for check in checks}
            await _send(send, scope, 200 if ready else 503, {"ready": ready, "checks": said})

    async def checks(self) -> list[Check]:
        """The newest look, at most a second old; within two seconds in any case."""
        future = self._newest()
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await asyncio.shield(asyncio.wrap_future(future))
        except TimeoutError:
            seconds = time.monotonic() - self._begun
            return [Check("database", False, f"has not answered for {seconds:.0f} s")]

    def _newest(self) -> Future[list[Check]]:
        """The look that goes on, or is still good; else a new one, in a thread of its own."""
        with self._lock:
            now = time.monotonic()
            if self._latest is not None:
                if self._latest.done() and now - self._known < GOOD_FOR_SECONDS:
                    return self._latest
                if not self._latest.done() and now - self._begun < FORSAKEN_SECONDS:
                    return self._latest
            self._latest, self._begun = Future(), now
            thread = threading.Thread(target=self._run, args=(self._latest,), name="health", daemon=True)
            thread.start()
            return self._latest

    def _run(self, future: Future[list[Check]]) -> None:
        with about_only():
            try:
                checks = self._look()
            except AWAY as error:  # it left between two checks
                checks = [_away(error)]
            except Exception as error:
                logger.exception("a check broke")
                checks = [Check("checks", False, f"one broke ({type(error).__name__})")]
            finally:
                connections.close_all()
        self._known = time.monotonic()
        future.set_result(checks)


async def _send(send, scope, status: int, said: dict) -> None:
    body = json.dumps(said).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
