"""Rows that lie over those that ship: staff's, and imported ones. The catalogue asks for them by city."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from trips.catalogue.geography import City
from trips.catalogue.names import key, sight_key
from trips.schemas import Place


@dataclass(frozen=True, eq=False)
class Over:
    """What lies over one city, the same object while nothing has changed. `hidden` are nowhere."""

    places: tuple[Place, ...] = ()
    hidden: frozenset[str] = frozenset()


NOTHING = Over()


class Overlay:
    """What lies over all cities: nothing."""

    def cities(self) -> Mapping[int, str]:
        """GeoNames id → slug of cities that have rows here alone."""
        return {}

    #: Places here that the bundled world does not know, by their number.
    towns: Mapping[int, City] = {}

    def towns_named(self, text: str) -> tuple[City, ...]:
        """Those whose name the text has."""
        folded = key(text)
        return tuple(town for town in self.towns.values() if key(town.name) in folded)

    def rows(self, slug: str) -> Over:
        """What lies over a city; NOTHING where nothing does."""
        return NOTHING

    def named(self, key: str) -> Iterable[str]:
        """Ids of rows here one of whose names folds to this key (`names.sight_key`)."""
        return ()


def named_so(places: Iterable[Place], key: str) -> list[Place]:
    """Sights and places to eat of this name."""
    return [
        place
        for place in places
        if place.kind in ("visit", "food") and any(sight_key(name) == key for name in place.names)
    ]
