"""The bundled world (trips/data/world.sqlite, read only): cities by name, airports, provinces.

One connection a process, guarded by a lock: every question takes far less than a millisecond, and
misspelt names are compared outside the lock.
"""

from __future__ import annotations

import sqlite3
import threading
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from rapidfuzz import process
from rapidfuzz.distance import OSA

DATA = Path(__file__).parent.parent / "data"
PRIMARY, ALIAS, ALTERNATE, LETTERS = 0, 1, 2, 3
SCORES = {PRIMARY: 100.0, ALIAS: 99.0, ALTERNATE: 95.0, LETTERS: 95.0}
#: Misspelt words are compared only with names of places at least this prominent.
PROMINENT = 7.0
WELL_KNOWN = 9.0


@dataclass(frozen=True, slots=True)
class CityRow:
    id: int
    name: str
    country: str
    admin1_code: str
    admin1: str
    lat: float
    lon: float
    population: int
    timezone: str
    prominence: float


_CITY = """SELECT city.id, city.name, city.country, admin1_code, coalesce(admin1.name, ''),
    lat, lon, population, timezone, prominence FROM city
    LEFT JOIN admin1 ON admin1.country = city.country AND admin1.code = city.admin1_code """


class World:
    """Questions to the bundled database. Thread-safe."""

    def __init__(self, path: Path = DATA / "world.sqlite") -> None:
        self._path = path
        self._lock = threading.Lock()

    @cached_property
    def _database(self) -> sqlite3.Connection:
        # immutable: nobody writes it, so SQLite needs no locks and no journal beside the file
        return sqlite3.connect(
            f"{self._path.resolve().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False
        )

    def _all(self, sql: str, parameters: tuple = ()) -> list[tuple]:
        with self._lock:
            return self._database.execute(sql, parameters).fetchall()

    def city(self, city_id: int) -> CityRow | None:
        rows = self._all(_CITY + "WHERE city.id = ?", (city_id,))
        return CityRow(*rows[0]) if rows else None

    def cities_of(self, country: str, limit: int, admin1: tuple[str, ...] = ()) -> list[CityRow]:
        """By inhabitants, the largest first."""
        where, values = "WHERE city.country = ?", [country]
        if admin1:
            where += f" AND admin1_code IN ({','.join('?' * len(admin1))})"
            values += admin1
        return [
            CityRow(*row)
            for row in self._all(_CITY + where + " ORDER BY population DESC LIMIT ?", (*values, limit))
        ]

    def best_known(self, prominence: float = 9.0) -> list[CityRow]:
        """The most prominent first; some 700 from the default on."""
        rows = self._all(_CITY + "WHERE prominence >= ? ORDER BY prominence DESC", (prominence,))
        return [CityRow(*row) for row in rows]

    def named(self, key: str) -> list[tuple[CityRow, int]]:
        """Places one of whose names folds to `key`, each with the kind of that name."""
        rows = self._all(
            _CITY.replace(" FROM city", ", name.kind FROM city") + "JOIN name ON name.city_id = city.id "
            "WHERE name.key = ?",
            (key,),
        )
        return [(CityRow(*row[:-1]), row[-1]) for row in rows]

    def is_named(self, city_id: int, key: str) -> bool:
        """Whether one of a city's names folds to `key`."""
        return bool(self._all("SELECT 1 FROM name WHERE key = ? AND city_id = ?", (key, city_id)))

    @cached_property
    def _by_length(self) -> dict[int, list[str]]:
        rows = self._all(
            "SELECT DISTINCT key FROM name JOIN city ON city.id = city_id WHERE length(key) BETWEEN 4 AND 28 "
            "AND ((kind < 2 AND prominence >= ?) OR (kind = 2 AND prominence >= ? AND length(key) > 6))",
            (PROMINENT, WELL_KNOWN),
        )
        lengths: dict[int, list[str]] = defaultdict(list)
        for (key,) in rows:
            lengths[len(key)].append(key)
        return lengths

    def spelt_like(self, key: str, limit: int = 12) -> tuple[tuple[str, int], ...]:
        """Keys that differ from `key` by few letters (insert, drop, change, swap), with how many."""
        size = len(key)
        allowed = 0 if size < 5 else 1 if size < 7 else 2 if size < 11 else 3
        found: list[tuple[str, int]] = []
        for length in range(size - allowed, size + allowed + 1) if allowed else ():
            hits = process.extract(
                key, self._by_length.get(length, ()), scorer=OSA.distance, score_cutoff=allowed, limit=limit
            )
            found += [(name, int(edits)) for name, edits, _ in hits]
        return tuple(sorted(found, key=lambda hit: hit[1])[:limit])

    @lru_cache(maxsize=512)  # noqa: B019 (one World a process)
    def admin1(self, key: str) -> tuple[tuple[str, str, str], ...]:
        """(country, code, name) of the provinces named so, or of the one with this postal code."""
        return tuple(self._all("SELECT country, code, name FROM admin1 WHERE key = ?", (key,)))

    def admin1_by_code(self, code: str) -> tuple[tuple[str, str, str], ...]:
        return tuple(self._all("SELECT country, code, name FROM admin1 WHERE code = ?", (code.upper(),)))

    def climate(self, city_id: int) -> bytes | None:
        rows = self._all("SELECT climate FROM city WHERE id = ?", (city_id,))
        return rows[0][0] if rows else None

    @cached_property
    def airports(self) -> dict[str, tuple]:
        """IATA code → (iata, name, city, country, lat, lon, timezone, size, city id); 4,000 rows."""
        rows = self._all("SELECT iata, name, city, country, lat, lon, timezone, size, city_id FROM airport")
        return {row[0]: row for row in rows}
