"""Every column of every row of every table, the full text index's own pages included, as one list."""

from __future__ import annotations

from django.db import connection


def places_of(word: str) -> set[tuple[str, str]]:
    """(table, column) wherever the word stands, whatever its case, also within blobs."""
    wanted = word.casefold()
    found: set[tuple[str, str]] = set()
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608  (its own tables)
            columns = [column[0] for column in cursor.description]
            for row in cursor.fetchall():
                for column, value in zip(columns, row, strict=True):
                    if wanted in _text(value).casefold():
                        found.add((table, column))
    return found


def _text(value: object) -> str:
    if isinstance(value, bytes | memoryview):
        return bytes(value).decode("utf-8", "ignore")
    return str(value)
