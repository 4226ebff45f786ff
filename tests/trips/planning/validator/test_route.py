from __future__ import annotations

import datetime as dt

from tests.trips.planning.validator import making as m
from trips.schemas import Appointment, Destination


def test_a_place_of_another_city():
    plan = m.plan()
    visit = m.item(plan, "glass-garden-02-09:30")
    visit.place_id, visit.city_id, visit.lat, visit.lon = "tokyo:senso-ji", 1850147, 35.7148, 139.7967
    result = m.result(7, plan)
    assert (result.status, result.severity) == ("failed", "error")
    assert "is not in Boston on Tuesday 2 March" in result.message


def test_a_place_moved_on_the_map():
    plan = m.plan()
    m.item(plan, "glass-garden-02-09:30").lat += 0.01
    assert "is not where our data has Glass Garden" in m.result(7, plan).message


def test_on_a_day_of_travel_both_cities_count():
    plan = m.plan()
    breakfast = m.free_meal("breakfast", m.MONDAY, "06:00", "06:30", "iron-museum")
    breakfast.city_id, breakfast.lat, breakfast.lon = m.NEW_YORK, 40.75, -73.99
    m.insert(plan, 0, breakfast)
    assert m.result(7, plan).status == "passed"


def test_the_stay_lies_in_the_city_of_arrival():
    plan = m.plan()
    stay = m.item(plan, "stay")
    stay.place_id, stay.city_id = "new-york:pod-51", m.NEW_YORK
    stay.lat = stay.lon = None
    assert m.result(7, plan).status == "failed"


def test_an_unlisted_place_is_not_checked_unless_it_is_far_away():
    plan = m.plan()
    visit = m.unlisted_visit("Aunt Mary's house", m.TUESDAY, "14:00", "15:00")
    m.insert(plan, 1, visit)
    assert m.result(7, plan).status == "not_checked"
    visit.lat, visit.lon = 42.36, -71.06
    assert m.result(7, plan).status == "not_checked"
    visit.lat, visit.lon = 48.85, 2.35
    assert m.result(7, plan).status == "failed"


def test_impossible_coordinates_are_no_position():
    plan = m.plan()
    m.item(plan, "glass-garden-02-09:30").lat = float("inf")
    assert m.result(7, plan).status == "failed"


def test_nights_are_those_asked():
    for nights, status in ((2, "passed"), (3, "failed")):
        wanted = [Destination(name="Boston", city_id=m.BOSTON, nights=nights)]
        assert m.result(8, m.plan(), m.facts(destinations=wanted)).status == status


def test_a_night_under_way_is_not_missed_where_no_plan_could_have_it():
    plan = m.plan()
    leg = next(item for item in plan.items() if item.kind == "leg" and item.mode != "walk")
    leg.end = leg.start + dt.timedelta(days=1)
    m.item(plan, "stay").start += dt.timedelta(days=1)
    m.item(plan, "stay").nights -= 1
    wanted = [Destination(name="Boston", city_id=m.BOSTON, nights=2)]
    assert m.result(8, plan, m.facts(destinations=wanted)).status == "passed"
    m.item(plan, "stay").end -= dt.timedelta(days=1)
    assert m.result(8, plan, m.facts(destinations=wanted)).status == "failed"


def test_the_length_of_a_stay_is_its_dates():
    plan = m.plan()
    m.item(plan, "stay").nights = 3
    assert "says 3 nights, but runs over 2" in m.result(8, plan).message


def test_a_check_in_after_midnight_belongs_to_the_night_before():
    plan = m.plan()
    stay = m.item(plan, "stay")
    stay.start = m.at(m.TUESDAY, "00:40")
    assert m.result(8, plan).status == "passed"
    assert "no stay for the night" not in m.result(2, plan).message


def test_no_two_stays_for_one_night():
    plan = m.plan()
    m.insert(plan, 0, m.stay().model_copy(update={"uid": "second"}))
    assert "both cover the night of Monday 1 March" in m.result(8, plan).message


def test_no_city_comes_twice():
    plan = m.plan()
    plan.days = [
        *plan.days,
        plan.days[0].model_copy(update={"city": "Worcester", "city_id": 4956184, "items": []}),
        plan.days[1].model_copy(update={"items": []}),
    ]
    assert "leaves Boston and comes back to it" in m.result(8, plan).message


def test_a_city_only_passed_through():
    wanted = [*m.facts().destinations, Destination(name="Worcester", city_id=4956184)]
    assert "Worcester is only passed through" in m.result(8, m.plan(), m.facts(destinations=wanted)).message


def test_no_appointment_asks_nothing():
    assert m.result(10, m.plan()).message == "You named no appointment."


def test_an_appointment_in_the_right_city_with_its_hours_free():
    wedding = Appointment(what="wedding", date=m.TUESDAY, start=dt.time(14), end=dt.time(16), where="Boston")
    assert m.result(10, m.plan(), m.facts(appointments=[wedding])).status == "passed"


def test_a_visit_in_the_hours_of_an_appointment():
    dentist = Appointment(what="dentist", date=m.TUESDAY, start=dt.time(10), end=dt.time(10, 30))
    result = m.result(10, m.plan(), m.facts(appointments=[dentist]))
    assert "Glass Garden (09:30–11:00) lies in the hours of dentist" in result.message


def test_the_appointment_itself_may_be_an_item():
    plan = m.plan()
    m.insert(plan, 1, m.unlisted_visit("Wedding of Ann", m.TUESDAY, "14:00", "16:00"))
    wedding = Appointment(what="the wedding of Ann", date=m.TUESDAY, start=dt.time(14), end=dt.time(16))
    assert m.result(10, plan, m.facts(appointments=[wedding])).status == "passed"


def test_an_appointment_elsewhere_or_outside_the_trip():
    porto = Appointment(what="wedding", date=m.TUESDAY, where="Porto")
    assert "wedding is in Porto on Tuesday" in m.result(10, m.plan(), m.facts(appointments=[porto])).message
    april = Appointment(what="wedding", date=dt.date(2027, 4, 1))
    assert "outside the plan" in m.result(10, m.plan(), m.facts(appointments=[april])).message


def test_an_appointment_without_a_date_is_not_checked():
    undated = Appointment(what="wedding")
    assert m.result(10, m.plan(), m.facts(appointments=[undated])).status == "not_checked"
