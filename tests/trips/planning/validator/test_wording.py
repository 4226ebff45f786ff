from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest

from tests.trips.planning.validator import making as m
from trips.planning.validator import check_plan, chip, verdict_as_json, verdict_in_words
from trips.schemas import GRADES, CheckResult, Source, Verdict
from trips.wording import (
    counted,
    day_in_words,
    grade_in_words,
    listed,
    money_in_words,
    rate_in_words,
    source_in_words,
)


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


@pytest.mark.parametrize(
    ("rate", "words"),
    [("0.74633011", "0.7463"), ("17345.2", "17,345"), ("1", "1"), ("1.50", "1.5"), ("0.00007", "0.00007")],
)
def test_a_rate_has_the_figures_that_count(rate, words):
    assert rate_in_words(Decimal(rate)) == words


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
    assert chip(verdict()) == "24 passed (13 on our data) · 3 failed · 2 not checked"


def resting(*grades):
    return Verdict(
        results=[
            CheckResult(id=n, title="", severity="error", status="passed", message="", grade=grade)
            for n, grade in enumerate(grades, 1)
        ]
    )


def test_the_chip_says_what_nobody_looked_up():
    assert chip(resting("official", "web", "estimate", "unlisted", "unlisted")) == (
        "5 passed (2 on our data, 2 on what nobody looked up)"
    )
    assert chip(resting("official")) == "1 passed"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (
            Source(grade="curated", source="general knowledge", as_of="2026-11"),
            "curated, general knowledge, Nov 2026",
        ),
        (
            Source(grade="web", url="https://www.museum.pt/hours?x=1", as_of="2026-11-23"),
            "museum.pt, read 23 Nov 2026",
        ),
        (
            Source(grade="unlisted", source="the language model's knowledge", as_of="2026-11-23"),
            "the language model's knowledge (check before you go)",
        ),
        (Source(grade="estimate", source="usual prices", as_of="2026-11-23"), "an estimate: usual prices"),
        (Source(grade="web", url="javascript:alert(1)", source="a page"), "a page"),
        (Source(grade="web", source="a page", as_of="lately"), "a page"),
        (Source(grade="open", source="a guide"), "open, a guide, undated"),
    ],
)
def test_where_it_comes_from(source, words):
    assert source_in_words(source) == words


def test_every_grade_has_words():
    assert all(grade_in_words(grade) != grade for grade in GRADES)


def test_json_for_programs():
    found = verdict_as_json(verdict())
    assert (found["passed"], [one["id"] for one in found["failed"]]) == (24, [2, 11, 22])
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
