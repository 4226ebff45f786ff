"""A place as said, and what the gazetteer makes of it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from trips.catalogue.gazetteer import City, Country, Gazetteer
from trips.catalogue.names import key
from trips.schemas import PlaceName, TripFacts

_SHORT_FORM = re.compile(r"\b(?:city|stadt)$", re.IGNORECASE)
_CODE = re.compile(r"[A-Z]{2,4}")


def resolve_place(name: str, gazetteer: Gazetteer, near: City | None = None) -> PlaceName:
    """The city, country or region meant; among namesakes the one closer to `near`. A name the
    gazetteer doesn't know is kept as a city without an id: nobody guesses. Misspelt names get the
    gazetteer's spelling, right ones stay as they were written."""
    name = " ".join(name.split()).strip(" ,.;:!?\"'")
    if city := gazetteer.best_city(name, near):
        written = _written(name, city.name) if is_named(name, city, gazetteer) else city.name
        return PlaceName(name=written, kind="city", city_id=city.id, country=city.country)
    if country := country_named(name, gazetteer):
        return PlaceName(name=_written(name, country.name), kind="country", country=country.code)
    if region := gazetteer.find_region(name):
        code = region.countries[0] if len(region.countries) == 1 else None
        return PlaceName(name=_written(name, region.name), kind="region", country=code)
    return PlaceName(name=name)


@dataclass(frozen=True)
class UnknownPlace:
    """A place that was told and that no data of ours knows; `path` says of which fact."""

    path: str
    name: str
    alike: tuple[str, ...]  # known names that are written much like it

    @property
    def sentence(self) -> str:
        meant = f" Did you mean {' or '.join(self.alike)}?" if self.alike else ""
        return f"I know no place called “{self.name}”, so nothing can be looked up for it.{meant}"


def unknown_places(facts: TripFacts, gazetteer: Gazetteer) -> list[UnknownPlace]:
    """Origin and destinations that are kept as they were said, because nobody guesses."""
    told = [("destinations", place) for place in facts.destinations]
    told += [("origin", facts.origin)] if facts.origin else []
    return [
        UnknownPlace(path, place.name, _alike(place.name, gazetteer))
        for path, place in told
        if place.kind == "city" and place.city_id is None
    ]


def _alike(name: str, gazetteer: Gazetteer) -> tuple[str, ...]:
    found = gazetteer.find_cities(name, limit=6)
    names = dict.fromkeys(f"{match.city.name}, {match.city.country_name}" for match in found)
    return tuple(names)[:3]


def country_named(name: str, gazetteer: Gazetteer) -> Country | None:
    """A country by its name or a common alias; never by its people ("Japanese")."""
    country = gazetteer.find_country(name)
    if country and key(name) in {key(known) for known in (country.name, *country.aliases)}:
        return country
    return None


def is_named(name: str, city: City, gazetteer: Gazetteer) -> bool:
    """Whether `name` is a name of the city, letter by letter, accents and punctuation aside."""
    return any(match.exact and match.city.id == city.id for match in gazetteer.find_cities(name, limit=12))


def same_place(one: PlaceName, other: PlaceName) -> bool:
    if one.city_id or other.city_id:
        return one.city_id == other.city_id
    return key(one.name) == key(other.name) or (
        one.kind == other.kind == "country" and one.country is not None and one.country == other.country
    )


def _written(said: str, known: str) -> str:
    """As said where that is how names look; the known name for "nyc", "LAX" or "boston"."""
    plain, _, _ = said.partition(",")
    plain = re.sub(r"\s*\(.*\)$", "", plain).strip()
    if _CODE.fullmatch(plain) or not plain[:1].isupper():
        return short_name(known)
    return plain


def short_name(known: str) -> str:
    """A city's name as people say it: New York."""
    return _SHORT_FORM.sub("", known).strip() if key(known) == key("New York City") else known
