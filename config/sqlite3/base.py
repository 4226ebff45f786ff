"""Django's SQLite backend, with writers that wait their turn.

SQLite's own way to wait sleeps longer and longer, up to 100 ms, and then finds the lock taken by somebody who
came later: with sixteen busy processes some waited more than 20 s (docs/decisions.md). Here a writer tries
again every few milliseconds, as often as everybody else does, until `timeout` is over.
"""

from __future__ import annotations

import random
import sqlite3
import time
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.db.backends.sqlite3 import base

from config import private

LONGEST_PAUSE = 0.006  # seconds between two tries; half of it on average, so that nobody keeps in step
LONGEST_KEPT = 20_000  # characters of a statement that is kept as SQLite reads it


@lru_cache(maxsize=512)
def _with_question_marks(query: str) -> str:
    return base.FORMAT_QMARK_REGEX.sub("?", query).replace("%%", "%")


class PatientCursor(base.SQLiteCursorWrapper):
    """Tries a statement that begins or is a transaction again while the database is locked."""

    patience = 5.0  # seconds

    def execute(self, query: str, params: Any = None) -> Any:
        return self._patiently(super().execute, query, params)

    def executemany(self, query: str, param_list: Any) -> Any:
        if not isinstance(param_list, list | tuple):
            param_list = list(param_list)  # it may be needed more than once
        return self._patiently(super().executemany, query, param_list)

    def convert_query(self, query: str, *, param_names: list[str] | None = None) -> str:
        """As Django's, once for each text: to search a long one for %s takes as long as SQLite."""
        if param_names is None and len(query) <= LONGEST_KEPT:
            return _with_question_marks(query)
        return super().convert_query(query, param_names=param_names)

    def _patiently(self, call: Any, *args: Any) -> Any:
        deadline = 0.0
        while True:
            try:
                return call(*args)
            except sqlite3.OperationalError as error:
                # Within a transaction the lock is ours already: another reason, and nothing to repeat.
                if (
                    getattr(error, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_BUSY
                    or self.connection.in_transaction
                ):
                    raise
                now = time.monotonic()
                deadline = deadline or now + self.patience
                if now > deadline:
                    raise
            time.sleep(random.uniform(0, LONGEST_PAUSE))  # noqa: S311 (no secret)


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> sqlite3.Connection:
        name = str(conn_params["database"])
        if not name.startswith((":memory:", "file:")):
            private.make_database(Path(name))
        connection = super().get_new_connection(conn_params)
        connection.execute("PRAGMA busy_timeout = 0")  # the cursor waits
        return connection

    def create_cursor(self, name: str | None = None) -> PatientCursor:
        cursor = self.connection.cursor(factory=PatientCursor)
        cursor.patience = self.settings_dict["OPTIONS"].get("timeout", PatientCursor.patience)
        return cursor
