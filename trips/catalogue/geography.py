"""Values about the world: cities, airports, countries, regions, climate, holidays; and distance."""

from __future__ import annotations

import datetime as dt
import math
from dataclasses import dataclass
from typing import Any

from trips.schemas import Grade

#: Slug of a city that has the rows of a trip alone: this and its geonames id.
TRIP_SLUG = "geonames-"
#: Slug of a town of which nothing ships, before its GeoNames number: imported rows, and those of staff.
TOWN_SLUG = "city-"
#: What ids of a trip's own rows begin with.
OWN = "own:"
EARTH_RADIUS_KM = 6371.0088  # mean radius, IUGG


def number_of(slug: str) -> int | None:
    """The GeoNames number that a slug of either kind is made of; None for one that ships."""
    number = slug.removeprefix(TRIP_SLUG).removeprefix(TOWN_SLUG)
    return int(number) if number != slug and number.isdecimal() and len(number) < 12 else None


def distance_km(lat1: float, lon1: float, lat2: float, lon2: float) -> float:
    """Great-circle kilometres between two points in degrees (haversine; within 0.6 % of the ellipsoid's)."""
    phi1, phi2 = math.radians(lat1), math.radians(lat2)
    half = (
        math.sin((phi2 - phi1) / 2) ** 2
        + math.cos(phi1) * math.cos(phi2) * math.sin(math.radians(lon2 - lon1) / 2) ** 2
    )
    return 2 * EARTH_RADIUS_KM * math.asin(min(1.0, math.sqrt(half)))


def straight_km(here: Any, there: Any) -> float | None:
    """Between two points with `lat` and `lon`; None when one has no coordinates."""
    if None in (here.lat, here.lon, there.lat, there.lon):
        return None
    return distance_km(here.lat, here.lon, there.lat, there.lon)


@dataclass(frozen=True, slots=True)
class City:
    """A populated place of GeoNames. `prominence` orders places of one name (logarithms of inhabitants and of
    the languages that have a name for it, and whether people travel to it)."""

    id: int  # of GeoNames
    name: str
    country: str  # ISO 3166 alpha-2
    admin1_code: str  # GeoNames' code: the postal one in the US, otherwise often a number
    admin1: str  # name of the state or province, "" when unknown
    lat: float
    lon: float
    population: int
    timezone: str  # IANA
    prominence: float = 0.0
    country_name: str = ""
    curated: str | None = None  # slug of its rows: of the catalogue, or of one trip (trip_gazetteer)

    @property
    def in_catalogue(self) -> bool:
        """Has it rows of ours, not of a trip alone?"""
        return self.curated is not None and not self.curated.startswith(TRIP_SLUG)

    @property
    def slug(self) -> str:
        """What its rows have as their `city`: the slug of ours, else one made of its id."""
        return self.curated or f"{TRIP_SLUG}{self.id}"

    @property
    def catalogue_slug(self) -> str:
        """What rows of the catalogue have as their `city`: imported ones and those of staff too."""
        return self.curated or f"{TOWN_SLUG}{self.id}"

    def distance_to(self, other: City) -> float:
        """Kilometres, great circle."""
        return distance_km(self.lat, self.lon, other.lat, other.lon)


@dataclass(frozen=True, slots=True)
class Airport:
    """An airport with scheduled service. `size`: 2 large, 1 medium, 0 small (OurAirports)."""

    iata: str
    name: str
    city: str
    country: str
    lat: float
    lon: float
    timezone: str
    size: int = 0
    city_id: int | None = None  # geonames id of the city it serves


@dataclass(frozen=True, slots=True)
class Country:
    code: str  # ISO 3166 alpha-2
    name: str
    currency: str  # ISO 4217
    languages: tuple[str, ...]  # of the country, in English, the most spoken first
    continent: str
    capital: str
    neighbours: tuple[str, ...] = ()  # ISO codes
    aliases: tuple[str, ...] = ()
    demonyms: tuple[str, ...] = ()
    population: int = 0


@dataclass(frozen=True, slots=True)
class Region:
    """Several countries ("Scandinavia"), or a part of one ("Tuscany", "Bali") by its province or
    by its cities (geonames ids, the most visited first)."""

    name: str
    countries: tuple[str, ...]
    admin1: tuple[str, ...] = ()  # GeoNames codes within the single country
    cities: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Climate:
    """A month's long-term mean temperature (°C, day and night) and rain (mm a month); usual highs and lows
    of a day (°C) are general knowledge, and of few cities."""

    month: int
    mean_c: float
    rain_mm: float
    source: str
    grade: Grade = "official"
    high_c: int | None = None
    low_c: int | None = None


@dataclass(frozen=True, slots=True)
class Holiday:
    date: dt.date
    name: str
