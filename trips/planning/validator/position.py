"""Where things are, and whether two positions are the same for somebody who walks.

Distances are great-circle kilometres, computed here and not taken from the plan.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from trips.catalogue.geography import straight_km
from trips.catalogue.names import words
from trips.planning.validator import limits

Sameness = Literal["same", "different", "unknown"]

#: How far a point of this kind reaches around its coordinates, km. "near": a free choice near a point.
_REACH_KM = {
    "place": limits.SAME_PLACE_KM,
    "stay": limits.SAME_PLACE_KM,
    "station": 0.6,
    "airport": 3.0,
    "near": 0.5,
    "area": 1.5,
    "city": limits.CITY_RADIUS_KM,
}


@dataclass(frozen=True)
class Position:
    """A point with what is known of it; coordinates in degrees, both or none."""

    name: str
    kind: str = "place"  # of Point.kind, or "near"
    place_id: str | None = None
    city_id: int | None = None
    code: str = ""  # IATA
    lat: float | None = None
    lon: float | None = None
    unlisted: bool = False

    @property
    def located(self) -> bool:
        return self.lat is not None and self.lon is not None


def coordinates(lat: float | None, lon: float | None) -> tuple[float, float] | None:
    """The pair when both are there and on Earth, else None."""
    if lat is None or lon is None or not (math.isfinite(lat) and math.isfinite(lon)):
        return None
    if not (-90 <= lat <= 90 and -180 <= lon <= 180):
        return None
    return lat, lon


def sameness(here: Position, there: Position) -> Sameness:
    """By place id or airport code, else by coordinates within both reaches, else by name and city.
    Of a city, everything in it is the same position; of an unlocated stay, the stay of its city."""
    if here.place_id and here.place_id == there.place_id:
        return "same"
    if here.code and there.code:
        return "same" if here.code == there.code else "different"
    kinds = {here.kind, there.kind}
    if "city" in kinds and here.city_id is not None and here.city_id == there.city_id:
        return "same"
    distance = straight_km(here, there)
    if distance is not None:
        reach = max(_REACH_KM[here.kind], _REACH_KM[there.kind])
        if "city" in kinds and kinds & {"airport", "station"}:
            reach = limits.AIRPORT_RADIUS_KM
        return "same" if distance <= reach else "different"
    if here.name and words(here.name) == words(there.name):
        return "same"
    if kinds == {"stay"} and here.city_id is not None and here.city_id == there.city_id:
        return "same"
    if here.city_id is not None and there.city_id is not None and here.city_id != there.city_id:
        return "different"
    return "unknown"
