"""Streets, water and parks of an imported city: cut to a box, simplified, bounded, put where they belong."""

from __future__ import annotations

import random
import re

import pytest
from django.urls import reverse

from trips.map_shapes import MOST_BYTES, STEPS, drawing_of, streets_of
from trips.map_view import mercator
from trips.models import MapShape, PlaceSource

pytestmark = pytest.mark.django_db
VADUZ = 3042030
BOX = (9.50, 47.13, 9.54, 47.15)  # west, south, east, north


@pytest.fixture
def source() -> PlaceSource:
    return PlaceSource.objects.create(
        city_id=VADUZ, city="city-3042030", kind="osm", file="a.pbf", digest="1", licence="ODbL",
        attribution="© OpenStreetMap contributors, ODbL", url="https://www.openstreetmap.org/copyright",
    )  # fmt: skip


def shape(source: PlaceSource, kind: str, *points: tuple[float, float]) -> MapShape:
    return MapShape.objects.create(
        source=source, city=source.city, kind=kind, points=[list(p) for p in points]
    )


def spots(path: str) -> list[tuple[int, int]]:
    """Where a path of one line leads, in steps."""
    (x, y), *rest = [(int(a), int(b)) for a, b in re.findall(r"(-?\d+) (-?\d+)", path)]
    found = [(x, y)]
    for dx, dy in rest:
        found.append((found[-1][0] + dx, found[-1][1] + dy))
    return found


def test_a_city_without_shapes_has_no_streets(source) -> None:
    assert streets_of({VADUZ, 1}) == {}
    assert drawing_of("boston", BOX) is None
    shape(source, "street", (47.14, 9.51), (47.14, 9.53))
    assert streets_of({VADUZ, 1})[VADUZ].attribution.startswith("© OpenStreetMap")
    assert list(streets_of({VADUZ, 1})) == [VADUZ]


def test_a_street_lies_where_the_projection_has_it(source) -> None:
    shape(source, "street", (47.135, 9.51), (47.14, 9.52), (47.145, 9.53))
    drawing = drawing_of(source.city, BOX)
    for (lat, lon), (x, y) in zip(
        [(47.135, 9.51), (47.14, 9.52), (47.145, 9.53)], spots(drawing.paths["street"]), strict=True
    ):
        there = mercator(lat, lon)
        assert abs(drawing.left + x * drawing.step - there[0]) <= drawing.step
        assert abs(drawing.top + y * drawing.step - there[1]) <= drawing.step


def test_an_open_water_is_a_river_and_a_ring_a_lake(source) -> None:
    shape(source, "water", (47.13, 9.51), (47.15, 9.51))
    shape(source, "water", (47.14, 9.51), (47.145, 9.52), (47.14, 9.53), (47.14, 9.51))
    shape(source, "park", (47.14, 9.51), (47.145, 9.52), (47.14, 9.53), (47.14, 9.51))
    assert set(drawing_of(source.city, BOX).paths) == {"river", "water", "park"}


def test_what_lies_outside_or_is_too_small_to_be_seen_is_left_out(source) -> None:
    shape(source, "street", (48.0, 9.51), (48.1, 9.53))
    shape(source, "street", (47.14, 9.51), (47.14001, 9.51001))
    assert drawing_of(source.city, BOX).paths == {}
    wide = (9.0, 47.0, 10.0, 48.2)
    assert "street" in drawing_of(source.city, wide).paths


def test_a_lake_that_is_larger_than_the_box_is_drawn_with_small_numbers(source) -> None:
    shape(source, "water", (40.0, 5.0), (50.0, 5.0), (50.0, 15.0), (40.0, 15.0), (40.0, 5.0))
    points = spots(drawing_of(source.city, BOX).paths["water"])
    assert all(-STEPS <= part <= 2 * STEPS for point in points for part in point)
    assert min(x for x, _ in points) <= 0 and max(x for x, _ in points) >= STEPS


def test_a_drawing_is_bounded_and_keeps_the_longest(source) -> None:
    luck = random.Random(7)
    rows = []
    for _ in range(6000):
        lat, lon, long = luck.uniform(*BOX[1::2]), luck.uniform(*BOX[0::2]), luck.choice([0.0006, 0.002])
        line = [[lat + n * long / 6, lon + luck.uniform(0, long)] for n in range(7)]
        rows.append(MapShape(source=source, city=source.city, kind="street", points=line))
    MapShape.objects.bulk_create(rows)
    shape(source, "street", (47.13, 9.50), (47.15, 9.54))
    path = drawing_of(source.city, BOX).paths["street"]
    assert MOST_BYTES * 0.9 < len(path) <= MOST_BYTES
    assert spots(path.split("M")[1])[-1][0] == STEPS  # the longest comes first


def test_another_import_is_another_drawing(source) -> None:
    shape(source, "street", (47.14, 9.51), (47.14, 9.53))
    assert list(drawing_of(source.city, BOX).paths) == ["street"]
    MapShape.objects.update(kind="park", points=[[47.14, 9.51], [47.145, 9.52], [47.14, 9.53], [47.14, 9.51]])
    source.save()
    assert list(drawing_of(source.city, BOX).paths) == ["park"]
    source.delete()
    assert drawing_of("city-3042030", BOX) is None


def test_the_address_answers_with_the_drawing_or_says_what_is_wrong(source, client) -> None:
    shape(source, "street", (47.14, 9.51), (47.14, 9.53))
    address, good = reverse("map_shapes"), "9.5,47.13,9.54,47.15"
    answer = client.get(address, {"city": source.city, "box": good})
    assert answer.json()["paths"]["street"].startswith("M")
    assert "max-age=3600" in answer["Cache-Control"]
    assert client.get(address, {"city": "boston", "box": good}).status_code == 404
    for box in (
        "",
        "1,2,3",
        "a,b,c,d",
        "9.5,47.13,9.4,47.15",
        "9.5,47.13,9.54,nan",
        "0,-91,1,0",
        "-999,0,1,1",
    ):
        assert client.get(address, {"city": source.city, "box": box}).status_code == 400
