"""When to leave: overnight flights, zones, home in time."""

import datetime as dt

import pytest

from tests.trips.planning.asking import TODAY, city, facts_for, gazetteer
from trips.planning.journeys import Journey, journey_home, journey_on, shifted, timed
from trips.planning.legs import LocalMove
from trips.planning.request import request_of
from trips.planning.ways import ways_between

HALF_HOUR = LocalMove("transit", 8.0, 30)


def journey(origin: str, destination: str, role: str = "there", mode: str | None = None, **more) -> Journey:
    facts = facts_for(origin, [destination], "2027-05-03", "2027-05-10", **more)
    request = request_of(facts, gazetteer(), today=TODAY)
    here, there = (city(destination), city(origin)) if role == "home" else (city(origin), city(destination))
    ways = ways_between(here, there, request, drives=False)
    way = next((way for way in ways if way.mode == mode), ways[0])
    if role == "home":
        return journey_home(request, way, request.end, HALF_HOUR, HALF_HOUR)
    return journey_on(request, way, role, request.start, HALF_HOUR, HALF_HOUR)


def test_times_are_local_at_each_end_and_add_up():
    found = journey("New York", "Paris")
    instants = [
        found.start.replace(tzinfo=dt.UTC) + dt.timedelta(hours=4),
        found.end.replace(tzinfo=dt.UTC) - dt.timedelta(hours=2),
    ]
    assert instants[1] - instants[0] == dt.timedelta(minutes=found.way.door_to_door)
    assert found.leave + dt.timedelta(minutes=30) == found.start
    assert found.end + dt.timedelta(minutes=30) == found.reach


def test_a_short_way_leaves_in_the_morning_and_arrives_the_same_day():
    found = journey("New York", "Boston", mode="train")
    assert found.leave.time() == dt.time(8) and found.reach.date() == found.leave.date()
    assert found.nights == 0


@pytest.mark.parametrize(("pace", "hour"), [("relaxed", 9), ("moderate", 8), ("packed", 7)])
def test_the_pace_says_when_the_day_begins(pace, hour):
    assert journey("New York", "Boston", mode="train", pace=pace).leave.hour == hour


def test_eastward_over_the_atlantic_is_a_night_flight_that_leaves_in_the_evening():
    found = journey("New York", "Paris")
    assert found.leave.hour >= 16 and found.nights == 1 and 8 <= found.reach.hour <= 13


def test_over_the_pacific_a_day_flight_arrives_the_next_afternoon():
    found = journey("Los Angeles", "Tokyo")
    assert found.leave.hour < 12 and found.nights == 1 and found.reach.hour < 19


def test_home_is_reached_on_the_last_day_and_not_at_night():
    for origin, destination in [("New York", "Boston"), ("Los Angeles", "Tokyo"), ("London", "Paris")]:
        found = journey(origin, destination, "home")
        assert found.reach.date() == dt.date(2027, 5, 10)
        assert 6 <= found.reach.hour <= 22


def test_a_long_way_home_leaves_the_day_before():
    found = journey("Paris", "Boston", "home")
    assert found.leave.date() == dt.date(2027, 5, 9) and found.reach.date() == dt.date(2027, 5, 10)


def test_all_times_lie_on_five_minutes_also_where_a_row_does_not():
    found = journey("New York", "Boston", mode="flight")
    assert all(moment.minute % 5 == 0 for moment in (found.leave, found.start, found.end, found.reach))


def test_a_clock_change_under_way_is_counted():
    assert shifted(dt.datetime(2027, 3, 13, 22), 600, "America/New_York", "America/New_York") == dt.datetime(
        2027, 3, 14, 9
    )


def test_timed_keeps_the_departure_it_is_given():
    found = journey("New York", "Boston", mode="coach")
    again = timed(found.way, "there", found.access, found.egress, found.leave)
    assert again == found
