"""The restore drill: `python -m tests.grown.drill`, on the database that DATABASE_URL names. It is wiped.

Processes write whole turns. Meanwhile a backup is made and, further on, put back over the living database.
Then the database is wiped, and the same backup restored where there is nothing. Every table is compared with
the manifest (taken from the living database, in the snapshot of the backup) and with the same data unpacked
by the engine's own programs. A worker process ends the turns that had run, and answers one message more.
Prints one JSON object.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import django

#: Columns that a restore changes in turns that were not finished.
LEASE = ("status", "lease_token", "lease_owner", "lease_until")
PATIENCE = 120.0


def main(seconds: float, writers: int, rows: int) -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.update(OFFLINE_PAUSE="0", BACKGROUND="worker", LEASE_SECONDS="5", LOG_LEVEL="ERROR")
    django.setup()
    with tempfile.TemporaryDirectory(prefix="wayfare-drill-") as folder:
        report = drill(Path(folder), seconds, writers, rows)
    print(json.dumps(report))
    return int(bool(report["wrong"]))


def drill(folder: Path, seconds: float, writers: int, rows: int) -> dict:
    from django.core.management import call_command
    from django.db import connection, connections

    call_command("migrate", interactive=False, verbosity=0)
    if rows:
        fill(rows)
    connections.close_all()
    load = Load(folder, writers)
    backup = folder / "one.backup"
    try:
        load.let_write(seconds / 2)
        known = load.accepted()
        made = command("backup", "--to", str(backup))
        load.let_write(seconds / 4)
        written_since = load.accepted() - known
        replaced = command("restore", "--replace", str(backup))
        load.let_write(seconds / 4)
        survived = load.alive()
    finally:
        load.end()
    wrong = [] if written_since else ["nobody wrote while the backup was made"]
    if not survived:
        wrong.append("no writer survived the restore under load")
    verified = command("backup", "--verify", str(backup))
    wipe()
    restored = command("restore", str(backup))
    wrong += table_by_table(backup)
    there = set(turn_keys())
    if lost := known - there:
        wrong.append(f"{len(lost)} messages that were accepted before the backup are not in it")
    wrong += go_on()
    connection.close()
    from config.backup.archive import Archive

    with Archive(backup) as archive:
        manifest = archive.manifest
    return {
        "engine": connection.vendor,
        "tables": {name: table.rows for name, table in manifest.tables.items()},
        "rows": manifest.rows,
        "bytes": backup.stat().st_size,
        "writers": writers,
        "accepted before the backup": len(known),
        "accepted between backup and restore": len(written_since),
        "backup under load, s": made,
        "restore over the living database, s": replaced,
        "verify, s": verified,
        "restore where there was nothing, s": restored,
        "wrong": wrong,
    }


# --- Load --------------------------------------------------------------------------------------


class Load:
    """Writers, as processes; each writes down what was accepted, after it was."""

    def __init__(self, folder: Path, count: int) -> None:
        self._lists = [folder / f"writer{number}" for number in range(count)]
        self._log = (folder / "writers.log").open("wb")
        self._processes = [
            subprocess.Popen(
                [sys.executable, "-m", "tests.grown.drill_writer", str(path)],
                stdout=self._log,
                stderr=self._log,
            )
            for path in self._lists
        ]
        until(lambda: all(path.exists() and path.stat().st_size for path in self._lists))

    def let_write(self, seconds: float) -> None:
        threading.Event().wait(seconds)

    def accepted(self) -> set[str]:
        """Keys of the messages that were committed by now."""
        lines = [line for path in self._lists for line in path.read_text("utf-8").splitlines(keepends=True)]
        return {line.strip() for line in lines if line.endswith("\n")}

    def alive(self) -> bool:
        """Does somebody go on after the data has changed under their hands?"""
        before = len(self.accepted())
        until(lambda: len(self.accepted()) > before)
        return any(process.poll() is None for process in self._processes)

    def end(self) -> None:
        for process in self._processes:
            process.send_signal(signal.SIGKILL)
            process.wait(30)
        self._log.close()


def fill(rows: int) -> None:
    """Events of one long conversation: what grows most."""
    from agents.models import TurnEvent
    from trips.models import Message, Traveller, Turn
    from trips.starting import start_trip

    trip = start_trip(Traveller.objects.create_user("long", password=None))
    turn = Turn.objects.create(trip=trip, number=1, status=Turn.Status.DONE, last_seq=rows)
    Message.objects.create(
        trip=trip, turn=turn, position=1, author="traveller", text="Boston", client_key="long"
    )
    for start in range(0, rows, 5000):
        TurnEvent.objects.bulk_create(
            TurnEvent(turn=turn, seq=seq + 1, kind="progress", data={"text": f"Looking at {seq:x}. " * 8})
            for seq in range(start, min(start + 5000, rows))
        )


# --- The commands ------------------------------------------------------------------------------


def command(*arguments: str) -> float:
    """`manage.py …` as an operator runs it; the seconds it took, with the start of Python."""
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments], capture_output=True, text=True, timeout=600
    )
    if done.returncode:
        raise RuntimeError(f"{arguments[0]} failed: {done.stderr[-800:]}")
    return round(time.monotonic() - began, 2)


def wipe() -> None:
    from django.db import connection, connections

    name = str(connection.settings_dict["NAME"])
    vendor = connection.vendor
    connections.close_all()
    if vendor == "sqlite":
        for ending in ("", "-wal", "-shm"):
            Path(name + ending).unlink(missing_ok=True)
        return
    import psycopg

    connection.close_pool()
    with psycopg.connect(
        os.environ["DATABASE_URL"].rpartition("/")[0] + "/postgres", autocommit=True
    ) as server:
        server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
        server.execute(f'CREATE DATABASE "{name}"')


# --- What came back ----------------------------------------------------------------------------


def table_by_table(backup: Path) -> list[str]:
    """What differs between the restored database, the manifest, and the data as the engine unpacks it.

    Turns that were not finished differ in their lease alone.
    """
    from config.backup.archive import Archive
    from config.backup.digests import postgresql_tables, sqlite_tables

    with Archive(backup) as archive:
        manifest = archive.manifest
    restored, plain = raw(), unpacked(backup)
    with closing(restored), closing(plain):
        digests = sqlite_tables if manifest.engine == "sqlite" else postgresql_tables
        found = digests(restored)
        wrong = [
            f"{name}: {found.get(name)}, {table} in the manifest"
            for name, table in manifest.tables.items()
            if found.get(name) != table and name != "trips_turn"
        ]
        wrong += [f"{name}: not in the manifest" for name in found.keys() - manifest.tables.keys()]
        for name, table in manifest.tables.items():
            here, there = hash_of(restored, name), hash_of(plain, name)
            if here != there or here[0] != table.rows:
                wrong.append(f"{name}: {here[0]} rows, {there[0]} unpacked, {table.rows} in the manifest")
    return wrong


def raw(name: str = ""):
    """A connection without Django."""
    from django.db import connection as ours

    url = os.environ["DATABASE_URL"]
    if ours.vendor == "sqlite":
        return sqlite3.connect(name or str(ours.settings_dict["NAME"]))
    import psycopg

    connection = psycopg.connect(url.rpartition("/")[0] + f"/{name}" if name else url, autocommit=True)
    connection.execute("SET TimeZone = 'UTC'")
    return connection


def unpacked(backup: Path):
    """The backup's data in a database of its own, without any of our code; a connection to it."""
    from django.db import connection

    data = backup.with_suffix(".data")
    with zipfile.ZipFile(backup) as archive, archive.open("data") as entry, data.open("wb") as file:
        shutil.copyfileobj(entry, file)
    if connection.vendor == "sqlite":
        return raw(str(data))
    name = "drill_unpacked"
    with closing(raw()) as server:
        server.execute(f"DROP DATABASE IF EXISTS {name}")
        server.execute(f"CREATE DATABASE {name}")
    where = os.environ["DATABASE_URL"].rpartition("/")[0] + f"/{name}"
    subprocess.run([program_path("pg_restore"), "--no-owner", f"--dbname={where}", str(data)], check=True)
    return raw(name)


