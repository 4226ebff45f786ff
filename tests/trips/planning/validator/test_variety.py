from __future__ import annotations

import datetime as dt

from tests.trips.planning.validator import making as m
from trips.schemas import Appointment


def with_two_museums():
    plan = m.plan()
    m.insert(plan, 1, m.visit("iron-museum", m.TUESDAY, "14:30", "15:30"))
    return plan


def test_no_visit_twice():
    result = m.result(18, with_two_museums())
    assert (result.status, result.severity) == ("failed", "error")
    assert result.message == "Iron Museum is visited twice, on Monday 1 March and Tuesday 2 March."
    assert result.repair == "Drop it on Tuesday 2 March."


def test_a_restaurant_twice_is_a_warning():
    plan = m.plan()
    m.insert(plan, 1, m.meal("green-spoon", "lunch", m.TUESDAY, "14:00", "15:00"))
    assert m.result(18, plan).severity == "warning"


def test_twice_when_asked():
    asked = m.facts(must_do=["the Iron Museum twice"])
    assert m.result(18, with_two_museums(), asked).status == "passed"
    assert m.result(18, with_two_museums(), m.facts(must_do=["Iron Museum"])).status == "failed"


def test_a_conference_of_two_days():
    plan = m.plan()
    for day, date in ((0, m.MONDAY), (1, m.TUESDAY)):
        item = m.unlisted_visit("Conference", date, "14:00", "15:00")
        m.insert(plan, day, item.model_copy(update={"uid": f"conference-{day}"}))
    assert m.result(18, plan).status == "failed"
    fixed = [Appointment(what="conference", date=date) for date in (m.MONDAY, m.TUESDAY)]
    assert m.result(18, plan, m.facts(appointments=fixed)).status == "passed"


def test_one_name_in_two_spellings():
    plan = m.plan()
    for uid, title, start in (("a", "Café Zoé", "14:00"), ("b", "CAFE ZOE", "16:00")):
        item = m.unlisted_visit(title, m.TUESDAY, start, f"{start[:2]}:30")
        m.insert(plan, 1, item.model_copy(update={"uid": uid}))
    assert m.result(18, plan).status == "failed"


def test_breakfast_at_the_stay_comes_every_day():
    assert m.result(18, m.plan()).status == "passed"


def test_rooms_hold_everybody():
    plan = m.plan(adults=3)
    result = m.result(20, plan)
    assert result.message == "1 room at Harbour Inn for 2 each: not enough for 3 persons."
    assert result.repair == "Book 2 rooms."
    m.item(plan, "stay").rooms = 2
    assert m.result(20, plan).status == "passed"


def test_rooms_asked():
    result = m.result(20, m.plan(), m.facts(rooms=2))
    assert result.message == "2 rooms were asked, Harbour Inn has 1."


def test_the_least_nights():
    plan = m.plan()
    stay = m.item(plan, "stay")
    stay.end -= dt.timedelta(days=1)
    assert "at least 2 nights, the plan has 1" in m.result(20, plan).message


def test_two_bookings_that_adjoin_count_together():
    plan = m.plan()
    stay = m.item(plan, "stay")
    stay.end -= dt.timedelta(days=1)
    second = m.stay().model_copy(update={"uid": "second", "start": m.at(m.TUESDAY, "15:00")})
    m.insert(plan, 1, second)
    assert m.result(20, plan).status == "passed"


def test_an_unlisted_stay_is_not_checked():
    plan = m.plan()
    stay = m.item(plan, "stay")
    stay.unlisted, stay.place_id = True, None
    assert (m.result(20, plan).status, m.result(20, plan).grade) == ("not_checked", "unlisted")


def test_seats():
    for people, mode, cars, status in (
        (4, "taxi", 1, "passed"),
        (5, "taxi", 1, "failed"),
        (5, "taxi", 2, "passed"),
        (5, "car", 1, "passed"),
        (6, "car", 1, "failed"),
    ):
        plan = m.plan(adults=people)
        m.item(plan, "stay").rooms = 3
        ride = m.item(plan, "walk-02-12:00")
        ride.mode, ride.costs = mode, [m.line("12", cars, "transport")]
        assert m.result(20, plan).status == status, (people, mode, cars)
