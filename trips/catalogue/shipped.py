"""Rows that ship: `make catalogue` writes trips/data/places.sqlite from trips/data/cities/*.txt."""

from __future__ import annotations

import zlib
from functools import cached_property

from pydantic import TypeAdapter

from trips.catalogue.bundled import DATA, Bundled
from trips.schemas import Place, Practical

FILE = DATA / "places.sqlite"
_ROWS = TypeAdapter(list[Place])


class Shipped:
    """Questions to the bundled rows. Thread-safe."""

    _all = Bundled(FILE).rows

    @cached_property
    def slugs(self) -> dict[int, str]:
        """GeoNames id → slug of each city with rows, the best known first."""
        return dict(self._all("SELECT geonames, slug FROM city ORDER BY rank, slug"))

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Slug → GeoNames id."""
        return {slug: number for number, slug in self.slugs.items()}

    def rows(self, slug: str) -> list[Place]:
        """Of one city, in the order of its file; [] for one that has none."""
        found = self._all("SELECT rows FROM city WHERE slug = ?", slug)
        return _ROWS.validate_json(zlib.decompress(found[0][0])) if found else []

    def named(self, key: str) -> list[str]:
        """Ids of the sights and places to eat one of whose names folds to this key (`names.sight_key`)."""
        return [place for (place,) in self._all("SELECT place FROM name WHERE key = ? ORDER BY place", key)]

    def is_in_a_name(self, word: str) -> bool:
        """Whether a name of a place, or a district, has this word (folded as `names.words` does)."""
        return bool(self._all("SELECT 1 FROM word WHERE word = ?", word))

    def practical(self, slug: str) -> Practical | None:
        rows = self._all("SELECT practical FROM city WHERE slug = ?", slug)
        return Practical.model_validate_json(rows[0][0]) if rows else None
