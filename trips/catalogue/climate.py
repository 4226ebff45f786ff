"""Climate by month from the numbers stored beside each city."""

from __future__ import annotations

import struct

from trips.catalogue.geography import Climate
from trips.catalogue.world import World

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
    return Climate(month, mean, rain, SOURCE)
