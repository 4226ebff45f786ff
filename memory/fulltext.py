"""The full text index over `SearchRow.terms`: FTS5 on SQLite, a GIN index on PostgreSQL.

The database keeps it itself (triggers there, an index here), so whatever writes or deletes a row, in bulk or
by a cascade, has written the index as well. `install` is called by the migration and after every migrate:
Django makes a SQLite table anew when a column changes, and triggers do not survive that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import connections

#: On SQLite: no text of its own (it is the row's), no positions, no sizes; the words are all ASCII.
SQLITE = (
    """CREATE VIRTUAL TABLE IF NOT EXISTS memory_searchwords USING fts5(
        terms, content='memory_searchrow', content_rowid='id', detail=none, columnsize=0, tokenize='ascii'
    )""",
    """CREATE TRIGGER IF NOT EXISTS memory_searchrow_added AFTER INSERT ON memory_searchrow BEGIN
        INSERT INTO memory_searchwords(rowid, terms) VALUES (new.id, new.terms);
    END""",
    """CREATE TRIGGER IF NOT EXISTS memory_searchrow_gone AFTER DELETE ON memory_searchrow BEGIN
        INSERT INTO memory_searchwords(memory_searchwords, rowid, terms) VALUES ('delete', old.id, old.terms);
    END""",
    """CREATE TRIGGER IF NOT EXISTS memory_searchrow_changed AFTER UPDATE OF id, terms ON memory_searchrow
    WHEN old.terms <> new.terms OR old.id <> new.id BEGIN
        INSERT INTO memory_searchwords(memory_searchwords, rowid, terms) VALUES ('delete', old.id, old.terms);
        INSERT INTO memory_searchwords(rowid, terms) VALUES (new.id, new.terms);
    END""",
)
#: On PostgreSQL: without the list of what is not sorted in yet, which every search would have to read.
POSTGRESQL = (
    """CREATE INDEX IF NOT EXISTS memory_searchrow_terms ON memory_searchrow
        USING gin (to_tsvector('simple', terms)) WITH (fastupdate = off)""",
)
SQLITE_AWAY = (
    "DROP TRIGGER IF EXISTS memory_searchrow_added",
    "DROP TRIGGER IF EXISTS memory_searchrow_gone",
    "DROP TRIGGER IF EXISTS memory_searchrow_changed",
    "DROP TABLE IF EXISTS memory_searchwords",
)
POSTGRESQL_AWAY = ("DROP INDEX IF EXISTS memory_searchrow_terms",)


def install(connection: Any) -> None:
    """Make the index, if it isn't there."""
    _run(connection, POSTGRESQL if connection.vendor == "postgresql" else SQLITE)


def remove(connection: Any) -> None:
    _run(connection, POSTGRESQL_AWAY if connection.vendor == "postgresql" else SQLITE_AWAY)


def scrub(using: str = "default") -> None:
    """Leave no trace of deleted words in the index's own pages (SQLite keeps them until it merges).

    Takes about a second for each 100,000 rows: after a purge, not in a request.
    """
    connection = connections[using]
    if connection.vendor == "sqlite":
        _run(connection, ("INSERT INTO memory_searchwords(memory_searchwords) VALUES ('optimize')",))


def rebuild(using: str = "default") -> None:
    """The whole index anew from the rows, should it ever differ from them."""
    connection = connections[using]
    if connection.vendor == "sqlite":
        _run(connection, ("INSERT INTO memory_searchwords(memory_searchwords) VALUES ('rebuild')",))
    else:
        _run(connection, ("REINDEX INDEX memory_searchrow_terms",))


def after_migrate(using: str = "default", **_: Any) -> None:
    connection = connections[using]
    with connection.cursor() as cursor:
        if "memory_searchrow" in connection.introspection.table_names(cursor):
            install(connection)


def _run(connection: Any, statements: Sequence[str]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
