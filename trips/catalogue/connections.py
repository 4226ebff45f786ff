"""Connections between cities: a file written from general knowledge, dated and graded so."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import Any

from trips.catalogue.bundled import content
from trips.catalogue.names import words
from trips.catalogue.regions import city_named
from trips.schemas import Connection, Price


@lru_cache(maxsize=1)
def all_connections() -> tuple[Connection, ...]:
    """Each row of connections.json once, in the direction it is written."""
    file = content("connections.json")
    header = {name: file[name] for name in ("grade", "as_of", "source")}
    return tuple(
        _connection(**dict(zip(file["columns"], row, strict=True)), both_ways=both_ways, **header)
        for both_ways in (True, False)
        for row in file["both_ways" if both_ways else "one_way"]
    )


def _connection(*, currency: str, adult: str, child: str | None, **row: Any) -> Connection:
    """Raises ValueError for a row that names an unknown city."""
    start, end = city_named(row.pop("from")), city_named(row.pop("to"))
    if start is None or end is None:
        raise ValueError(f"connections.json names a city that is not bundled: {row}")
    name = ":".join("-".join(words(city.name)) for city in (start, end))
    price = Price.model_validate({"currency": currency, "adult": adult, "child": child})
    return Connection(id=f"{name}:{row['mode']}", from_city=start.id, to_city=end.id, price=price, **row)


@lru_cache(maxsize=1)
def _by_cities() -> dict[tuple[int, int], list[Connection]]:
    """(from, to) → rows, the quickest first; rows that hold both ways also turned round."""
    found: dict[tuple[int, int], list[Connection]] = defaultdict(list)
    for row in sorted(all_connections(), key=lambda row: row.minutes):
        found[row.from_city, row.to_city].append(row)
        if row.both_ways:
            found[row.to_city, row.from_city].append(_turned_round(row))
    return dict(found)


def _turned_round(row: Connection) -> Connection:
    """The same row for the way back; its id stays that of the row."""
    ends = {"from_city": row.to_city, "to_city": row.from_city}
    return row.model_copy(update={**ends, "from_point": row.to_point, "to_point": row.from_point})


def connections(from_city_id: int, to_city_id: int) -> list[Connection]:
    """Rows between two cities (geonames ids), the quickest first."""
    return list(_by_cities().get((from_city_id, to_city_id), ()))
