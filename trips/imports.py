"""Imports of places: what a file holds of a city goes into the tables of its source, or comes out again.

Only the command imports this module: it loads the readers of map files."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from django.db import transaction

from config.clock import today
from trips.catalogue.gazetteer import City, default_gazetteer
from trips.catalogue.geography import TOWN_SLUG
from trips.catalogue.imports import osm, wikivoyage
from trips.catalogue.imports.extract import (
    Extract,
    Frame,
    Unreadable,
    Watch,
    checked,
    digest_of,
    radius_of,
)
from trips.catalogue.imports.merging import over_shipped
from trips.imported_rows import IMPORTED, imported_rows, shipped_rows
from trips.models import MapShape, PlaceSource
from trips.schemas import Place

READERS = {"osm": osm, "wikivoyage": wikivoyage}
_BATCH = 500
#: So many rows may go at once, though they are most of a source's.
FEW = 10


@dataclass
class Outcome:
    """Of one source: what was read, and what it changed (or would)."""

    kind: str
    extract: Extract = field(default_factory=Extract)
    unchanged: bool = False
    new: int = 0
    changed: int = 0
    gone: int = 0
    before: int = 0
    merged: int = 0
    seconds: float = 0.0

    @property
    def kept(self) -> Counter[str]:
        return Counter(row.kind for row in self.extract.places)

    @property
    def shapes(self) -> Counter[str]:
        return Counter(shape.kind for shape in self.extract.shapes)

    def compare(self, before: dict[str, Any]) -> None:
        """With the rows as they are stored, their date aside."""
        now = {row.id: {**_as_json(row), "as_of": ""} for row in self.extract.places}
        before = {place_id: {**data, "as_of": ""} for place_id, data in before.items()}
        self.new, self.gone = len(now.keys() - before.keys()), len(before.keys() - now.keys())
        self.before = len(before)
        self.changed = sum(now[place_id] != before[place_id] for place_id in now.keys() & before.keys())


#: Of GeoNames, digits.
LONGEST_NUMBER = 12


def city_named(text: str) -> City | None:
    """By name, or by GeoNames id."""
    gazetteer = default_gazetteer()
    is_number = text.isdecimal() and len(text) <= LONGEST_NUMBER
    return gazetteer.city(int(text)) if is_number else gazetteer.best_city(text)


def slug_of(city: City) -> str:
    """Of rows of this city: its own, or one made of its number."""
    return city.curated or f"{TOWN_SLUG}{city.id}"


def import_osm(city: City, path: Path, watch: Watch, *, write: bool = True) -> Outcome:
    """Raises Unreadable; then nothing has changed."""
    return _imported("osm", city, [path], [], lambda frame: osm.read(path, frame, watch), write)


def import_wikivoyage(
    city: City, paths: list[Path], titles: list[str], watch: Watch, *, write: bool = True
) -> Outcome:
    """Raises Unreadable; then nothing has changed."""
    read = partial(wikivoyage.read, paths, titles)
    return _imported("wikivoyage", city, paths, titles, lambda frame: read(frame, watch), write)


def undo(city: City, kind: str) -> int:
    """Take everything of a source out; how many rows it had."""
    sources = PlaceSource.objects.filter(city_id=city.id, kind=kind)
    count = IMPORTED[kind].objects.filter(source__in=sources).count()
    sources.delete()
    return count


def _imported(
    kind: str, city: City, paths: list[Path], marks: list[str], read: Callable[[Frame], Extract], write: bool
) -> Outcome:
    started = time.monotonic()
    for path in paths:
        checked(path, READERS[kind].MAX_BYTES)
    frame = _frame(city)
    digest = digest_of(paths, frame.slug, *marks)
    there = PlaceSource.objects.filter(city_id=city.id, kind=kind).first()
    if there and there.digest == digest:
        return Outcome(kind, unchanged=True)
    extract = read(frame)
    if not extract.places:
        raise Unreadable(_nothing(paths, frame, extract))
    undated = {"as_of": today().isoformat()}  # the page of a site carries no date: of the day it was read
    extract.places = [row if row.as_of else row.model_copy(update=undated) for row in extract.places]
    outcome = Outcome(kind, extract, merged=_merged(kind, frame.slug, extract.places))
    outcome.compare(dict(IMPORTED[kind].objects.filter(city=frame.slug).values_list("place_id", "data")))
    if there:
        _fit_to_replace(there, outcome, ", ".join(path.name for path in paths))
    outcome.seconds = round(time.monotonic() - started, 1)
    if write:
        _write(outcome, city, frame.slug, ", ".join(path.name for path in paths), digest)
    return outcome


def _fit_to_replace(there: PlaceSource, outcome: Outcome, names: str) -> None:
    """Raises Unreadable for data older than those that are there, and for what must be of another place."""
    label, as_of = there.get_kind_display(), outcome.extract.as_of
    if as_of and as_of < there.as_of:
        why = f"is of {as_of}; the rows of {label} that are there are of {there.as_of}."
    elif outcome.gone > max(FEW, outcome.before / 2):
        why = (
            f"knows only {outcome.before - outcome.gone} of the {outcome.before} rows of {label} that are "
            "there: it may be of another region, or a part alone."
        )
    else:
        return
    raise Unreadable(f"{names} {why} To import it all the same, take these out first: --undo {there.kind}.")


def _nothing(paths: list[Path], frame: Frame, extract: Extract) -> str:
    reasons = ", ".join(f"{count} {reason}" for reason, count in extract.refused.most_common() if count)
    told = [
        f"{', '.join(path.name for path in paths)} holds no place to keep within {frame.radius_km:.0f} km of "
        f"{frame.name}{f' (refused: {reasons})' if reasons else ''}.",
        *extract.notes,
    ]
    return " ".join(told)


def _frame(city: City) -> Frame:
    country = default_gazetteer().country(city.country)
    currency = country.currency if country else "EUR"
    radius = radius_of(city.population)
    return Frame(slug_of(city), city.name, city.lat, city.lon, radius, currency, today().year)


def _merged(kind: str, slug: str, places: list[Place]) -> int:
    """How many of the rows are rows of ours, or of the other source."""
    others = [rows for other, rows in imported_rows(slug).items() if other != kind]
    known, _ = over_shipped(shipped_rows(slug), *others)
    return over_shipped({row.id: row for row in (*shipped_rows(slug), *known)}.values(), places)[1]


@transaction.atomic
def _write(outcome: Outcome, city: City, slug: str, names: str, digest: str) -> None:
    """The rows of the source as they are now in place of those before."""
    reader, extract = READERS[outcome.kind], outcome.extract
    model = IMPORTED[outcome.kind]
    values = {
        "city": slug,
        "file": names[:255],
        "digest": digest,
        "as_of": extract.as_of,
        "licence": reader.LICENCE,
        "attribution": reader.ATTRIBUTION,
        "url": extract.url[:500],
        "counts": _counts(outcome),
    }
    source, _ = PlaceSource.objects.update_or_create(city_id=city.id, kind=outcome.kind, defaults=values)
    model.objects.filter(source=source).delete()
    MapShape.objects.filter(source=source).delete()
    rows = (
        model(source=source, city=slug, place_id=row.id, data=_as_json(row), **_columns(row))
        for row in extract.places
    )
    model.objects.bulk_create(rows, _BATCH)
    shapes = (
        MapShape(source=source, city=slug, kind=shape.kind, name=shape.name, points=shape.points)
        for shape in extract.shapes
    )
    MapShape.objects.bulk_create(shapes, _BATCH)


def _as_json(row: Place) -> dict[str, Any]:
    return row.model_dump(mode="json", exclude_defaults=True)


def _columns(row: Place) -> dict[str, Any]:
    return row.model_dump(include={"kind", "name", "lat", "lon"})


def _counts(outcome: Outcome) -> dict[str, Any]:
    extract = outcome.extract
    return {
        "read": extract.read,
        "kept": dict(outcome.kept),
        "shapes": dict(outcome.shapes),
        "hours": dict(extract.hours),
        "merged": outcome.merged,
        "refused": {reason: count for reason, count in extract.refused.items() if count},
        "seconds": outcome.seconds,
    }
