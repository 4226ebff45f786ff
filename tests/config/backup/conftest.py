"""A database of its own for each test, of the engine of the test run: that one itself is never touched."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connections

from config.backup.archive import Table
from config.backup.digests import postgresql_tables, sqlite_tables
from tests.throwaway_servers import PostgreSQL, or_skip, postgresql_programs, running

MOMENT = "2026-11-21 10:00:00.123456+00"
#: Rows that a copy could spoil: empty, long, of other scripts, at the edge of a type.
ODD = [
    (1, "plain", 1, 0.1, b"\x00\xff"),
    (2, "", -(2**62), 1e300, b""),
    (3, None, None, None, None),
    (4, "Łódź – 京都 – مرحبا – 🧳", 0, -0.5, b"PK\x03\x04"),
    (5, "line\nline\ttab 'quote' \"double\" \\ %s ?", 7, 3.0, bytes(range(256))),
]


@dataclass
class Scratch:
    """One database, reached without Django."""

    engine: str
    url: str
    name: str  # file, or database
    server: PostgreSQL | None = None

    @contextmanager
    def open(self) -> Iterator[Any]:
        if self.engine == "sqlite":
            with closing(sqlite3.connect(self.name, isolation_level=None, timeout=30)) as connection:
                yield connection
        else:
            with closing(psycopg.connect(self.url, autocommit=True)) as connection:
                yield connection

    def run(self, statement: str, values: tuple = ()) -> list[tuple]:
        with self.open() as connection:
            return self.on(connection, statement, values)

    def on(self, connection: Any, statement: str, values: tuple = ()) -> list[tuple]:
        if self.engine == "postgresql":
            statement = (
                statement.replace("?", "%s").replace("BLOB", "bytea").replace("DOUBLE", "double precision")
            )
        cursor = connection.execute(statement, values) if values else connection.execute(statement)
        return cursor.fetchall() if cursor.description else []

    def tables(self) -> dict[str, Table]:
        with self.open() as connection:
            return sqlite_tables(connection) if self.engine == "sqlite" else postgresql_tables(connection)

    def wipe(self) -> None:
        if self.engine == "sqlite":
            for ending in ("", "-wal", "-shm"):
                Path(self.name + ending).unlink(missing_ok=True)
            return
        with closing(psycopg.connect(self.server.url("postgres"), autocommit=True)) as server:
            server.execute(f'DROP DATABASE "{self.name}" WITH (FORCE)')
            server.execute(f'CREATE DATABASE "{self.name}"')

    def fill(self, *, migrations: tuple[str, ...] = ("trips.0001_initial", "agents.0001_initial")) -> None:
        """As small as a backup needs it: migrations, sessions, turns and odd rows."""
        with self.open() as connection:
            if self.engine == "sqlite":
                connection.execute("PRAGMA journal_mode = WAL")
            for statement in (
                "CREATE TABLE django_migrations (id integer PRIMARY KEY, app text, name text, applied text)",
                "CREATE TABLE django_session (session_key text PRIMARY KEY, session_data text)",
                "CREATE TABLE trips_turn (id integer PRIMARY KEY, status text, lease_token integer, "
                "lease_owner text, lease_until text)",
                'CREATE TABLE "odd table" (id integer PRIMARY KEY, words text, n bigint, f DOUBLE, raw BLOB)',
                "CREATE TABLE empty_one (id integer)",
            ):
                self.on(connection, statement)
            for number, migration in enumerate(migrations, start=1):
                app, name = migration.split(".")
                self.on(
                    connection,
                    "INSERT INTO django_migrations VALUES (?, ?, ?, ?)",
                    (number, app, name, MOMENT),
                )
            for key in ("ada", "eve"):
                self.on(connection, "INSERT INTO django_session VALUES (?, ?)", (key, "words"))
            for row in ODD:
                self.on(connection, 'INSERT INTO "odd table" VALUES (?, ?, ?, ?, ?)', row)
            for number, status in enumerate(("queued", "running", "done", "failed"), start=1):
                self.on(
                    connection, "INSERT INTO trips_turn VALUES (?, ?, ?, ?, ?)",
                    (number, status, number, "host:1", MOMENT),
                )  # fmt: skip

    def grow(self, megabytes: int) -> None:
        """What takes a moment to copy, and does not compress."""
        with self.open() as connection:
            self.on(connection, "CREATE TABLE bulk (id integer PRIMARY KEY, raw BLOB)")
            connection.execute("BEGIN")
            for number in range(megabytes * 4):
                self.on(connection, "INSERT INTO bulk VALUES (?, ?)", (number, _noise(256 * 1024, number)))
            connection.execute("COMMIT")


def _noise(size: int, seed: int) -> bytes:
    import random

    return random.Random(seed).randbytes(size)


@pytest.fixture(scope="session")
def cluster() -> Iterator[PostgreSQL]:
    or_skip(postgresql_programs)
    with running(PostgreSQL) as server:
        yield server


def values_of(scratch: Scratch) -> dict[str, Any]:
    if scratch.engine == "sqlite":
        return {"ENGINE": "config.sqlite3", "NAME": scratch.name}
    return {
        "ENGINE": "django.db.backends.postgresql", "NAME": scratch.name, "USER": "wayfare", "PASSWORD": "",
        "HOST": "127.0.0.1", "PORT": str(scratch.server.port), "OPTIONS": {"pool": {"min_size": 1}},
    }  # fmt: skip


@pytest.fixture
def point_at(monkeypatch):
    """Let Django's default database be this one."""

    def point(scratch: Scratch, **more: Any) -> Scratch:
        for key, value in {**values_of(scratch), **more}.items():
            monkeypatch.setitem(connections["default"].settings_dict, key, value)
        return scratch

    return point


@pytest.fixture
def make_scratch(request, tmp_path):
    """Empty databases by engine and name; gone afterwards."""
    made = []

    def make(engine: str, name: str = "wayfare") -> Scratch:
        if engine == "sqlite":
            folder = tmp_path / "live"
            folder.mkdir(exist_ok=True)
            path = folder / f"{name}.sqlite3"
            return Scratch(engine, f"sqlite:///{path}", str(path))
        server = request.getfixturevalue("cluster")
        unique = f"{name}_{tmp_path.name[-30:]}".replace("-", "_")
        made.append((server, unique))
        return Scratch(engine, server.make_database(unique), unique, server)

    yield make
    for server, name in made:
        with closing(psycopg.connect(server.url("postgres"), autocommit=True)) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


@pytest.fixture
def scratch(make_scratch, point_at) -> Scratch:
    """A filled database that is Django's default one, of the engine that this run of the tests has."""
    made = point_at(make_scratch(connections["default"].vendor))
    made.fill()
    return made


@pytest.fixture
def kept(tmp_path) -> Path:
    """A folder for backups."""
    folder = tmp_path / "kept"
    folder.mkdir()
    return folder
