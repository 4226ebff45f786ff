"""The file of a backup: a ZIP of two entries, `data` as the engine wrote it and `manifest.json` after it.

The directory of a ZIP is at its end, so a file that was cut off is no ZIP any more.
"""

from __future__ import annotations

import datetime as dt
import fcntl
import hashlib
import io
import json
import os
import shutil
import tempfile
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import BinaryIO

from config import private

FORMAT = 1
PRODUCT = "wayfare"
DATA = "data"
MANIFEST = "manifest.json"
CHUNK = 1024 * 1024  # bytes read at a time
WORKPLACE = ".wayfare-work-"


class BackupRefused(Exception):
    """It was not done, and nothing was changed; the sentence says why."""


class Damaged(BackupRefused):
    """The file is not what was written."""


@dataclass(frozen=True)
class Table:
    """How many rows, and a sum over all of them in which their order does not count (digests.py)."""

    rows: int
    checksum: str


@dataclass(frozen=True)
class Manifest:
    """What a backup says of itself."""

    engine: str  # sqlite, postgresql
    engine_version: str
    version: str  # of the product
    made: str  # ISO, UTC
    migrations: list[str]  # "trips.0001_initial", as applied
    tables: dict[str, Table]
    size: int = 0  # bytes of the data
    sha256: str = ""  # of the data
    format: int = FORMAT
    product: str = PRODUCT

    def as_json(self) -> str:
        return json.dumps(asdict(self), indent=1, sort_keys=True)

    @classmethod
    def from_json(cls, text: bytes) -> Manifest:
        """Raises Damaged, also for a format that this code does not know."""
        try:
            values = json.loads(text)
            if values["product"] != PRODUCT:
                raise Damaged("This is no backup of Wayfare.")
            if values["format"] != FORMAT:
                raise Damaged(
                    f"The backup has format {values['format']}; this Wayfare reads format {FORMAT}."
                )
            tables = {name: Table(**table) for name, table in values.pop("tables").items()}
            return cls(tables=tables, **values)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise Damaged(f"The manifest of the backup cannot be read ({error}).") from error

    @property
    def rows(self) -> int:
        return sum(table.rows for table in self.tables.values())


class Counted(io.RawIOBase):
    """A sink that hashes and counts what goes through it."""

    def __init__(self, sink: BinaryIO) -> None:
        self._sink = sink
        self._hash = hashlib.sha256()
        self.size = 0

    def writable(self) -> bool:
        return True

    def write(self, data) -> int:
        self._sink.write(data)
        self._hash.update(data)
        self.size += len(data)
        return len(data)

    @property
    def sha256(self) -> str:
        return self._hash.hexdigest()


# --- Write -------------------------------------------------------------------------------------


def write_archive(
    path: Path, fill: Callable[[BinaryIO], Callable[[int, str], Manifest]], *, packed: bool
) -> Manifest:
    """Write a backup to `path` (mode 0600, on the disk when this returns).

    `fill` writes the data and returns what makes the manifest of its size and hash. `packed`: the data
    is compressed already.
    """
    with open(path, "xb", opener=private.only_ours) as file:
        compression = zipfile.ZIP_STORED if packed else zipfile.ZIP_DEFLATED
        with zipfile.ZipFile(file, "w", compression, compresslevel=1) as archive:
            with archive.open(DATA, "w", force_zip64=True) as entry:
                counted = Counted(entry)
                finish = fill(counted)
            manifest = finish(counted.size, counted.sha256)
            archive.writestr(MANIFEST, manifest.as_json(), zipfile.ZIP_DEFLATED)
        file.flush()
        os.fsync(file.fileno())
    return manifest


def put_in_place(temporary: Path, target: Path) -> None:
    """Give a finished file its name; a file that had it is replaced in the same moment."""
    temporary.replace(target)
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


# --- Read --------------------------------------------------------------------------------------

#: What a ZIP that was cut off or changed makes Python say.
_UNREADABLE = (zipfile.BadZipFile, zlib.error, KeyError, EOFError, NotImplementedError, RuntimeError)


def is_archive(path: Path) -> bool:
    """Does this look like one of our files, whatever its state? (Also one that was cut off.)"""
    with path.open("rb") as file:
        return file.read(64)[:4] == b"PK\x03\x04" and file.seek(30) and file.read(4) == DATA.encode()


class Archive:
    """An open backup. Everything here raises Damaged when the file is not what was written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._zip = zipfile.ZipFile(path)
            self.manifest = Manifest.from_json(self._zip.read(MANIFEST))
            size = self._zip.getinfo(DATA).file_size
        except FileNotFoundError:
            raise BackupRefused(f"There is no file {path}.") from None
        except OSError as error:
            raise BackupRefused(f"{path} cannot be read ({error.strerror}).") from error
        except _UNREADABLE as error:
            raise Damaged(f"{path.name} is cut off or damaged, or no backup of Wayfare ({error}).") from error
        if size != self.manifest.size:
            raise Damaged(
                f"{path.name} is damaged: {size:,} bytes of data, {self.manifest.size:,} were written."
            )

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_error: object) -> None:
        self._zip.close()

    def copy_to(self, sink: BinaryIO | None = None) -> None:
        """Write the data to `sink` (None: only read it), and compare it with the manifest."""
        digest = hashlib.sha256()
        try:
            with self._zip.open(DATA) as entry:
                while chunk := entry.read(CHUNK):
                    digest.update(chunk)
                    if sink is not None:
                        sink.write(chunk)
        except _UNREADABLE as error:
            raise Damaged(f"{self.path.name} is damaged ({error}).") from error
        if digest.hexdigest() != self.manifest.sha256:
            raise Damaged(f"{self.path.name} is damaged: its data has another SHA-256 than was written.")


# --- Room to work ------------------------------------------------------------------------------


@contextmanager
def workplace(folder: Path) -> Iterator[Path]:
    """A folder of our own in `folder` (same disk: renaming is one step), gone afterwards.

    What processes that were killed left there is removed first: nobody holds its lock any more.
    """
    _tidy(folder)
    path = Path(tempfile.mkdtemp(prefix=WORKPLACE, dir=folder))  # mode 0700
    lock = os.open(path / "lock", os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)
        os.close(lock)


def _tidy(folder: Path) -> None:
    for left in folder.glob(f"{WORKPLACE}*"):
        try:
            lock = os.open(left / "lock", os.O_RDWR)
        except OSError:  # being made just now, or its owner died at once
            with suppress(OSError):
                if time.time() - left.stat().st_mtime > 3600:
                    shutil.rmtree(left, ignore_errors=True)
            continue
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(left, ignore_errors=True)
        except BlockingIOError:
            pass  # in use
        finally:
            os.close(lock)


def now() -> str:
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
