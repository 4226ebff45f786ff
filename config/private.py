"""Files and folders of travellers' data: readable by the account that runs Wayfare and by nobody else."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

FILE, FOLDER = 0o600, 0o700


def only_ours(path: str, flags: int) -> int:
    """An opener for `open`: a file that it makes is restricted from the first byte, one that was there before
    anything is written to it."""
    descriptor = os.open(path, flags, FILE)
    restrict(descriptor, FILE)
    return descriptor


def write_text(path: Path, text: str) -> None:
    """In UTF-8, in the place of what was there. Raises OSError."""
    with open(path, "w", encoding="utf-8", opener=only_ours) as file:
        file.write(text)


def make_folder(path: Path) -> None:
    """With its parents; folders that are there already stay as they are. Raises OSError."""
    for folder in (*reversed(path.parents), path):
        if not folder.is_dir():
            folder.mkdir(FOLDER, exist_ok=True)


def make_database(path: Path) -> None:
    """A SQLite file, which SQLite itself would make by the umask. Those beside it get its mode, except from
    an older version."""
    # One that is there is not opened: to close it again would drop the locks that this process holds on it.
    with suppress(OSError):  # it is there; or SQLite says what it can't open
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE))
    for ending in ("", "-wal", "-shm", "-journal"):
        restrict(path.with_name(path.name + ending), FILE)


def restrict(path: Path | int, mode: int) -> None:
    """Take away what `mode` does not allow, as from files of an older version. What is missing or belongs to
    somebody else stays as it is."""
    with suppress(OSError):
        if os.stat(path).st_mode & 0o777 & ~mode:
            os.chmod(path, mode)
