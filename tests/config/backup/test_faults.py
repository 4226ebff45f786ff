"""Killed in the middle, or the disk is full: the old data is there, and no half file has a name."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from django.db import connection  # noqa: F401  (in the mark)

from config.backup.archive import WORKPLACE
from config.backup.engines import Mending
from config.backup.making import make_backup, verify_backup
from config.backup.restoring import restore_backup
from tests.house.sources import ROOT

pytestmark = pytest.mark.slow

#: Enough that a copy takes a moment, and that a process can be met in the middle of it.
MEGABYTES = 12


@pytest.fixture
def big(scratch):
    scratch.grow(MEGABYTES)
    return scratch


def command(scratch, *arguments: str, at_most: int = 0) -> subprocess.Popen:
    """`manage.py …` as a process of its own; no file may grow over `at_most` bytes (0: any)."""

    def limit() -> None:
        if at_most:
            resource.setrlimit(resource.RLIMIT_FSIZE, (at_most, at_most))

    return subprocess.Popen(
        [sys.executable, "manage.py", *arguments],
        env={**os.environ, "DATABASE_URL": scratch.url, "CELERY_BROKER_URL": ""},
        cwd=ROOT, preexec_fn=limit, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def stop_when(process: subprocess.Popen, seen: Callable[[], object]) -> None:
    """SIGSTOP as soon as the process is there; fails when it was quicker."""
    waiting, end = threading.Event(), time.monotonic() + 60
    while not seen():
        assert process.poll() is None, f"it had ended: {process.communicate()}"
        assert time.monotonic() < end
        waiting.wait(0.001)
    process.send_signal(signal.SIGSTOP)


def kill_when(process: subprocess.Popen, seen: Callable[[], object]) -> None:
    stop_when(process, seen)
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=60)
    assert process.returncode == -signal.SIGKILL


def kill_in_the_transaction(process: subprocess.Popen, scratch, before: dict) -> None:
    """SIGKILL while it writes pages back. It is stopped first, so that nobody has to be quick."""
    stop_when(process, grown(Path(scratch.name).parent, "*.sqlite3-wal", 4_000_000))
    assert scratch.tables() == before, "it had committed"
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=60)


def grown(folder: Path, pattern: str, size: int) -> Callable[[], bool]:
    """Has a file of this name more bytes than that?"""

    def look() -> bool:
        try:
            return any(path.stat().st_size > size for path in folder.glob(pattern))
        except FileNotFoundError:
            return False

    return look


def restoring(scratch) -> Callable[[], bool]:
    """Is there a database that a restore fills?"""
    server = psycopg.connect(scratch.server.url("postgres"), autocommit=True)

    def look() -> bool:
        sizes = server.execute(
            "SELECT pg_database_size(datname) FROM pg_database WHERE datname LIKE '%\\_restoring\\_%'"
        ).fetchall()
        return any(size > 9_000_000 for (size,) in sizes)

    return look


def left_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name.startswith(WORKPLACE))


@pytest.mark.parametrize("stage", ["copy", "backup"])
def test_a_backup_that_is_killed_leaves_no_file_and_the_next_one_tidies_up(big, kept, stage):
    if stage == "copy" and big.engine == "postgresql":
        pytest.skip("pg_dump writes straight into the backup")
    make_backup(kept / "one")
    older = (kept / "one").read_bytes()
    big.run("INSERT INTO empty_one VALUES (1)")
    process = command(big, "backup", "--to", str(kept / "one"))
    kill_when(process, grown(kept, f"{WORKPLACE}*/{stage}", 1_000_000))
    assert (kept / "one").read_bytes() == older
    assert len(left_in(kept)) == 1
    make_backup(kept / "two")
    assert left_in(kept) == [] and sorted(path.name for path in kept.iterdir()) == ["one", "two"]
    assert verify_backup(kept / "two").manifest.tables == big.tables()


@pytest.mark.parametrize("stage", ["unpacking", "writing back"])
def test_a_restore_that_is_killed_leaves_the_old_data(big, kept, stage):
    if stage == "writing back" and big.engine == "postgresql":
        pytest.skip("two names change in one transaction of the server")
    made = make_backup(kept / "one").manifest
    big.run("DELETE FROM bulk WHERE id > 40")
    big.run("INSERT INTO empty_one VALUES (1)")
    before = big.tables()
    process = command(big, "restore", "--replace", str(kept / "one"))
    folder = Path(big.name).parent
    if big.engine == "postgresql":
        kill_when(process, restoring(big))
    elif stage == "unpacking":
        kill_when(process, grown(folder, f"{WORKPLACE}*/restored", 1_000_000))
    else:
        kill_in_the_transaction(process, big, before)
    assert big.tables() == before
    restore_backup(kept / "one", Mending(), replace=True)
    assert big.tables() == made.tables
    if big.engine == "sqlite":
        assert big.run("PRAGMA integrity_check") == [("ok",)]
        assert left_in(folder) == []
    else:
        with closing(psycopg.connect(big.server.url("postgres"))) as server:
            names = server.execute("SELECT datname FROM pg_database WHERE datname LIKE 'wayfare%'").fetchall()
            assert names == [(big.name,)]


def test_a_full_disk_leaves_the_older_backup(big, kept):
    make_backup(kept / "one")
    older = (kept / "one").read_bytes()
    process = command(big, "backup", "--to", str(kept / "one"), at_most=MEGABYTES * 500_000)
    _said, complaint = process.communicate(timeout=120)
    assert process.returncode == 1 and "The backup failed" in complaint and "Traceback" not in complaint
    assert (kept / "one").read_bytes() == older
    assert [path.name for path in kept.iterdir()] == ["one"]


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="about SQLite")
@pytest.mark.parametrize("share", [0.5, 1.003], ids=["unpacking", "writing back"])
def test_a_full_disk_leaves_the_old_data(make_scratch, point_at, kept, share):
    """The unpacked file just fits in the second case: what fails is the transaction of the live file."""
    big = point_at(make_scratch("sqlite"))
    big.fill()
    big.grow(MEGABYTES)
    make_backup(kept / "one")
    size = Path(big.name).stat().st_size
    big.run("INSERT INTO empty_one VALUES (1)")
    before = big.tables()
    process = command(big, "restore", "--replace", str(kept / "one"), at_most=int(size * share))
    _said, complaint = process.communicate(timeout=120)
    assert process.returncode == 1 and "The restore failed" in complaint and "Traceback" not in complaint
    assert big.tables() == before and big.run("PRAGMA integrity_check") == [("ok",)]
    assert left_in(Path(big.name).parent) == []
