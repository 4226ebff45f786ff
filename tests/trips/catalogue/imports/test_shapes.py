"""Lines for a map: few points, none far off."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from trips.catalogue.imports.extract import Shape
from trips.catalogue.imports.shapes import MOST, TOLERANCE, drawn, simplified

METRE = 1 / 111_200


def line(*points: tuple[float, float]) -> list[tuple[float, float]]:
    """East and north in metres, at the equator."""
    return [(north * METRE, east * METRE) for east, north in points]


def test_points_near_the_line_go_and_corners_stay():
    kept = simplified(line((0, 0), (50, 5), (100, 0), (100, 100)))
    assert kept == simplified(line((0, 0), (100, 0), (100, 100))) and len(kept) == 3


def test_a_ring_stays_a_ring():
    ring = line((0, 0), (0, 100), (100, 100), (100, 0), (0, 0))
    assert len(simplified(ring)) == 5 and simplified(ring)[0] == simplified(ring)[-1]


@given(st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 2000)), min_size=2, max_size=60))
def test_ends_stay_and_what_goes_lies_near(points):
    whole = line(*points)
    kept = simplified(whole)
    assert (kept[0], kept[-1]) == (simplified(whole[:1])[0], simplified(whole[-1:])[0])
    for lat, lon in whole:
        away = min(_distance((lon, lat), one, other) for one, other in zip(kept, kept[1:], strict=False))
        assert away <= (TOLERANCE + 2) * METRE  # and half a unit of the fifth decimal


def _distance(point, one, other) -> float:
    (x, y), (y1, x1), (y2, x2) = point, one, other
    length = (x2 - x1) ** 2 + (y2 - y1) ** 2
    share = max(0.0, min(1.0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length)) if length else 0.0
    return ((x - x1 - share * (x2 - x1)) ** 2 + (y - y1 - share * (y2 - y1)) ** 2) ** 0.5


def test_the_largest_are_drawn_as_long_as_there_is_room():
    most, room = MOST["street"]
    shapes = [Shape("street", str(number), line((0, 0), (900, 0)), number) for number in range(most + 5)]
    chosen = drawn(shapes)
    assert len(chosen) == most and chosen[0].name == str(most + 4)
    assert sum(len(shape.points) for shape in chosen) <= room
