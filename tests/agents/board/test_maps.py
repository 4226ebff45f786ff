"""The map: pins where the items are, frames that hold them, also across the date line."""

from __future__ import annotations

import pytest

from agents.board.maps import map_of
from agents.board.timeline import days_of
from tests.agents.board.values import plan, stay, train, verdict, visit, walk
from trips.catalogue.gazetteer import default_gazetteer
from trips.models import PlaceSource


def drawn(a_plan, frame: str = ""):
    gazetteer = default_gazetteer()
    return map_of(a_plan, days_of(a_plan, verdict(), gazetteer), gazetteer, frame=frame)


def test_without_positions_there_is_no_map():
    assert drawn(plan([visit("v1", 10, lat=None, lon=None)])) is None


def test_north_is_up_and_east_is_right():
    view = drawn(plan([visit("west", 10, 42.35, -71.10), visit("north", 12, 42.38, -71.05)]))
    west, north = view.pins
    assert west.x < north.x
    assert west.y > north.y


def test_the_first_day_is_shown_unless_another_frame_is_asked_for():
    a_plan = plan([train("t1", 8), visit("v1", 14)], [visit("v2", 10)])
    assert [frame.key for frame in drawn(a_plan).frames] == ["way", "town-0", "day-1", "day-2"]
    assert drawn(a_plan).shown.day == 1
    assert drawn(a_plan, "day-2").shown.day == 2
    assert drawn(a_plan, "way").shown.coast
    assert drawn(a_plan, "nonsense").shown.day == 1


def test_the_whole_way_shows_towns_and_journeys_also_where_it_is_short():
    there = train("t1", 8)
    near = there.origin.model_copy(update={"lat": 42.36, "lon": -71.05})
    far = there.destination.model_copy(update={"lat": 42.52, "lon": -70.9})
    short = there.model_copy(update={"origin": near, "destination": far})
    view = drawn(plan([short, visit("v1", 14)]), "way")
    assert not view.shown.coast and view.shown.whole and view.shown.width > 0
    assert [frame.whole for frame in view.frames] == [True, False, False]
    assert any(way.day == 0 for way in view.ways)


def test_every_pin_of_a_frame_lies_in_it():
    a_plan = plan([visit("v1", 10, 42.35, -71.10), visit("v2", 12, 42.38, -71.05), stay("s1", 15)])
    view = drawn(a_plan)
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
    view = drawn(plan([there, visit("v1", 20, 35.66, 139.73)]), "way")
    assert view.shown.width < 1_000_000 / 2  # half the world


def test_the_scale_bar_is_as_long_as_it_says():
    view = drawn(
        plan([visit("v1", 10, 0.0, 0.0), visit("v2", 12, 0.0, 0.09)])
    )  # ten kilometres of the equator
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
    ways = {way.mode: way.path for way in drawn(a_plan).ways}
    assert set(ways) == {"walk", "ride"}
    assert all(path.count("M") == 1 and path.count("L") == 1 for path in ways.values())
    assert ways["walk"].split("L")[1] == ways["ride"].split("L")[0].removeprefix("M")


def test_stays_and_stations_are_marked_on_the_days_that_they_matter():
    a_plan = plan([train("t1", 8), stay("s1", 15)], [visit("v1", 10)], [visit("v2", 10)])
    view = drawn(a_plan)
    assert {(mark.day, mark.kind, mark.title) for mark in view.marks} == {
        (1, "station", "Moynihan"),
        (1, "station", "South Station"),
        (2, "stay", "Harborside Inn"),
        (3, "stay", "Harborside Inn"),
    }
    second = next(frame for frame in view.frames if frame.day == 2)
    mark = next(mark for mark in view.marks if mark.day == 2)
    assert second.left < mark.x < second.left + second.width


def test_a_town_with_streets_of_our_own_wants_no_tiles():
    a_plan = plan([visit("v1", 10)])
    a_plan.days[0].city_id = 4930956
    gazetteer = default_gazetteer()
    days = days_of(a_plan, verdict(), gazetteer)
    without = map_of(a_plan, days, gazetteer)
    assert without.wants_tiles and without.credits == []
    ours = map_of(
        a_plan, days, gazetteer, streets={4930956: PlaceSource(city="boston", attribution="© somebody")}
    )
    assert not ours.wants_tiles and ours.credits == ["© somebody"]
    assert {frame.city for frame in ours.frames} == {"boston"}


def test_a_town_in_which_nothing_has_a_position_is_a_frame_around_its_middle():
    town = default_gazetteer().best_city("Gjirokastër")
    stay_there = visit("v1", 14, lat=None, lon=None, city_id=town.id)
    there = train("t1", 8)
    a_plan = plan([there, stay_there])
    a_plan.days[0] = a_plan.days[0].model_copy(update={"city": town.name, "city_id": town.id})
    view = drawn(a_plan)
    assert [frame.label for frame in view.frames] == ["Whole way", "Gjirokastër"] and view.wants_tiles
    label, frame = next(one for one in view.labels if one.text == town.name), view.frames[1]
    assert frame.left < label.x < frame.left + frame.width and frame.top < label.y < frame.top + frame.height
