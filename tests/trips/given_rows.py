"""Rows over those that ship, all at hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from trips.catalogue.overlay import NOTHING, Over, Overlay, named_so
from trips.schemas import Place


class GivenRows(Overlay):
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
