"""Pauses shared out over a stretch; nothing leaves its hours, its order or the stretch."""

from hypothesis import given, settings
from hypothesis import strategies as some

from trips.planning.packing import MealWish, Problem, Stop, pack
from trips.planning.spreading import last_start, spread

NINE, NINE_PM = 9 * 60, 21 * 60
BREAKFAST = MealWish("breakfast", NINE, NINE, 11 * 60, 40, 0, None, first=True)
LUNCH = MealWish("lunch", 11 * 60 + 30, 12 * 60 + 30, 14 * 60 + 15, 60)
DINNER = MealWish("dinner", 18 * 60, 18 * 60 + 45, 20 * 60 + 30, 75, waits=True)
MEALS = [BREAKFAST, LUNCH, DINNER]


def flat(size: int, minutes: int = 15) -> list[list[int]]:
    return [[0 if here == there else minutes for there in range(size)] for here in range(size)]


def spread_day(stops):
    problem = Problem(stops, MEALS, NINE, NINE_PM, flat(len(stops) + 1))
    return spread(pack(problem), problem)


def test_two_visits_do_not_both_lie_before_lunch():
    found = spread_day([Stop(1, 60, 45, 90, None), Stop(2, 60, 45, 90, None)])
    assert [slot.kind for slot in found.slots] == ["meal", "stop", "meal", "stop", "meal"]


def test_no_pause_is_the_whole_afternoon():
    found = spread_day([Stop(n, 60, 45, 100, None) for n in (1, 2, 3)])
    pauses = [b.start - a.end for a, b in zip(found.slots, found.slots[1:], strict=False)]
    assert max(pauses) <= 120


def test_visits_get_longer_as_far_as_the_row_allows():
    found = spread_day([Stop(1, 60, 45, 80, None), Stop(2, 60, 45, 60, None)])
    lengths = {slot.index: slot.end - slot.start for slot in found.slots if slot.kind == "stop"}
    assert lengths == {0: 80, 1: 60}


def test_the_last_start_keeps_closing_and_the_last_entry():
    assert last_start(((600, 1020),), 2000, 60, 0) == 960
    assert last_start(((600, 1020),), 2000, 30, 90) == 930
    assert last_start(((600, 720), (840, 1020)), 800, 60, 0) == 660
    assert last_start((), 800, 60, 0) is None
    assert last_start(None, 803, 60, 0) == 740


window = some.tuples(some.integers(420, 900), some.integers(60, 700)).map(lambda w: (w[0], w[0] + w[1]))
stops_of = some.lists(
    some.tuples(some.integers(30, 180), some.none() | window, some.integers(0, 60)), min_size=1, max_size=5
)


@settings(max_examples=120, deadline=None)
@given(stops_of, some.integers(5, 40))
def test_nothing_leaves_its_hours(shapes, minutes):
    stops = [
        Stop(n, length, min(30, length), length + 40, (hours,) if hours else None, entry)
        for n, (length, hours, entry) in enumerate(shapes, 1)
    ]
    travel = flat(len(stops) + 1, minutes)
    problem = Problem(stops, MEALS, NINE, NINE_PM, travel)
    packed = pack(problem)
    found = spread(packed, problem)
    assert sorted((s.kind, s.index) for s in found.slots) == sorted((s.kind, s.index) for s in packed.slots)
    time, node = NINE, 0
    for slot in found.slots:
        assert slot.start >= time + travel[node][slot.node] - 4  # starts lie on five minutes
        time, node = slot.end, slot.node
        if slot.kind == "stop":
            stop = stops[slot.index]
            assert slot.end - slot.start <= stop.longest
            for opens, closes in stop.windows or ():
                assert opens <= slot.start and slot.end <= closes
                assert slot.start <= closes - stop.last_entry
    assert time + travel[node][0] <= NINE_PM
