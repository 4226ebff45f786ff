"""Connections between cities: a file written from general knowledge, dated and graded so."""

from __future__ import annotations

import json
from collections import defaultdict
from functools import lru_cache
from pathlib import Path

from trips.catalogue.names import words
from trips.catalogue.regions import row_named
from trips.catalogue.world import World
from trips.schemas import Connection, Price

DATA = Path(__file__).parent.parent / "data"


@lru_cache(maxsize=1)
def all_connections(world: World) -> tuple[Connection, ...]:
    """Each row of connections.json once, in the direction it is written."""
    content = json.loads((DATA / "connections.json").read_text("utf-8"))
    header = {"grade": content["grade"], "as_of": content["as_of"], "source": content["source"]}
    return tuple(
        _connection(world, dict(zip(content["columns"], values, strict=True)), both_ways, header)
        for both_ways in (True, False)
        for values in content["both_ways" if both_ways else "one_way"]
    )


@lru_cache(maxsize=1)
def _by_cities(world: World) -> dict[tuple[int, int], list[Connection]]:
    """(from, to) → rows, the quickest first; rows that hold both ways also turned round."""
    found: dict[tuple[int, int], list[Connection]] = defaultdict(list)
    for row in all_connections(world):
        found[row.from_city, row.to_city].append(row)
        if row.both_ways:
            found[row.to_city, row.from_city].append(turned_round(row))
    for rows in found.values():
        rows.sort(key=lambda row: row.minutes)
    return dict(found)


def _connection(world: World, row: dict, both_ways: bool, header: dict) -> Connection:
    """One row of the file; raises ValueError when it names an unknown city."""
    start, end = row_named(world, row.pop("from")), row_named(world, row.pop("to"))
    if start is None or end is None:
        raise ValueError(f"connections.json names a city that is not bundled: {row}")
    price = Price(currency=row.pop("currency"), adult=row.pop("adult"), child=row.pop("child"))
    return Connection(
        id=f"{'-'.join(words(start.name))}:{'-'.join(words(end.name))}:{row['mode']}",
        from_city=start.id,
        to_city=end.id,
        both_ways=both_ways,
        price=price,
        **row,
        **header,
    )


def turned_round(row: Connection) -> Connection:
    """The same row for the way back; its id stays that of the row."""
    return row.model_copy(
        update={
            "from_city": row.to_city,
            "to_city": row.from_city,
            "from_point": row.to_point,
            "to_point": row.from_point,
        }
    )


def connections(world: World, from_city_id: int, to_city_id: int) -> list[Connection]:
    """Rows between two cities (geonames ids), the quickest first."""
    return list(_by_cities(world).get((from_city_id, to_city_id), ()))
