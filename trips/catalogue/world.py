"""The bundled world (trips/data/world.sqlite): cities by name, airports, provinces."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import replace
from functools import lru_cache
from hashlib import blake2s

from rapidfuzz import process
from rapidfuzz.distance import OSA

from trips.catalogue.bundled import DATA, Bundled
from trips.catalogue.countries import country
from trips.catalogue.geography import Airport, City, distance_km
from trips.catalogue.names import key

#: Kinds of a city's names, and what an exact one scores.
PRIMARY, ALIAS, ALTERNATE, LETTERS = 0, 1, 2, 3
SCORES = {PRIMARY: 100.0, ALIAS: 99.0, ALTERNATE: 95.0, LETTERS: 95.0}
#: Misspelt words are compared only with names of places at least this prominent.
PROMINENT = 7.0
WELL_KNOWN = 9.0
#: Of a place that is not among the cities: as prominent as a small town, and its number is beyond GeoNames'.
NEW, FIRST_OF_NEW = 6.0, 500_000_000

DATABASE = Bundled(DATA / "world.sqlite")
_CITY = """SELECT city.id, city.name, city.country, admin1_code, coalesce(admin1.name, ''), lat, lon,
    population, timezone, prominence FROM city
    LEFT JOIN admin1 ON admin1.country = city.country AND admin1.code = city.admin1_code """
_NAMED = _CITY.replace(" FROM city", ", name.kind FROM city") + "JOIN name ON name.city_id = city.id "


def _cities(where: str, *values: object) -> list[City]:
    return [_city(*row) for row in DATABASE.rows(_CITY + where, *values)]


def _city(*columns: object) -> City:
    known = country(str(columns[2]))
    return City(*columns, country_name=known.name if known else columns[2])  # type: ignore[arg-type]


@lru_cache(maxsize=4096)
def city(city_id: int) -> City | None:
    return next(iter(_cities("WHERE city.id = ?", city_id)), None)


def new_town(name: str, lat: float, lon: float, code: str) -> City | None:
    """A place that is not among the cities. Province, time zone and, unless `code` says it, the country are
    those of the nearest city; None without one within about 300 km."""
    width = math.cos(math.radians(lat))
    part, values = ("AND city.country = ? ", (code.upper(),)) if code else ("", ())
    near = _cities(
        f"WHERE abs(lat - ?) < 3 AND abs(lon - ?) * ? < 3 {part}"
        "ORDER BY (lat - ?) * (lat - ?) + (lon - ?) * (lon - ?) * ? LIMIT 1",
        lat, lon, width, *values, lat, lat, lon, lon, width * width,
    )  # fmt: skip
    if not near:
        return None
    digest = blake2s(f"{near[0].country}:{key(name)}".encode(), digest_size=8).digest()
    number = FIRST_OF_NEW + int.from_bytes(digest) % FIRST_OF_NEW
    return replace(near[0], id=number, name=name, lat=lat, lon=lon, population=0, prominence=NEW)


def cities_of(code: str, limit: int, admin1: tuple[str, ...] = ()) -> list[City]:
    """Of a country, or of some of its provinces; by inhabitants, the largest first."""
    part = f"AND admin1_code IN ({','.join('?' * len(admin1))})" if admin1 else ""
    return _cities(f"WHERE city.country = ? {part} ORDER BY population DESC LIMIT ?", code, *admin1, limit)


def named(key: str) -> list[tuple[City, int]]:
    """Cities one of whose names folds to `key`, each with the kind of that name."""
    return [(_city(*row[:-1]), row[-1]) for row in DATABASE.rows(_NAMED + "WHERE name.key = ?", key)]


def is_named(city_id: int, key: str) -> bool:
    """Whether one of a city's names folds to `key`."""
    return bool(DATABASE.rows("SELECT 1 FROM name WHERE key = ? AND city_id = ?", key, city_id))


@lru_cache(maxsize=1)
def _by_length() -> dict[int, list[str]]:
    rows = DATABASE.rows(
        "SELECT DISTINCT key FROM name JOIN city ON city.id = city_id WHERE length(key) BETWEEN 4 AND 28 "
        "AND ((kind < 2 AND prominence >= ?) OR (kind = 2 AND prominence >= ? AND length(key) > 6))",
        PROMINENT, WELL_KNOWN,
    )  # fmt: skip
    lengths: dict[int, list[str]] = defaultdict(list)
    for (folded,) in rows:
        lengths[len(folded)].append(folded)
    return lengths


def spelt_like(key: str, limit: int = 12) -> list[tuple[str, int]]:
    """Keys that differ from `key` by few letters (insert, drop, change, swap), with how many."""
    size = len(key)
    allowed = 0 if size < 5 else 1 if size < 7 else 2 if size < 11 else 3
    found: list[tuple[str, int]] = []
    for length in range(size - allowed, size + allowed + 1) if allowed else ():
        choices = _by_length().get(length, ())
        hits = process.extract(key, choices, scorer=OSA.distance, score_cutoff=allowed, limit=limit)
        found += [(name, int(edits)) for name, edits, _ in hits]
    return sorted(found, key=lambda hit: hit[1])[:limit]


@lru_cache(maxsize=512)
def admin1(key: str) -> list[tuple[str, str, str]]:
    """(country, code, name) of the provinces named so, or of the one with this postal code."""
    return DATABASE.rows("SELECT country, code, name FROM admin1 WHERE key = ?", key)


def admin1_by_code(code: str) -> list[tuple[str, str, str]]:
    return DATABASE.rows("SELECT country, code, name FROM admin1 WHERE code = ?", code.upper())


def climate(city_id: int) -> bytes | None:
    rows = DATABASE.rows("SELECT climate FROM city WHERE id = ?", city_id)
    return rows[0][0] if rows else None


@lru_cache(maxsize=1)
def airports() -> dict[str, Airport]:
    """By IATA code; 4,000 of them."""
    rows = DATABASE.rows("SELECT iata, name, city, country, lat, lon, timezone, size, city_id FROM airport")
    return {row[0]: Airport(*row) for row in rows}


def airport(iata: str) -> Airport | None:
    """By IATA code; only airports with scheduled service are known."""
    return airports().get(iata.upper())


@lru_cache(maxsize=512)  # one plan asks for the same few cities dozens of times
def airports_near(
    lat: float, lon: float, within_km: float = 120, limit: int = 3
) -> tuple[tuple[Airport, float], ...]:
    """With the distance in km. A big one counts as 25 km nearer than a medium one, that than a small one."""
    degrees = within_km / 110.0
    width = degrees / max(0.02, math.cos(math.radians(lat)))
    found = [
        (airport, round(kilometres, 1))
        for airport in airports().values()
        if abs(airport.lat - lat) <= degrees
        and min(abs(airport.lon - lon), 360 - abs(airport.lon - lon)) <= width
        and (kilometres := distance_km(lat, lon, airport.lat, airport.lon)) <= within_km
    ]
    return tuple(sorted(found, key=lambda pair: pair[1] - 25 * pair[0].size)[:limit])
