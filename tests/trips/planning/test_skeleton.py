"""Nights and journeys: blocks follow one another, named nights are kept, what does not fit is said."""

import datetime as dt

from tests.trips.planning.asking import IDS, TODAY, facts_for, gazetteer
from trips.planning.request import request_of
from trips.planning.skeleton import Skeleton, city_on, skeleton_of
from trips.schemas import CarWish


def laid_out(origin, destinations, start, end, **more) -> Skeleton:
    facts = facts_for(origin, destinations, start, end, **more)
    return skeleton_of(request_of(facts, gazetteer(), today=TODAY))


def nights(found: Skeleton) -> list[tuple[str, int]]:
    return [(block.city.name, block.nights) for block in found.blocks]


def test_one_city_there_and_back():
    found = laid_out("New York", ["Boston"], "2027-02-15", "2027-02-18")
    assert nights(found) == [("Boston", 3)]
    assert found.journeys[0].leave.date() == dt.date(2027, 2, 15)
    assert found.home.reach.date() == dt.date(2027, 2, 18)


def test_a_night_under_way_belongs_to_no_city():
    found = laid_out("Los Angeles", ["Tokyo", "Kyoto"], "2027-04-03", "2027-04-12")
    assert sum(count for _, count in nights(found)) == 8
    assert found.blocks[0].arrive == dt.date(2027, 4, 4)
    assert found.blocks[1].arrive == found.blocks[0].leave
    assert city_on(dt.date(2027, 4, 3), found.blocks).name == "Tokyo"


def test_named_nights_are_kept_and_the_rest_is_shared_out():
    found = laid_out(None, ["Tokyo", ("Kyoto", 2)], "2027-04-03", "2027-04-12")
    assert nights(found) == [("Tokyo", 7), ("Kyoto", 2)]


def test_named_nights_that_do_not_fit_are_said():
    found = laid_out("Los Angeles", [("Tokyo", 5), ("Kyoto", 4)], "2027-04-03", "2027-04-12")
    assert sum(count for _, count in nights(found)) == 8
    assert any("instead of" in note for note in found.notes)


def test_a_city_without_a_night_left_is_dropped_with_a_note():
    found = laid_out(None, ["Tokyo", "Kyoto", "Paris"], "2027-04-03", "2027-04-05")
    assert len(found.blocks) < 3
    assert any("no night left" in note for note in found.notes)


def test_one_way_has_no_way_home():
    found = laid_out("New York", ["Boston"], "2027-02-15", "2027-02-18", trip_type="one_way")
    assert found.home is None and nights(found) == [("Boston", 3)]


def test_without_an_origin_nobody_travels_there():
    found = laid_out(None, ["Paris"], "2027-02-15", "2027-02-18")
    assert found.journeys == (None,) and found.home is None
    assert found.all_journeys() == []


def test_a_day_trip_has_no_night():
    found = laid_out("London", ["Paris"], "2027-05-05", "2027-05-05")
    assert nights(found) == [("Paris", 0)]
    assert found.journeys[0].reach < found.home.leave


def test_the_longer_way_there_and_back_is_refused_where_the_time_is_too_short():
    found = laid_out("Los Angeles", ["Marrakesh"], "2027-05-05", "2027-05-05")
    assert found.home is None
    assert any("too short" in note for note in found.notes)


def test_around_a_block():
    found = laid_out("Los Angeles", ["Tokyo", "Kyoto"], "2027-04-03", "2027-04-12")
    there, between = found.around(found.blocks[0])
    assert there.role == "there" and between.role == "between"
    assert found.around(found.blocks[1]) == (found.journeys[1], found.home)
    assert found.block_of(IDS["Kyoto"]) is found.blocks[1]


def test_a_car_at_hand_is_driven_only_where_all_ways_can_be():
    near = laid_out("New York", ["Boston"], "2027-02-15", "2027-02-18", car=CarWish(at_hand=True))
    far = laid_out("Madrid", ["Marrakesh"], "2027-02-15", "2027-02-18", car=CarWish(at_hand=True))
    assert near.drives and near.home.way.mode == "car"
    assert not far.drives and any("car stays at home" in note for note in far.notes)
