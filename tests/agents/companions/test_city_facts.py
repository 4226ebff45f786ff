"""Practical facts: from our data, with their source; what a mind adds, without figures of its own."""

from __future__ import annotations

import datetime as dt

from agents.companion_schemas import PracticalFact
from agents.companions.city_facts import facts_from_data, practical
from tests.agents.companions.researched import context
from trips.schemas import Budget, PlaceName


def told(**more) -> dict[str, str]:
    return practical(context(**more), []).facts


def test_every_fact_of_a_city_names_where_it_is_from() -> None:
    facts = told(city="Kyoto")
    assert "March: 8 °C on average over day and night, 122 mm of rain in the month (ERA5" in facts["weather"]
    assert facts["money"].startswith("$1 is about ¥")
    assert facts["health"].startswith("Tap water is safe") and facts["health"].endswith(", 2026-11).")
    assert "100 V" in facts["connectivity"]
    assert "European Central Bank reference rate, " in facts["money"]
    assert (
        "(estimate)" in facts["getting about"]
        and "Kansai International Airport (KIX)" in facts["getting about"]
    )


def test_holidays_are_those_of_the_days_there_and_only_of_said_dates() -> None:
    new_year = {"start": dt.date(2026, 12, 31), "end": dt.date(2027, 1, 2)}
    assert "New Year's Day on Friday 1 January" in told(**new_year)["other"]
    assert "No public holiday falls on your days" in told()["other"]
    assert "oliday" not in told(**new_year, dated=False)["other"]


def test_the_same_money_needs_no_rate_and_the_clock_is_told_from_home() -> None:
    home = PlaceName(name="Boston", city_id=4930956, country="US")
    facts = told(city="New York", budget=Budget(currency="USD"), origin=home)
    assert facts["money"] == "Prices are in USD, as in your budget (GeoNames)."
    assert "The clock is the same as in Boston" in facts["other"]
    assert "The clock is 14 hours ahead of Boston on your days" in told(origin=home)["other"]


def test_fares_by_the_price_level_are_in_the_money_one_counts_in() -> None:
    pounds = told(city="Porto", budget=Budget(currency="GBP"))
    ride = pounds["getting about"].partition(" (estimate")[0]
    assert "£" in ride and "$" not in ride


def test_an_hour_of_difference_is_one_hour() -> None:
    home = PlaceName(name="London", city_id=2643743, country="GB")
    assert "The clock is 1 hour ahead of London on your days" in told(city="Paris", origin=home)["other"]


def test_a_city_without_rows_has_its_real_facts() -> None:
    facts = told(city="Braga")
    assert "ERA5" in facts["weather"] and "(OPO)" in facts["getting about"]
    assert "estimate by the price level of the country" in facts["getting about"]
    assert "rows" not in facts["other"]


def test_what_is_added_follows_ours_and_lowers_the_grade() -> None:
    here = context()
    ours = practical(here, [])
    added = [
        PracticalFact(topic="customs", sentence="Shoes come off at the door."),
        PracticalFact(topic="getting about", sentence="Trains are on time. A day pass costs 700 yen."),
        PracticalFact(topic="money", sentence="Expect 1,200 JPY for lunch."),
    ]
    both = practical(here, added)
    assert (ours.grade, ours.source) == ("estimate", "our data")
    assert (both.grade, both.source) == ("unlisted", "our data and general knowledge")
    assert both.facts["customs"] == f"{ours.facts['customs']} Shoes come off at the door."
    assert both.facts["getting about"].endswith("Trains are on time.")
    assert both.facts["money"] == ours.facts["money"]


def test_facts_that_are_ours_already_are_not_said_twice() -> None:
    here = context()
    again = [PracticalFact(topic=fact.topic, sentence=fact.sentence[:400]) for fact in facts_from_data(here)]
    assert practical(here, again) == practical(here, [])
