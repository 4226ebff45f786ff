"""A gazetteer with the rows of one trip over it: what a language model named, rows of ours of which this trip
knows better (hours that were read on a page), and what the traveller added by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from trips.catalogue.child_meals import with_child_meal
from trips.catalogue.gazetteer import City, Gazetteer
from trips.catalogue.geography import OWN, TRIP_SLUG
from trips.schemas import TRAVELLER, Place


class TripGazetteer(Gazetteer):
    """`base` answers all that is not of the trip. A city with rows of the trip behaves like one of ours;
    what the traveller added makes it none."""

    def __init__(self, base: Gazetteer, rows: Iterable[Place]) -> None:
        super().__init__(base.overlay, base.newer_rates)
        self.base = base
        self._slugs: dict[int, str] = {}
        self._own: dict[str, Place] = {}
        self._given: list[Place] = []
        self._rows: dict[str, Mapping[str, Place]] = {}
        for row in rows:
            if row.source == TRAVELLER:
                self._given.append(row)
            elif (row := self._in_its_city(row)) is not None:
                self._own[row.id] = with_child_meal(row)

    def _in_its_city(self, row: Place) -> Place | None:
        """Under the slug its city has by now, which may have got rows of ours since. None: no such city."""
        if not row.city.startswith(TRIP_SLUG):
            return row
        city = self.base.city_of(row)
        if city is None:
            return None
        if city.curated:
            return row.model_copy(update={"city": city.curated})
        self._slugs[city.id] = row.city
        return row

    @property
    def catalogue(self) -> Gazetteer:
        return self.base.catalogue

    def _slug(self, city_id: int) -> str | None:
        return self._slugs.get(city_id) or self.base._slug(city_id)

    def given_places(self, city: City) -> list[Place]:
        own = [row for row in self._given if row.city == f"{TRIP_SLUG}{city.id}"]
        return [*own, *self.base.given_places(city)]

    def rows_of(self, slug: str) -> Mapping[str, Place]:
        if slug not in self._rows:
            own = {row.id: row for row in self._own.values() if row.city == slug}
            self._rows[slug] = {**self.base.rows_of(slug), **own} if own else self.base.rows_of(slug)
        return self._rows[slug]

    def place(self, place_id: str) -> Place | None:
        return self._own.get(place_id) or self.base.place(place_id)


def is_own(place_id: str) -> bool:
    return place_id.startswith(OWN)


def with_rows(gazetteer: Gazetteer, rows: Iterable[Place]) -> Gazetteer:
    """The gazetteer with these rows over it; itself where there are none."""
    rows = list(rows)
    return TripGazetteer(gazetteer, rows) if rows else gazetteer
