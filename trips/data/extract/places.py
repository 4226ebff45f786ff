"""Write `trips/data/places.sqlite` from the text files in trips/data/cities: `make catalogue`.

python -m trips.data.extract.places [FOLDER TARGET]
"""

from __future__ import annotations

import json
import sqlite3
import sys
import zlib
from pathlib import Path

from trips.catalogue import shipped
from trips.catalogue.names import sight_key, words
from trips.data.extract import city_file
from trips.schemas import Place

CITIES = Path(__file__).parent.parent / "cities"
#: Whose names travellers say; a town of a day trip, a station or a hotel is no sight.
NAMED_KINDS = ("visit", "food")
SCHEMA = """
CREATE TABLE city (slug TEXT PRIMARY KEY, geonames INTEGER NOT NULL UNIQUE, rank INTEGER NOT NULL,
    practical TEXT NOT NULL, rows BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE name (key TEXT NOT NULL, place TEXT NOT NULL, PRIMARY KEY (key, place)) WITHOUT ROWID;
CREATE TABLE word (word TEXT PRIMARY KEY) WITHOUT ROWID;
"""


def write(folder: Path = CITIES, target: Path = shipped.FILE) -> int:
    """The rows of all files of a folder; how many. Raises CityFileError."""
    cities = [city_file.read(path) for path in sorted(folder.glob("*.txt"))]
    target.unlink(missing_ok=True)
    with sqlite3.connect(target) as database:
        database.executescript(SCHEMA)
        for city in cities:
            values = (city.slug, city.geonames, city.rank, city.practical.model_dump_json(), _rows(city))
            database.execute("INSERT INTO city VALUES (?, ?, ?, ?, ?)", values)
            database.executemany("INSERT INTO name VALUES (?, ?)", _names(city.places))
            database.executemany("INSERT OR IGNORE INTO word VALUES (?)", _words(city.places))
    database.execute("VACUUM")
    database.close()
    return sum(len(city.places) for city in cities)


def _rows(city: city_file.CityFile) -> bytes:
    """All rows of a city as a list in JSON, deflated."""
    rows = [place.stored() for place in city.places]
    return zlib.compress(json.dumps(rows, ensure_ascii=False, separators=(",", ":")).encode(), 9)


def _names(places: list[Place]) -> list[tuple[str, str]]:
    named = [place for place in places if place.kind in NAMED_KINDS]
    keys = {(sight_key(name), place.id) for place in named for name in place.names}
    return sorted(pair for pair in keys if pair[0])


def _words(places: list[Place]) -> list[tuple[str]]:
    texts = [text for place in places for text in (place.name, place.area)]
    return [(word,) for word in sorted({word for text in texts for word in words(text)})]


if __name__ == "__main__":
    print(write(*map(Path, sys.argv[1:])), "rows")
