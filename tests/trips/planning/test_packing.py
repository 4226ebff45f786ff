"""Stops and meals in one stretch: everything inside its hours, nothing at once, the most kept."""

from hypothesis import given, settings
from hypothesis import strategies as some

from trips.planning.packing import MealWish, Problem, Stop, first_start, pack

NINE, FIVE, NINE_PM = 9 * 60, 17 * 60, 21 * 60


def stop(node: int, minutes: int = 60, windows=None, **more) -> Stop:
    return Stop(node, minutes, more.pop("shortest", minutes), more.pop("longest", minutes), windows, **more)


def flat(size: int, minutes: int = 15) -> list[list[int]]:
    return [[0 if here == there else minutes for there in range(size)] for here in range(size)]


LUNCH = MealWish("lunch", 11 * 60 + 30, 12 * 60 + 30, 14 * 60, 60)
DINNER = MealWish("dinner", 18 * 60, 18 * 60 + 45, 20 * 60 + 30, 75, waits=True)
BREAKFAST = MealWish("breakfast", NINE, NINE, 11 * 60, 40, 0, None, first=True)


def test_a_stop_waits_for_its_opening_and_keeps_its_last_entry():
    assert first_start(((600, 1020),), 540, 60, 0) == 600
    assert first_start(((600, 1020),), 963, 50, 0) == 965
    assert first_start(((600, 1020),), 980, 30, 60) is None
    assert first_start(((600, 720), (840, 1020)), 700, 60, 0) == 840
    assert first_start((), 600, 30, 0) is None
    assert first_start(None, 601, 30, 0) == 605


def test_a_full_day_has_three_meals_in_their_hours_well_apart():
    stops = [stop(n, 90) for n in range(1, 5)]
    packed = pack(Problem(stops, [BREAKFAST, LUNCH, DINNER], NINE, NINE_PM, flat(5)))
    meals = {slot.index: slot for slot in packed.slots if slot.kind == "meal"}
    assert not packed.dropped and not packed.missed
    assert meals[0].start == NINE
    assert 11 * 60 + 30 <= meals[1].start <= 14 * 60
    assert meals[2].start == 18 * 60 + 45 >= meals[1].end + 180 and meals[2].end <= NINE_PM


def test_the_order_follows_the_opening_hours():
    late, early = stop(1, 60, ((15 * 60, FIVE),)), stop(2, 60, ((NINE, 11 * 60),))
    packed = pack(Problem([late, early], [LUNCH], NINE, FIVE + 30, flat(3)))
    assert [slot.index for slot in packed.slots if slot.kind == "stop"] == [1, 0]


def test_what_is_closed_is_dropped_and_said():
    packed = pack(Problem([stop(1, 60, ()), stop(2)], [], NINE, FIVE, flat(3)))
    assert packed.dropped == [0]


def test_visits_get_shorter_before_one_is_given_up():
    stops = [stop(n, 120, shortest=60) for n in range(1, 4)]
    packed = pack(Problem(stops, [], NINE, NINE + 5 * 60, flat(4)))
    assert not packed.dropped
    assert all(60 <= slot.end - slot.start < 120 for slot in packed.slots)


def test_two_of_a_kind_are_kept_apart_where_another_is_at_hand():
    towers = [stop(1, kind="view"), stop(2, kind="view"), stop(3, kind="park")]
    packed = pack(Problem(towers, [], NINE, FIVE, flat(4)))
    assert [slot.index for slot in packed.slots][1] == 2


def test_no_appointment_is_left_out_for_a_meal():
    fixed = Stop(1, 180, 180, 180, ((12 * 60 + 30, 15 * 60 + 30),), fixed=True, weight=4.0)
    packed = pack(Problem([fixed], [BREAKFAST, LUNCH], NINE, NINE_PM, flat(2)))
    assert packed.missed == [1] and not packed.dropped


def test_meals_too_close_to_each_other_are_left_out():
    packed = pack(Problem([stop(1)], [BREAKFAST, LUNCH], 10 * 60 + 15, 14 * 60, flat(2)))
    assert packed.missed == [1] and not packed.dropped


def test_a_must_is_kept_before_others():
    stops = [stop(1, 120), stop(2, 120), stop(3, 120, weight=4.0)]
    packed = pack(Problem(stops, [], NINE, NINE + 180, flat(4)))
    assert [slot.index for slot in packed.slots] == [2]


def test_an_appointment_keeps_its_hours():
    fixed = Stop(1, 90, 90, 90, ((14 * 60, 15 * 60 + 30),), fixed=True, weight=4.0)
    packed = pack(Problem([stop(2, 120), fixed], [LUNCH], NINE, FIVE + 60, flat(3)))
    slot = next(slot for slot in packed.slots if slot.kind == "stop" and slot.index == 1)
    assert (slot.start, slot.end) == (14 * 60, 15 * 60 + 30)


def test_a_closed_table_becomes_a_free_choice():
    closed = MealWish("lunch", 690, 750, 840, 60, 1, ())
    packed = pack(Problem([], [closed], NINE, FIVE, flat(2)))
    assert [(slot.free, slot.node) for slot in packed.slots] == [(True, 0)]


def test_dinner_is_not_missed_for_a_long_visit():
    """A day until eight in the evening with a museum of four hours in it."""
    stops = [stop(1, 240, shortest=90, windows=((660, 1080),))]
    packed = pack(Problem(stops, [LUNCH, DINNER], 600, 1200, flat(2)))
    assert not packed.missed


@settings(max_examples=150, deadline=None)
@given(some.data())
def test_whatever_is_asked_nothing_overlaps_and_everything_is_inside(data):
    count = data.draw(some.integers(0, 7))
    size = count + 2
    travel = [[0] * size for _ in range(size)]
    for here in range(size):
        for there in range(here):
            travel[here][there] = travel[there][here] = 5 * data.draw(some.integers(1, 12))
    stops = []
    for node in range(1, count + 1):
        opens = 5 * data.draw(some.integers(72, 200))
        closes = opens + 5 * data.draw(some.integers(6, 120))
        minutes = 5 * data.draw(some.integers(4, 40))
        windows = data.draw(some.sampled_from([None, (), ((opens, closes),)]))
        stops.append(stop(node, minutes, windows, shortest=min(minutes, 30), longest=minutes + 30))
    table = MealWish("dinner", 1050, 1125, 1230, 75, count + 1, ((1020, 1320),))
    start, length = 5 * data.draw(some.integers(96, 180)), 5 * data.draw(some.integers(12, 156))
    packed = pack(Problem(stops, [LUNCH, table], start, start + length, travel))
    clock, node = start, 0
    for slot in packed.slots:
        assert slot.start >= clock + travel[node][slot.node]
        assert slot.start % 5 == 0
        if slot.kind == "stop":
            windows = stops[slot.index].windows
            assert windows is None or any(a <= slot.start and slot.end <= b for a, b in windows)
            assert stops[slot.index].shortest <= slot.end - slot.start <= stops[slot.index].longest
        clock, node = slot.end, slot.node
    assert not packed.slots or clock + travel[node][0] <= start + length
    kept = {slot.index for slot in packed.slots if slot.kind == "stop"}
    assert kept | set(packed.dropped) == set(range(count)) and not kept & set(packed.dropped)
