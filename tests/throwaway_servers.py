"""A PostgreSQL cluster and a Redis that are gone afterwards: Debian's packages, on free ports of loopback.

`python -m tests.throwaway_servers COMMAND …` runs a command with DATABASE_URL set to such a cluster.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

#: The newest first: Debian keeps each version's programs in a folder of its own, outside PATH.
DEBIAN = Path("/usr/lib/postgresql")
START_SECONDS = 60


class Missing(Exception):
    """A server's program is not on this machine; the sentence says which package has it."""


def postgresql_programs() -> Path:
    """The folder of `initdb` and `postgres`. Raises Missing."""
    folders = sorted(DEBIAN.glob("*/bin"), key=lambda path: int(path.parent.name), reverse=True)
    onpath = shutil.which("initdb")
    for folder in [*folders, *([Path(onpath).parent] if onpath else [])]:
        if (folder / "initdb").exists():
            return folder
    raise Missing("there is no PostgreSQL server on this machine (install the package 'postgresql')")


def redis_program() -> str:
    """The path of `redis-server`. Raises Missing."""
    found = shutil.which("redis-server")
    if not found:
        raise Missing("there is no Redis on this machine (install the package 'redis-server')")
    return found


def or_skip(call: Callable[[], object]) -> object:
    """What `call` returns; where a program is missing the test is skipped, in CI it fails."""
    try:
        return call()
    except Missing as missing:
        if os.environ.get("CI") == "true":
            pytest.fail(str(missing))
        pytest.skip(str(missing))


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class Server:
    """A child process that listens on a port; can be killed and started again with its data."""

    def __init__(self, command: Sequence[str], port: int, folder: Path, *, user: str | None = None) -> None:
        self.port = port
        self.folder = folder
        self._command = list(command)
        self._user = user
        self._process: subprocess.Popen | None = None

    def start(self) -> None:
        log = (self.folder / "log").open("ab")
        with log:
            self._process = subprocess.Popen(
                self._command, stdout=log, stderr=log, cwd=self.folder, user=self._user, group=self._user,
                extra_groups=[] if self._user else None,
            )  # fmt: skip
        end = time.monotonic() + START_SECONDS
        while not self.answers():
            if self._process.poll() is not None or time.monotonic() > end:
                said = (self.folder / "log").read_text()[-800:]
                raise RuntimeError(f"{self._command[0]} did not start: {said}")
            threading.Event().wait(0.05)

    def answers(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self, number: signal.Signals = signal.SIGTERM) -> None:
        """End it by this signal and wait; nothing happens when it has ended."""
        if self._process and self._process.poll() is None:
            self._process.send_signal(number)
            try:
                self._process.wait(30)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()


class PostgreSQL(Server):
    """An empty cluster; everybody of this machine may be its superuser `wayfare`."""

    def __init__(self, folder: Path) -> None:
        programs = postgresql_programs()
        user = _owner()
        data = folder / "data"
        if user:  # PostgreSQL refuses to run as root
            shutil.chown(folder, user, user)
        port = free_port()
        made = [str(programs / "initdb"), "-D", str(data), "-U", "wayfare", "-A", "trust", "-E", "UTF8",
                "--locale=C.UTF-8", "--no-sync"]  # fmt: skip
        subprocess.run(
            made, check=True, stdout=subprocess.DEVNULL, cwd=folder, user=user, group=user,
            extra_groups=[] if user else None,
        )  # fmt: skip
        options = {
            "port": port, "listen_addresses": "127.0.0.1", "unix_socket_directories": folder,
            "fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "max_connections": 150,
        }  # fmt: skip
        command = [str(programs / "postgres"), "-D", str(data)]
        for name, value in options.items():
            command += ["-c", f"{name}={value}"]
        super().__init__(command, port, folder, user=user)

    def answers(self) -> bool:
        """It listens before it lets anybody in."""
        import psycopg

        if not super().answers():
            return False
        try:
            psycopg.connect(self.url("postgres"), connect_timeout=5).close()
        except psycopg.OperationalError:
            return False
        return True

    def url(self, database: str = "wayfare") -> str:
        return f"postgres://wayfare@127.0.0.1:{self.port}/{database}"

    def make_database(self, name: str = "wayfare") -> str:
        """An empty database; returns its address."""
        import psycopg

        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        return self.url(name)

    def stop(self, number: signal.Signals = signal.SIGINT) -> None:
        """SIGINT is its fast shutdown: open connections are closed."""
        super().stop(number)


class Redis(Server):
    """Keeps nothing on disk."""

    def __init__(self, folder: Path) -> None:
        port = free_port()
        command = [redis_program(), "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly",
                   "no", "--dir", str(folder)]  # fmt: skip
        super().__init__(command, port, folder)

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def flush(self) -> None:
        """Everything in it is lost."""
        import redis

        with redis.Redis(port=self.port) as client:
            client.flushall()


def _owner() -> str | None:
    """Whom a server that refuses root runs as."""
    if os.getuid() != 0:
        return None
    with suppress(KeyError):
        return pwd.getpwnam("postgres").pw_name
    return "nobody"


@contextmanager
def running(kind: type[PostgreSQL] | type[Redis]) -> Iterator[PostgreSQL | Redis]:
    """A started server; stopped and removed at the end. Raises Missing."""
    with tempfile.TemporaryDirectory(prefix="wayfare-server-") as name:
        folder = Path(name)
        server = kind(folder)
        server.start()
        try:
            yield server
        finally:
            server.stop()


def main(command: Sequence[str]) -> int:
    """Run the command beside a cluster of its own; returns its exit status."""
    try:
        with running(PostgreSQL) as server:
            environment = {**os.environ, "DATABASE_URL": server.make_database()}
            return subprocess.run(command, env=environment).returncode
    except Missing as missing:
        print(f"Skipped: {missing}.", file=sys.stderr)
        return 1 if os.environ.get("CI") == "true" else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
