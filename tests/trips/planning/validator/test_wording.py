from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest

from tests.trips.planning.validator import making as m
from trips.planning.validator import check_plan, chip, verdict_as_json, verdict_in_words
from trips.planning.validator.wording import counted, day_in_words, listed, money_in_words


@pytest.mark.parametrize(
    ("amount", "currency", "words"),
    [
        ("1462", "USD", "$1,462"),
        ("1462.5", "USD", "$1,462.50"),
        ("-3", "EUR", "-€3"),
        ("29800.4", "JPY", "¥29,800"),
        ("340", "MAD", "340 MAD"),
        ("1e400", "USD", "an impossible amount of USD"),
    ],
)
def test_money(amount, currency, words):
    assert money_in_words(Decimal(amount), currency) == words


def test_dates_counts_and_lists():
    assert day_in_words(dt.date(2027, 2, 15)) == "Monday 15 February"
    assert (counted(1, "night"), counted(10**5000, "night")) == ("1 night", "more than a billion nights")
    assert listed(["A", "B", "A", "", "C"]) == "A, B and C"


def verdict():
    plan = m.plan()
    m.remove(plan, "free-dinner")
    m.insert(plan, 1, m.visit("steep-cellar", m.TUESDAY, "14:00", "15:00"))
    return check_plan(plan, m.facts(), m.gazetteer())


def test_the_chip_counts():
    assert chip(verdict()) == "23 passed (13 on curated data) · 3 failed · 2 not checked"


def test_json_for_programs():
    found = verdict_as_json(verdict())
    assert (found["passed"], [one["id"] for one in found["failed"]]) == (23, [2, 11, 22])
    assert [one["id"] for one in found["not_checked"]] == [13, 30]
    assert {"id", "severity", "message", "repair", "items", "grade", "title"} <= set(found["failed"][0])
    assert found["offerable"] is False


def test_words_for_a_terminal():
    lines = verdict_in_words(verdict())
    assert lines[1] == "Cannot be offered: an error below."
    assert any(
        line.startswith("   2 Every day is complete (warning): Tuesday 2 March has no dinner.")
        for line in lines
    )
    assert any(line.strip().startswith("Repair: Add") for line in lines)
