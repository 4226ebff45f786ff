from __future__ import annotations

import datetime as dt

import pytest

from tests.trips.planning.validator import making as m
from trips.catalogue import connections as connection_data
from trips.catalogue.gazetteer import default_gazetteer
from trips.planning.validator.time import least_minutes, most_minutes
from trips.schemas import Day, Point

LOGAN = Point(name="Logan", kind="airport", code="BOS", city_id=m.BOSTON)
HANEDA = Point(name="Haneda", kind="airport", code="HND", city_id=1850147)
LAX = Point(name="LAX", kind="airport", code="LAX", city_id=5368361)


def flight(start: dt.datetime, end: dt.datetime, zone: str, end_zone: str, **more):
    values = {"mode": "flight", "travel_minutes": 0, "zone": zone, "end_zone": end_zone}
    made = m.leg(more.pop("origin"), more.pop("destination"), start.date(), "10:00", "11:00")
    return made.model_copy(update=values | {"start": start, "end": end, "uid": "flight"} | more)


def alone(item, date: dt.date):
    return m.plan(days=[Day(date=date, city="x", items=[item])])


def test_end_after_start():
    plan = m.plan()
    visit = m.item(plan, "glass-garden")
    visit.start, visit.end = visit.end, visit.start
    assert "not after it starts" in m.result(12, plan).message


def test_no_overlap():
    plan = m.plan()
    m.item(plan, "glass-garden-02-09:30").end = m.at(m.TUESDAY, "12:10")
    result = m.result(12, plan)
    assert "starts at 12:00 on Tuesday 2 March, before Glass Garden is over" in result.message
    assert result.repair.endswith("10 minutes later.")


def test_a_long_item_overlaps_all_that_follow_in_it():
    plan = m.plan()
    m.item(plan, "glass-garden-02-09:30").end = m.at(m.TUESDAY, "18:30")
    assert len(m.result(12, plan).items) == 5


def test_stays_overlap_nothing():
    assert m.result(12, m.plan()).status == "passed"  # the stay runs over everything else


def test_listed_in_order():
    plan = m.plan()
    plan.days[1].items.reverse()
    assert "is listed after" in m.result(12, plan).message


def test_an_item_belongs_to_its_day():
    plan = m.plan()
    visit = m.item(plan, "glass-garden-02-09:30")
    m.remove(plan, "glass-garden-02-09:30")
    plan.days[0].items.append(visit)
    assert "is listed under Monday 1 March" in m.result(12, plan).message


def test_the_small_hours_belong_to_the_night_before():
    plan = m.plan()
    bar = m.visit("glass-garden", m.TUESDAY, "00:30", "01:30").model_copy(update={"uid": "bar"})
    plan.days[0].items.append(bar)
    assert m.result(12, plan).status == "passed"


def test_travel_and_buffer_fit_the_leg():
    plan = m.plan()
    m.item(plan, "train-01").travel_minutes += 30
    result = m.result(12, plan)
    assert "needs 290 minutes, the plan gives it 260" in result.message
    assert result.repair == "Leave 30 minutes earlier."


def test_nobody_leaves_a_plane_earlier():
    taxi = m.leg(LOGAN, Point(name="Harbour", city_id=m.BOSTON), m.TUESDAY, "11:00", "11:20")
    taxi = taxi.model_copy(update={"travel_minutes": 35, "buffer_minutes": 0})
    landing = flight(
        m.at(m.TUESDAY, "09:00"), m.at(m.TUESDAY, "11:00"), "America/New_York", "America/New_York",
        origin=Point(name="Elsewhere", kind="airport"), destination=LOGAN, travel_minutes=90,
    )  # fmt: skip
    visit = m.visit("glass-garden", m.TUESDAY, "11:20", "12:20")

    def repair(*items):
        return m.result(12, m.plan(days=[Day(date=m.TUESDAY, city="x", items=list(items))])).repair

    assert repair(landing, taxi, visit) == "Start Glass Garden 15 minutes later."
    assert repair(landing, taxi) == "Start what follows 15 minutes later."
    assert repair(taxi, visit) == "Leave 15 minutes earlier."


