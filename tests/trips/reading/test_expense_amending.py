"""Sums that are corrected, divided or taken away, and sums beside them. It is 8 April 2027, day four."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest

from trips.catalogue.exchange_rates import is_a_guess
from trips.reading.expenses import Expenses, Removal, read_expenses, removal_of

TODAY = dt.date(2027, 4, 8)
START = dt.date(2027, 4, 5)


def read(text: str, **more) -> Expenses:
    return read_expenses(text, today=TODAY, start=more.pop("start", START), people=["Ada"], **more)


def told(text: str, **more) -> list[str]:
    return [
        f"{one.amount:f} {one.currencies[0] if one.currencies else '?'} {one.what}"
        for one in read(text, **more).found
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3 Euro 50 for water", ["3.5 EUR water"]),
        ("water 3 euro 50", ["3.5 EUR water"]),
        ("lunch 12€50, taxi 8 euros", ["12.5 EUR lunch", "8 EUR taxi"]),
        ("coffee 2 pounds 80", ["2.8 GBP coffee"]),
        ("coffee 12 dollars and 50 cents", ["12.5 USD coffee"]),
        ("water 80 cents", ["0.8 EUR water"]),
        ("tea 3 euros 12 postcards 6 euros", ["3 EUR tea", "6 EUR 12 postcards"]),
        ("beer 8 euro 15 minutes ago", ["8 EUR beer"]),
    ],
)
def test_cents_after_the_currency_belong_to_the_sum(text: str, expected: list[str]) -> None:
    assert told(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("bread 3 dirham, water 5 dirham", ["3 MAD bread", "5 MAD water"]),
        ("bread for 3 euros and water for 5 euros", ["3 EUR bread", "5 EUR water"]),
        ("gizmo 3 EUR, water 5 EUR", ["3 EUR gizmo", "5 EUR water"]),
        ("vase 30 EUR", ["30 EUR vase"]),
        ("mint tea 15dh", ["15 MAD mint tea"]),
        ("Bread 3 EUR", ["3 EUR Bread"]),
        ("hotel 3 nights at 120 euros a night", ["360 EUR hotel 3 nights"]),
        ("gelato 3 euros x 2", ["6 EUR gelato"]),
        ("3 x coffee at 2 euros", ["6 EUR 3 x coffee"]),
    ],
)
def test_on_the_way_a_thing_nobody_listed_with_its_sum_is_an_expense(text: str, expected: list[str]) -> None:
    assert told(text) == expected


@pytest.mark.parametrize("text", ["Kyoto 3000 euros", "now 5000 EUR", "honeymoon 5000 EUR"])
def test_a_city_and_words_of_how_much_are_no_thing(text: str) -> None:
    assert read(text).found == []


def test_before_the_first_day_a_thing_nobody_listed_is_no_expense() -> None:
    assert read("gizmo 30 EUR", start=TODAY + dt.timedelta(days=30)) == Expenses()


def test_a_sum_for_one_of_several_is_asked_about_on_the_way() -> None:
    assert "how much was it in all?" in read("museum 15 € per person").problems[0]


@pytest.mark.parametrize(
    ("text", "amount", "instead", "what"),
    [
        ("that taxi was 60 not 50", 60, 50, "taxi"),
        ("the taxi was 60, not 50", 60, 50, "taxi"),
        ("lunch cost 24 euros instead of 20", 24, 20, "lunch"),
        ("no, the taxi was 60 dirham", 60, None, "taxi"),
        ("sorry, lunch was 24 euros", 24, None, "lunch"),
        ("actually lunch was 2600 yen", 2600, None, "lunch"),
        ("no, 25 euros", 25, None, ""),
    ],
)
def test_it_reads_what_takes_the_place_of_a_noted_one(text, amount, instead, what) -> None:
    (one,) = read(text).found
    assert (one.amount, one.instead, one.what, one.amends) == (amount, instead, what, True)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the taxi cost 20 euros, no 25 euros", ["25 EUR taxi"]),
        ("taxi 20 euros, sorry, 25", ["25 EUR taxi"]),
        ("lunch was 20 euros, I mean 24 euros", ["24 EUR lunch"]),
        ("Taxi 20 euros. No, 25 euros.", ["25 EUR Taxi"]),
    ],
)
def test_a_slip_within_the_message_is_noted_once(text: str, expected: list[str]) -> None:
    assert told(text) == expected


@pytest.mark.parametrize(
    ("text", "expected", "whole"),
    [
        ("we paid half of the 400 dirham tour", "200 MAD tour", 400),
        ("the tour was 400 dirhams, we paid half", "200 MAD tour", 400),
        ("lunch was 20 euros, my share was 10", "10 EUR lunch", 20),
        ("my share of the 60 euro dinner was 20", "20 EUR dinner", 60),
        ("paid a third of the 100 euro boat", "33.33 EUR boat", 100),
        ("paid 25% of the 200 euro boat", "50 EUR boat", 200),
        ("2/3 of the 90 euro dinner was ours", "60 EUR dinner", 90),
    ],
)
def test_a_part_of_a_sum_is_noted_as_that_part(text: str, expected: str, whole: int) -> None:
    (one,) = read(text).found
    assert (f"{one.amount:f} {one.currencies[0]} {one.what}", one.of) == (expected, whole)


def test_what_members_of_the_trip_split_is_the_trips_as_a_whole() -> None:
    assert told("split the 60 euros dinner with Ada") == ["60 EUR dinner with Ada"]


@pytest.mark.parametrize(
    "text",
    [
        "my wallet with 200 euros was stolen",
        "the pickpocket took 100 euros from me",
        "the guide asked for a 20 euro tip",
        "the tickets went up by 10 euros",
        "my mother gave us 500 euros",
        "the insurance pays 1000 euros",
    ],
)
def test_money_that_was_taken_or_asked_for_was_not_spent(text: str) -> None:
    assert read(text).found == []


@pytest.mark.parametrize(
    "text", ["we split the 60 euro bill with another couple", "dinner 60 euros, split three ways"]
)
def test_it_asks_for_the_part_nobody_said(text: str) -> None:
    assert read(text).found == []
    assert "was split: how much of it did you pay?" in read(text).problems[0]


@pytest.mark.parametrize(
    ("text", "unread"),
    [
        ("coffee 3 euros and our budget is 3000 euros", ["and our budget is 3000 euros"]),
        ("we paid 12 euros for the bus, the museum costs 20 euros", ["the museum costs 20 euros"]),
        ("we paid 12 euros for the bus", []),
        ("2400 yen (about 15 euros) for sushi", []),
    ],
)
def test_a_sum_beside_expenses_is_noted_or_named(text: str, unread: list[str]) -> None:
    assert [one.quote for one in read(text).unread] == unread


@pytest.mark.parametrize(
    ("text", "removal"),
    [
        ("delete the last expense", Removal()),
        ("Please remove the last entry.", Removal()),
        ("remove the taxi expense", Removal("taxi")),
        ("can you delete the expense for the taxi please?", Removal("taxi")),
        ("delete the last taxi expense", Removal("taxi")),
        ("take the museum off the expenses", None),
        ("remove the museum from the expenses", Removal("museum")),
        ("delete the 50 dirham expense", Removal("", Decimal(50))),
        ("delete the 3 euro bread", Removal("bread", Decimal(3))),
        ("that expense was wrong, delete it", Removal()),
        ("the bread expense should be deleted", Removal("bread")),
        ("scrap the expense for lunch yesterday", Removal("lunch")),
        ("cancel the 35 euro museum", None),
        ("forget about the last expense", Removal()),
        ("remove the museum", None),
        ("delete everything", None),
        ("skip the last museum", None),
    ],
)
def test_it_reads_which_expense_shall_go(text: str, removal: Removal | None) -> None:
    assert read(text).removed == removal


def test_after_the_command_the_last_or_a_thing_is_named() -> None:
    assert removal_of("last") == removal_of("the last one") == Removal()
    assert removal_of("50 MAD taxi") == Removal("taxi", Decimal(50))


def test_words_of_a_tag_are_left_out_and_that_is_known() -> None:
    one = read("5 € <b>bread</b> stall", asked=True)
    assert one.markup and not read("bread 5 €").markup


@pytest.mark.parametrize(
    ("said", "near", "guess"),
    [
        (("SEK", "NOK", "DKK"), ("MAD", "DKK"), False),
        (("SEK", "NOK", "DKK"), ("MAD",), True),
        (("EUR",), ("MAD",), False),
        ((), ("MAD",), False),
    ],
)
def test_a_sign_that_no_place_decides_is_a_guess(said, near, guess) -> None:
    assert is_a_guess(said, near) is guess
