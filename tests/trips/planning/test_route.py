"""The order of cities and stops, and which stops make a day."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from tests.trips.planning.asking import city
from trips.planning.route import (
    Candidate,
    centre_of,
    city_order,
    clusters,
    nearest_neighbour,
    path_length,
    stop_order,
    two_opt,
)

POINTS = some.tuples(some.floats(42.2, 42.5), some.floats(-71.3, -70.9))


def test_two_cities_keep_their_order():
    asked = [city("Kyoto"), city("Tokyo")]
    assert city_order(asked, city("Los Angeles"), round_trip=True) == asked


def test_a_zigzag_over_the_world_is_straightened():
    zigzag = [city("Boston"), city("Tokyo"), city("New York"), city("Kyoto")]
    order = city_order(zigzag, city("London"), round_trip=True)
    names = [one.name for one in order]
    assert abs(names.index("Boston") - names.index("New York City")) == 1
    assert abs(names.index("Tokyo") - names.index("Kyoto")) == 1


def test_an_order_nearly_as_short_as_the_best_is_the_travellers_own():
    asked = [city("Boston"), city("New York"), city("Paris")]
    assert city_order(asked, None, round_trip=False) == asked


@settings(max_examples=60, deadline=None)
@given(some.lists(POINTS, min_size=1, max_size=5), POINTS)
def test_few_stops_are_ordered_as_well_as_can_be(points, base):
    order = stop_order(points, base, base)
    best = min(path_length([points[i] for i in one], base, base) for one in permutations(range(len(points))))
    assert sorted(order) == list(range(len(points)))
    assert path_length([points[i] for i in order], base, base) == pytest.approx(best)


@settings(max_examples=40, deadline=None)
@given(some.lists(POINTS, min_size=7, max_size=12), POINTS)
def test_many_stops_are_never_worse_than_nearest_neighbour(points, base):
    def length(order):
        return path_length([points[i] for i in order], base, base)

    greedy = nearest_neighbour(points, base)
    order = stop_order(points, base, base)
    assert sorted(order) == list(range(len(points)))
    assert length(order) <= length(greedy) + 1e-9
    assert two_opt(order, length) == order


def test_the_centre_of_nothing_is_nothing():
    assert centre_of([]) is None
    assert centre_of([(0.0, 0.0), (2.0, 4.0)]) == (1.0, 2.0)


NORTH, SOUTH = (42.40, -71.05), (42.30, -71.05)


def near(point, number: int) -> tuple[float, float]:
    return point[0] + 0.001 * number, point[1]


def grouped(candidates, capacities, *, share=99, allowed=lambda stop, day: True, room=None):
    return clusters(
        candidates, capacities, room or [600] * len(capacities), None, share=share, allowed=allowed
    )


def test_stops_that_lie_together_share_a_day():
    mixed = [Candidate(near(place, n), 2.0, 60) for n in range(3) for place in (NORTH, SOUTH)]
    groups = grouped(mixed, [3, 3])
    assert [sorted(group) for group in groups] == [[0, 2, 4], [1, 3, 5]]


def test_stops_change_days_where_that_brings_them_together():
    """The two best begin a day each, though they are neighbours."""
    points = (NORTH, near(NORTH, 1), SOUTH, near(SOUTH, 1))
    groups = grouped([Candidate(point, 5.0 - n / 10, 60) for n, point in enumerate(points)], [2, 2])
    assert sorted(sorted(group) for group in groups) == [[0, 1], [2, 3]]


def test_a_must_comes_first_and_on_a_day_when_it_is_open():
    candidates = [Candidate(NORTH, 3.0, 60), Candidate(SOUTH, 0.1, 60, must=True)]
    groups = grouped(candidates, [1, 1], allowed=lambda stop, day: day == 1 if stop == 1 else True)
    assert groups == [[0], [1]]


def test_a_day_holds_no_more_stops_and_minutes_than_it_has():
    candidates = [Candidate(near(NORTH, n), 2.0, 120) for n in range(9)]
    groups = grouped(candidates, [4, 4], room=[300, 600])
    assert [len(group) for group in groups] == [2, 4]


def test_shared_stops_are_limited_but_musts_are_not_counted():
    candidates = [Candidate(near(NORTH, n), 5.0, 60, shared=True) for n in range(4)]
    candidates += [Candidate(near(NORTH, 5), 4.0, 60, must=True, shared=True), Candidate(SOUTH, 0.5, 60)]
    (group,) = grouped(candidates, [6], share=2)
    assert 4 in group and 5 in group
    assert sum(index < 4 for index in group) == 2


def test_not_all_of_one_kind():
    candidates = [Candidate(near(NORTH, n), 2.0, 60, kind="museum") for n in range(5)]
    candidates += [Candidate(near(NORTH, n), 1.8, 60, kind="garden") for n in range(5)]
    (group,) = grouped(candidates, [6])
    assert sum(index >= 5 for index in group) >= 2
