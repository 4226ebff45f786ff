"""Words and what they mean, as data: one TOML file a subject, one line a row.

    [month]
    1 = {say = "january | jan", as = ["in January", "2 jan"], not = ["jan the guide"]}

A table is a kind, a key the value (a whole number where it is one), `say` a pattern
(trips/reading/patterns.py), `as` examples that must read as this value, `not` such that must not. A
test reads every example. What rows of other files build on (`<no>`) stands in `words.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from trips.reading.chart import Rule

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Row:
    file: str
    kind: str
    value: Any
    say: str
    examples: tuple[str, ...]
    against: tuple[str, ...]


@cache
def rows(file: str) -> tuple[Row, ...]:
    """All rows of one file, in order. Raises ValueError naming a row without a pattern or an example."""
    tables = tomllib.loads((FOLDER / f"{file}.toml").read_text("utf-8"))
    kinds = [(kind, table) for kind, table in tables.items() if kind != "words"]
    return tuple(_row(file, kind, key, row) for kind, table in kinds for key, row in table.items())


@cache
def words(file: str, name: str) -> frozenset[str]:
    """A plain list of words: an entry of the table `words`, for readers that look at single tokens."""
    table = tomllib.loads((FOLDER / f"{file}.toml").read_text("utf-8"))["words"]
    return frozenset(table[name].split())


def lists(file: str, names: str) -> Iterator[frozenset[str]]:
    """Several such lists, in the order of their names."""
    return (words(file, name) for name in names.split())


def rules(file: str, *kinds: str) -> Iterator[Rule]:
    """The rows of a file as rules: all, or those of some kinds."""
    for row in rows(file):
        if not kinds or row.kind in kinds:
            yield Rule(row.kind, row.say, row.value)


def files() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def _row(file: str, kind: str, key: str, row: dict) -> Row:
    if set(row) - {"say", "as", "not"} or not row.get("say") or not row.get("as"):
        raise ValueError(f"{file}.toml, {kind}.{key}: a row has say, as (examples) and perhaps not")
    value = int(key) if key.lstrip("-").isdigit() else key
    return Row(file, kind, value, row["say"], tuple(row["as"]), tuple(row.get("not", ())))


#: Words like any other, though some town is called so too.
EVERYDAY = words("places", "common")
