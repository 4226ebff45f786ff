from __future__ import annotations

import datetime as dt

from tests.trips.planning.validator import making as m
from trips.planning.validator.chain import Night, chain
from trips.planning.validator.context import Context
from trips.schemas import Point


def test_a_missing_way():
    plan = m.plan()
    m.remove(plan, "walk-02-12:00")
    result = m.result(11, plan)
    assert (result.status, result.severity) == ("failed", "error")
    assert "Nothing leads from Glass Garden (until 11:00) to Red Spoon (12:20 on Tuesday" in result.message
    assert result.repair == "Add a walk of about 19 minutes from Glass Garden to Red Spoon."


def test_a_way_to_the_wrong_place():
    plan = m.plan()
    m.item(plan, "walk-02-12:00").destination = m.point("iron-museum")
    assert m.result(11, plan).status == "failed"


def test_the_night_is_spent_at_the_stay():
    plan = m.plan()
    m.remove(plan, "walk-01-19:30")
    assert "Harbour Inn (the night of Monday 1 March)" in m.result(11, plan).message


def test_the_morning_begins_at_the_stay():
    plan = m.plan()
    m.remove(plan, "walk-02-09:00")
    assert "Nothing leads from Breakfast at Harbour Inn" in m.result(11, plan).message


def test_the_trip_ends_at_home():
    plan = m.plan()
    m.remove(plan, "train-03")
    assert "New York City, where the trip ends" in m.result(11, plan).message
    assert m.result(11, plan, m.facts(trip_type="one_way")).status == "passed"


def test_neighbours_need_no_way():
    plan = m.plan()
    m.remove(plan, "walk-02-12:00")
    m.remove(plan, "red-spoon")
    m.insert(plan, 1, m.meal("blue-spoon", "lunch", m.TUESDAY, "12:20", "13:20"))
    m.item(plan, "walk-02-17:00").origin = m.point("blue-spoon")
    assert m.result(11, plan).status == "failed"  # the garden is 600 m from the Blue Spoon
    m.item(plan, "glass-garden-02").place_id = None
    garden = m.item(plan, "glass-garden-02")
    garden.lat, garden.lon = 42.3581, -71.0641
    m.item(plan, "walk-02-09:00").destination = Point(name="Garden", lat=42.3581, lon=-71.0641)
    assert m.result(11, plan).status == "passed"


def test_free_time_leaves_the_traveller_where_they_are():
    plan = m.plan()
    m.insert(plan, 1, m.free_time(m.TUESDAY, "14:00", "16:00"))
    assert m.result(11, plan).status == "passed"


def test_a_free_choice_by_area_is_in_that_area():
    plan = m.plan()
    dinner = m.item(plan, "free-dinner")
    dinner.lat = dinner.lon = None
    dinner.area = "Testville"
    assert m.result(11, plan).status == "passed"
    dinner.area = "Jamaica Plain"
    assert m.result(11, plan).status == "failed"


def test_an_unlisted_stop_is_not_checked():
    plan = m.plan()
    m.insert(plan, 1, m.unlisted_visit("Aunt Mary's house", m.TUESDAY, "14:00", "15:00"))
    assert m.result(11, plan).status == "not_checked"


def test_nights_lie_in_the_longest_gap():
    plan = m.plan()
    m.insert(plan, 0, m.visit("blue-spoon", m.MONDAY, "22:30", "23:59"))
    nodes = chain(Context(plan, m.facts(), m.gazetteer()))
    nights = [index for index, node in enumerate(nodes) if isinstance(node, Night)]
    assert [nodes[index].date for index in nights] == [m.MONDAY, m.TUESDAY]
    assert "22:30" in nodes[nights[0] - 1].uid
    assert "harbour-inn-02" in nodes[nights[0] + 1].uid


def test_a_flight_lands_where_the_next_way_starts():
    plan = m.plan()
    logan = Point(name="Logan", kind="airport", code="BOS", city_id=m.BOSTON)
    m.item(plan, "train-01").destination = logan
    assert "Logan" in m.result(11, plan).message
    m.item(plan, "walk-01-12:25").origin = Point(name="the airport", kind="airport", code="BOS")
    assert m.result(11, plan).status == "passed"


def test_a_plan_of_many_days_stays_quick():
    import time

    from trips.planning.validator import check_plan

    plan = m.plan()
    week = [
        day.model_copy(deep=True, update={"date": day.date + dt.timedelta(days=3 * turn)})
        for turn in range(1, 4)
        for day in plan.days
    ]
    plan.days += week
    gazetteer = m.gazetteer()
    check_plan(plan, m.facts(), gazetteer)
    begin = time.perf_counter()
    check_plan(plan, m.facts(), gazetteer)
    assert time.perf_counter() - begin < 0.5  # measured: under 0.03 s; the rest is a busy machine
