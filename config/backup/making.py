"""Make a backup, and look at one."""

from __future__ import annotations

import datetime as dt
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from django.conf import settings
from django.db import Error

from config import private
from config.backup.archive import (
    Archive,
    BackupRefused,
    Manifest,
    is_archive,
    now,
    put_in_place,
    workplace,
    write_archive,
)
from config.backup.engines import current_engine, engine_for
from config.version import VERSION

FOLDER = "backups"  # in VAR_DIR, when nobody says where


@dataclass(frozen=True)
class Done:
    """What was made, looked at or restored."""

    path: Path
    manifest: Manifest
    seconds: float
    looked_at: str = ""


def make_backup(to: Path | None = None) -> Done:
    """Back the database up, while it is used. `to`: a file, or a folder for one named by the time.

    The file has its name only when it is whole, was read again and compared. Raises BackupRefused.
    """
    began = time.monotonic()
    target = _target(to)
    engine = current_engine()
    made = now()

    with in_words("The backup failed"), workplace(target.parent) as work:

        def fill(sink: BinaryIO) -> Callable[[int, str], Manifest]:
            contents = engine.dump(sink, work)
            return lambda size, sha256: Manifest(
                engine=engine.name,
                engine_version=contents.engine_version,
                version=VERSION,
                made=made,
                migrations=contents.migrations,
                tables=contents.tables,
                size=size,
                sha256=sha256,
            )

        temporary = work / "backup"
        write_archive(temporary, fill, packed=engine.packed)
        with Archive(temporary) as archive:
            looked_at = engine.check(archive, work, rows=False)
            manifest = archive.manifest
        put_in_place(temporary, target)
    return Done(target, manifest, time.monotonic() - began, looked_at)


def verify_backup(path: Path) -> Done:
    """Compare a backup with its manifest, rows and all where that can be done. Raises Damaged."""
    began = time.monotonic()
    with in_words("The backup could not be looked at"), Archive(path) as archive:
        engine = engine_for(archive.manifest.engine)
        reachable = engine.name == "sqlite" or engine.name == current_engine().name
        with workplace(path.absolute().parent) as work:
            looked_at = engine.check(archive, work, rows=reachable)
        return Done(path, archive.manifest, time.monotonic() - began, looked_at)


@contextmanager
def in_words(what: str) -> Iterator[None]:
    """What engine and disk say, as a refusal with a sentence."""
    try:
        yield
    except BackupRefused:
        raise
    except (OSError, sqlite3.Error, Error, *_psycopg_errors()) as error:
        raise BackupRefused(f"{what}: {str(error).strip() or type(error).__name__}") from error


def _psycopg_errors() -> tuple[type[Exception], ...]:
    try:
        import psycopg
    except ImportError:
        return ()
    return (psycopg.Error,)


def _target(to: Path | None) -> Path:
    """Where the file goes; its folder is there. Raises BackupRefused."""
    moment = dt.datetime.now(dt.UTC).strftime("%Y%m%dT%H%M%SZ")
    name = f"wayfare-{moment}.backup"
    try:
        if to is None:
            folder = Path(settings.VAR_DIR) / FOLDER
            private.make_folder(folder)
            return folder / name
        target = to.absolute()
        if target.is_dir():
            return target / name
        if target.exists() and not is_archive(target):
            raise BackupRefused(f"{target} exists and is no backup of Wayfare; it is left alone.")
        if not target.parent.is_dir():
            raise BackupRefused(f"There is no folder {target.parent}.")
    except OSError as error:
        raise BackupRefused(f"No file can be made there: {error}") from error
    return target