def program_path(name: str) -> str:
    from tests.throwaway_servers import postgresql_programs

    return str(postgresql_programs() / name)


def hash_of(connection, table: str) -> tuple[int, str]:
    """(rows, hash over all of them in the order of their first column)."""
    cursor = connection.cursor()
    cursor.execute(f'SELECT * FROM "{table}" LIMIT 0')  # noqa: S608
    columns = [
        f'"{column[0]}"' for column in cursor.description if table != "trips_turn" or column[0] not in LEASE
    ]
    cursor.execute(f'SELECT {", ".join(columns)} FROM "{table}" ORDER BY 1')  # noqa: S608
    digest, rows = hashlib.sha256(), 0
    while part := cursor.fetchmany(2000):
        rows += len(part)
        for row in part:
            digest.update(repr(row).encode("utf-8", "surrogatepass"))
    return rows, digest.hexdigest()


def turn_keys() -> list[str]:
    from trips.models import Message

    return list(Message.objects.exclude(client_key=None).values_list("client_key", flat=True))


def go_on() -> list[str]:
    """A worker ends what had run, and a traveller goes on with their trip."""
    from agents import turns
    from agents.events import TERMINAL
    from agents.models import TurnEvent
    from trips.models import Message, Turn

    wrong = []
    unfinished = list(Turn.objects.filter(status__in=Turn.UNFINISHED).values_list("pk", flat=True))
    if not unfinished:
        wrong.append("the backup holds no turn that had run")
    if Turn.objects.filter(status=Turn.Status.RUNNING).exists():
        wrong.append("a turn kept its lease")
    trip = Turn.objects.get(pk=unfinished[0]).trip if unfinished else Turn.objects.first().trip
    newest = turns.start_turn(trip, "Boston from New York, Feb 15-18 2027, 2 people, mid-range", "after")
    worker = subprocess.Popen([sys.executable, "manage.py", "work"], stdout=subprocess.DEVNULL)
    try:
        until(lambda: not Turn.objects.filter(status__in=Turn.UNFINISHED).exists())
    finally:
        worker.terminate()
        worker.wait(30)
    for turn in Turn.objects.filter(pk__in=[*unfinished, newest.pk]):
        kinds = list(TurnEvent.objects.filter(turn=turn).order_by("seq").values_list("kind", flat=True))
        said = Message.objects.filter(turn=turn, author=Message.Author.AGENT).count()
        if [kind for kind in kinds if kind in TERMINAL] != kinds[-1:]:
            wrong.append(f"{turn}: ends {kinds[-3:]}")
        if turn.status != Turn.Status.DONE or said < 1:
            wrong.append(f"{turn}: {turn.error or said}")
    return wrong


def until(condition: Callable[[], object]) -> None:
    waiting, end = threading.Event(), time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"not seen in {PATIENCE:g} s")
        waiting.wait(0.02)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--writers", type=int, default=3)
    parser.add_argument("--rows", type=int, default=0)
    given = parser.parse_args()
    sys.exit(main(given.seconds, given.writers, given.rows))
