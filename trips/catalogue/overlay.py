"""Rows that lie over those that ship: staff's, and imported ones. The catalogue asks for them by city."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from trips.catalogue.names import sight_key
from trips.schemas import Place


@dataclass(frozen=True, eq=False)
class Over:
    """What lies over one city. `places` replace rows of the same id or are new; `hidden` are nowhere. As
    long as nothing has changed it is the same object."""

    places: tuple[Place, ...] = ()
    hidden: frozenset[str] = frozenset()


NOTHING = Over()


class Overlay(Protocol):
    def cities(self) -> Mapping[int, str]:
        """GeoNames id → slug of cities that have rows here alone."""
        ...

    def rows(self, slug: str) -> Over:
        """What lies over a city; NOTHING where nothing does."""
        ...

    def named(self, key: str) -> Iterable[str]:
        """Ids of rows here one of whose names folds to this key (`names.sight_key`)."""
        ...


class GivenRows:
    """Rows that are all at hand."""

    def __init__(
        self,
        places: Iterable[Place] = (),
        hidden: Iterable[str] = (),
        cities: Mapping[int, str] | None = None,
    ) -> None:
        by_city: dict[str, list[Place]] = {}
        for place in places:
            by_city.setdefault(place.city, []).append(place)
        gone = frozenset(hidden)
        slugs = {*by_city, *(place_id.partition(":")[0] for place_id in gone)}
        self._over = {slug: Over(tuple(by_city.get(slug, ())), gone) for slug in slugs}
        self._cities = dict(cities or {})

    def cities(self) -> Mapping[int, str]:
        return self._cities

    def rows(self, slug: str) -> Over:
        return self._over.get(slug, NOTHING)

    def named(self, key: str) -> list[str]:
        return [place.id for over in self._over.values() for place in named_so(over.places, key)]


def named_so(places: Iterable[Place], key: str) -> list[Place]:
    """Sights and places to eat of this name."""
    return [
        place
        for place in places
        if place.kind in ("visit", "food") and any(sight_key(name) == key for name in place.names)
    ]
