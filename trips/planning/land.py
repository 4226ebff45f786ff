"""Whether a road or a railway leads from one city to another, by countries and their borders."""

from __future__ import annotations

from collections import deque
from functools import lru_cache

from trips.catalogue.gazetteer import City, Gazetteer

#: Countries of islands, where "the same country" does not mean a road.
ARCHIPELAGOS = frozenset("ID PH GR CV MV SC BS FJ".split())
#: Neighbours on paper only: no road or railway that a visitor would use.
NO_CROSSING = frozenset(
    {frozenset(("ES", "MA")), frozenset(("MA", "DZ")), frozenset(("KR", "KP")), frozenset(("IE", "GB"))}
)
#: Connections under the sea.
TUNNELS = frozenset({frozenset(("GB", "FR")), frozenset(("DK", "SE"))})
ISLAND_ROAD_KM = 350.0  # within an archipelago only cities this close count as connected


def connected(origin: City, destination: City, gazetteer: Gazetteer) -> bool:
    """Whether a road or railway leads from one to the other, by countries and their neighbours."""
    here, there = _land_of(origin), _land_of(destination)
    if here == there:
        return here not in ARCHIPELAGOS or origin.distance_to(destination) <= ISLAND_ROAD_KM
    return there in _reachable(here, gazetteer)


def _land_of(city: City) -> str:
    """The country whose roads a city is on: Belfast's are those of Ireland."""
    return "IE" if city.admin1 == "Northern Ireland" else city.country


@lru_cache(maxsize=512)
def _reachable(country: str, gazetteer: Gazetteer) -> frozenset[str]:
    """Countries that land routes lead to over at most three borders."""
    seen, queue = {country: 0}, deque([country])
    while queue:
        here = queue.popleft()
        if seen[here] == 3:
            continue
        row = gazetteer.country(here)
        tunnels = [code for pair in TUNNELS if here in pair for code in pair - {here}]
        for code in (*(row.neighbours if row else ()), *tunnels):
            if code not in seen and frozenset((here, code)) not in NO_CROSSING:
                seen[code] = seen[here] + 1
                queue.append(code)
    return frozenset(seen)
