"""The rows of one owner that have a word of the question, by the full text index of either database.

A token carries its owner's number, so a look-up reads only the owner's own rows, however many others there
are. More than 2,000 rows are too many to compare in a page's time: then the rarest words choose, and of what
the common ones add the rows with two of them and the newest come first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import connection

from memory.commonness import HAS_TOKEN, commonness
from memory.ranking import Candidate, Searched

LIMIT = 2_000
#: Of an owner with more rows than that so many are compared: the rarest words choose them.
MANY = 500

_COLUMNS = (
    "r.id, r.kind, r.object_id, r.trip_id, r.author, r.{group}, r.position, r.words, r.terms, r.owner_id"
)
_SQLITE = (
    "FROM memory_searchwords AS f CROSS JOIN memory_searchrow AS r ON r.id = f.rowid "
    "WHERE f.memory_searchwords MATCH %s AND +r.owner_id = %s"
)
#: `+ 0`: the index of words is the one to use; the one of owners would read all that the owner has, and the
#: one of ids (for the newest) what everybody has.
_POSTGRESQL = f"FROM memory_searchrow AS r WHERE {HAS_TOKEN} AND r.owner_id + 0 = %s"


@dataclass(frozen=True)
class Scope:
    """What is searched. `trip_id`: that trip's rows and those of no trip; None: all."""

    owner_id: int
    trip_id: int | None
    kinds: tuple[str, ...]
    namespace: str | None = None


def candidates(
    scope: Scope, tokens: Sequence[str], related: Sequence[str] = ()
) -> tuple[list[Candidate], Searched]:
    """At most 2,000 rows with one of the tokens, or of those that are related to them, and what their figures
    are to be compared with. Where there is too much the related ones come last, or not at all."""
    rows, mean = _measured(scope)
    if rows <= LIMIT:
        return _matching(scope, _any([*tokens, *related]), LIMIT), Searched(rows, mean)
    rows, having = commonness(scope.owner_id, tokens)
    if sum(having.values()) > MANY:
        return _rarest_first(scope, having, rows), Searched(rows, mean, having)
    found = {row.row: row for row in _matching(scope, _any(tokens), MANY)}
    if related and len(found) < MANY:
        more = _matching(scope, _any(related), MANY - len(found), newest=True)
        found |= {row.row: row for row in more}
    return list(found.values()), Searched(rows, mean)


def _rarest_first(scope: Scope, having: dict[str, int], rows: int) -> list[Candidate]:
    rising = sorted((token for token in having if having[token]), key=lambda token: having[token])
    rare: list[str] = []
    total = 0
    for token in rising:
        if total + having[token] > MANY:
            break
        rare.append(token)
        total += having[token]
    common = rising[len(rare) :]
    found = {row.row: row for row in _matching(scope, _any(rare), MANY)} if rare else {}
    if len(common) > 1 and len(found) < MANY:
        pair = _both(common[0], _any(common[1:]))
        found |= {row.row: row for row in _matching(scope, pair, MANY - len(found), newest=True)}
    if common and len(found) < MANY:
        newest = _newest(scope, common[0], MANY - len(found), having[common[0]], rows)
        found |= {row.row: row for row in newest}
    return list(found.values())


def _newest(scope: Scope, token: str, limit: int, having: int, rows: int) -> list[Candidate]:
    """The newest rows with the token, which `having` of the owner's `rows` have.

    PostgreSQL would read all that have it. Where it is common enough fewer are read by going back through
    the owner's rows until there are `limit`: of every `rows` / `having` one has it.
    """
    everything = scope.trip_id is None and scope.namespace is None
    if connection.vendor != "postgresql" or not everything or having * having < limit * rows:
        return _matching(scope, token, limit, newest=True)
    within, parameters = _within(scope)
    source = f"FROM memory_searchrow AS r WHERE r.owner_id = %s AND strpos(r.terms, %s) > 0{within}"
    return _rows(scope, source, [scope.owner_id, f" {token} ", *parameters], "ORDER BY r.id DESC", limit)


def _any(tokens: Sequence[str]) -> str:
    return (" | " if connection.vendor == "postgresql" else " OR ").join(tokens)


def _both(one: str, others: str) -> str:
    return f"{one} {'&' if connection.vendor == 'postgresql' else 'AND'} ({others})"


def _matching(scope: Scope, match: str, limit: int, *, newest: bool = False) -> list[Candidate]:
    source, parameters = _where(scope, match)
    order = f"ORDER BY {'f.rowid' if connection.vendor == 'sqlite' else 'r.id + 0'} DESC" if newest else ""
    return _rows(scope, source, parameters, order, limit)


def _rows(scope: Scope, source: str, parameters: Sequence, order: str, limit: int) -> list[Candidate]:
    columns = _COLUMNS.format(group=connection.ops.quote_name("group"))
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {columns} {source} {order} LIMIT %s", [*parameters, limit])  # noqa: S608
        found = cursor.fetchall()
    return [Candidate._make(row[:9]) for row in found if row[9] == scope.owner_id]


def _where(scope: Scope, match: str) -> tuple[str, list]:
    """Only names of columns are put into the text; `match` has tokens of letters and figures alone."""
    source = _POSTGRESQL if connection.vendor == "postgresql" else _SQLITE
    within, parameters = _within(scope)
    return source + within, [match, scope.owner_id, *parameters]


def _within(scope: Scope) -> tuple[str, list]:
    text = f" AND r.kind IN ({', '.join(['%s'] * len(scope.kinds))})"
    parameters: list = [*scope.kinds]
    if scope.trip_id is not None:
        text += " AND (r.trip_id IS NULL OR r.trip_id = %s)"
        parameters.append(scope.trip_id)
    if scope.namespace is not None:
        text += " AND r.namespace = %s"
        parameters.append(scope.namespace)
    return text, parameters


def _measured(scope: Scope) -> tuple[int, float]:
    """How many rows the scope has, and their mean length in words: read from an index alone.

    Where there are more than 2,000 the mean is that of so many, and nothing more is counted.
    """
    within, parameters = _within(scope)
    of_owner = "SELECT r.words FROM memory_searchrow AS r WHERE r.owner_id = %s"
    some = f"{of_owner}{within} LIMIT %s"
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT count(*), sum(words) FROM ({some}) AS measured",  # noqa: S608
            [scope.owner_id, *parameters, LIMIT + 1],
        )
        rows, total = cursor.fetchone()
    return rows, float(total or 0) / rows if rows else 0.0
