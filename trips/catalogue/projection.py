"""The plane of the maps: Web Mercator, the whole world `UNITS` wide, y grows southwards. static/js/map.js
computes the same."""

from __future__ import annotations

import math

#: Width of the world. One unit is about 40 metres at the equator.
UNITS = 1_000_000.0
EARTH_KM = 40_075.0


def mercator(lat: float, lon: float, around: float = 0.0) -> tuple[float, float]:
    """x and y in units; the longitude lies within half the world of `around`, also across the date line."""
    lon += 360 * round((around - lon) / 360)
    clipped = math.radians(max(-85.0, min(85.0, lat)))
    y = (1 - math.log(math.tan(clipped) + 1 / math.cos(clipped)) / math.pi) / 2
    return (lon + 180) / 360 * UNITS, y * UNITS


def latitude_of(y: float) -> float:
    """Degrees at this y."""
    return math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * y / UNITS))))


def units_a_km(lat: float) -> float:
    """Units of one kilometre at this latitude."""
    return UNITS / (EARTH_KM * math.cos(math.radians(lat)))
