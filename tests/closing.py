"""The database's connection is closed under whoever uses it, in each of the ways that raise another error."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import InterfaceError, connection

#: "connection": the driver's own is closed. "cursor": the cursor, at each statement (PostgreSQL's driver says
#: InterfaceError). "already": as drivers say it where another thread has closed the connection.
WAYS = ("connection", "cursor", "already")
however = pytest.mark.parametrize("how", WAYS)


@contextmanager
def closed(how: str) -> Iterator[None]:
    """Every statement within finds it closed; it is opened anew afterwards. Outside of a transaction."""
    connection.ensure_connection()
    try:
        if how == "connection":
            connection.connection.close()
            yield
        else:
            with connection.execute_wrapper(_closing if how == "cursor" else _already):
                yield
    finally:
        connection.close()


def _closing(execute, sql, params, many, context):
    context["cursor"].close()
    return execute(sql, params, many, context)


def _already(execute, sql, params, many, context):
    raise InterfaceError("connection already closed")
