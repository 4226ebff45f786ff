"""Imports of places: what a file holds of a city goes into the tables of its source, or comes out again. Only
the command imports this module: it loads the readers of map files."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from django.db import transaction

from config.clock import today
from trips.catalogue.gazetteer import City, default_gazetteer
from trips.catalogue.imports import osm, wikivoyage
from trips.catalogue.imports.extract import Extract, Frame, Unreadable, Watch, checked, digest_of
from trips.catalogue.imports.merging import over_shipped
from trips.imported_rows import IMPORTED, imported_rows, known_as, shipped_rows
from trips.models import MapShape, PlaceSource
from trips.schemas import Place

READERS = {"osm": osm, "wikivoyage": wikivoyage}
_BATCH = 500
#: So many rows may go at once, though they are most of a source's.
FEW = 10


def undo(city: City, kind: str) -> int:
    """Take everything of a source out; how many rows it had."""
    sources = PlaceSource.objects.filter(city_id=city.id, kind=kind)
    count = IMPORTED[kind].objects.filter(source__in=sources).count()
    sources.delete()
    return count


def import_places(
    kind: str, city: City, paths: list[Path], titles: list[str], watch: Watch, *, write: bool = True
) -> dict[str, Any] | None:
    """`kind`: osm, of one file; wikivoyage, where `titles` are those of its articles. What was read, and what
    it changed (or would); None for files that are imported already. Raises Unreadable: nothing is changed."""
    started, names = time.monotonic(), ", ".join(path.name for path in paths)
    for path in paths:
        checked(path, READERS[kind].MAX_BYTES)
    country = default_gazetteer().country(city.country)
    frame = Frame(city, country.currency if country else "EUR", today().year)
    digest = digest_of(paths, city.catalogue_slug, *(titles if kind == "wikivoyage" else ()))
    there = PlaceSource.objects.filter(city_id=city.id, kind=kind).first()
    if there and there.digest == digest:
        return None
    extract = (
        osm.read(*paths, frame, watch) if kind == "osm" else wikivoyage.read(paths, titles, frame, watch)
    )
    if not extract.places:
        raise Unreadable(f"{names} {_nothing(frame, extract)}")
    before = dict(IMPORTED[kind].objects.filter(city=city.catalogue_slug).values_list("place_id", "data"))
    rows = _compared(before, extract.places)
    if there:
        _fit_to_replace(there, extract, rows["gone"], len(before), names)
    counts = {
        "read": extract.read,
        "kept": Counter(row.kind for row in extract.places),
        "shapes": Counter(shape.kind for shape in extract.shapes),
        "hours": extract.hours,
        "merged": _merged(kind, city.catalogue_slug, extract.places),
        "refused": {reason: count for reason, count in extract.refused.items() if count},
        "rows": rows,
        "seconds": round(time.monotonic() - started, 1),
    }
    if write:
        _write(kind, city, extract, {"file": names[:255], "digest": digest, "counts": counts})
    return {**counts, "as_of": extract.as_of, "notes": extract.notes}


def _compared(before: dict[str, Any], places: list[Place]) -> dict[str, int]:
    """With the rows as they are stored, their date aside."""
    now = {row.id: {**row.stored(), "as_of": ""} for row in places}
    both = now.keys() & before.keys()
    changed = sum(now[place_id] != {**before[place_id], "as_of": ""} for place_id in both)
    return {"new": len(now) - len(both), "changed": changed, "gone": len(before) - len(both)}


def _fit_to_replace(there: PlaceSource, extract: Extract, gone: int, had: int, names: str) -> None:
    """Raises Unreadable for data older than those that are there, and for what must be of another place."""
    ours = f"rows of {there.get_kind_display()} that are there"
    if extract.as_of and extract.as_of < there.as_of:
        why = f"is of {extract.as_of}; the {ours} are of {there.as_of}."
    elif gone > max(FEW, had / 2):
        why = f"knows only {had - gone} of the {had} {ours}: it may be of another region, or a part alone."
    else:
        return
    raise Unreadable(f"{names} {why} To import it all the same, take these out first: --undo {there.kind}.")


def _nothing(frame: Frame, extract: Extract) -> str:
    reasons = ", ".join(f"{count} {reason}" for reason, count in extract.refused.most_common() if count)
    where = f"holds no place to keep within {frame.radius_km:.0f} km of {frame.city.name}"
    return " ".join([f"{where}{f' (refused: {reasons})' if reasons else ''}.", *extract.notes])


def _merged(kind: str, slug: str, places: list[Place]) -> int:
    """How many of the rows are rows of ours, or of the other source."""
    others = [rows for other, rows in imported_rows(slug).items() if other != kind]
    ours = shipped_rows(slug)
    return over_shipped(ours, *others, places)[1] - over_shipped(ours, *others)[1]


@transaction.atomic
def _write(kind: str, city: City, extract: Extract, values: dict[str, Any]) -> None:
    """The rows of the source as they are now in place of those before."""
    reader, model, slug = READERS[kind], IMPORTED[kind], city.catalogue_slug
    values |= {"town": {} if default_gazetteer().city(city.id) else asdict(replace(city, curated=None))}
    values |= {"city": slug, "as_of": extract.as_of, "url": extract.url[:500]}
    values |= {"licence": reader.LICENCE, "attribution": reader.ATTRIBUTION}
    source, _ = PlaceSource.objects.update_or_create(city_id=city.id, kind=kind, defaults=values)
    of_source: dict[str, Any] = {"source": source, "city": slug}
    columns = {"kind", "name", "lat", "lon"}
    rows = [
        model(place_id=row.id, data=row.stored(), **of_source, **row.model_dump(include=columns))
        for row in extract.places
    ]
    if kind == "osm":
        for kept, row in zip(rows, extract.places, strict=True):
            kept.known_as = known_as(row)
    shapes = [
        MapShape(kind=one.kind, name=one.name, points=one.points, **of_source) for one in extract.shapes
    ]
    for table, new in ((model, rows), (MapShape, shapes)):
        table.objects.filter(source=source).delete()
        table.objects.bulk_create(new, _BATCH)
