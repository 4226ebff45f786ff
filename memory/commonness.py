"""How many rows an owner of very many has, and how many of them have each word: how little a word tells.

SQLite counts in the index of words. PostgreSQL counts rows only by reading each of them from the table, in
pages that lie anywhere; but the index finds how many it will name before the first is read, and `EXPLAIN`
says so. It costs a tenth.
"""

# ruff: noqa: S608  (the statements are put together from constants; tokens and numbers are parameters)

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from django.db import connection

#: Nobody needs to know how much more common than that a word is.
COUNTED = 10_000
#: The condition is the index's expression, or the index is not used.
HAS_TOKEN = "to_tsvector('simple', r.terms) @@ to_tsquery('simple', %s)"  # noqa: S105  (a condition)

_OF_OWNER = "SELECT 1 FROM memory_searchrow AS r WHERE r.owner_id = %s"
_WITH_TOKEN = f"SELECT 1 FROM memory_searchrow AS r WHERE {HAS_TOKEN}"
_SQLITE = "SELECT 1 FROM memory_searchwords WHERE memory_searchwords MATCH %s"
_INDEX_SCAN = "Bitmap Index Scan"


def commonness(owner_id: int, tokens: Sequence[str]) -> tuple[int, dict[str, int]]:
    """How many rows the owner has, and of each of the owner's tokens how many have it: up to `COUNTED`."""
    if connection.vendor == "postgresql":
        return _explained(owner_id, tokens)
    having = {token: _count(f"{_SQLITE} LIMIT %s", token, COUNTED) for token in tokens}
    return _count(_OF_OWNER, owner_id), having


def _explained(owner_id: int, tokens: Sequence[str]) -> tuple[int, dict[str, int]]:
    """Each part is planned for all its rows, because it is materialised, and asked for one: the index is read
    whole, the table is not. From `COUNTED` rows on their number is what the planner takes it to be."""
    parts = [f"part{number} AS MATERIALIZED ({_WITH_TOKEN})" for number in range(len(tokens))]
    parts.append(f"part{len(tokens)} AS MATERIALIZED ({_OF_OWNER})")
    asked = ", ".join(f"(SELECT 1 FROM part{number} LIMIT 1)" for number in range(len(parts)))
    statement = f"WITH {', '.join(parts)} SELECT {asked}"
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) {statement}", [*tokens, owner_id])
        said = cursor.fetchone()[0]
    plan = (json.loads(said) if isinstance(said, str) else said)[0]["Plan"]
    found = {part.get("Subplan Name"): part for part in plan["Plans"]}
    having = {}
    for number, token in enumerate(tokens):
        named = [int(node["Actual Rows"]) for node in _nodes(found[f"CTE part{number}"]) if _is_index(node)]
        rows = sum(named) if named else _count(f"{_WITH_TOKEN} LIMIT %s", token, COUNTED)
        having[token] = min(rows, COUNTED)
    rows = int(found[f"CTE part{len(tokens)}"]["Plan Rows"])
    return rows if rows > COUNTED else _count(_OF_OWNER, owner_id), having


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for part in plan.get("Plans", ()):
        yield from _nodes(part)


def _is_index(node: dict[str, Any]) -> bool:
    return node["Node Type"] == _INDEX_SCAN


def _count(statement: str, *parameters: Any) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM ({statement}) AS counted", parameters)
        return cursor.fetchone()[0]
