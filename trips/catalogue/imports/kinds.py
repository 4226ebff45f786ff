"""What tags of OpenStreetMap and listings of Wikivoyage become: the table `trips/data/import_kinds.json`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from trips.schemas import Level, MealName, PlaceKind, Value, VisitMinutes


class Kind(Value):
    """The table says what the fields mean."""

    kind: PlaceKind
    tags: list[str] = []
    minutes: int = 0
    weight: int = 0
    outdoor: bool = False
    free: bool = False
    meals: list[MealName] = []
    stay_type: str = ""
    band: Level | None = None

    @property
    def visit(self) -> VisitMinutes | None:
        usual = self.minutes
        return VisitMinutes(shortest=usual * 3 // 5, typical=usual, longest=usual * 9 // 5) if usual else None


def _kinds(rows: dict[str, Any]) -> dict[str, Kind]:
    return {name: Kind.model_validate(row) for name, row in rows.items()}


_TABLE = json.loads((Path(__file__).parents[2] / "data" / "import_kinds.json").read_text("utf-8"))
KINDS = _kinds(_TABLE["osm"])
LISTINGS = _kinds(_TABLE["wikivoyage"])
#: Of the map, the widest streets first: tags by kind of shape.
SHAPES: dict[str, list[str]] = _TABLE["shapes"]
#: After these a district is named.
DISTRICTS: frozenset[str] = frozenset(_TABLE["districts"])
#: Tags of memorials that nobody travels to, by key.
NO_SIGHTS: dict[str, list[str]] = _TABLE["no_sights"]
#: A cuisine that makes, alone, no meal.
NO_MEALS: frozenset[str] = frozenset(_TABLE["no_meals"])
#: What a word in the name of a sight says.
TAGS_OF_NAMES: dict[str, str] = {
    word: tag for tag, words in _TABLE["names"].items() for word in words.split()
}
