from __future__ import annotations

import datetime as dt
from decimal import Decimal

from tests.trips.planning.validator import making as m
from trips.schemas import Appointment, Dates, Destination, PlaceName


def test_a_good_plan_passes_everything():
    from trips.planning.validator import check_plan

    verdict = check_plan(m.plan(), m.facts(), m.gazetteer(), today=m.TODAY)
    assert [one.id for one in verdict.results if one.status != "passed"] == []
    assert verdict.passed == 29  # check 29 needs other options


def test_days_must_be_those_asked():
    later = Dates(start=m.TUESDAY, end=m.WEDNESDAY)
    result = m.result(1, m.plan(), m.facts(dates=later))
    assert result.status == "failed"
    assert "asked was Tuesday 2 March" in result.message


def test_a_window_with_a_length_is_kept():
    window = Dates(earliest=m.MONDAY, latest=m.MONDAY + dt.timedelta(days=20), days=3)
    assert m.result(1, m.plan(), m.facts(dates=window)).status == "passed"
    assert m.result(1, m.plan(), m.facts(dates=window.model_copy(update={"days": 4}))).status == "failed"
    early = window.model_copy(update={"earliest": m.TUESDAY})
    assert "before Tuesday 2 March, the earliest" in m.result(1, m.plan(), m.facts(dates=early)).message


def test_days_follow_one_another():
    plan = m.plan()
    plan.days[1].date += dt.timedelta(days=1)
    assert m.result(1, plan).status == "failed"


def test_a_plan_without_days_fails_and_does_not_raise():
    from trips.planning.validator import check_plan

    verdict = check_plan(m.plan(days=[], total=Decimal(0)), m.facts(), m.gazetteer())
    assert {1, 3} <= {one.id for one in verdict.failed}


def test_a_missing_night_is_an_error():
    plan = m.plan()
    m.remove(plan, "stay")
    result = m.result(2, plan)
    assert (result.status, result.severity) == ("failed", "error")
    assert "no stay for the night of Monday 1 March" in result.message


def test_a_missing_meal_of_a_full_day_is_a_warning():
    plan = m.plan()
    m.remove(plan, "free-dinner")
    result = m.result(2, plan)
    assert (result.status, result.severity) == ("failed", "warning")
    assert result.message == "Tuesday 2 March has no dinner."


def test_a_wedding_takes_the_place_of_dinner():
    plan = m.plan()
    m.remove(plan, "free-dinner")
    wedding = Appointment(what="wedding", date=m.TUESDAY, start=dt.time(16), end=dt.time(22))
    assert m.result(2, plan, m.facts(appointments=[wedding])).status == "passed"


def test_a_day_of_travel_needs_no_three_meals():
    assert m.result(2, m.plan()).status == "passed"  # Monday has only a dinner


def test_a_full_day_needs_a_visit():
    plan = m.plan()
    m.remove(plan, "glass-garden-02")
    result = m.result(2, plan)
    assert result.severity == "error"
    assert "Nothing is visited on Tuesday 2 March." in result.message


def test_free_time_is_no_visit_where_places_are_known():
    plan = m.plan()
    m.remove(plan, "glass-garden-02")
    m.insert(plan, 1, m.free_time(m.TUESDAY, "09:30", "12:00"))
    assert m.result(2, plan).status == "failed"


def test_free_time_where_no_places_are_known_is_not_checked():
    plan = m.plan()
    m.remove(plan, "glass-garden-02")
    m.insert(plan, 1, m.free_time(m.TUESDAY, "09:30", "12:00"))
    for day in plan.days:
        day.city, day.city_id = "Worcester", 4956184
    assert m.result(2, plan).status == "not_checked"


def test_breakfast_at_the_stay_needs_a_stay():
    plan = m.plan()
    m.remove(plan, "stay")
    assert "to be had at the stay, but there is none" in m.result(2, plan).message


def test_a_free_meal_needs_area_cost_and_hour():
    for change, words in (
        ({"area": "", "lat": None, "lon": None}, "near what is not said"),
        ({"costs": []}, "without an estimate of its cost"),
        ({"start": m.at(m.TUESDAY, "13:00"), "end": m.at(m.TUESDAY, "14:00")}, "no time for dinner"),
    ):
        plan = m.plan()
        meal = m.item(plan, "free-dinner")
        for name, value in change.items():
            setattr(meal, name, value)
        assert words in m.result(2, plan).message


def test_transport_is_needed_where_the_city_changes():
    plan = m.plan()
    m.remove(plan, "train-01")
    assert "changes the city without any transport" in m.result(2, plan).message


def test_a_night_on_the_train_needs_no_stay():
    plan = m.plan()
    m.remove(plan, "stay")
    train = m.item(plan, "train-01")
    train.start, train.end = m.at(m.MONDAY, "21:00"), m.at(m.TUESDAY, "07:00")
    assert "night of Monday 1 March" not in m.result(2, plan).message
    assert "night of Tuesday 2 March" in m.result(2, plan).message


def test_a_landing_after_midnight_is_no_night_under_way():
    plan = m.plan()
    m.remove(plan, "stay")
    train = m.item(plan, "train-01")
    train.start, train.end = m.at(m.MONDAY, "20:00"), m.at(m.TUESDAY, "00:30")
    assert "night of Monday 1 March" in m.result(2, plan).message


def test_every_city_asked_is_visited():
    wanted = [*m.facts().destinations, Destination(name="Kyoto", city_id=1857910, country="JP")]
    result = m.result(3, m.plan(), m.facts(destinations=wanted))
    assert (result.status, result.repair) == ("failed", "Add Kyoto.")


def test_no_other_city_is_visited():
    plan = m.plan()
    plan.days[1].city, plan.days[1].city_id = "Worcester", 4956184
    assert "Worcester on Tuesday 2 March was not asked for" in m.result(3, plan).message


def test_a_country_a_region_and_a_state():
    for name, kind, country, status in (
        ("United States", "country", "US", "passed"),
        ("USA", "country", None, "passed"),
        ("Japan", "country", "JP", "failed"),
        ("New England", "region", None, None),
        ("Massachusetts", "region", "US", "passed"),
        ("California", "region", "US", "failed"),
        ("Scandinavia", "region", None, "failed"),
        ("Nowhereland", "region", None, "not_checked"),
    ):
        wanted = [Destination(name=name, kind=kind, country=country)]
        found = m.result(3, m.plan(), m.facts(destinations=wanted)).status
        assert status is None or found == status, name


def test_the_trip_starts_and_ends_at_the_origin():
    elsewhere = PlaceName(name="Chicago", city_id=4887398, country="US")
    result = m.result(4, m.plan(), m.facts(origin=elsewhere))
    assert result.status == "failed"
    assert "not in Chicago" in result.message


def test_one_way_does_not_come_home():
    plan = m.plan()
    assert m.result(4, plan, m.facts(trip_type="one_way")).status == "failed"
    m.remove(plan, "train-03")
    assert m.result(4, plan, m.facts(trip_type="one_way")).status == "passed"
    assert m.result(4, plan).status == "failed"


def test_an_origin_that_is_not_found_is_not_checked():
    assert m.result(4, m.plan(), m.facts(origin=PlaceName(name="Smallville"))).status == "not_checked"


def test_no_origin_asks_nothing():
    assert m.result(4, m.plan(), m.facts(origin=None)).status == "passed"


def test_an_empty_last_day_is_an_error():
    plan = m.plan()
    plan.days[-1].items = []
    result = m.result(2, plan)
    assert (result.status, result.severity) == ("failed", "error")
