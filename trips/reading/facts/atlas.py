"""What names in a message are looked up in: cities, countries, regions and sights, of one gazetteer."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from trips.catalogue import regions, world
from trips.catalogue.gazetteer import City, Gazetteer, distance_km
from trips.catalogue.names import key, sight_key, words
from trips.facts.places import country_named, resolve_place
from trips.reading import lexicon
from trips.schemas import PlaceName

#: Farther than this, in km, nobody goes for a few hours.
CLOSE_KM = 40
#: A city as big as this is a journey of its own.
BIG = 8.9
#: A name counts without a word that leads to it from this prominence on.
BARE = 7.4
#: So far a slip of the hand may be off, of 100, and so well known the city has to be.
_SLIP, _SLIP_OF = 84, 9.0
_ORDINARY = lexicon.words("places", "ordinary")
_COMMON = lexicon.words("places", "common")
_QUALIFIES = re.compile(r"[A-Z]{2,3}|D\.?C\.?")


#: A word of a name this long may stand for the name.
_TELLING = 5


class Sights(NamedTuple):
    """Ids of places by the keys of their names, and by words that only one of them has."""

    names: dict[str, str]
    parts: dict[str, str]


@dataclass(frozen=True)
class Atlas:
    """`home`: where the trip starts, as far as it is known: of namesakes the nearer one counts."""

    gazetteer: Gazetteer
    home: City | None = None

    def exact(self, text: str) -> tuple[PlaceName, float] | None:
        """What is named so letter by letter, and how prominent it is: a country 12, a region 9."""
        return _exact(self.gazetteer, text)

    def place(self, text: str) -> PlaceName:
        return resolve_place(text, self.gazetteer, self.home)

    def slip(self, word: str) -> PlaceName | None:
        """The well known city of which a word is a slip of the hand."""
        close = self.gazetteer.find_cities(word, limit=1)
        sure = close and close[0].score >= _SLIP and close[0].city.prominence >= _SLIP_OF
        return self.place(word) if sure else None

    def qualified(self, name: str, area: str) -> PlaceName | None:
        """ "Portland, Maine", "Paris (France)": the city that lies there."""
        if not (_QUALIFIES.fullmatch(area) or self.is_area(area)):
            return None
        matches = self.gazetteer.find_cities(f"{name}, {area}", limit=1)
        place = self.place(f"{name}, {area}") if matches and matches[0].exact else None
        return place if place and place.city_id and key(place.name) != key(area) else None

    def is_area(self, name: str) -> bool:
        return bool(self.gazetteer.find_country(name)) or self.is_region(name)

    def is_region(self, name: str) -> bool:
        """A region, or an area known by its towns: "Bali", "Amalfi Coast"."""
        return bool(self.gazetteer.find_region(name) or regions.area(name))

    def is_city(self, name: str) -> bool:
        found = self.exact(name) if name[:1].isupper() else None
        return bool(found and (found[1] >= 6.5 or found[0].kind != "city"))

    def is_sight(self, name: str, cities: Iterable[City]) -> bool:
        """Whether a sight or a place to eat is called so, in one of these cities or in one city of the world
        alone. A town, and words for a kind of sight ("old town"), are none by themselves."""
        found = {place.city for place in self.gazetteer.sights_named(name)}
        plain = _ORDINARY.issuperset(words(name))
        if not found or (plain and name == name.lower()):
            return False
        if not found.isdisjoint(city.slug for city in cities):
            return True
        return len(found) == 1 and not plain and not self.is_city(name.strip())

    def is_within(self, name: str, cities: Iterable[City]) -> bool:
        """Whether a district of one of these cities is called so."""
        rows = (row for city in cities if city.curated for row in self.gazetteer.places(city.curated))
        return key(name) in {key(row.area) for row in rows if row.area}

    def sights(self, cities: Iterable[City]) -> Sights:
        """What sights, places to eat, close day trips and districts of these cities are called; farther ones
        make no day yet that holds."""
        around = {city.slug: city for city in cities}.values()
        rows = [
            place
            for city in around
            for place in self.gazetteer.rows_of(city.slug).values()
            if place.kind != "day_trip" or distance_km(place.lat, place.lon, city.lat, city.lon) <= CLOSE_KM
        ]
        names, parts = {}, defaultdict(set)
        towns = {None, "", *(city.name for city in around)}
        lands = (country.name for city in around if (country := self.gazetteer.find_country(city.country)))
        towns |= {word for name in (*(city.name for city in around), *lands) for word in words(name)}
        for place in rows:
            if place.kind in ("visit", "food", "day_trip"):
                names |= {sight_key(one): place.id for one in (*place.names, place.area) if one not in towns}
            for word in {word for name in place.names for word in words(name)} - towns:
                if place.kind in ("visit", "day_trip"):
                    parts[word].add(place.id)
        telling = ((word, ids) for word, ids in parts.items() if len(word) >= _TELLING and len(ids) == 1)
        return Sights(names, {word: min(ids) for word, ids in telling if word not in _COMMON | _ORDINARY})

    def is_beside(self, name: str, cities: list[City], surely: bool) -> bool:
        """Whether a place is something to see near one of these cities, no destination of its own.
        `surely`: it was said to be a must."""
        matches = self.gazetteer.find_cities(name, limit=8) if cities else []
        meant = [one for one in matches if one.exact or one.score >= 94]
        near = [one.city for one in meant if surely or one.city.prominence < BIG]
        if any(distance_km(a.lat, a.lon, b.lat, b.lon) <= CLOSE_KM for a in near for b in cities):
            return True
        return bool(cities) and surely and not (matches and matches[0].exact) and not self.is_area(name)

    def contains(self, area: PlaceName | None, said: str, place: PlaceName | None) -> bool:
        """Whether a city lies in a country or a region."""
        city = self.gazetteer.city(place.city_id) if place and place.city_id else None
        if area is None or city is None:
            return False
        if area.kind == "city":
            towns = regions.area(said)
            return city.id != area.city_id and key(said) != key(city.name) and city in towns
        if area.kind == "country":
            return area.country == city.country
        region = self.gazetteer.find_region(said)
        if region is None or city.country not in region.countries:
            return False
        whole = not region.admin1 or city.admin1_code in region.admin1
        return city.id in region.cities if region.cities else whole


@lru_cache(maxsize=8192)
def _exact(gazetteer: Gazetteer, text: str) -> tuple[PlaceName, float] | None:
    """Kept, because everyday words are looked up in every message."""
    folded = key(text)
    if len(folded) < 2 or (len(folded) == 2 and not text.isupper()):
        return None
    if country := country_named(text, gazetteer):
        return PlaceName(name=country.name, kind="country", country=country.code), 12.0
    region = gazetteer.find_region(text)
    if region is None and text.islower() and not world.named(folded):
        return None
    matches = [match for match in gazetteer.find_cities(text, limit=8) if match.exact]
    own = [match for match in matches if match.score != 98]
    if own:
        best = max(own, key=lambda match: match.city.prominence - (2.5 if match.score == 95 else 0))
        lost = 2.0 if best.score == 95 else 0
        return PlaceName(name=best.city.name, city_id=best.city.id), best.city.prominence - lost
    return (PlaceName(name=region.name, kind="region"), 9.0) if region else None