def test_nobody_walks_at_the_speed_of_a_car():
    plan = m.plan()
    m.item(plan, "walk-02-12:00").travel_minutes = 3
    assert "1.2 km in 3 minutes cannot be done by walk" in m.result(12, plan).message


def test_negative_minutes_fail():
    plan = m.plan()
    m.item(plan, "walk-02-12:00").buffer_minutes = -5
    assert "less than no time" in m.result(12, plan).message


def test_far_stops_need_half_an_hour_between():
    plan = m.plan()
    far = m.visit("glass-garden", m.TUESDAY, "11:10", "11:50")
    far.place_id, far.uid, far.lat = None, "far", 42.60
    m.insert(plan, 1, far)
    assert "km apart with less than 30 minutes between" in m.result(12, plan).message


def test_flights_are_compared_by_utc():
    eastward = flight(
        dt.datetime(2027, 3, 3, 9), dt.datetime(2027, 3, 4, 16), "America/Los_Angeles", "Asia/Tokyo",
        origin=LAX, destination=HANEDA, travel_minutes=700,
    )  # fmt: skip
    assert m.result(12, alone(eastward, dt.date(2027, 3, 3))).status == "passed"
    westward = flight(
        dt.datetime(2027, 3, 8, 17), dt.datetime(2027, 3, 8, 10), "Asia/Tokyo", "America/Los_Angeles",
        origin=HANEDA, destination=LAX, travel_minutes=600,
    )  # fmt: skip
    assert m.result(12, alone(westward, dt.date(2027, 3, 8))).status == "passed"


def test_a_flight_in_the_wrong_zone():
    wrong = flight(
        dt.datetime(2027, 3, 3, 9), dt.datetime(2027, 3, 4, 16), "America/Los_Angeles", "",
        origin=LAX, destination=HANEDA, travel_minutes=700,
    )  # fmt: skip
    result = m.result(12, alone(wrong, dt.date(2027, 3, 3)))
    assert "16:00 at Haneda is not in the time zone there" in result.message
    assert result.repair == "Use Asia/Tokyo."


def test_the_hour_that_the_clocks_skip():
    sunday = dt.date(2027, 3, 14)
    visit = m.visit("glass-garden", sunday, "02:15", "03:15")
    assert "02:15 does not exist on Sunday 14 March" in m.result(12, alone(visit, sunday)).message
    visit = m.visit("glass-garden", sunday, "01:30", "03:15")
    assert m.result(12, alone(visit, sunday)).status == "passed"  # 45 minutes by the clock of that night


def test_the_hour_that_comes_twice():
    sunday = dt.date(2027, 11, 7)
    visit = m.visit("glass-garden", sunday, "00:30", "02:30")
    walk = m.leg(m.point("glass-garden"), m.point("harbour-inn"), sunday, "02:30", "02:55")
    plan = m.plan(days=[Day(date=sunday, city="Boston", items=[visit, walk])])
    assert m.result(12, plan).status == "passed"


def test_an_unknown_zone():
    plan = m.plan()
    m.item(plan, "glass-garden").zone = "Mars/Phobos"
    assert "has no known time zone" in m.result(12, plan).message
    m.item(plan, "glass-garden").zone = ""
    assert m.result(12, plan).status == "failed"


def test_open_during_the_whole_visit():
    for start, end, status in (
        ("10:00", "11:00", "passed"),
        ("09:30", "10:30", "failed"),
        ("15:00", "16:00", "passed"),
        ("15:00", "16:10", "failed"),
        ("15:40", "15:55", "failed"),  # last entry 15:30
    ):
        plan = m.plan()
        m.remove(plan, "glass-garden-02-09:30")
        m.insert(plan, 1, m.visit("moon-tower", m.TUESDAY, start, end))
        assert m.result(13, plan).status == status, start


