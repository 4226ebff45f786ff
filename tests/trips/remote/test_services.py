"""Each service against a server written after its documentation: well, failing, lying in valid shape."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest
from django.core.cache import caches

from tests.trips.planning.test_agenda import BOSTON, MONDAY, day, entry, moment, of, plan_of, visit
from tests.trips.remote.serving import Answer, as_json, serving
from trips.catalogue.exchange_rates import rate
from trips.catalogue.gazetteer import default_gazetteer
from trips.planning.agenda_values import Forecast, Online
from trips.remote import forecast, rates, routing
from trips.schemas import Leg, Point

EASTERN = "America/New_York"
COMMON, MUSEUM = (42.3550, -71.0656), (42.3394, -71.0940)  # 2.9 km apart
FAILING = Answer(b'{"code": "InvalidQuery"}', status=400)


# --- Ways ----------------------------------------------------------------------------------------


def walk(uid: str = "walk", mode: str = "walk") -> Leg:
    ends = [
        Point(name=name, lat=lat, lon=lon, city_id=BOSTON)
        for name, (lat, lon) in (("Common", COMMON), ("Museum", MUSEUM))
    ]
    start = dt.datetime.combine(MONDAY, dt.time(10))
    return Leg(
        uid=uid, title="To the museum", start=start, end=start + dt.timedelta(minutes=50), zone=EASTERN,
        mode=mode, origin=ends[0], destination=ends[1], distance_km=3.8, travel_minutes=50, city_id=BOSTON,
    )  # fmt: skip


PLAN = plan_of(day(MONDAY, walk(), visit("museum", "10:50", "12:00")))


def table(seconds: float | None, metres: float | None) -> dict:
    """OSRM, `GET /table/v1/{profile}/{lon,lat;lon,lat}?annotations=duration,distance`."""
    return {
        "code": "Ok",
        "durations": [[0, seconds], [seconds, 0]],
        "distances": [[0, metres], [metres, 0]],
        "sources": [],
        "destinations": [],
    }


def routed(answer: Answer, settings, plan=PLAN) -> tuple[dict, list[str]]:
    with serving(lambda _path: answer) as served:
        settings.ROUTING_URL = served.address
        routing.fetch(plan)
        routing.fetch(plan)
    return routing.routed(plan), served.paths


def test_a_way_is_asked_once_and_shown_in_the_agenda_as_such(settings, monkeypatch) -> None:
    monkeypatch.setattr("config.clock.today", lambda: dt.date(2026, 11, 24))
    ways, paths = routed(as_json(table(3300, 3900)), settings)
    assert paths == ["/table/v1/foot/-71.0656,42.3550;-71.0940,42.3394?annotations=duration%2Cdistance"]
    way = entry(of(PLAN, moment("2027-02-20"), online=Online(ways=ways)), "museum").way
    assert (way.minutes, way.kilometres, way.asked) == (55, 3.9, dt.date(2026, 11, 24))
    assert way.leave_by == dt.datetime(2027, 3, 1, 9, 55)  # five minutes before the plan's own


@pytest.mark.parametrize(
    ("seconds", "metres"),
    [
        (-60, 3900),
        (60, 3900),
        (0, 0),
        (60 * 1000, 3900),
        (60 * 300, 3900),
        (3300, 500),
        (3300, 18_000),
        (3300, "far"),
        (1e400, 1),
    ],
    ids=[
        "negative",
        "too fast",
        "nothing",
        "too long",
        "slower than a stroll",
        "below the line",
        "too far",
        "words",
        "infinite",
    ],
)
def test_a_way_that_cannot_be_true_is_refused(seconds, metres, settings) -> None:
    ways, paths = routed(as_json(table(seconds, metres)), settings)
    assert ways == {} and len(paths) == 1  # and it rests


def test_a_table_of_another_size_is_refused(settings) -> None:
    wrong = {"code": "Ok", "durations": [[0.0]], "distances": [[0.0]]}
    assert routed(as_json(wrong), settings)[0] == {}


def test_no_way_and_a_failure_leave_the_plans_own(settings) -> None:
    assert routed(as_json(table(None, None)), settings) == ({}, ["/table/v1/foot/" + POSITIONS])
    caches["remote"].clear()
    assert routed(FAILING, settings)[0] == {}
    way = entry(of(PLAN, moment("2027-02-20")), "museum").way
    assert (way.minutes, way.asked, way.leave_by) == (50, None, dt.datetime(2027, 3, 1, 10))


POSITIONS = "-71.0656,42.3550;-71.0940,42.3394?annotations=duration%2Cdistance"


def test_ways_by_car_are_asked_only_where_profiles_are_told_apart(settings) -> None:
    by_taxi = plan_of(day(MONDAY, walk("ride", "taxi"), visit("museum", "10:50", "12:00")))
    assert routed(as_json(table(600, 3900)), settings, by_taxi) == ({}, [])
    with serving(lambda _path: as_json(table(600, 3900))) as served:
        settings.ROUTING_URL = served.address + "/routed-{profile}"
        routing.fetch(by_taxi)
        found = routing.routed(by_taxi)
    assert served.paths == ["/routed-car/table/v1/car/" + POSITIONS]
    assert found["ride"].minutes == 15  # ten, and five to wait


# --- Weather -------------------------------------------------------------------------------------


TODAY = dt.date(2027, 2, 27)


def daily(**more) -> dict:
    """Open-Meteo, `GET /v1/forecast?latitude=…&longitude=…&daily=…&timezone=…`."""
    values = {
        "time": ["2027-03-01", "2027-03-02"],
        "temperature_2m_min": [-3.2, -1.0],
        "temperature_2m_max": [4.1, None],
        "precipitation_sum": [6.4, 0.0],
        "precipitation_probability_max": [80, 10],
    }
    units = {"time": "iso8601", "temperature_2m_max": "°C", "precipitation_sum": "mm"}
    return {"latitude": 42.36, "longitude": -71.06, "daily_units": units, "daily": values | more}


@pytest.fixture
def on_the_day(monkeypatch):
    noon = dt.datetime.combine(TODAY, dt.time(12), dt.UTC)
    monkeypatch.setattr("config.clock.now", lambda: noon)


def forecasts(answer: Answer, settings) -> tuple[dict, list[str]]:
    boston = default_gazetteer().city(BOSTON)
    with serving(lambda _path: answer) as served:
        settings.WEATHER_URL = f"{served.address}/v1/forecast"
        forecast.fetch(boston)
        forecast.fetch(boston)
    return forecast.forecasts([BOSTON, 1]), served.paths


def test_a_forecast_is_told_in_the_agenda_and_the_rain_plan(settings, on_the_day) -> None:
    found, paths = forecasts(as_json(daily()), settings)
    assert len(paths) == 1
    assert "latitude=42.36&longitude=-71.06&daily=temperature_2m_min%2C" in paths[0]
    assert list(found) == [(BOSTON, MONDAY)]  # the second day has no maximum
    shown = of(PLAN, moment("2027-02-27"), online=Online(forecasts=found)).days[0]
    assert shown.forecast == (
        "Forecast for Boston: -3 to 4 °C, 6 mm of rain (80 % chance); asked on Saturday 27 February."
    )
    assert shown.wet is True and "not a forecast" in shown.climate


@pytest.mark.parametrize(
    ("rain", "chance", "wet"), [(30.0, 0, True), (0.0, 80, True), (4.0, None, True), (0.2, 30, False)]
)
def test_much_rain_or_a_high_chance_of_it_is_a_wet_day(rain, chance, wet) -> None:
    assert Forecast(2.0, 9.0, rain, chance, TODAY).wet is wet


@pytest.mark.parametrize(
    "lie",
    [
        {"temperature_2m_max": [75.0, None]},
        {"temperature_2m_max": [42.0, None]},
        {"temperature_2m_min": [-45.0, 0.0]},
        {"temperature_2m_min": [-120.0, 0.0]},
        {"temperature_2m_min": [9.0, 0.0]},
        {"precipitation_sum": [-1.0, 0.0]},
        {"precipitation_sum": [1999.0, 0.0], "precipitation_probability_max": [0, 10]},
        {"precipitation_probability_max": [140, 0]},
        {"time": ["1999-01-01", "1999-01-02"]},
        {"time": ["2027-03-01"]},
    ],
    ids=[
        "hot",
        "hot for March",
        "cold for March",
        "cold",
        "upside down",
        "negative rain",
        "two metres of rain",
        "chance",
        "another year",
        "lengths",
    ],
)
def test_weather_that_cannot_be_true_is_refused(lie: dict, settings, on_the_day) -> None:
    assert forecasts(as_json(daily(**lie)), settings)[0] == {}


def test_other_units_and_a_failure_leave_the_climate_alone(settings, on_the_day) -> None:
    fahrenheit = daily() | {"daily_units": {"temperature_2m_max": "°F", "precipitation_sum": "mm"}}
    for answer in (as_json(fahrenheit), as_json(daily() | {"daily_units": {}}), FAILING):
        caches["remote"].clear()
        assert forecasts(answer, settings)[0] == {}
    shown = of(PLAN, moment("2027-02-27")).days[0]
    assert (shown.forecast, shown.wet) == ("", None)


# --- Rates ---------------------------------------------------------------------------------------


def rows(**units: float) -> list[dict]:
    """Frankfurter, `GET /v2/rates?base=EUR`."""
    return [
        {"date": "2027-02-26", "base": "EUR", "quote": code, "rate": value} for code, value in units.items()
    ]


def told(answer: Answer, settings):
    with serving(lambda _path: answer) as served:
        settings.RATES_URL = f"{served.address}/v2/rates"
        rates.fetch()
    return rates.newer_rates(), served.paths


def test_rates_of_the_day_win_over_older_ones_and_carry_their_date(settings, on_the_day) -> None:
    newer, paths = told(as_json(rows(USD=1.25, JPY=160)), settings)
    assert paths == ["/v2/rates?base=EUR"]
    row = rate("USD", "JPY", TODAY, newer)
    assert (row.rate, row.date, row.source) == (Decimal(128), dt.date(2027, 2, 26), rates.SOURCE)
    assert rate("USD", "AED", TODAY, newer).rate == Decimal("3.6725")  # fixed by law
    before = rate("USD", "JPY", dt.date(2026, 10, 30), newer)
    assert before == rate("USD", "JPY", dt.date(2026, 10, 30))


def test_a_rate_far_off_ours_is_left_out_and_the_others_hold(settings, on_the_day) -> None:
    newer, _paths = told(as_json(rows(USD=1.25, JPY=16_000)), settings)
    assert newer.quote("USD", TODAY) and newer.quote("JPY", TODAY) is None


@pytest.mark.parametrize(
    "answer",
    [
        as_json(rows(USD=-1.2)),
        as_json(rows(USD=120.0)),
        as_json(rows(USD=3.4)),
        as_json(rows(USD=0.4)),
        as_json([{**rows(USD=1.2)[0], "base": "GBP"}]),
        as_json([{**rows(USD=1.2)[0], "date": "2031-01-01"}]),
        as_json({"rates": {"USD": 1.2}}),
        as_json([]),
        FAILING,
    ],
    ids=[
        "negative",
        "absurd",
        "three times ours",
        "a third of ours",
        "other base",
        "future",
        "other form",
        "nothing",
        "failing",
    ],
)
def test_rates_that_cannot_be_true_are_refused(answer: Answer, settings, on_the_day) -> None:
    newer, _paths = told(answer, settings)
    assert newer is None
    assert rate("EUR", "USD", TODAY, newer) == rate("EUR", "USD", TODAY)


def test_nothing_is_told_of_a_service_that_was_switched_off(settings, on_the_day) -> None:
    told(as_json(rows(USD=1.25)), settings)
    settings.RATES_URL = ""
    assert rates.newer_rates() is None
