"""What the world is like: cities and their names, airports, countries, climate, holidays, exchange rates,
places and connections. All of it ships, but for the rows of places that lie over those.

Nothing is read before the first question, and of places only the cities that are asked for. Sources and
licences: docs/data.md.
"""

from __future__ import annotations

import datetime as dt
import math
from dataclasses import dataclass
from functools import lru_cache

from trips.catalogue import climate as climate_data
from trips.catalogue import connections as connection_data
from trips.catalogue import countries as country_data
from trips.catalogue import exchange_rates as money
from trips.catalogue import public_holidays, regions
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
from trips.catalogue.names import plain, sight_key, words
from trips.catalogue.overlay import NOTHING, GivenRows, Over, Overlay, named_so
from trips.catalogue.search import Finder
from trips.catalogue.shipped import Shipped
from trips.catalogue.world import CityRow, World
from trips.schemas import PLANNED_KINDS, Connection, Place, PlaceKind, Practical, Rate

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


#: Cities whose rows are kept in a process; the least asked for go first.
CITIES_KEPT = 96


@dataclass(frozen=True, eq=False)
class CityRows:
    """The rows of one city, those over the shipped ones included, in a stable order."""

    places: tuple[Place, ...]
    by_id: dict[str, Place]


class Gazetteer:
    """One view of the data. `overlay`: rows over those that ship. Cheap to make: all gazetteers of a process
    share what is read. Thread-safe."""

    def __init__(self, overlay: Overlay | None = None) -> None:
        self.overlay: Overlay = overlay or GivenRows()
        self.newer_rates: money.NewerRates | None = None
        #: Of its rows on a date, as picking.windows_on finds them.
        self.windows: dict[tuple[str, dt.date], tuple[tuple[int, int], ...] | None] = {}

    # --- cities ---------------------------------------------------------------------------

    def city(self, city_id: int) -> City | None:
        """By geonames id."""
        row = _city_row(city_id)
        return self._city(row) if row else None

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

    def visited_cities(self, country: str) -> list[City]:
        """Cities of a country that trips go to: those with rows, the best known first, then by prominence."""
        listed = [city for city in self.cities_with_rows() if city.country == country.upper()]
        others = sorted(self.cities_of(country), key=lambda city: -city.prominence)
        return list(dict.fromkeys((*listed, *others)))

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

    def cities_with_rows(self) -> list[City]:
        """Cities of the catalogue that have places, the best known first, those of the overlay last."""
        numbers = dict.fromkeys((*_shipped().slugs, *self.overlay.cities()))
        return [city for number in numbers if (city := self.city(number))]

    def _slug(self, city_id: int) -> str | None:
        return _shipped().slugs.get(city_id) or self.overlay.cities().get(city_id)

    def _city(self, row: CityRow) -> City:
        return _as_city(row, self._slug(row.id))

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
        hours are some 5 °C above it), at most `max_c`, with at most `max_rain_mm` of rain: cities with
        rows first, then the best known; with `near` a city loses as much for every 3,000 km as for
        a tenth of its inhabitants. For "somewhere warm in March"."""

        def order(row: CityRow) -> tuple[bool, float]:
            away = distance_km(row.lat, row.lon, near.lat, near.lon) / 3000 if near else 0.0
            return row.id not in slugs, away - row.prominence

        slugs = _shipped().slugs
        listed = [row for number in slugs if (row := _city_row(number))]
        known = {row.id: row for row in (*listed, *_world().best_known())}
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

    # --- places -----------------------------------------------------------------------------

    def _rows(self, slug: str) -> CityRows:
        return _city_rows(slug, self.overlay.rows(slug))

    def places(self, slug: str, kind: PlaceKind | None = None) -> list[Place]:
        """Rows of a city (its slug), of one kind; without a kind all that plans are made of. Stations and day
        trips come only when they are asked for."""
        kinds = PLANNED_KINDS if kind is None else (kind,)
        return [place for place in self._rows(slug).places if place.kind in kinds]

    def place(self, place_id: str) -> Place | None:
        """By id, "boston:freedom-trail"; of any kind."""
        return self._rows(place_id.partition(":")[0]).by_id.get(place_id)

    def places_within(self, south: float, west: float, north: float, east: float) -> list[Place]:
        """Rows between these degrees, over the date line where `west` is greater than `east`."""
        slugs = sorted(_shipped().slugs_in(south, west, north, east) | set(self.overlay.cities().values()))
        return [
            place
            for slug in slugs
            for place in self.places(slug)
            if south <= place.lat <= north
            and (west <= place.lon <= east if west <= east else place.lon >= west or place.lon <= east)
        ]

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
        number = _shipped().numbers.get(place.city) or next(
            (number for number, slug in self.overlay.cities().items() if slug == place.city), None
        )
        return self.city(number) if number else None

    def connections(self, from_city_id: int, to_city_id: int) -> list[Connection]:
        """Rows that lead from one city to the other, quickest first; a row that holds both ways is turned
        round."""
        return connection_data.connections(_world(), from_city_id, to_city_id)


def _city_rows(slug: str, over: Over) -> CityRows:
    known = over is not NOTHING or slug in _shipped().numbers
    return _merged(slug, over) if known else NO_ROWS


@lru_cache(maxsize=CITIES_KEPT)
def _merged(slug: str, over: Over) -> CityRows:
    """The shipped rows with those over them; new ones stand last."""
    rows = {place.id: place for place in _shipped().rows(slug)}
    rows |= {place.id: place for place in over.places}
    shown = tuple(with_child_meal(place) for place in rows.values() if place.id not in over.hidden)
    return CityRows(shown, {place.id: place for place in shown})


NO_ROWS = CityRows((), {})


@lru_cache(maxsize=4096)
def _city_row(city_id: int) -> CityRow | None:
    return _world().city(city_id)


@lru_cache(maxsize=4096)
def _as_city(row: CityRow, slug: str | None) -> City:
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
        slug,
    )


@lru_cache(maxsize=1)
def _shipped() -> Shipped:
    return Shipped()


@lru_cache(maxsize=1)
def _world() -> World:
    return World()


@lru_cache(maxsize=1)
def _finder() -> Finder:
    return Finder(_world())


@lru_cache(maxsize=1)
def default_gazetteer() -> Gazetteer:
    """What ships alone, one instance a process."""
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