def test_a_closed_weekday_with_a_repair():
    plan = m.plan()
    m.remove(plan, "iron-museum")
    m.insert(plan, 0, m.visit("moon-tower", m.MONDAY, "14:20", "15:00"))
    result = m.result(13, plan)
    assert result.message == "Moon Tower (Monday 1 March, 14:20–15:00) is closed on Mondays."
    assert result.repair == "Move it to Tuesday 2 March, open 10:00–16:00."


def test_a_season_is_no_closed_weekday(monkeypatch):
    tower = next(row for row in m.ROWS if row.id == "boston:moon-tower")
    hours = tower.hours.model_copy(update={"shut": [(dt.date(2027, 2, 1), dt.date(2027, 3, 31))]})
    winter = [*m.ROWS, tower.model_copy(update={"id": "boston:winter", "name": "Winter", "hours": hours})]
    monkeypatch.setattr(m, "ROWS", winter)
    plan = m.plan()
    m.insert(plan, 1, m.visit("winter", m.TUESDAY, "14:20", "15:00"))
    message = m.result(13, plan).message
    assert message == "Winter (Tuesday 2 March, 14:20–15:00) is closed that day."


def test_christmas():
    date = dt.date(2027, 12, 25)
    visit = m.visit("moon-tower", date, "12:00", "13:00")
    result = m.result(13, alone(visit, date))
    assert (result.status, result.repair) == ("failed", "Drop Moon Tower.")


def test_a_season():
    plan = m.plan()
    m.insert(plan, 1, m.visit("summer-rooms", m.TUESDAY, "14:00", "15:00"))
    assert m.result(13, plan).status == "failed"
    june = dt.date(2027, 6, 1)
    visit = m.visit("summer-rooms", june, "14:00", "15:00")
    assert m.result(13, alone(visit, june)).status == "passed"


def test_unknown_hours_are_not_checked():
    plan = m.plan()
    m.insert(plan, 1, m.visit("steep-cellar", m.TUESDAY, "14:00", "15:00"))
    result = m.result(13, plan)
    assert (result.status, result.message) == ("not_checked", "Opening hours are not known: Steep Cellar.")


def test_hours_are_read_in_the_place_s_zone():
    plan = m.plan()
    m.item(plan, "glass-garden-02-09:30").zone = "Asia/Tokyo"
    result = m.result(13, plan)
    assert "is timed in Asia/Tokyo, Boston goes by America/New_York" in result.message


def test_a_zone_of_the_same_clock_will_do():
    plan = m.plan()
    m.item(plan, "glass-garden-02-09:30").zone = "America/Toronto"
    assert m.result(13, plan).status == "passed"


def test_a_meal_that_is_not_served():
    plan = m.plan()
    m.item(plan, "green-spoon").meal = "breakfast"
    assert m.result(13, plan).message == "Green Spoon serves no breakfast."


def test_free_meals_and_breakfast_at_the_stay_have_no_doors():
    result = m.result(13, m.plan())
    assert (result.status, result.grade) == ("passed", "curated")


def test_a_year_without_a_calendar():
    date = dt.date(9999, 12, 31)
    visit = m.visit("moon-tower", date, "12:00", "13:00")
    assert m.result(13, alone(visit, date)).status == "not_checked"


@pytest.mark.parametrize(
    ("mode", "kilometres", "too_quick", "possible", "too_slow"),
    [
        ("walk", 2.0, 15, 30, 200),
        ("transit", 4.05, 1, 15, 300),
        ("taxi", 6.0, 3, 15, 300),
        ("train", 300.0, 30, 100, 2000),
        ("flight", 5500.0, 200, 400, 5000),
    ],
)
def test_a_way_takes_what_its_distance_and_means_allow(mode, kilometres, too_quick, possible, too_slow):
    least, most = least_minutes(mode, kilometres), most_minutes(mode, kilometres)
    assert too_quick + 1 < least <= possible <= most < too_slow


def test_no_row_of_a_connection_is_quicker_than_possible():
    world = default_gazetteer()
    for row in connection_data.all_connections():
        kilometres = world.city(row.from_city).distance_to(world.city(row.to_city))
        least, most = least_minutes(row.mode, kilometres), most_minutes(row.mode, kilometres)
        assert least <= row.minutes <= most, row.id
