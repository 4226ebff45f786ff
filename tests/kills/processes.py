"""The processes of a run: a database, perhaps a Redis, one web process, one worker; each can be killed."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx

from tests.house.sources import ROOT
from tests.throwaway_servers import PostgreSQL, Redis, free_port, running

START_SECONDS = 60.0
KILL_SECONDS = 60.0


class Nursery:
    """A process that has imported everything and forks others: they are there at once."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._lock = threading.Lock()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.kills.start"],
            env={**os.environ, **environment},
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        if self._process.stdout.readline().strip() != "ready":
            raise RuntimeError("the nursery did not start")

    def fork(self, command: list[str], environment: Mapping[str, str], log: Path) -> int:
        """A new process of this command; its pid."""
        asked = {"command": command, "environment": dict(environment), "log": str(log)}
        with self._lock:
            self._process.stdin.write(json.dumps(asked) + "\n")
            self._process.stdin.flush()
            return int(self._process.stdout.readline())

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


class Process:
    """A process of the product, in a session of its own: started as in production, or by a nursery."""

    def __init__(
        self,
        name: str,
        command: list[str],
        environment: Mapping[str, str],
        folder: Path,
        nursery: Nursery | None = None,
    ) -> None:
        self.name = name
        self._command = command
        self._environment = {**environment, "KILLS_NAME": name}
        self._log = folder / f"{name}.log"
        self._nursery = nursery
        self._handle: int | None = None  # of the process, whoever has its pid later

    def start(self) -> None:
        if self._nursery:
            pid = self._nursery.fork(self._command, self._environment, self._log)
        else:
            with self._log.open("ab") as log:
                pid = subprocess.Popen(
                    [sys.executable, "-m", "tests.kills.start", *self._command],
                    env={**os.environ, **self._environment},
                    cwd=ROOT,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                ).pid
        if self._handle is not None:
            os.close(self._handle)
        self._handle = os.pidfd_open(pid)

    def kill(self) -> None:
        """SIGKILL, and wait until it is gone; nothing when it is."""
        if self._handle is None:
            return
        if self.alive:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)
        self.wait(KILL_SECONDS)

    def wait(self, seconds: float) -> bool:
        """Wait until it has ended; False when it goes on."""
        return bool(select.select([self._handle], [], [], seconds)[0])

    @property
    def alive(self) -> bool:
        return self._handle is not None and not self.wait(0)

    def said(self) -> str:
        """What it wrote since the first start."""
        return self._log.read_text("utf-8", "replace") if self._log.exists() else ""


@dataclass
class Site:
    """A running product."""

    address: str
    web: Process
    worker: Process
    armed: Path
    redis: Redis | None

    def arm(self, victim: str, point: str, times: int, run: int) -> None:
        """From now on the victim is dead when it reaches this point so many times."""
        new = self.armed.with_suffix(".new")
        new.write_text(f"{victim}\n{point}\n{times}\n{run}", "utf-8")
        new.replace(self.armed)

    def disarm(self) -> None:
        self.armed.unlink(missing_ok=True)

    def start(self) -> None:
        """Both processes, and wait until a page comes and the worker listens."""
        self.worker.start()
        self.web.start()
        end = time.monotonic() + START_SECONDS
        while not (self._answers() and self._listens()):
            for process in (self.web, self.worker):
                if not process.alive or time.monotonic() > end:
                    raise RuntimeError(f"{process.name} did not start: {process.said()[-3000:]}")
            threading.Event().wait(0.1)

    def _answers(self) -> bool:
        try:
            return httpx.get(self.address, timeout=10).status_code == 200
        except httpx.TransportError:
            return False

    def _listens(self) -> bool:
        if self.redis is None:
            return self.worker.alive
        import redis

        with redis.Redis(port=self.redis.port) as client:
            return any(row["cmd"] == "brpop" for row in client.client_list())

    def undelivered(self) -> int:
        """Messages in Redis that no worker was given."""
        if self.redis is None:
            return 0
        import redis

        with redis.Redis(port=self.redis.port) as client:
            return client.llen("wayfare")


@contextmanager
def servers(mode: str) -> Iterator[tuple[Path, dict[str, str], Redis | None]]:
    """An empty database (and a Redis) for the mode: a folder, and the environment that leads there.

    Raises `tests.throwaway_servers.Missing` where a program is not on this machine.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="wayfare-kills-")))
        if mode == "embedded":
            yield (
                folder,
                {"DATABASE_URL": f"sqlite:///{folder / 'kills.sqlite3'}", "CELERY_BROKER_URL": ""},
                None,
            )
            return
        database = stack.enter_context(running(PostgreSQL))
        redis = stack.enter_context(running(Redis))
        yield folder, {"DATABASE_URL": database.make_database(), "CELERY_BROKER_URL": redis.url}, redis


@contextmanager
def site(
    folder: Path, environment: Mapping[str, str], redis: Redis | None, *, send_again: float, quick: bool
) -> Iterator[Site]:
    """Web process and worker as docs/operations.md starts them, until the block ends. `quick`: forked."""
    port = free_port()
    more = {**environment, "KILLS_ARMED": str(folder / "armed"), "KILLS_SEND_AGAIN": str(send_again)}
    listening = ["--host", "127.0.0.1", "--port", str(port)]
    web = ["uvicorn", "config.asgi:application", "--ws", "none", "--lifespan", "on",
           "--timeout-graceful-shutdown", "5", *listening]  # fmt: skip
    worker = ["celery", "-A", "config", "worker"] if redis else ["manage.py", "work"]
    nursery = Nursery(more) if quick else None
    made = Site(
        f"http://127.0.0.1:{port}",
        Process("web", web, more, folder, nursery),
        Process("worker", worker, more, folder, nursery),
        folder / "armed",
        redis,
    )
    try:
        made.start()
        yield made
    finally:
        made.web.kill()
        made.worker.kill()
        if nursery:
            nursery.close()
