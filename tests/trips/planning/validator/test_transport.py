"""Ways between cities exist (9), and kinds of transport go together (19)."""

from __future__ import annotations

import pytest

from tests.trips.planning.validator import making as m
from trips.catalogue.gazetteer import default_gazetteer
from trips.schemas import CarWish, Leg


def ways(plan):
    return [
        item
        for item in plan.items()
        if isinstance(item, Leg) and item.origin.city_id != item.destination.city_id
    ]


def test_a_way_that_our_data_has():
    rows = default_gazetteer().connections(m.NEW_YORK, m.BOSTON)
    assert {row.mode for row in rows} >= {"train"}
    assert m.result(9, m.plan()).status == "passed"


def test_a_row_of_another_way_is_an_error():
    plan = m.plan()
    ways(plan)[0].connection_id = "tokyo-kyoto-train"
    result = m.result(9, plan)
    assert (result.status, result.severity) == ("failed", "error")
    assert "no such way from New York City to Boston" in result.message and "train" in result.repair


def test_a_way_without_a_row_is_not_checked():
    plan = m.plan()
    for leg in ways(plan):
        leg.mode, leg.connection_id = "ferry", None
    result = m.result(9, plan)
    assert result.status == "not_checked" and "No row of our data" in result.message


@pytest.mark.parametrize(
    ("origin", "destination", "words"),
    [("QQQ", "BOS", "no airport"), ("JFK", "HND", "not the airport of Boston"), ("JFK", "BOS", "")],
)
def test_flights_go_between_airports_of_their_cities(origin, destination, words):
    plan = m.plan()
    leg = ways(plan)[0]
    leg.mode, leg.connection_id = "flight", None
    leg.origin.code, leg.destination.code = origin, destination
    result = m.result(9, plan)
    assert (result.status == "failed", words in result.message) == (bool(words), True)


def driven(**facts):
    plan = m.plan()
    for leg in ways(plan):
        leg.mode, leg.connection_id = "car", None
    return plan, m.facts(**facts)


def test_the_own_car_stays_on_the_road():
    plan, facts = driven()
    assert m.result(19, plan, facts).status == "passed"
    local = next(item for item in plan.items() if isinstance(item, Leg) and item not in ways(plan))
    local.mode = "taxi"
    result = m.result(19, plan, facts)
    assert result.status == "failed" and "by taxi though the car is there" in result.message


@pytest.mark.parametrize("mode", ["flight", "train"])
def test_the_own_car_comes_home(mode):
    plan, facts = driven()
    ways(plan)[-1].mode = mode
    assert "stays behind" in m.result(19, plan, facts).message
    assert m.result(19, plan, m.facts(car=CarWish(wanted=True))).status == "passed"  # rented


def test_without_a_car_taxis_are_no_matter():
    plan = m.plan()
    next(item for item in plan.items() if isinstance(item, Leg)).mode = "taxi"
    assert m.result(19, plan).status == "passed"
