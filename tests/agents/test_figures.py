"""Figures in prose that nobody gave."""

from __future__ import annotations

from decimal import Decimal

import pytest

from agents.validation.figures import amount, invented_numbers, invented_prices, invented_times, numbers
from agents.validation.quotes import is_said

GIVEN = "Lunch, ¥2,400 = $15.68, on 20 November at 12:30; open until 6 pm, 1.5 km away."


@pytest.mark.parametrize(
    ("text", "value"),
    [("1,500", 1500), ("1.500", 1500), ("1 500.50", Decimal("1500.5")), ("0,5", Decimal("0.5")),
     ("12:30", None)],
)  # fmt: skip
def test_a_number_as_people_write_it(text: str, value: Decimal | None) -> None:
    assert list(numbers(f"about {text}, or so.")) == [text] and amount(text) == value


@pytest.mark.parametrize(
    ("said", "invented"),
    [("2,400 yen, that is 2400 JPY", []), ("about $16, so $15", []), ("in 20 minutes", []),
     ("$17, and 7,000 yen.", ["$17", "7,000 yen"])],
)  # fmt: skip
def test_sums(said: str, invented: list[str]) -> None:
    assert invented_prices(said, GIVEN) == invented


@pytest.mark.parametrize(
    ("said", "invented"),
    [("at 12:30 or 18:00", []), ("6 o'clock", ["06:00"]), ("7 am and 12.30", ["07:00"]), ("$9.40 each", [])],
)
def test_hours_of_day(said: str, invented: list[str]) -> None:
    assert invented_times(said, GIVEN) == invented


def test_numbers_of_any_kind() -> None:
    assert invented_numbers("1.5 km, open until 6, 700 years old.", GIVEN) == ["700"]


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("Museums were  great", True),
        ("“the kids' room”.", True),
        ("great the museums", False),
        (" . ", False),
    ],
)
def test_a_quote_is_in_the_text(quote: str, found: bool) -> None:
    assert is_said(quote, "The museums were\ngreat, and so was the kids’ room!") is found
