"""Climate by month from the numbers stored beside each city."""

from __future__ import annotations

import struct
from functools import lru_cache
from pathlib import Path

from trips.catalogue.geography import Climate
from trips.catalogue.world import World

HIGHS_LOWS = Path(__file__).parent.parent / "data" / "climate_highs_lows.csv"
SOURCE = "ERA5 monthly means 2000–2025, Copernicus Climate Change Service"


def unpack(blob: bytes) -> list[tuple[float, float]]:
    """(mean °C, rain in mm a month), January first."""
    numbers = struct.unpack("<24h", blob)
    return [(numbers[month] / 10, float(numbers[month + 12])) for month in range(12)]


def climate(world: World, city_id: int, month: int) -> Climate | None:
    """None for an unknown city. Raises ValueError for a month outside 1–12."""
    if not 1 <= month <= 12:
        raise ValueError(f"month must be 1 to 12, not {month}")
    blob = world.climate(city_id)
    if blob is None:
        return None
    mean, rain = unpack(blob)[month - 1]
    high, low = (of[month - 1] for of in _highs_lows()[city_id]) if city_id in _highs_lows() else (None, None)
    return Climate(month, mean, rain, SOURCE, high_c=high, low_c=low)


@lru_cache(maxsize=1)
def _highs_lows() -> dict[int, tuple[list[int], list[int]]]:
    """City → highs and lows of the twelve months."""
    rows = [line.split("|") for line in HIGHS_LOWS.read_text("utf-8").splitlines() if line[:1] != "#"]
    return {
        int(number): ([int(n) for n in highs.split()], [int(n) for n in lows.split()])
        for number, _city, highs, lows in rows
    }
