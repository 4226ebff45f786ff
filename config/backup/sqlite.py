"""SQLite: copied by its own backup API, which also puts it back: one transaction of the live file.

Nobody who has the file open has to close it: readers see the old data until the last page is there, then
the new one. A file is never put over one that is in use (its -wal would be read as if it belonged).
"""

from __future__ import annotations

import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import quote

from django.db import connections

from config import private
from config.backup.archive import CHUNK, Archive, BackupRefused, Damaged, workplace
from config.backup.digests import differences, sqlite_table_names, sqlite_tables
from config.backup.engines import (
    Contents,
    Ended,
    Mending,
    Run,
    applied_migrations,
    refuse_rows,
    tables_with_rows,
)

_PAUSE = 0.002  # seconds between two tries while another writer is busy
_PATIENCE = 60.0  # seconds for all tries


class SQLite:
    name = "sqlite"
    packed = False

    def dump(self, sink: BinaryIO, work: Path) -> Contents:
        live = _live_file()
        if not live.exists():
            raise BackupRefused(f"There is no database at {live}.")
        copy = work / "copy"
        with _opened(live) as source:
            source.execute("BEGIN")  # one moment for everything below; nobody waits for us
            contents = Contents(
                f"SQLite {sqlite3.sqlite_version}", applied_migrations(_run(source)), sqlite_tables(source)
            )
            with closing(sqlite3.connect(copy, isolation_level=None)) as target:
                source.backup(target)
                target.execute("PRAGMA journal_mode = DELETE")  # one file, without a -wal beside it
            source.execute("ROLLBACK")
        _check_file(copy, contents.tables)
        with copy.open("rb") as file:
            shutil.copyfileobj(file, sink, CHUNK)
        copy.unlink()
        return contents

    def check(self, archive: Archive, work: Path, *, rows: bool) -> str:
        if not rows:
            archive.copy_to()
            return "SHA-256"
        _unpack(archive, work / "check")
        return "SHA-256, SQLite's integrity check, rows of every table"

    def restore(self, archive: Archive, mending: Mending, *, replace: bool) -> None:
        live = _live_file()
        private.make_folder(live.parent)
        readable, ended = _look_at(live, replace=replace)
        with workplace(live.parent) as work:
            restored = work / "restored"
            _unpack(archive, restored)
            with _opened(restored) as connection:
                connection.execute("BEGIN")
                mending.apply(_run(connection), set(sqlite_table_names(connection)), ended)
                connection.execute("COMMIT")
            connections.close_all()
            if not readable:
                _put_aside(live)
            _write_back(restored, live)


def _live_file() -> Path:
    name = str(connections["default"].settings_dict["NAME"])
    if name.startswith("file:") or name == ":memory:":
        raise BackupRefused("The database is in memory; there is no file to copy.")
    return Path(name)


def _look_at(live: Path, *, replace: bool) -> tuple[bool, Ended]:
    """(can the live file be written to, who is signed in there). Raises BackupRefused."""
    if not live.exists():
        return True, Ended()
    try:
        with _opened(live) as connection:
            names = sqlite_table_names(connection)
            refuse_rows(tables_with_rows(_run(connection), names), replace=replace)
            ended = Ended.of(_run(connection), set(names))
            well = connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
            return well, ended
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError) and "malformed" not in str(error):
            raise
        if not replace:
            raise BackupRefused(f"{live} is damaged ({error}). --replace puts it aside.") from error
        return False, Ended()


def _put_aside(live: Path) -> None:
    """A damaged file cannot be written to: it keeps its data under another name."""
    moment = time.strftime("%Y%m%dT%H%M%S")
    for ending in ("", "-wal", "-shm"):
        part = live.with_name(live.name + ending)
        if part.exists():
            part.rename(live.with_name(f"{live.name}.damaged-{moment}{ending}"))


def _write_back(restored: Path, live: Path) -> None:
    """Every page of `restored` into the live file, in one transaction: all of it or nothing."""
    made = not live.exists()
    try:
        private.make_database(live)
        with _opened(restored) as source, closing(sqlite3.connect(live, isolation_level=None)) as target:
            target.execute("PRAGMA synchronous = FULL")
            target.execute("PRAGMA journal_mode = WAL")  # as the application has it
            _backup_patiently(source, target)
            target.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # gives the disk space back
    except BaseException:
        if made:
            for ending in ("", "-wal", "-shm"):
                live.with_name(live.name + ending).unlink(missing_ok=True)
        raise


def _backup_patiently(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    """Python's own loop would wait for a writer for ever."""
    end = time.monotonic() + _PATIENCE

    def progress(status: int, _remaining: int, _total: int) -> None:
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and time.monotonic() > end:
            raise BackupRefused(
                f"Others kept writing for {_PATIENCE:g} s; nothing was restored. Stop web and workers first."
            )

    source.backup(target, pages=-1, progress=progress, sleep=_PAUSE)


def _unpack(archive: Archive, path: Path) -> None:
    """The data as a file that was compared with the manifest, page by page and row by row."""
    with open(path, "xb", opener=private.only_ours) as file:
        archive.copy_to(file)
    _check_file(path, archive.manifest.tables)


def _check_file(path: Path, tables: dict) -> None:
    try:
        with _opened(path) as connection:
            found = connection.execute("PRAGMA integrity_check(3)").fetchall()
            if found != [("ok",)]:
                raise Damaged("SQLite's integrity check found: " + "; ".join(row[0] for row in found))
            wrong = differences(tables, sqlite_tables(connection))
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError) and "malformed" not in str(error):
            raise
        raise Damaged(f"The copy is no sound SQLite file ({error}).") from error
    if wrong:
        raise Damaged("The rows are not those of the manifest: " + "; ".join(wrong))


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """An existing file, transactions by hand."""
    address = f"file:{quote(str(path.absolute()))}?mode=rw"
    with closing(sqlite3.connect(address, uri=True, isolation_level=None, timeout=30)) as connection:
        yield connection


def _run(connection: sqlite3.Connection) -> Run:
    def run(statement: str, values: Any = ()) -> list[tuple]:
        return connection.execute(statement, values).fetchall()

    return run
