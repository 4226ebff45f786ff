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

#: Farther than this, in km, nobody goes for a few hours; without a word that it is a must, closer.
NEAR_KM, CLOSE_KM = 60, 40
#: A city as big as this is a journey of its own; a namesake abroad this prominent is meant.
BIG, FAMOUS = 8.9, 8.5
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
        if not matches or not matches[0].exact or key(matches[0].city.name) == key(area):
            return None
        place = self.place(f"{name}, {area}")
        return place if place.city_id else None

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

    def best_known(self, kind: str, cities: Iterable[City]) -> str | None:
        """The sight of these cities whose name ends so: the only one, or of those with importance 5."""
        slugs, end = {city.slug for city in cities}, f" {kind.lower()}"
        rows = [row for slug in slugs for row in self.gazetteer.rows_of(slug).values() if row.kind == "visit"]
        rows = [row for row in rows if row.name.lower().endswith(end)]
        best = [row for row in rows if row.importance == 5] or rows
        return best[0].name if len(best) == 1 else None

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
        towns |= {word for city in around for word in (*words(city.name), *words(self._country(city)))}
        for place in rows:
            if place.kind in ("visit", "food", "day_trip"):
                names |= {
                    sight_key(name): place.id for name in (*place.names, place.area) if name not in towns
                }
            if place.kind in ("visit", "day_trip"):
                for word in {word for name in place.names for word in words(name)} - towns:
                    parts[word].add(place.id)
        alone = {
            word: min(ids)
            for word, ids in parts.items()
            if len(ids) == 1 and len(word) >= _TELLING and word not in _COMMON | _ORDINARY
        }
        return Sights(names, alone)

    def _country(self, city: City) -> str:
        country = self.gazetteer.find_country(city.country)
        return country.name if country else ""

    def is_beside(self, name: str, cities: list[City], surely: bool) -> bool:
        """Whether a place is something to see in or near one of these cities, no destination of its own.
        `surely`: it was said to be a must."""
        if not cities or any(key(name) == key(city.name) for city in cities):
            return False
        matches = [one for one in self.gazetteer.find_cities(name, limit=8) if one.exact or one.score >= 94]
        if not matches:
            return surely and self.gazetteer.find_country(name) is None
        ours = {city.id for city in cities}
        if matches[0].exact and matches[0].city.id in ours and not surely:
            return False
        near = (one.city for one in matches if surely or one.city.prominence < BIG or one.city.id in ours)
        far = NEAR_KM if surely else CLOSE_KM
        if any(distance_km(a.lat, a.lon, b.lat, b.lon) <= far for a in near for b in cities):
            return True
        best = matches[0].city
        if not surely or not matches[0].exact:
            return surely
        abroad = best.country not in {city.country for city in cities}
        return best.prominence < (FAMOUS if abroad else BARE) and self.gazetteer.find_country(name) is None

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
        if region.cities:
            return city.id in region.cities
        return not region.admin1 or city.admin1_code in region.admin1


@lru_cache(maxsize=8192)
def _exact(gazetteer: Gazetteer, text: str) -> tuple[PlaceName, float] | None:
    """Kept, because everyday words are looked up in every message."""
    folded = key(text)
    if len(folded) < 2 or (len(folded) == 2 and not text.isupper()):
        return None
    if re.fullmatch(r"[A-Z]{3}", text) and text.lower() in _COMMON:
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
    if region:
        return PlaceName(name=region.name, kind="region"), 9.0
    if matches:
        return PlaceName(name=matches[0].city.name, city_id=matches[0].city.id), 8.0
    return None
