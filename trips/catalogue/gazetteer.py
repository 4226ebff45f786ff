"""What the world is like. All of it ships (docs/data.md), but for the rows of places that lie over those.
Nothing is read before the first question, and of places only the cities that are asked for."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache

from trips.catalogue import climate as climate_data
from trips.catalogue import connections as connection_data
from trips.catalogue import countries as country_data
from trips.catalogue import exchange_rates as money
from trips.catalogue import public_holidays, regions, search, world
from trips.catalogue.child_meals import with_child_meal
from trips.catalogue.geography import City, Climate, Country, Region, distance_km, number_of
from trips.catalogue.names import sight_key, words
from trips.catalogue.overlay import NOTHING, Over, Overlay, named_so
from trips.catalogue.search import CityMatch
from trips.catalogue.shipped import Shipped
from trips.schemas import PLANNED_KINDS, Place, PlaceKind, Practical, Rate

__all__ = ["City", "Climate", "Country", "Gazetteer", "default_gazetteer", "distance_km"]

#: Rows that days in a city need: two sights a day, within these bounds; a table a day, so many at most.
SIGHTS_A_DAY, FEWEST_SIGHTS, ENOUGH_SIGHTS, ENOUGH_TABLES = 2, 4, 12, 3
#: Cities whose rows are kept in a process; the least asked for go first.
CITIES_KEPT = 96
LARGEST = 2**63  # of what a database is asked for


class Gazetteer:
    """One view of the data. `overlay`: rows over those that ship. Cheap to make: all gazetteers of a process
    share what is read. Thread-safe."""

    def __init__(self, overlay: Overlay | None = None, rates: money.NewerRates | None = None) -> None:
        self.overlay, self.newer_rates = overlay or Overlay(), rates
        #: Of its rows on a date, as picking.windows_on finds them.
        self.windows: dict[tuple[str, dt.date], tuple[tuple[int, int], ...] | None] = {}

    # --- cities ---------------------------------------------------------------------------

    def city(self, city_id: int | None) -> City | None:
        """By geonames id."""
        city = world.city(city_id) if city_id and 0 < city_id < LARGEST else None
        city = city or self.overlay.towns.get(city_id or 0)
        return city and self._with_slug(city)

    def cities(self, city_ids: Iterable[int | None]) -> list[City]:
        """By geonames id, each once; without those there are not."""
        return [city for number in dict.fromkeys(city_ids) if (city := self.city(number))]

    def find_cities(self, text: str, country: str | None = None, limit: int = 5) -> list[CityMatch]:
        """Cities that `text` may mean ("Roma", "Portland, Maine", "Paris (France)", "Cambridge MA", "BOS"),
        the likeliest first; else those spelt alike. `country` (ISO code) keeps only its cities."""
        found = search.find(text, country, limit, self.overlay.towns_named(text))
        return [replace(match, city=self._with_slug(match.city)) for match in found]

    def best_city(self, text: str, near: City | None = None) -> City | None:
        """The one city that `text` means, or None when unsure, as of a country's name ("Mexico", "Georgia").
        Among namesakes of comparable size the one in the country of `near`, or closer to it, wins."""
        city = search.best(text, near, self.overlay.towns_named(text))
        return city and self._with_slug(city)

    def cities_of(self, country: str, limit: int = 20) -> list[City]:
        """Cities of a country (ISO code), by inhabitants, the largest first."""
        return list(map(self._with_slug, world.cities_of(country.upper(), limit)))

    def visited_cities(self, country: str) -> list[City]:
        """Cities of a country: those with rows enough, the best known first, then by prominence."""
        listed = [city for city in self.cities_with_rows() if city.country == country.upper()]
        listed = [city for city in listed if self.can_fill(city, 1)]
        others = sorted(self.cities_of(country), key=lambda city: -city.prominence)
        return list(dict.fromkeys((*listed, *others)))

    def cities_in(self, region: Region, limit: int = 20) -> list[City]:
        """Cities of a region: those it names, otherwise the largest of its countries or province."""
        if region.cities:
            return [city for number in region.cities if (city := self.city(number))][:limit]
        found = [city for code in region.countries for city in world.cities_of(code, limit, region.admin1)]
        found.sort(key=lambda city: -city.population)
        return list(map(self._with_slug, found[:limit]))

    @property
    def catalogue(self) -> Gazetteer:
        """Without the rows of a trip."""
        return self

    def cities_with_rows(self) -> list[City]:
        """Cities of the catalogue that have places, the best known first, those of the overlay last."""
        numbers = dict.fromkeys((*_shipped().slugs, *self.overlay.cities()))
        return [city for number in numbers if (city := self.city(number))]

    def _slug(self, city_id: int) -> str | None:
        return _shipped().slugs.get(city_id) or self.overlay.cities().get(city_id)

    def _with_slug(self, city: City) -> City:
        """The city as the catalogue has it, or as it is without rows."""
        slug = self._slug(city.id)
        return _city_with(city, slug) if slug else city

    # --- what no row changes ----------------------------------------------------------------

    country = staticmethod(country_data.country)
    find_country = staticmethod(country_data.find)
    find_region = staticmethod(regions.find)
    airport = staticmethod(world.airport)
    airports_near = staticmethod(world.airports_near)
    climate = staticmethod(climate_data.climate)
    holidays = staticmethod(public_holidays.holidays_of)
    holidays_for = staticmethod(public_holidays.holidays_at)
    holidays_between = staticmethod(public_holidays.holidays_between)
    connections = staticmethod(connection_data.connections)

    def rate(self, base: str, quote: str, on: dt.date) -> Rate | None:
        """1 `base` in `quote`, the latest known at or before `on`; None for unknown currencies."""
        return money.rate(base, quote, on, self.newer_rates)

    # --- places -----------------------------------------------------------------------------

    def rows_of(self, slug: str) -> Mapping[str, Place]:
        """All rows of a city by id, those over the shipped ones included, in a stable order."""
        over = self.overlay.rows(slug)
        return _merged(slug, over) if over is not NOTHING or slug in _shipped().numbers else {}

    def places(self, slug: str, kind: PlaceKind | None = None) -> list[Place]:
        """Rows of a city (its slug), of one kind; without a kind all that plans are made of."""
        kinds = PLANNED_KINDS if kind is None else (kind,)
        return [place for place in self.rows_of(slug).values() if place.kind in kinds]

    def can_fill(self, city: City, days: int) -> bool:
        """Whether there are rows enough to plan so many days with: sights, tables, a stay for nights."""
        count = Counter(place.kind for place in self.places(city.slug))
        sights = min(max(SIGHTS_A_DAY * days, FEWEST_SIGHTS), ENOUGH_SIGHTS)
        tables, stays = min(days, ENOUGH_TABLES), int(days > 1)
        return count["visit"] >= sights and count["food"] >= tables and count["stay"] >= stays

    def place(self, place_id: str) -> Place | None:
        """By id, "boston:freedom-trail"; of any kind."""
        return self.rows_of(place_id.partition(":")[0]).get(place_id)

    def sights_named(self, name: str) -> list[Place]:
        """Sights and places to eat anywhere that are called so, articles and accents aside."""
        key = sight_key(name)
        ids = dict.fromkeys((*_shipped().named(key), *self.overlay.named(key))) if key else ()
        return named_so([place for place_id in ids if (place := self.place(place_id))], key)

    def is_in_a_name(self, word: str) -> bool:
        """Whether it is a word of a shipped place's name or district: museum, castle, Gion."""
        return any(map(_shipped().is_in_a_name, words(word)))

    def practical(self, city: City) -> Practical | None:
        """How one gets about, water, tipping, plugs, safety, what to book; None where nothing ships."""
        return _shipped().practical(city.slug)

    def given_places(self, city: City) -> list[Place]:
        """What travellers added by hand to their trip; never among `places`."""
        return []

    def city_of(self, place: Place) -> City | None:
        """Where a row is; None when the slug is unknown."""
        return self.city_of_slug(place.city)

    def city_of_slug(self, slug: str) -> City | None:
        number = _shipped().numbers.get(slug) or number_of(slug)
        return self.city(number) if number else None


@lru_cache(maxsize=CITIES_KEPT)
def _merged(slug: str, over: Over) -> dict[str, Place]:
    """The shipped rows with those over them; new ones stand last."""
    rows = {place.id: place for place in (*_shipped().rows(slug), *over.places)}
    return {number: with_child_meal(place) for number, place in rows.items() if number not in over.hidden}


@lru_cache(maxsize=4096)
def _city_with(city: City, slug: str) -> City:
    return replace(city, curated=slug)


@lru_cache(maxsize=1)
def _shipped() -> Shipped:
    return Shipped()


@lru_cache(maxsize=1)
def default_gazetteer() -> Gazetteer:
    """What ships alone, one instance a process."""
    return Gazetteer()
