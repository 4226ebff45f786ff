"""Streets, water and parks of an imported city, cut to a box and simplified to what it shows."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from django.db.models import Exists, OuterRef

from trips.map_view import mercator
from trips.models import MapShape, PlaceSource

#: West, south, east, north in degrees.
Box = tuple[float, float, float, float]
#: A box is so many steps wide; its drawing has whole numbers.
STEPS = 1200
#: What is shorter than this is not drawn, nor are points nearer than this to the last one, in steps.
SHORTEST, NEAREST = 6.0, 2.0
#: Bytes of one drawing, at most. The longest shapes come first.
MOST_BYTES = 60_000


@dataclass(frozen=True, slots=True)
class Drawing:
    """Paths of SVG by kind (water, river, park, street). They are in steps from `left`, `top` (units of the
    projection); a step is `step` units wide."""

    left: float
    top: float
    step: float
    paths: dict[str, str]


def streets_of(city_ids: Collection[int]) -> dict[int, PlaceSource]:
    """Of these cities (GeoNames ids), those that have shapes: where these are from."""
    shapes = MapShape.objects.filter(source=OuterRef("pk"))
    return {row.city_id: row for row in PlaceSource.objects.filter(Exists(shapes), city_id__in=city_ids)}


def drawing_of(city: str, box: Box) -> Drawing | None:
    """None for a city without shapes."""
    stamps = PlaceSource.objects.filter(city=city).values_list("pk", "imported", "digest")
    return _drawing(city, box, tuple(stamps)) if stamps else None


@lru_cache(maxsize=128)
def _drawing(city: str, box: Box, stamps: tuple) -> Drawing:
    """`stamps`: another import, another drawing."""
    (left, bottom), (right, top) = mercator(box[1], box[0], box[0]), mercator(box[3], box[2], box[0])
    step = max(right - left, bottom - top, 1e-6) / STEPS
    found = []
    for kind, points in MapShape.objects.filter(city=city).values_list("kind", "points").iterator(2000):
        spots = [((x - left) / step, (y - top) / step) for x, y in (mercator(*one, box[0]) for one in points)]
        if (length := _length_within(spots)) > SHORTEST and len(line := _simplified(spots)) > 1:
            closed = points[0] == points[-1]
            found.append((length, "river" if kind == "water" and not closed else kind, _path(line)))
    return Drawing(left, top, step, _within_bytes(sorted(found, reverse=True)))


def _length_within(spots: list[tuple[float, float]]) -> float:
    """How long the shape is (the diagonal of its frame), 0 outside of the box."""
    xs, ys = zip(*spots, strict=True)
    if max(xs) < 0 or min(xs) > STEPS or max(ys) < 0 or min(ys) > STEPS:
        return 0.0
    return math.hypot(max(xs) - min(xs), max(ys) - min(ys))


def _simplified(spots: list[tuple[float, float]]) -> list[tuple[int, int]]:
    """Whole steps, without points that lie close to the last one; what lies far outside comes to a margin."""
    line: list[tuple[int, int]] = []
    for number, spot in enumerate(spots):
        x, y = (round(max(-STEPS, min(2 * STEPS, one))) for one in spot)
        ending = number == len(spots) - 1
        if not line or (math.dist(line[-1], (x, y)) >= NEAREST) or (ending and line[-1] != (x, y)):
            line.append((x, y))
    return line


def _path(line: list[tuple[int, int]]) -> str:
    steps = ((x - a, y - b) for (a, b), (x, y) in zip(line, line[1:], strict=False))
    return f"M{line[0][0]} {line[0][1]}l" + " ".join(f"{x} {y}" for x, y in steps)


def _within_bytes(found: list[tuple[float, str, str]]) -> dict[str, str]:
    paths: dict[str, str] = {}
    room = MOST_BYTES
    for _length, kind, path in found:
        room -= len(path)
        if room < 0:
            break
        paths[kind] = paths.get(kind, "") + path
    return paths
