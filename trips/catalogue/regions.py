"""Areas by name: groups of countries, tourist areas, states and provinces."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from trips.catalogue.geography import Region, distance_km
from trips.catalogue.names import key
from trips.catalogue.world import CityRow, World

DATA = Path(__file__).parent.parent / "data"

#: Postal abbreviations people write after a city where GeoNames' own codes are numbers.
POSTAL_CODES = {
    "BC": "britishcolumbia",
    "AB": "alberta",
    "ON": "ontario",
    "QC": "quebec",
    "NS": "novascotia",
    "NB": "newbrunswick",
    "MB": "manitoba",
    "SK": "saskatchewan",
    "PE": "princeedwardisland",
    "NL": "newfoundlandandlabrador",
    "YT": "yukon",
    "NSW": "newsouthwales",
    "VIC": "victoria",
    "QLD": "queensland",
    "TAS": "tasmania",
    "ACT": "australiancapitalterritory",
}
#: A provinces' name means the province of the country that most travellers think of.
_FIRST_COUNTRIES = ("US", "CA", "GB", "IT", "ES", "FR", "DE", "JP", "AU", "MX", "IN", "CN", "BR")

#: An area whose towns lie this close together is one place to stay, not a tour.
ONE_PLACE_KM = 65


def row_named(world: World, text: str) -> CityRow | None:
    """The best known city of "Name, CC" or "Name, ADMIN1 CODE, CC" (how hand-written files name
    cities); its own name wins over other places' names in another language."""
    name, *province, country = [part.strip() for part in text.split(",")]
    found = [
        (kind == 0, row.prominence, row)
        for row, kind in world.named(key(name))
        if row.country == country and (not province or row.admin1_code == province[0])
    ]
    return max(found, key=lambda item: item[:2])[2] if found else None


@lru_cache(maxsize=1)
def _written() -> dict[str, dict]:
    """Folded name or alias → the row of regions.json."""
    found: dict[str, dict] = {}
    for row in json.loads((DATA / "regions.json").read_text("utf-8"))["regions"]:
        for name in (row["name"], *row.get("aliases", ())):
            found[_bare(name)] = row
    return found


def _bare(text: str) -> str:
    folded = key(text)
    return folded.removeprefix("the") if text.strip().lower().startswith("the ") else folded


def area(world: World, text: str) -> list[CityRow]:
    """The towns of a hand-written area, the usual first one first; [] when it is none, or is a
    group of countries."""
    row = _written().get(_bare(text))
    if row is None:
        return []
    return [town for name in row.get("cities", ()) if (town := row_named(world, name))]


def is_one_place(towns: list[CityRow]) -> bool:
    """Whether an area is small enough to mean its first town (Santorini), not a tour (Tuscany)."""
    first = towns[0]
    return all(distance_km(first.lat, first.lon, town.lat, town.lon) <= ONE_PLACE_KM for town in towns)


def find(text: str, world: World) -> Region | None:
    """Groups of countries and tourist areas written by hand, then states and provinces."""
    name = _bare(text)
    if row := _written().get(name):
        towns = tuple(town.id for town in area(world, text))
        return Region(row["name"].removeprefix("the "), tuple(row["countries"]), (), towns)
    provinces = world.admin1(name) if len(name) > 3 else ()
    if not provinces:
        return None
    rank = {code: index for index, code in enumerate(_FIRST_COUNTRIES)}
    country, code, title = min(provinces, key=lambda row: rank.get(row[0], 99))
    return Region(title, (country,), (code,))
