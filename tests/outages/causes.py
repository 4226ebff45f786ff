"""What stops: servers, a disk without room, a clock that is set. Each begins and ends."""

from __future__ import annotations

import os
import resource
import select
import signal
import sqlite3
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tests.throwaway_servers import PostgreSQL, Redis

#: Debian's package libfaketime.
FAKETIME = Path("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1")
FLUSH_EVERY = 0.05
DISK_MEGABYTES = 32


class DurablePostgreSQL(PostgreSQL):
    """A commit is on its way to the disk before it is told: an immediate shutdown must lose none."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._command += ["-c", "synchronous_commit=on", "-c", "full_page_writes=on"]


class Cause:
    """Something stops between `begin` and `end`."""

    #: Are messages refused meanwhile? Else they have to be accepted.
    refuses = False
    #: Attempts that a turn may lose by it.
    costs = 0

    def begin(self) -> None:
        raise NotImplementedError

    def end(self) -> None:
        raise NotImplementedError


class Nothing(Cause):
    """To know how long things take."""

    def begin(self) -> None:
        pass

    end = begin


class RedisStopped(Cause):
    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def begin(self) -> None:
        self._redis.stop()

    def end(self) -> None:
        self._redis.start()


class RedisFlushed(Cause):
    """Again and again: no message in it is safe."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def begin(self) -> None:
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._flush, daemon=True)
        self._thread.start()

    def _flush(self) -> None:
        while not self._ended.wait(FLUSH_EVERY):
            self._redis.flush()

    def end(self) -> None:
        self._ended.set()
        self._thread.join()


class PostgreSQLStopped(Cause):
    """SIGINT is the fast shutdown, SIGQUIT the immediate one (a crash, as far as its data are concerned)."""

    refuses = True
    costs = 1

    def __init__(self, server: PostgreSQL, number: signal.Signals) -> None:
        self._server = server
        self._number = number

    def begin(self) -> None:
        self._server.stop(self._number)

    def end(self) -> None:
        self._server.start()


class Both(Cause):
    refuses = True
    costs = 1

    def __init__(self, *causes: Cause) -> None:
        self._causes = causes

    def begin(self) -> None:
        for cause in self._causes:
            cause.begin()

    def end(self) -> None:
        for cause in self._causes:
            cause.end()


# --- Disk --------------------------------------------------------------------------------------


@contextmanager
def small_disk(folder: Path) -> Iterator[Path | None]:
    """A file system of a few megabytes on the folder; None where that is not allowed."""
    folder.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={DISK_MEGABYTES}m", "tmpfs", str(folder)],
        capture_output=True,
    )
    try:
        yield folder if made.returncode == 0 else None
    finally:
        if made.returncode == 0:
            subprocess.run(["umount", "--lazy", str(folder)], check=False)


class DiskFull(Cause):
    """Not a byte is left on the disk of the database, nor in the log that SQLite writes anew."""

    refuses = True
    costs = 1

    def __init__(self, disk: Path, database: Path) -> None:
        self._filling = disk / "filling"
        self._database = database

    def begin(self) -> None:
        with closing(sqlite3.connect(self._database, timeout=10)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._fill()

    def _fill(self) -> None:
        size = 1 << 20
        with self._filling.open("ab", buffering=0) as file:
            while size:
                try:
                    file.write(bytes(size))
                except OSError:
                    size //= 2

    def end(self) -> None:
        self._filling.unlink()


class NoGrowth(Cause):
    """These processes may not write one more byte into any file, as over a quota (RLIMIT_FSIZE)."""

    refuses = True
    costs = 1

    def __init__(self, pids: list[int]) -> None:
        self._pids = pids

    def begin(self) -> None:
        for pid in self._pids:
            _soft, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, hard))

    def end(self) -> None:
        for pid in self._pids:
            _soft, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard, hard))


# --- Clock -------------------------------------------------------------------------------------


class SetClock:
    """The wall clock of every process that is started with `environment`; their steady clock goes on."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "clock"
        self.set(0)
        self.environment = {
            "LD_PRELOAD": str(FAKETIME),
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "DONT_FAKE_MONOTONIC": "1",
            "FAKETIME_CACHE_DURATION": "1",
            "NO_FAKE_STAT": "1",
        }

    def set(self, seconds: int) -> None:
        """So far from the real one."""
        new = self._file.with_suffix(".new")
        new.write_text(f"{seconds:+d}\n", "ascii")
        new.chmod(0o644)
        new.replace(self._file)


class ClockSet(Cause):
    """From one difference to another, at once; `end` does nothing: clocks stay as they are set."""

    costs = 1

    def __init__(self, clock: SetClock, seconds: int) -> None:
        self._clock = clock
        self._seconds = seconds

    def begin(self) -> None:
        self._clock.set(self._seconds)

    def end(self) -> None:
        pass


def pid_of(handle: int) -> int:
    """The process behind a pidfd."""
    if select.select([handle], [], [], 0)[0]:
        raise ProcessLookupError
    lines = Path(f"/proc/{os.getpid()}/fdinfo/{handle}").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pid:"))
