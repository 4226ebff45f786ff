"""Numbers, days, hours and sums out of words. It is Thursday 26 November 2026."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest

from trips.reading.chart import Grammar
from trips.reading.numbers import base, sums_of
from trips.reading.tokens import tokens_of
from trips.reading.values import Day, Money, Range, between, easter, month_of, season_of

TODAY = dt.date(2026, 11, 26)
GRAMMAR = Grammar(*base())


def longest(text: str, *kinds: str):
    return [span.value for span in GRAMMAR.parse(tokens_of(text), today=TODAY).cover(*kinds)]


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("2,400 yen", "2400", "JPY"),
        ("€12.50", "12.50", "EUR"),
        ("12€50", "12.50", "EUR"),
        ("12 dollars and 50 cents", "12.50", "USD"),
        ("80 cents", "0.80", "EUR"),
        ("400k dong", "400000", "VND"),
        ("twenty-five euros", "25", "EUR"),
        ("1.200,50 €", "1200.50", "EUR"),
        ("Rp 20.000", "20000", "IDR"),
        ("90 swiss francs", "90", "CHF"),
        ("two hundred bucks", "200", "USD"),
        ("15dh", "15", "MAD"),
    ],
)
def test_a_sum_of_money(text: str, amount: str, currency: str) -> None:
    (span,) = sums_of(GRAMMAR.parse(tokens_of(text), today=TODAY))
    money = span.value
    assert (money.amount, money.currencies[0]) == (Decimal(amount), currency)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("on 3 April", dt.date(2027, 4, 3)),
        ("April 3rd, 2028", dt.date(2028, 4, 3)),
        ("the 11th", dt.date(2026, 12, 11)),
        ("Friday", dt.date(2026, 11, 27)),
        ("2027-05-06", dt.date(2027, 5, 6)),
        ("13/5/2027", dt.date(2027, 5, 13)),
        ("tomorrow", dt.date(2026, 11, 27)),
        ("31 February", None),
    ],
)
def test_a_day_to_come(text: str, expected: dt.date | None) -> None:
    (day,) = longest(text, "date", "bare_day")
    assert day.on(TODAY) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("yesterday", dt.date(2026, 11, 25)),
        ("two days ago", dt.date(2026, 11, 24)),
        ("on Tuesday", dt.date(2026, 11, 24)),
        ("the 9th", dt.date(2026, 11, 9)),
        ("the 30th", dt.date(2026, 10, 30)),
        ("3 April", dt.date(2026, 4, 3)),
    ],
)
def test_a_day_that_has_begun(text: str, expected: dt.date) -> None:
    (day,) = longest(text, "date", "bare_day")
    assert day.before(TODAY) == expected


def test_hours() -> None:
    assert longest("at 9:30 or 7 pm or 12 am or noon", "time") == [
        dt.time(9, 30),
        dt.time(19),
        dt.time(0),
        dt.time(12),
    ]


def test_what_one_end_leaves_out_the_other_says() -> None:
    assert between(Day(15), Day(18, 2)) == Range(Day(15, 2), Day(18, 2))
    assert between(Day(28, 12), Day(3, 1, 2027)) == Range(Day(28, 12, 2026), Day(3, 1, 2027))


def test_months_and_seasons_lie_ahead() -> None:
    assert month_of(4, TODAY).first == dt.date(2027, 4, 1)
    assert month_of(12, TODAY).last == dt.date(2026, 12, 31)
    assert season_of(9, TODAY).first == dt.date(2027, 9, 1)
    assert season_of(12, TODAY).last == dt.date(2027, 2, 28)
    assert easter(2027) == dt.date(2027, 3, 28)


def test_a_bare_number_is_no_money() -> None:
    assert longest("12 tickets on the 5th", "money") == []
    assert longest("20 yen", "money") == [Money(Decimal(20), ("JPY",))]
