"""What the world is like, from bundled data: cities and their names, airports, countries, climate,
holidays, exchange rates, curated places and connections.

Nothing is read before the first question. Sources and licences: docs/data.md.
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterable
from functools import cached_property, lru_cache

from trips.catalogue import climate as climate_data
from trips.catalogue import countries as country_data
from trips.catalogue import curated, public_holidays, regions
from trips.catalogue import exchange_rates as money
from trips.catalogue.child_meals import with_child_meal
from trips.catalogue.geography import (
    Airport,
    City,
    CityMatch,
    Climate,
    Country,
    Holiday,
    Region,
    distance_km,
)
from trips.catalogue.names import plain
from trips.catalogue.search import Finder
from trips.catalogue.world import CityRow, World
from trips.schemas import Connection, Place, PlaceKind, Rate

__all__ = [
    "Airport",
    "City",
    "CityMatch",
    "Climate",
    "Country",
    "Gazetteer",
    "Holiday",
    "Region",
    "default_gazetteer",
    "distance_km",
]


class Gazetteer:
    """One view of the bundled data. `places` are staff's rows: they replace bundled ones of the
    same id and may be new. Cheap to make: all gazetteers of a process share the bundled data.
    Thread-safe."""

    def __init__(self, places: Iterable[Place] = (), hidden: Iterable[str] = ()) -> None:
        self._staff = {place.id: place for place in places}
        self._hidden = frozenset(hidden)  # ids that no plan uses any more
        self.newer_rates: money.NewerRates | None = None
        #: Of its rows on a date, as picking.windows_on finds them.
        self.windows: dict[tuple[str, dt.date], tuple[tuple[int, int], ...] | None] = {}

    # --- cities ---------------------------------------------------------------------------

    def city(self, city_id: int) -> City | None:
        """By geonames id."""
        return _city_of_id(city_id)

    def find_cities(self, text: str, country: str | None = None, limit: int = 5) -> list[CityMatch]:
        """Cities that `text` may mean, the likeliest first: names in any language, accents and
        punctuation aside; when nothing is named so, names spelt alike. "Portland, Maine",
        "Paris (France)", "Cambridge MA" and airport codes in capitals are understood. `country`
        (ISO code) keeps only its cities."""
        return [
            CityMatch(self._city(match.row), match.score, match.exact, match.key)
            for match in _finder().find(text, country, limit)
        ]

    def best_city(self, text: str, near: City | None = None) -> City | None:
        """The one city that `text` means, or None when unsure: nothing is named so, a spelling
        too far off, or the name is a country's ("Mexico", "Georgia"). Among namesakes of
        comparable size the one in the country of `near`, or closer to it, wins."""
        row = _finder().best(text, near)
        return self._city(row) if row else None

    def cities_of(self, country: str, limit: int = 20) -> list[City]:
        """Cities of a country (ISO code), by inhabitants, the largest first."""
        return [self._city(row) for row in _world().cities_of(country.upper(), limit)]

    def cities_in(self, region: Region, limit: int = 20) -> list[City]:
        """Cities of a region: those it names, otherwise the largest of its countries or province."""
        named = [city for number in region.cities if (city := self.city(number))]
        rows = [row for code in region.countries for row in _world().cities_of(code, limit, region.admin1)]
        if region.cities:
            rows = []
        rows.sort(key=lambda row: -row.population)
        return (named + [self._city(row) for row in rows])[:limit]

    @property
    def catalogue(self) -> Gazetteer:
        """Without the rows of a trip."""
        return self

    def curated_cities(self) -> list[City]:
        """Cities of the catalogue, by name."""
        return list(_curated_cities())

    @staticmethod
    def _city(row: CityRow) -> City:
        country = country_data.country(row.country)
        return City(
            row.id,
            row.name,
            plain(row.name),
            row.country,
            country.name if country else row.country,
            row.admin1,
            row.admin1_code,
            row.lat,
            row.lon,
            row.population,
            row.timezone,
            row.prominence,
            curated.bundled().slugs.get(row.id),
        )

    # --- countries and regions --------------------------------------------------------------

    def country(self, code: str) -> Country | None:
        """By ISO 3166 alpha-2 code."""
        return country_data.country(code)

    def find_country(self, text: str) -> Country | None:
        """By name, common alias ("UK", "Holland") or demonym ("Moroccan"); spelling mistakes in
        long names are forgiven."""
        return country_data.find(text)

    def find_region(self, text: str) -> Region | None:
        """A group of countries ("Scandinavia"), an area ("Bali", "the Amalfi Coast") or a state or
        province ("Tuscany", "California")."""
        return regions.find(text, _world())

    # --- airports ---------------------------------------------------------------------------

    def airport(self, iata: str) -> Airport | None:
        """By IATA code; only airports with scheduled service are known."""
        row = _world().airports.get(iata.upper())
        return Airport(*row) if row else None

    def airports_near(
        self, lat: float, lon: float, within_km: float = 120, limit: int = 3
    ) -> list[tuple[Airport, float]]:
        """Airports with scheduled service around a point, each with its distance in km. A big
        airport counts as 25 km nearer than a medium one, that as 25 km nearer than a small one."""
        return list(_airports_near(lat, lon, within_km)[:limit])

    # --- climate and calendar -----------------------------------------------------------------

    def climate(self, city_id: int, month: int) -> Climate | None:
        """Long-term means of a month (1–12) at a city."""
        return climate_data.climate(_world(), city_id, month)

    def warm_cities(
        self,
        month: int,
        min_c: float = 16,
        *,
        near: City | None = None,
        max_c: float | None = None,
        max_rain_mm: float | None = None,
        limit: int = 10,
    ) -> list[tuple[City, Climate]]:
        """Where a month's mean temperature is at least `min_c` (°C over day and night: the warmest
        hours are some 5 °C above it), at most `max_c`, with at most `max_rain_mm` of rain: curated
        cities first, then the best known; with `near` a city loses as much for every 3,000 km as for
        a tenth of its inhabitants. For "somewhere warm in March"."""

        def order(row: CityRow) -> tuple[bool, float]:
            away = distance_km(row.lat, row.lon, near.lat, near.lon) / 3000 if near else 0.0
            return row.id not in curated.bundled().slugs, away - row.prominence

        curated_rows = [row for number in curated.bundled().slugs if (row := _world().city(number))]
        known = {row.id: row for row in (*curated_rows, *_world().best_known())}
        rows = sorted((row for row in known.values() if near is None or row.id != near.id), key=order)
        found: list[tuple[City, Climate]] = []
        for row in rows:
            climate = self.climate(row.id, month)
            if (
                climate is not None
                and climate.mean_c >= min_c
                and (max_c is None or climate.mean_c <= max_c)
                and (max_rain_mm is None or climate.rain_mm <= max_rain_mm)
            ):
                found.append((self._city(row), climate))
                if len(found) == limit:
                    break
        return found

    def holidays(self, country: str, year: int, subdivision: str | None = None) -> list[Holiday]:
        """Public holidays of a country, and of one of its parts ("MA", "Bavaria"), by date."""
        return public_holidays.holidays_of(country, year, subdivision)

    def holidays_for(self, city: City, year: int) -> list[Holiday]:
        """Public holidays where the city is, those of its state or province included."""
        part = public_holidays.subdivision_of(
            city.country, city.admin1, city.admin1_code, lambda name: _world().is_named(city.id, name)
        )
        return public_holidays.holidays_of(city.country, year, part)

    # --- money ------------------------------------------------------------------------------

    def rate(self, base: str, quote: str, on: dt.date) -> Rate | None:
        """1 `base` in `quote`, the latest known at or before `on`; None for unknown currencies."""
        return money.rate(base, quote, on, self.newer_rates)

    # --- curated ----------------------------------------------------------------------------

    @cached_property
    def _places(self) -> dict[str, Place]:
        rows = {**curated.bundled().places, **self._staff}
        shown = {number: place for number, place in rows.items() if number not in self._hidden}
        return {number: with_child_meal(place) for number, place in shown.items()}

    @cached_property
    def _by_slug(self) -> dict[str, list[Place]]:
        found: dict[str, list[Place]] = {}
        for place in self._places.values():
            found.setdefault(place.city, []).append(place)
        return found

    def places(self, slug: str, kind: PlaceKind | None = None) -> list[Place]:
        """Curated places of a city (its slug), optionally of one kind."""
        return [place for place in self._by_slug.get(slug, ()) if kind is None or place.kind == kind]

    def place(self, place_id: str) -> Place | None:
        """By id, "boston:freedom-trail"."""
        return self._places.get(place_id)

    def given_places(self, city: City) -> list[Place]:
        """What travellers added by hand to their trip; never among `places`."""
        return []

    def city_of(self, place: Place) -> City | None:
        """Where a row is; None when the slug is unknown."""
        return _by_curated_slug().get(place.city)

    def connections(self, from_city_id: int, to_city_id: int) -> list[Connection]:
        """Curated rows that lead from one city to the other, quickest first; a row that holds
        both ways is turned round."""
        return curated.connections(_world(), from_city_id, to_city_id)


@lru_cache(maxsize=4096)
def _city_of_id(city_id: int) -> City | None:
    row = _world().city(city_id)
    return Gazetteer._city(row) if row else None


@lru_cache(maxsize=1)
def _curated_cities() -> tuple[City, ...]:
    cities = (_city_of_id(number) for number in curated.bundled().slugs)
    return tuple(sorted((city for city in cities if city), key=lambda city: city.name))


@lru_cache(maxsize=1)
def _by_curated_slug() -> dict[str, City]:
    return {city.curated: city for city in _curated_cities() if city.curated}


@lru_cache(maxsize=1)
def _world() -> World:
    return World()


@lru_cache(maxsize=1)
def _finder() -> Finder:
    return Finder(_world())


@lru_cache(maxsize=1)
def default_gazetteer() -> Gazetteer:
    """The bundled data without staff's rows, one instance a process."""
    return Gazetteer()


@lru_cache(maxsize=512)  # one plan asks for the same few cities dozens of times
def _airports_near(lat: float, lon: float, within_km: float) -> tuple[tuple[Airport, float], ...]:
    found = []
    degrees = within_km / 110.0
    width = degrees / max(0.02, math.cos(math.radians(lat)))
    for row in _world().airports.values():
        across = abs(row[5] - lon)
        if abs(row[4] - lat) > degrees or min(across, 360 - across) > width:
            continue
        kilometres = distance_km(lat, lon, row[4], row[5])
        if kilometres <= within_km:
            found.append((Airport(*row), round(kilometres, 1)))
    found.sort(key=lambda pair: pair[1] - 25 * pair[0].size)
    return tuple(found)
