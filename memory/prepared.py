"""Queries whose SQL is compiled once a process and then run with each trip's values.

Django takes about 20 ms to compile what a brief asks for, the database less than one to answer it. The
rules stay where they are, as querysets (`memory/visibility.py`): a query is written with marks in place of
its values, and a mark is recognised in the compiled parameters.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import QuerySet

from config.database import asked_again

FIRST_MARK = 2_111_111_101  # no constant of ours is as large; within what an integer column compares with
Build = Callable[..., Sequence[QuerySet]]


@dataclass(frozen=True)
class _Compiled:
    sql: str
    names: tuple[str, ...]  # of the values, in the order of their places
    converters: tuple[tuple[int, tuple[Callable, ...], Any], ...]  # by the column's place in a row


class Prepared:
    """Some querysets of the same columns (`values_list`), asked in one statement.

    `build` gets a mark for each name of `kinds` (int, str or date) and returns the querysets. `rows` returns
    (number of the queryset, its columns …); the order within one queryset is to be sorted by whoever asks.
    Columns at `as_stored` (from 0) come as the database has them: JSON is text on both
    (`memory/stored_json.py`), and a moment that is only sorted by or shown as its day needs no time zone.
    """

    def __init__(self, build: Build, *as_stored: int, **kinds: type) -> None:
        self._build = build
        self._as_stored = as_stored
        self._marks = {name: _mark(kind, index) for index, (name, kind) in enumerate(kinds.items())}
        self._compiled: dict[str, _Compiled] = {}

    def rows(self, **values: Any) -> list[tuple]:
        """Raises KeyError for a value that is missing."""
        return self.converted(self.asked(**values))

    def asked(self, **values: Any) -> list[tuple]:
        """The rows with every column as the database has it, for who keeps few of them (`converted`)."""
        connection = connections[DEFAULT_DB_ALIAS]
        compiled = self._compiled.get(connection.vendor)
        if compiled is None:
            compiled = self._compiled[connection.vendor] = self._compile(connection.vendor)
        adapt = connection.ops.adapt_datefield_value
        given = [
            adapt(values[name]) if isinstance(self._marks[name], dt.date) else values[name]
            for name in compiled.names
        ]
        return asked_again(compiled.sql, given)

    def converted(self, rows: Sequence[tuple]) -> list[tuple]:
        """Rows that were `asked` for as Python has their values, in their order."""
        if not rows:
            return []
        connection = connections[DEFAULT_DB_ALIAS]
        values = [list(row) for row in rows]
        for at, functions, column in self._compiled[connection.vendor].converters:
            for function in functions:
                for row in values:
                    row[at] = function(row[at], column, connection)
        return [tuple(row) for row in values]

    def _compile(self, vendor: str) -> _Compiled:
        seen = {}
        for name, mark in self._marks.items():
            seen[mark] = name
            if isinstance(mark, dt.date):
                seen[str(mark)] = name  # as SQLite has dates
        parts: list[str] = []
        names: list[str] = []
        converters: tuple = ()
        for number, queryset in enumerate(self._build(**self._marks)):
            compiler = queryset.query.get_compiler(DEFAULT_DB_ALIAS)
            sql, params = compiler.as_sql()
            places = []
            for param in params:
                if not isinstance(param, bool) and param in seen:
                    names.append(seen[param])
                    places.append("%s")
                else:  # a constant: the database shall see it, to know which partial index it may use
                    places.append(_literal(param))
            filled = sql % tuple(places)  # places and our own constants only: values go by parameters
            parts.append(f"SELECT {number} AS part, q{number}.* FROM ({filled}) AS q{number}")  # noqa: S608
            fields = compiler.get_converters([column[0] for column in compiler.select])
            converters = tuple(
                (at + 1, tuple(how), column)
                for at, (how, column) in fields.items()
                if at not in self._as_stored
            )
        return _Compiled(" UNION ALL ".join(parts), tuple(names), converters)


def _mark(kind: type, index: int) -> Any:
    if kind is int:
        return FIRST_MARK + index
    if kind is dt.date:
        return dt.date(1, 1, 1 + index)
    return f"\x01mark {index}"


def _literal(param: Any) -> str:
    if isinstance(param, bool | int):
        return str(param)
    if isinstance(param, str):
        return "'" + param.replace("'", "''").replace("%", "%%") + "'"
    raise TypeError(f"A prepared query cannot hold the constant {param!r}.")
