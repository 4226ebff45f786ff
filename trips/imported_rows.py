"""Rows that were imported from open data, as the gazetteer lays them over those that ship."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from typing import Any

from pydantic import ValidationError

from trips.catalogue.gazetteer import default_gazetteer
from trips.catalogue.imports.merging import over_shipped
from trips.catalogue.names import sight_key
from trips.models import OpenStreetMapPlace, WikivoyagePlace
from trips.schemas import PLANNED_KINDS, Place, PlaceKind

logger = logging.getLogger("wayfare.places")

#: Where they are, by kind of their source.
IMPORTED = {"osm": OpenStreetMapPlace, "wikivoyage": WikivoyagePlace}
#: How important a sight is that is found by its name alone, without a city.
KNOWN_EVERYWHERE = 3


def rows_over(slug: str) -> list[Place]:
    """Imported rows of a city, and shipped ones that they say more of."""
    sources = imported_rows(slug).values()
    return over_shipped(shipped_rows(slug), *sources)[0] if sources else []


def shipped_rows(slug: str) -> list[Place]:
    """Those that a place of a map may be."""
    kinds: tuple[PlaceKind, ...] = (*PLANNED_KINDS, "station")
    return [row for kind in kinds for row in default_gazetteer().places(slug, kind)]


def imported_rows(slug: str) -> dict[str, list[Place]]:
    """By kind of the source, OpenStreetMap first; sources without rows are left out."""
    found = {
        kind: list(readable(model.objects.filter(city=slug).values_list("place_id", "data")))
        for kind, model in IMPORTED.items()
    }
    return {kind: rows for kind, rows in found.items() if rows}


def known_everywhere() -> dict[str, list[str]]:
    """Ids of well-known sights by the key of their name, `names.sight_key`."""
    found: dict[str, list[str]] = {}
    rows = OpenStreetMapPlace.objects.order_by("known_as", "place_id").exclude(known_as="")
    for name, place_id in rows.values_list("known_as", "place_id"):
        found.setdefault(name, []).append(place_id)
    return found


def known_as(row: Place) -> str:
    """The key of a sight's name that is well-known, else nothing."""
    return sight_key(row.name) if row.kind == "visit" and (row.importance or 0) >= KNOWN_EVERYWHERE else ""


def readable(rows: Iterable[tuple[str, Any]]) -> Iterator[Place]:
    """Of stored rows those that fit the schema of today."""
    for place_id, data in rows:
        try:
            yield Place.model_validate(data)
        except ValidationError as error:
            logger.warning("row %s left out: %s", place_id, error)
