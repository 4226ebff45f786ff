"""The map: pins where the items are, frames that hold them, also across the date line."""

from __future__ import annotations

import pytest

from agents.board.maps import maps_of
from agents.board.timeline import days_of
from tests.agents.board.values import plan, stay, train, verdict, visit, walk
from trips.catalogue.gazetteer import default_gazetteer
from trips.models import PlaceSource


def drawn(a_plan, frame: str = "", **more):
    gazetteer = default_gazetteer()
    return maps_of(a_plan, days_of(a_plan, verdict(), gazetteer), gazetteer, frame=frame, **more)


def test_without_positions_there_is_no_map():
    assert drawn(plan([visit("v1", 10, lat=None, lon=None)])) == {}


def test_north_is_up_and_east_is_right():
    view = drawn(plan([visit("west", 10, 42.35, -71.10), visit("north", 12, 42.38, -71.05)]))[1]
    west, north = view.pins
    assert west.x < north.x
    assert west.y > north.y


def test_each_day_has_a_map_of_its_own_the_others_are_dots():
    a_plan = plan([train("t1", 8), visit("v1", 14)], [visit("v2", 10, 42.37, -71.1)])
    first, second = drawn(a_plan).values()
    assert [frame.key for frame in first.frames] == ["day", "town", "way"]
    assert [pin.uid for pin in first.pins] == ["v1"] and [pin.uid for pin in second.pins] == ["v2"]
    assert (first.day, first.shown.key, second.day, second.shown.key) == (1, "day", 2, "day")
    assert first.others == sorted((pin.x, pin.y) for view in (first, second) for pin in view.pins)


def test_the_frame_that_is_asked_for_is_shown_by_all():
    a_plan = plan([train("t1", 8), visit("v1", 14)], [visit("v2", 10, 42.37, -71.1)])
    assert all(view.shown.coast for view in drawn(a_plan, "way").values())
    assert {view.shown.key for view in drawn(a_plan, "nonsense").values()} == {"day"}


def test_the_whole_way_shows_towns_and_journeys_also_where_it_is_short():
    there = train("t1", 8)
    near = there.origin.model_copy(update={"lat": 42.36, "lon": -71.05})
    far = there.destination.model_copy(update={"lat": 42.52, "lon": -70.9})
    short = there.model_copy(update={"origin": near, "destination": far})
    view = drawn(plan([short, visit("v1", 14)]), "way")[1]
    assert not view.shown.coast and view.shown.whole and view.shown.width > 0
    assert [frame.whole for frame in view.frames] == [False, True]
    assert any(way.mode == "journey" for way in view.ways)


def test_every_pin_of_a_frame_lies_in_it():
    a_plan = plan([visit("v1", 10, 42.35, -71.10), visit("v2", 12, 42.38, -71.05), stay("s1", 15)])
    view = drawn(a_plan)[1]
    frame = view.shown
    for pin in view.pins:
        assert frame.left < pin.x < frame.left + frame.width
        assert frame.top < pin.y < frame.top + frame.height
    assert 0.8 <= frame.height / frame.width <= 1.31


def test_a_way_over_the_pacific_does_not_go_round_the_world():
    there = train("f1", 8)
    there = there.model_copy(
        update={
            "mode": "flight",
            "origin": there.origin.model_copy(update={"lat": 37.62, "lon": -122.38}),
            "destination": there.destination.model_copy(update={"lat": 35.55, "lon": 139.78}),
        }
    )
    view = drawn(plan([there, visit("v1", 20, 35.66, 139.73)]), "way")[1]
    assert view.shown.width < 1_000_000 / 2  # half the world


def test_the_scale_bar_is_as_long_as_it_says():
    view = drawn(plan([visit("v1", 10, 0.0, 0.0), visit("v2", 12, 0.0, 0.09)]))[
        1
    ]  # ten kilometres of the equator
    ten_kilometres = abs(view.pins[1].x - view.pins[0].x)
    assert view.shown.scale_label == "2 km"
    assert view.shown.scale_units == pytest.approx(ten_kilometres / 5.01, rel=0.01)


def by(uid: str, mode: str, start: tuple[float, float], end: tuple[float, float]):
    ends = {
        name: {"lat": spot[0], "lon": spot[1]} for name, spot in (("origin", start), ("destination", end))
    }
    leg = walk(uid, 9)
    return leg.model_copy(
        update={"mode": mode}
        | {name: getattr(leg, name).model_copy(update=spot) for name, spot in ends.items()}
    )


def test_ways_of_a_day_are_its_legs_on_foot_or_by_ride():
    here, there, far = (42.35, -71.06), (42.36, -71.06), (42.37, -71.1)
    a_plan = plan([visit("v1", 8, *here), by("w", "walk", here, there), by("t", "transit", there, far)])
    ways = {way.mode: way.path for way in drawn(a_plan)[1].ways}
    assert set(ways) == {"walk", "ride"}
    assert all(path.count("M") == 1 and path.count("L") == 1 for path in ways.values())
    assert ways["walk"].split("L")[1] == ways["ride"].split("L")[0].removeprefix("M")


def test_stays_and_stations_are_marked_on_the_days_that_they_matter():
    a_plan = plan([train("t1", 8), stay("s1", 15)], [visit("v1", 10)], [visit("v2", 10)])
    view = drawn(a_plan)
    marked = {(number, mark.kind, mark.title) for number, one in view.items() for mark in one.marks}
    assert marked == {
        (1, "station", "Moynihan"),
        (1, "station", "South Station"),
        (2, "stay", "Harborside Inn"),
        (3, "stay", "Harborside Inn"),
    }
    second, mark = view[2].frames[0], view[2].marks[0]
    assert second.left < mark.x < second.left + second.width


def test_a_town_with_streets_of_our_own_wants_no_tiles():
    a_plan = plan([visit("v1", 10)])
    a_plan.days[0].city_id = 4930956
    without = drawn(a_plan)[1]
    assert without.wants_tiles and without.credits == []
    ours = drawn(a_plan, streets={4930956: PlaceSource(city="boston", attribution="© somebody")})[1]
    assert not ours.wants_tiles and ours.credits == ["© somebody"]
    assert {frame.city for frame in ours.frames} == {"boston"}


def test_a_town_in_which_nothing_has_a_position_is_a_frame_around_its_middle():
    town = default_gazetteer().best_city("Gjirokastër")
    stay_there = visit("v1", 14, lat=None, lon=None, city_id=town.id)
    there = train("t1", 8)
    a_plan = plan([there, stay_there])
    a_plan.days[0] = a_plan.days[0].model_copy(update={"city": town.name, "city_id": town.id})
    view = drawn(a_plan)[1]
    assert [frame.label for frame in view.frames] == ["Whole way", "Gjirokastër"] and view.wants_tiles
    label, frame = next(one for one in view.labels if one.text == town.name), view.frames[1]
    assert frame.left < label.x < frame.left + frame.width and frame.top < label.y < frame.top + frame.height
