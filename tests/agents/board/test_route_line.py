"""The small drawing on an option: in its box, in the right directions, a journey or a town."""

from __future__ import annotations

from agents.board.route_line import HEIGHT, WIDTH, route_line
from tests.agents.board.values import plan, stay, train, visit


def test_one_position_is_no_line():
    assert route_line(plan([visit("v1", 10)])) is None


def test_a_town_is_drawn_day_by_day_with_the_stay_as_a_ring():
    line = route_line(
        plan(
            [stay("s1", 9), visit("v1", 10, 42.30, -71.10), visit("v2", 12, 42.40, -71.00)],
            [visit("v3", 10, 42.35, -71.05), visit("v4", 12, 42.36, -71.02)],
        )
    )
    assert len(line.paths) == 2
    assert [dot.kind for dot in line.dots].count("visit") == 4
    assert [dot.kind for dot in line.dots].count("stay") == 1
    south_west, north_east = line.dots[0], line.dots[1]
    assert south_west.x < north_east.x
    assert south_west.y > north_east.y
    assert all(0 <= dot.x <= WIDTH and 0 <= dot.y <= HEIGHT for dot in line.dots)


def test_a_journey_runs_through_its_towns():
    line = route_line(
        plan([train("t1", 8), stay("s1", 15, 2, 35.68, 139.76)], [stay("s2", 15, 2, 35.01, 135.77)])
    )
    assert [dot.kind for dot in line.dots] == ["origin", "town", "town"]
    assert len(line.paths) == 1
