from __future__ import annotations

import datetime as dt

from tests.trips.planning.validator import making as m
from trips.schemas import Point

LOGAN = Point(name="Logan", kind="airport", code="BOS", city_id=m.BOSTON)
KENNEDY = Point(name="Kennedy", kind="airport", code="JFK", city_id=m.NEW_YORK)


def by_plane(start: str, buffer: int, transfer_end: str):
    """The last day by taxi and plane: the taxi ends at one time, the buffer begins at another."""
    plan = m.plan()
    m.remove(plan, "walk-03-09:00")
    m.remove(plan, "train-03")
    taxi = m.leg(m.point("harbour-inn"), LOGAN, m.WEDNESDAY, "09:00", transfer_end, "taxi", buffer=0)
    fly = m.leg(LOGAN, KENNEDY, m.WEDNESDAY, start, "14:00", "flight", buffer=buffer)
    fly.costs = [m.line("90", 2, "transport")]
    m.insert(plan, 2, taxi, fly)
    return plan


def test_two_hours_at_the_airport():
    for start, buffer, transfer_end, status, severity in (
        ("09:30", 120, "09:30", "passed", "error"),
        ("10:30", 60, "09:30", "passed", "error"),  # an hour of waiting before counts too
        ("09:30", 60, "09:30", "failed", "warning"),
        ("09:30", 0, "09:30", "failed", "warning"),
        ("09:30", 15, "09:50", "failed", "error"),  # the taxi arrives after the departure
    ):
        result = m.result(16, by_plane(start, buffer, transfer_end))
        assert (result.status, result.severity) == (status, severity), (start, buffer)


def test_twenty_minutes_at_the_station():
    plan = m.plan()
    train = m.item(plan, "train-03")
    train.buffer_minutes = 10
    result = m.result(16, plan)
    assert result.severity == "warning"
    assert "Only 10 minutes between walk to South Station and the departure" in result.message


def test_a_transfer_to_the_airport_is_no_departure():
    plan = by_plane("09:30", 120, "09:30")
    transfer = next(leg for leg in plan.days[2].items if leg.uid.startswith("taxi"))
    transfer.mode = "train"
    assert m.result(16, plan).status == "passed"


def test_the_first_departure_is_in_the_traveller_s_own_time():
    plan = m.plan()
    m.item(plan, "train-01").buffer_minutes = 0
    assert m.result(16, plan).status == "passed"


def test_half_an_hour_after_landing():
    plan = m.plan()
    train = m.item(plan, "train-01")
    train.mode, train.destination, train.origin = "flight", LOGAN, KENNEDY
    train.end = train.start + dt.timedelta(minutes=train.travel_minutes + train.buffer_minutes)
    m.insert(plan, 0, m.visit("glass-garden", m.MONDAY, "12:30", "13:00"))
    result = m.result(16, plan)
    assert result.severity == "warning"
    assert "Glass Garden starts 10 minutes after" in result.message
    assert result.repair == "Start Glass Garden 20 minutes later."


def test_a_change_of_trains_is_shorter():
    plan = m.plan()
    train = m.item(plan, "train-03")
    change = Point(name="New Haven", kind="station", city_id=4839366, lat=41.2976, lon=-72.9265)
    second = train.model_copy(deep=True, update={"uid": "second", "origin": change})
    train.destination = change
    train.end, train.travel_minutes = m.at(m.WEDNESDAY, "11:30"), 120
    second.start, second.travel_minutes, second.buffer_minutes = m.at(m.WEDNESDAY, "11:30"), 105, 12
    m.insert(plan, 2, second)
    assert m.result(16, plan).status == "passed"
    second.buffer_minutes = 5
    assert m.result(16, plan).severity == "warning"


def test_no_time_for_the_way_itself():
    plan = m.plan()
    m.item(plan, "train-03").travel_minutes = 400
    assert "would leave before it starts" in m.result(16, plan).message


def test_nothing_to_catch():
    plan = m.plan()
    for part in ("train-01", "train-03"):
        m.remove(plan, part)
    assert m.result(16, plan, m.facts(origin=None)).message.startswith("The plan has no flight")
