"""What services told, on pages: the worker asks, pages read, and the account says what leaves."""

from __future__ import annotations

import datetime as dt
import json
from decimal import Decimal
from urllib.parse import unquote

import pytest
from django.core.cache import caches
from django.core.management import call_command
from django.urls import reverse

from tests.pages.test_agenda_pages import at, board
from tests.trips.remote.serving import Answer, as_json, serving
from tests.trips.travelling import with_plan
from trips.places import gazetteer_for
from trips.remote import rates
from trips.remote.refresh import refresh

pytestmark = pytest.mark.django_db(transaction=True)  # no service is asked inside a transaction


@pytest.fixture
def kyoto(trip):
    yield with_plan(trip)
    caches["remote"].clear()


def answers(path: str) -> Answer:
    if "/table/" in path:
        count = unquote(path).count(";") + 1
        minutes = [[0 if a == b else 60.0 * 23 for b in range(count)] for a in range(count)]
        metres = [[0 if a == b else 1400.0 for b in range(count)] for a in range(count)]
        return as_json({"code": "Ok", "durations": minutes, "distances": metres})
    days = ["2027-11-19", "2027-11-20"]
    values = {"temperature_2m_min": 5, "temperature_2m_max": 12, "precipitation_sum": 9}
    daily = {name: [value] * 2 for name, value in values.items()}
    daily |= {"time": days, "precipitation_probability_max": [70, 70]}
    return as_json({"daily": daily, "daily_units": {"temperature_2m_max": "°C", "precipitation_sum": "mm"}})


def test_ways_and_weather_are_on_the_pages_after_the_worker_asked(owner, kyoto, settings) -> None:
    with serving(answers) as served, at("2027-11-10T12:00"):
        settings.ROUTING_URL = settings.WEATHER_URL = served.address
        before = board(owner, kyoto)
        assert served.paths == []  # a page asks nobody
        refresh()
        asked = len(served.paths)
        refresh()
        assert len(served.paths) == asked > 1
        said, plan = board(owner, kyoto), board(owner, kyoto, view="plan")
    assert "routing service" not in before and "Forecast" not in before
    assert "23 min on foot, 1.4 km (by the routing service, Wed 10 Nov)" in said
    assert (
        "Forecast for Kyoto: 5 to 12 °C, 9 mm of rain (70 % chance); asked on Wednesday 10 November." in said
    )
    assert "Weather data by Open-Meteo.com , CC BY 4.0" in said and "Rain is forecast" in said
    assert "(23 min, 1.4 km by the routing service, Wed 10 Nov)" in plan


def test_a_trip_far_ahead_has_no_forecast_and_nothing_set_asks_nobody(owner, kyoto, settings) -> None:
    with serving(answers) as served, at("2027-10-01T12:00"):
        refresh()
        assert served.paths == []
        settings.WEATHER_URL = served.address
        refresh()
        assert served.paths == []
        assert "Forecast" not in board(owner, kyoto)


def test_planners_and_sums_go_by_the_rates_of_the_day(trip, settings) -> None:
    rates._loaded.cache_clear()
    told = as_json([{"date": "2027-11-09", "base": "EUR", "quote": "JPY", "rate": 171.5}])
    with serving(lambda _path: told) as served, at("2027-11-10T12:00"):
        settings.RATES_URL = served.address
        refresh()
        row = gazetteer_for(trip).rate("EUR", "JPY", dt.date(2027, 11, 10))
        settings.RATES_URL = ""
        before = gazetteer_for(trip).rate("EUR", "JPY", dt.date(2027, 11, 10))
    assert (row.rate, row.date, row.source) == (Decimal("171.5"), dt.date(2027, 11, 9), rates.SOURCE)
    assert before.date < row.date


def test_a_service_that_lies_leaves_the_plans_own(owner, kyoto, settings) -> None:
    def lie(path: str) -> Answer:
        return Answer(answers(path).body.replace(b"1380.0", b"5.0").replace(b"[12, 12]", b"[99, 99]"))

    with serving(lie) as served, at("2027-11-10T12:00"):
        settings.ROUTING_URL = settings.WEATHER_URL = served.address
        refresh()
        said = board(owner, kyoto)
        assert len(served.paths) == 2
    assert "routing service" not in said and "Forecast" not in said
    assert "Long-term means, not a forecast." in said


def test_the_account_and_the_system_check_say_what_leaves(owner, settings, capsys) -> None:
    page = owner.get(reverse("account")).content.decode()
    assert "asks other servers" not in page
    settings.WEATHER_URL = "https://weather.example/v1/forecast"
    page = owner.get(reverse("account")).content.decode()
    assert "Weather service (weather.example): the positions of a plan&#x27;s cities." in page
    call_command("check", tags=["trips"])
    assert "weather.example is told the positions of a plan's cities" in capsys.readouterr().err


def test_what_is_no_address_is_said_at_the_start(settings) -> None:
    from trips.checks import services

    settings.RATES_URL = "api.frankfurter.dev/v2/rates"
    assert [found.id for found in services(None)] == ["trips.E001"]


def test_what_was_told_is_read_by_other_processes(db) -> None:
    """It lies in the database, under a migration's table."""
    caches["remote"].set("way:x", {"minutes": 3}, 60)
    assert caches["remote"].get("way:x") == {"minutes": 3}
    assert json.dumps(caches["remote"].get_many(["way:x", "way:y"])) == '{"way:x": {"minutes": 3}}'
