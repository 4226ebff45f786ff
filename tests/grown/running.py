"""Real worker processes on the test's own database, and waiting for what they do."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import redis as redis_client
from django.db import connection

from agents.events import TERMINAL
from agents.models import TurnEvent
from tests.grown.celery_worker import IN_HAND
from tests.house.sources import ROOT
from tests.story.answers import TODAY
from tests.throwaway_servers import Redis
from trips.models import Turn

#: A machine may be busy: what takes seconds gets a minute.
PATIENCE = 60.0
LEASE_SECONDS = 3.0


def database_url() -> str:
    """Where this test's database is, for another process."""
    values = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{values['NAME']}"
    return f"postgres://{values['USER']}@{values['HOST']}:{values['PORT']}/{values['NAME']}"


def environment(broker: str = "", **more: str) -> dict[str, str]:
    """The settings of a child process."""
    return {
        **os.environ,
        "DATABASE_URL": database_url(),
        "CELERY_BROKER_URL": broker,
        "ANTHROPIC_API_KEY": "",
        "ANTHROPIC_BASE_URL": "",
        "OFFLINE_PAUSE": "0",
        "LEASE_SECONDS": str(LEASE_SECONDS),
        "HEARTBEAT_SECONDS": "0.5",
        "LOG_LEVEL": "INFO",
        **more,
    }


class Worker:
    """One `celery worker`, as a process."""

    def __init__(self, redis: Redis, folder: Path, name: str, model_url: str) -> None:
        self._redis = redis
        self._environment = environment(redis.url, ANTHROPIC_BASE_URL=model_url)
        self._log = folder / f"{name}.log"
        self._process: subprocess.Popen | None = None

    @property
    def pid(self) -> int:
        return self._process.pid

    def start(self) -> Worker:
        command = [sys.executable, "-m", "tests.grown.celery_worker", TODAY.isoformat()]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                command, env=self._environment, cwd=ROOT, stdout=log, stderr=log, start_new_session=True
            )
        return self

    def kill(self, number: signal.Signals = signal.SIGKILL) -> None:
        if self._process.poll() is None:
            os.kill(self.pid, number)
        self._process.wait(PATIENCE)

    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def said(self) -> str:
        return self._log.read_text("utf-8")


class Broker:
    """What the test looks at in Redis."""

    def __init__(self, server: Redis) -> None:
        self.server = server

    def waiting_workers(self) -> int:
        """Workers that listen for tasks now."""
        with redis_client.Redis(port=self.server.port) as client:
            return sum(row["cmd"] == "brpop" for row in client.client_list())

    def is_drained(self) -> bool:
        """Every message was delivered, and its task has ended."""
        return self.in_hand() == 0

    def in_hand(self) -> int | None:
        """Tasks that workers have and did not finish; None while others are on their way to them."""
        with redis_client.Redis(port=self.server.port) as client:
            listening = [row for row in client.client_list() if row["cmd"] == "brpop"]
            if client.llen("wayfare") or any("b" not in row["flags"] for row in listening):
                return None  # who was just given one does not wait for the next yet
            return client.scard(IN_HAND)


@contextmanager
def workers(redis: Redis, model_url: str, count: int = 2) -> Iterator[list[Worker]]:
    """So many workers that listen; ended at the end."""
    with tempfile.TemporaryDirectory(prefix="wayfare-workers-") as name:
        started = [Worker(redis, Path(name), f"worker{number}", model_url).start() for number in range(count)]
        try:
            revive(started, redis)
            yield started
        finally:
            for worker in started:
                worker.kill(signal.SIGKILL)


def revive(processes: list[Worker], redis: Redis) -> None:
    """Start those that ended, and wait until all listen."""
    for worker in processes:
        if not worker.alive():
            worker.start()
    until(lambda: Broker(redis).waiting_workers() >= len(processes), lambda: processes[0].said()[-1500:])


def until(condition: Callable[[], object], otherwise: Callable[[], object] = str, seconds: float = PATIENCE):
    """Wait for a state; returns what the condition returned."""
    waiting = threading.Event()
    end = time.monotonic() + seconds
    while not (seen := condition()):
        if time.monotonic() > end:
            raise AssertionError(f"not seen in {seconds:g} s; {otherwise()}")
        waiting.wait(0.02)
    return seen


def ended(turn: Turn) -> Turn:
    """The turn, once it has ended and said so."""

    def look() -> bool:
        turn.refresh_from_db()
        return turn.finished

    until(look, lambda: f"turn {turn.status}, attempt {turn.attempt}")
    rows = list(TurnEvent.objects.filter(turn=turn).order_by("seq").values_list("seq", "kind"))
    assert [kind for _seq, kind in rows if kind in TERMINAL] == [rows[-1][1]]
    assert rows[-1][0] == turn.last_seq and len({seq for seq, _kind in rows}) == len(rows)
    return turn
