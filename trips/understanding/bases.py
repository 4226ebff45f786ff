"""The cities a message is about: what lies near them is something to see there, no other journey."""

from __future__ import annotations

import re

from trips.catalogue.gazetteer import City, distance_km
from trips.catalogue.names import key
from trips.understanding.names import BARE_PROMINENCE, names_in
from trips.understanding.reading import Reading, Span
from trips.understanding.tokens import Name

#: Farther than this, in km, nobody goes for a few hours.
_NEAR_KM = 60
#: Who only likes the idea may mean a stay of its own: closer, and no big city.
_CLOSE_KM = 40
_BIG = 8.9
#: A namesake abroad has to be this prominent to be meant as another destination.
_FAMOUS = 8.5
_LEFT_BEHIND = re.compile(
    r"\b(?:from|leaving|departing|based\s+in|live\s+in|living\s+in|out\s+of|not|instead\s+of)\s+(?:the\s+)?$",
    re.I,
)


def bases(reading: Reading, beside: Span) -> list[City]:
    """Cities of the trip: those known and those named outside of `beside`, origins left out."""
    found = [reading.gazetteer.city(place.city_id) for place in reading.facts.destinations if place.city_id]
    for name in _named(reading):
        inside = beside.start <= name.span.start < beside.end
        led = _LEFT_BEHIND.search(reading.view[max(0, name.span.start - 24) : name.span.start])
        if name.known and not inside and not led and name.prominence >= BARE_PROMINENCE:
            if name.place and name.place.city_id:
                found.append(reading.gazetteer.city(name.place.city_id))
    return [city for city in found if city]


def is_beside(reading: Reading, name: str, cities: list[City], *, surely: bool) -> bool:
    """Whether a place is something to see in or near one of `cities`, no destination of its own.
    `surely`: it was said to be a must."""
    matches = [one for one in reading.gazetteer.find_cities(name, limit=8) if one.exact or one.score >= 94]
    if not cities or any(key(name) == key(city.name) for city in cities):
        return False
    if any(key(name) == key(area) for city in cities for area in _areas(reading, city)):
        return True
    if not matches:
        return surely and reading.gazetteer.find_country(name) is None
    if matches[0].exact and matches[0].city.id in {city.id for city in cities} and not surely:
        return False
    limit = _NEAR_KM if surely else _CLOSE_KM
    for match in matches:
        if not surely and match.city.prominence >= _BIG and match.city.id not in {city.id for city in cities}:
            continue
        if any(_distance(match.city, city) <= limit for city in cities):
            return True
    best = matches[0].city
    if not surely or not matches[0].exact:
        return surely
    if best.country in {city.country for city in cities}:
        return best.prominence < BARE_PROMINENCE
    return best.prominence < _FAMOUS and reading.gazetteer.find_country(name) is None


def _distance(one: City, other: City) -> float:
    return distance_km(one.lat, one.lon, other.lat, other.lon)


def _areas(reading: Reading, city: City) -> set[str]:
    return (
        {place.area for place in reading.gazetteer.places(city.curated) if place.area}
        if city.curated
        else set()
    )


def _named(reading: Reading) -> list[Name]:
    """The names of the message, looked up once: what was claimed since stays a name."""
    if reading.named is None:
        reading.named = names_in(reading, None)
    return reading.named
