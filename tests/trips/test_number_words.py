"""Money, dates, durations and distances as templates write them."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest

from trips.templatetags import dates, money

FEBRUARY = dt.date(2027, 2, 15)


@pytest.mark.parametrize(
    ("amount", "currency", "whole", "exact"),
    [
        (Decimal("1462.40"), "USD", "$1,462", "$1,462.40"),
        (Decimal("15.00"), "USD", "$15", "$15"),
        (Decimal("0.40"), "EUR", "€0.40", "€0.40"),
        (Decimal("0"), "EUR", "€0", "€0"),
        (Decimal("8.5"), "EUR", "€8", "€8.50"),
        (Decimal("1200"), "JPY", "¥1,200", "¥1,200"),
        ("", "USD", "", ""),
        (None, "USD", "", ""),
    ],
)
def test_money(amount, currency, whole, exact):
    assert money.money(amount, currency) == whole
    assert money.cents(amount, currency) == exact


@pytest.mark.parametrize(
    ("end", "words"),
    [
        (None, "15 Feb 2027"),
        (FEBRUARY, "15 Feb 2027"),
        (dt.date(2027, 2, 18), "15–18 Feb 2027"),
        (dt.date(2027, 3, 2), "15 Feb – 2 Mar 2027"),
        (dt.date(2028, 1, 2), "15 Feb 2027 – 2 Jan 2028"),
    ],
)
def test_date_range(end, words):
    assert dates.date_range(FEBRUARY, end) == words


def test_no_start_is_no_range():
    assert dates.date_range(None, FEBRUARY) == ""


def test_days():
    assert dates.day(FEBRUARY) == "Mon 15 Feb"
    assert dates.full_day(FEBRUARY) == "Monday 15 February 2027"


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(None, ""), (0, "0 min"), (45, "45 min"), (120, "2 h"), (235, "3 h 55"), (61, "1 h 01")],
)
def test_duration(minutes, words):
    assert dates.duration(minutes) == words


@pytest.mark.parametrize(
    ("km", "words"),
    [(None, ""), (0.02, "20 m"), (0.83, "850 m"), (3.14, "3.1 km"), (305.6, "306 km"), (8271, "8,271 km")],
)
def test_distance(km, words):
    assert dates.distance(km) == words


@pytest.mark.parametrize(("value", "words"), [(None, ""), (0.42, "0.4 s"), (4.4, "4 s"), (90, "1 min 30 s")])
def test_seconds(value, words):
    assert dates.seconds(value) == words
