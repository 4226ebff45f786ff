"""Imports of places: what a file holds of a city goes into the tables of its source, or comes out again.

Only the command imports this module: it loads the readers of map files."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.db import transaction

from config.clock import today
from trips.catalogue.gazetteer import City, default_gazetteer
from trips.catalogue.imports import osm, wikivoyage
from trips.catalogue.imports.extract import Extract, Frame, Unreadable, Watch, checked, digest_of
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

    def counts(self) -> dict[str, Any]:
        """As they are kept with the source."""
        extract = self.extract
        refused = {reason: count for reason, count in extract.refused.items() if count}
        told = {"kept": self.kept, "shapes": self.shapes, "hours": extract.hours, "refused": refused}
        return {**told, "read": extract.read, "merged": self.merged, "seconds": self.seconds}

    def compare(self, before: dict[str, Any]) -> None:
        """With the rows as they are stored, their date aside."""
        now = {row.id: {**row.stored(), "as_of": ""} for row in self.extract.places}
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


def undo(city: City, kind: str) -> int:
    """Take everything of a source out; how many rows it had."""
    sources = PlaceSource.objects.filter(city_id=city.id, kind=kind)
    count = IMPORTED[kind].objects.filter(source__in=sources).count()
    sources.delete()
    return count


def import_places(
    kind: str, city: City, paths: list[Path], titles: list[str], watch: Watch, *, write: bool = True
) -> Outcome:
    """`kind`: osm, of one file; wikivoyage, where `titles` are those of its articles. Raises Unreadable; then
    nothing has changed."""
    started, names = time.monotonic(), ", ".join(path.name for path in paths)
    for path in paths:
        checked(path, READERS[kind].MAX_BYTES)
    country = default_gazetteer().country(city.country)
    frame = Frame(city, country.currency if country else "EUR", today().year)
    digest = digest_of(paths, frame.slug, *(titles if kind == "wikivoyage" else ()))
    there = PlaceSource.objects.filter(city_id=city.id, kind=kind).first()
    if there and there.digest == digest:
        return Outcome(kind, unchanged=True)
    extract = (
        osm.read(*paths, frame, watch) if kind == "osm" else wikivoyage.read(paths, titles, frame, watch)
    )
    if not extract.places:
        raise Unreadable(f"{names} {_nothing(frame, extract)}")
    undated = {"as_of": today().isoformat()}  # the page of a site carries no date: of the day it was read
    extract.places = [row if row.as_of else row.model_copy(update=undated) for row in extract.places]
    outcome = Outcome(kind, extract, merged=_merged(kind, frame.slug, extract.places))
    outcome.compare(dict(IMPORTED[kind].objects.filter(city=frame.slug).values_list("place_id", "data")))
    if there:
        _fit_to_replace(there, outcome, names)
    outcome.seconds = round(time.monotonic() - started, 1)
    if write:
        _write(outcome, city, names, digest)
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


def _nothing(frame: Frame, extract: Extract) -> str:
    reasons = ", ".join(f"{count} {reason}" for reason, count in extract.refused.most_common() if count)
    where = f"holds no place to keep within {frame.radius_km:.0f} km of {frame.name}"
    return " ".join([f"{where}{f' (refused: {reasons})' if reasons else ''}.", *extract.notes])


def _merged(kind: str, slug: str, places: list[Place]) -> int:
    """How many of the rows are rows of ours, or of the other source."""
    others = [rows for other, rows in imported_rows(slug).items() if other != kind]
    ours = shipped_rows(slug)
    return over_shipped(ours, *others, places)[1] - over_shipped(ours, *others)[1]


@transaction.atomic
def _write(outcome: Outcome, city: City, names: str, digest: str) -> None:
    """The rows of the source as they are now in place of those before."""
    reader, extract, model = READERS[outcome.kind], outcome.extract, IMPORTED[outcome.kind]
    slug = city.catalogue_slug
    values = {
        "city": slug,
        "file": names[:255],
        "digest": digest,
        "as_of": extract.as_of,
        "licence": reader.LICENCE,
        "attribution": reader.ATTRIBUTION,
        "url": extract.url[:500],
        "counts": outcome.counts(),
    }
    source, _ = PlaceSource.objects.update_or_create(city_id=city.id, kind=outcome.kind, defaults=values)
    model.objects.filter(source=source).delete()
    MapShape.objects.filter(source=source).delete()
    of_source: dict[str, Any] = {"source": source, "city": slug}
    columns = {"kind", "name", "lat", "lon"}
    rows = (
        model(place_id=row.id, data=row.stored(), **of_source, **row.model_dump(include=columns))
        for row in extract.places
    )
    model.objects.bulk_create(rows, _BATCH)
    shapes = (
        MapShape(kind=one.kind, name=one.name, points=one.points, **of_source) for one in extract.shapes
    )
    MapShape.objects.bulk_create(shapes, _BATCH)
