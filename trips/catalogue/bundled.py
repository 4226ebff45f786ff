"""A database that ships in trips/data, read only."""

from __future__ import annotations

import sqlite3
import threading
from functools import cached_property
from pathlib import Path

DATA = Path(__file__).parent.parent / "data"


class Bundled:
    """One connection a process, guarded by a lock: every question takes a millisecond or less."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()

    @cached_property
    def _connection(self) -> sqlite3.Connection:
        # immutable: nobody writes it, so SQLite needs no locks and no journal beside the file
        address = f"{self._path.resolve().as_uri()}?mode=ro&immutable=1"
        return sqlite3.connect(address, uri=True, check_same_thread=False)

    def rows(self, sql: str, *values: object) -> list[tuple]:
        with self._lock:
            return self._connection.execute(sql, values).fetchall()
