"""What the database raises when it is away, for whoever goes on without it; and how it is asked often."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import DatabaseError, InterfaceError, connection

#: An InterfaceError is no DatabaseError, and is what a connection or a cursor raises that another thread's
#: failure or the server has closed: who goes on without the database names both.
AWAY = (DatabaseError, InterfaceError)


def asked_again(sql: str, values: Sequence[Any]) -> list[tuple]:
    """The rows of a question that is asked often in the same words.

    PostgreSQL plans it once a connection and then gets only the values (OPTIONS `prepare_threshold`), while
    Django's own cursors send each question with its values in it, to be planned every time. The types of the
    values have to follow from where they stand.
    """
    with _cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.fetchall()


def _cursor() -> Any:
    if connection.vendor != "postgresql" or connection.queries_logged:  # Django logs its own cursors' words
        return connection.cursor()
    from django.db.backends.postgresql.base import TIMESTAMPTZ_OID, ServerBindingCursor, register_tzloader
    from psycopg.pq import Format

    connection.ensure_connection()
    with connection.wrap_database_errors:
        cursor = ServerBindingCursor(connection.connection)
    if connection.timezone != cursor.adapters.get_loader(TIMESTAMPTZ_OID, Format.TEXT).timezone:
        register_tzloader(connection.timezone, cursor)  # copies everything the connection adapts
    return connection.make_cursor(cursor)
