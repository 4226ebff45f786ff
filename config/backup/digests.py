"""What is in a database, table by table: how many rows, and a sum of a hash of each.

A sum, so that the order of the rows does not count, and a row that is there twice does. It finds what was
lost or changed by accident; it is no protection against somebody who means to deceive.
"""

from __future__ import annotations

import hashlib
import sqlite3
from typing import TYPE_CHECKING

from config.backup.archive import Table

if TYPE_CHECKING:
    import psycopg

_WIDTH = 2**64

#: How PostgreSQL writes a row as text must not depend on who asks.
_PLAIN = (
    "SET TimeZone = 'UTC'; SET DateStyle = 'ISO, MDY'; SET IntervalStyle = 'postgres'; "
    "SET extra_float_digits = 3; SET bytea_output = 'hex'"
)


def quoted(name: str) -> str:
    """An SQL identifier, for both engines."""
    return '"' + name.replace('"', '""') + '"'


# --- SQLite ------------------------------------------------------------------------------------


def sqlite_table_names(connection: sqlite3.Connection) -> list[str]:
    rows = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~' "
        "ORDER BY name"
    )
    return [name for (name,) in rows]


def sqlite_tables(connection: sqlite3.Connection) -> dict[str, Table]:
    """All tables as this connection sees them (within a transaction: at one moment)."""
    connection.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
    return {name: _sqlite_table(connection, name) for name in sqlite_table_names(connection)}


def _sqlite_table(connection: sqlite3.Connection, name: str) -> Table:
    total = rows = 0
    for row in connection.execute(f"SELECT * FROM {quoted(name)}"):  # noqa: S608 (a quoted name)
        text = repr(row).encode("utf-8", "surrogatepass")
        total += int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")
        rows += 1
    return Table(rows, f"{total % _WIDTH:016x}")


# --- PostgreSQL --------------------------------------------------------------------------------


def postgresql_table_names(connection: psycopg.Connection) -> list[tuple[str, str]]:
    """(schema, table) of everything that is not PostgreSQL's own."""
    rows = connection.execute(
        "SELECT schemaname, tablename FROM pg_tables "
        "WHERE schemaname NOT IN ('pg_catalog', 'information_schema') AND schemaname NOT LIKE 'pg\\_%' "
        "ORDER BY schemaname, tablename"
    )
    return rows.fetchall()


def postgresql_tables(connection: psycopg.Connection) -> dict[str, Table]:
    """All tables as this connection sees them; the server does the work."""
    connection.execute(_PLAIN)
    return {
        table if schema == "public" else f"{schema}.{table}": _postgresql_table(connection, schema, table)
        for schema, table in postgresql_table_names(connection)
    }


def _postgresql_table(connection: psycopg.Connection, schema: str, table: str) -> Table:
    hashed = "('x' || substr(md5(wayfare_row::text), 1, 16))::bit(64)::bigint::numeric"
    statement = f"SELECT count(*), sum({hashed}) FROM {quoted(schema)}.{quoted(table)} AS wayfare_row"  # noqa: S608
    rows, total = connection.execute(statement).fetchone()
    return Table(rows, f"{int(total or 0) % _WIDTH:016x}")


# --- Compare -----------------------------------------------------------------------------------


def differences(expected: dict[str, Table], found: dict[str, Table]) -> list[str]:
    """In words, a line a table; empty = the same."""
    lines = []
    for name in sorted(expected.keys() | found.keys()):
        before, after = expected.get(name), found.get(name)
        if before is None:
            lines.append(f"{name}: not expected")
        elif after is None:
            lines.append(f"{name}: missing")
        elif before.rows != after.rows:
            lines.append(f"{name}: {after.rows:,} rows, {before.rows:,} expected")
        elif before.checksum != after.checksum:
            lines.append(f"{name}: {after.rows:,} rows, of which some differ")
    return lines
