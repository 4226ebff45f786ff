"""Dated exchange rates."""

import datetime as dt
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trips.catalogue import countries
from trips.catalogue import exchange_rates as money
from trips.catalogue.gazetteer import default_gazetteer

ON = dt.date(2026, 11, 21)


def rate(base: str, quote: str, on: dt.date = ON):
    return default_gazetteer().rate(base, quote, on)


def test_a_daily_rate_of_the_central_bank():
    found = rate("EUR", "USD", dt.date(2020, 1, 1))
    assert found.rate == Decimal("1.1234")
    assert found.date == dt.date(2019, 12, 31)  # no rate is made on New Year's Day
    assert "Central Bank" in found.source


def test_a_currency_the_bank_lacks_comes_from_the_factbook():
    found = rate("USD", "MAD")
    assert found.rate == Decimal("9.942")
    assert found.date == dt.date(2024, 12, 31)
    assert found.source == money.FACTBOOK


def test_chained_rates_carry_the_oldest_date_and_all_sources():
    found = rate("MAD", "JPY")
    assert found.date == dt.date(2024, 12, 31)
    assert found.source == f"{money.ECB}; {money.FACTBOOK}"


def test_a_parity_fixed_by_law():
    assert rate("EUR", "XOF").rate == Decimal("655.957")
    assert rate("USD", "AED").rate == Decimal("3.6725")
    assert rate("INR", "NPR").rate == Decimal("1.6")


def test_a_currency_that_ended_keeps_its_last_rate():
    found = rate("HRK", "EUR")
    assert found.date == dt.date(2022, 12, 30)


@pytest.mark.parametrize(("base", "quote"), [("USD", "XXX"), ("ABC", "USD"), ("", "USD")])
def test_unknown_currencies_have_no_rate(base, quote):
    assert rate(base, quote) is None


def test_there_is_no_rate_before_the_first():
    assert rate("USD", "EUR", dt.date(1998, 12, 31)) is None
    assert rate("USD", "MAD", dt.date(2019, 6, 1)) is None


def test_the_same_currency_is_one():
    assert rate("jpy", "JPY").rate == 1


codes = st.sampled_from(sorted(money.currencies()))
dates = st.dates(dt.date(2021, 1, 1), ON)


@given(codes, codes, dates)
def test_there_and_back_is_the_same_money(base, quote, on):
    there, back = rate(base, quote, on), rate(quote, base, on)
    assert (there is None) == (back is None)
    if there is not None:
        assert there.date == back.date <= on
        assert float(there.rate * back.rate) == pytest.approx(1, rel=1e-6)


@given(codes, codes, codes, dates)
def test_a_detour_over_a_third_currency_is_the_same_money(base, via, quote, on):
    one, other, direct = rate(base, via, on), rate(via, quote, on), rate(base, quote, on)
    if one and other and direct:
        assert float(one.rate * other.rate) == pytest.approx(float(direct.rate), rel=1e-5)


def test_nearly_every_country_can_pay():
    lacking = {
        country.code
        for country in countries._countries().values()
        if country.currency and rate("USD", country.currency) is None
    }
    assert lacking == {"VE", "ZW"}  # redenominated since the Factbook's figures
