"""What ships in trips/data, read only: texts, and databases."""

from __future__ import annotations

import json
import sqlite3
import threading
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent.parent / "data"


@lru_cache(maxsize=16)
def content(name: str) -> Any:
    """Of a file of JSON."""
    return json.loads((DATA / name).read_text("utf-8"))


def table(name: str) -> list[list[str]]:
    """Rows of a file whose columns are divided by "|"; lines that begin with # are comments."""
    lines = (DATA / name).read_text("utf-8").splitlines()
    return [line.split("|") for line in lines if not line.startswith("#")]


class Bundled:
    """A database. One connection a process, guarded by a lock: every question takes a millisecond or less."""

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
