"""Areas by name: groups of countries, tourist areas, states and provinces."""

from __future__ import annotations

from functools import lru_cache

from trips.catalogue import world
from trips.catalogue.bundled import content
from trips.catalogue.geography import City, Region
from trips.catalogue.names import key

#: A provinces' name means the province of the country that most travellers think of.
_FIRST_COUNTRIES = ("US", "CA", "GB", "IT", "ES", "FR", "DE", "JP", "AU", "MX", "IN", "CN", "BR")

#: An area whose towns lie this close together is one place to stay, not a tour.
ONE_PLACE_KM = 65


def city_named(text: str) -> City | None:
    """The best known city of "Name, CC" or "Name, ADMIN1 CODE, CC"; its own name beats translated ones."""
    name, *province, country = [part.strip() for part in text.split(",")]
    found = [
        (kind == world.PRIMARY, city.prominence, city)
        for city, kind in world.named(key(name))
        if city.country == country and (not province or city.admin1_code == province[0])
    ]
    return max(found, key=lambda item: item[:2])[2] if found else None


@lru_cache(maxsize=1)
def _written() -> dict[str, dict]:
    """Folded name or alias → the row of regions.json."""
    rows = content("regions.json")["regions"]
    return {_bare(name): row for row in rows for name in (row["name"], *row.get("aliases", ()))}


def _bare(text: str) -> str:
    folded = key(text)
    return folded.removeprefix("the") if text.strip().lower().startswith("the ") else folded


def area(text: str) -> list[City]:
    """The towns of a hand-written area, the usual one first; [] of a group of countries, or of no area."""
    names = _written().get(_bare(text), {}).get("cities", ())
    return [town for name in names if (town := city_named(name))]


def is_one_place(towns: list[City]) -> bool:
    """Whether an area is small enough to mean its first town (Santorini), not a tour (Tuscany)."""
    return all(towns[0].distance_to(town) <= ONE_PLACE_KM for town in towns)


def find(text: str) -> Region | None:
    """Groups of countries and tourist areas written by hand, then states and provinces."""
    name = _bare(text)
    if row := _written().get(name):
        towns = tuple(town.id for town in area(text))
        return Region(row["name"].removeprefix("the "), tuple(row["countries"]), (), towns)
    provinces = world.admin1(name) if len(name) > 3 else ()
    if not provinces:
        return None
    rank = {code: index for index, code in enumerate(_FIRST_COUNTRIES)}
    country, code, title = min(provinces, key=lambda row: rank.get(row[0], 99))
    return Region(title, (country,), (code,))
