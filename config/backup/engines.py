"""What both engines' backups have in common: what they are asked, and what is done to restored rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from django.db import connections

from config.backup.archive import Archive, BackupRefused, Manifest, Table
from config.backup.digests import quoted

#: Written by `migrate` itself: a database that holds no rows but these is empty.
BOOKKEEPING = {"django_migrations", "django_content_type", "auth_permission"}
SESSIONS = "django_session"

#: (statement, values as "?") -> rows, on the restored data before anybody sees them.
Run = Callable[..., list[tuple[Any, ...]]]


@dataclass(frozen=True)
class Contents:
    """What is in a database at one moment."""

    engine_version: str
    migrations: list[str]
    tables: dict[str, Table]


@dataclass(frozen=True)
class Mending:
    """What is changed in restored data before it becomes the database."""

    #: Statements that run as they are on both engines.
    statements: tuple[str, ...] = ()
    #: Nobody stays signed in.
    sign_out: bool = False

    def apply(self, run: Run, tables: set[str], ended: Ended) -> None:
        for statement in self.statements:
            run(statement)
        if SESSIONS not in tables:
            return
        if self.sign_out:
            run(f"DELETE FROM {SESSIONS}")  # noqa: S608
            return
        installation = _installation(run)
        if installation and installation == ended.installation:
            for (key,) in run(f"SELECT session_key FROM {SESSIONS}"):  # noqa: S608
                if key not in ended.alive:
                    run(f"DELETE FROM {SESSIONS} WHERE session_key = ?", [key])  # noqa: S608


@dataclass(frozen=True)
class Ended:
    """Which sessions the replaced database still knew: who has signed out since is not signed in again.

    Only known when it is the same installation that is set back, not a new one beside it.
    """

    installation: str = ""
    alive: frozenset[str] = frozenset()

    @classmethod
    def of(cls, run: Run, tables: set[str]) -> Ended:
        if not {"django_migrations", SESSIONS} <= tables:
            return cls()
        rows = run(f"SELECT session_key FROM {SESSIONS}")  # noqa: S608
        return cls(_installation(run), frozenset(key for (key,) in rows))


def _installation(run: Run) -> str:
    """When the first migration was applied, to the microsecond: no two installations share it."""
    rows = run("SELECT applied FROM django_migrations ORDER BY id LIMIT 1")
    return str(rows[0][0]) if rows else ""


def applied_migrations(run: Run) -> list[str]:
    return [
        f"{app}.{name}" for app, name in run("SELECT app, name FROM django_migrations ORDER BY app, name, id")
    ]


def tables_with_rows(run: Run, names: list[str]) -> list[str]:
    """Those that hold what somebody has written."""
    return [
        name
        for name in names
        if name.rpartition(".")[2] not in BOOKKEEPING
        and run("SELECT 1 FROM " + ".".join(quoted(part) for part in name.split(".")) + " LIMIT 1")  # noqa: S608
    ]


class Engine(Protocol):
    """One kind of database. Errors of engine and disk are raised as they are; `making` and `restoring`
    turn them into sentences."""

    name: str
    packed: bool  # what `dump` writes is compressed already

    def dump(self, sink: BinaryIO, work: Path) -> Contents:
        """Write everything to `sink`, as it is at one moment, while others go on writing."""

    def check(self, archive: Archive, work: Path, *, rows: bool) -> str:
        """Is it what the manifest says? Raises Damaged; returns what was looked at, in words."""

    def restore(self, archive: Archive, mending: Mending, *, replace: bool) -> None:
        """Make it the database, in one step at the end. Raises BackupRefused, Damaged."""


def engine_for(name: str) -> Engine:
    """The engine a backup was made of."""
    if name == "sqlite":
        from config.backup.sqlite import SQLite

        return SQLite()
    if name == "postgresql":
        from config.backup.postgresql import PostgreSQL

        return PostgreSQL()
    raise BackupRefused(f"The backup is of an engine that this Wayfare does not know ({name}).")


def current_engine() -> Engine:
    """The engine of DATABASE_URL."""
    module = connections["default"].settings_dict["ENGINE"]
    return engine_for("sqlite" if "sqlite" in module else module.rpartition(".")[2])


def refuse_rows(found: list[str], *, replace: bool) -> None:
    if found and not replace:
        names = ", ".join(found[:4]) + (" …" if len(found) > 4 else "")
        raise BackupRefused(
            f"The database is not empty ({names}). --replace puts the backup in its place; "
            "what was written since is lost."
        )


def same_engine(manifest: Manifest) -> Engine:
    engine = current_engine()
    if manifest.engine != engine.name:
        raise BackupRefused(
            f"This is a backup of {manifest.engine}, and DATABASE_URL names {engine.name}. "
            "A backup goes back only to its own engine."
        )
    return engine
