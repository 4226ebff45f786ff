"""Climate by month from the numbers stored beside each city."""

from __future__ import annotations

import struct
from functools import lru_cache

from trips.catalogue import world
from trips.catalogue.bundled import table
from trips.catalogue.geography import Climate

SOURCE = "ERA5 monthly means 2000–2025, Copernicus Climate Change Service"


def climate(city_id: int, month: int) -> Climate | None:
    """None for an unknown city. Raises ValueError for a month outside 1–12."""
    if not 1 <= month <= 12:
        raise ValueError(f"month must be 1 to 12, not {month}")
    blob = world.climate(city_id)
    if blob is None:
        return None
    numbers = struct.unpack("<24h", blob)  # means in tenths of °C, then mm of rain; January first
    high, low = (of[month - 1] for of in _highs_lows().get(city_id, ([None] * 12,) * 2))
    rain = float(numbers[month + 11])
    return Climate(month, numbers[month - 1] / 10, rain, SOURCE, high_c=high, low_c=low)


@lru_cache(maxsize=1)
def _highs_lows() -> dict[int, tuple[list[int], list[int]]]:
    """City → highs and lows of the twelve months."""
    return {
        int(number): ([*map(int, highs.split())], [*map(int, lows.split())])
        for number, _city, highs, lows in table("climate_highs_lows.csv")
    }
