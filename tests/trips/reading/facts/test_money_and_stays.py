"""Sums, stays, cars and appointments: what is said of each, and what only sounds like it."""

from __future__ import annotations

import datetime as dt

import pytest

from trips.reading.facts.fixed import fixed_in, told
from trips.reading.facts.message import message_of
from trips.reading.facts.money import read_money
from trips.reading.facts.stays import read_house
from trips.reading.facts.ways import read_cars, read_stay
from trips.schemas import TripFacts

TODAY = dt.date(2026, 11, 26)


def said(reader, text: str, **known) -> dict[str, str]:
    found = reader(message_of(text, TODAY, **known))
    return {one.path: str(one.value) for one in found if one.path}


@pytest.mark.parametrize(
    ("text", "amount", "rough"),
    [
        ("around 900 quid", "900", True),
        ("2k max", "2000", False),
        ("1.5 grand", "1500.0", False),
        ("max 1500, not a cent more", "1500", False),
        ("maybe 1500", "1500", True),
        ("can I do it with 600?", "600", False),
        ("1200-1500 dollars", "1500", True),
        ("R60 000 tops for the lot of us", "60000", False),
        ("my budget is 1800, no wait, 2000 euros", "2000", False),
    ],
)
def test_a_sum_is_rough_or_hard(text: str, amount: str, rough: bool) -> None:
    read = said(read_money, text)
    assert read["budget.amount"] == amount
    assert (read.get("budget.approximate") == "True") is rough


@pytest.mark.parametrize(
    ("text", "path", "value"),
    [
        ("£800 each", "budget.scope", "per_person"),
        ("50 euro one day max", "budget.scope", "per_day"),
        ("1200 all in", "budget.scope", "total"),
        ("50-60 a night", "stay.max_price", "60"),
        ("at most 500 on food", "caps", "food|500|"),
        ("6000 euros for the house, hard limit", "caps", "stay|6000|EUR"),
    ],
)
def test_a_sum_is_for_something(text: str, path: str, value: str) -> None:
    assert said(read_money, text)[path] == value


@pytest.mark.parametrize(
    "text",
    [
        "mum is 72 and dad 75",
        "we land at 13:20",
        "in 2027 for 10 days",
        "room 302",
        "walk 500 m at most",
        "last year we paid 2000 euros",
        "save us 300 euros",
        "our nan",
    ],
)
def test_other_numbers_are_no_sums(text: str) -> None:
    assert said(read_money, text) == {}


def test_make_it_needs_a_sum_that_is_known() -> None:
    known = TripFacts.model_validate({"budget": {"amount": "1500", "currency": "EUR"}})
    assert said(read_money, "make it 2500") == {}
    assert said(read_money, "make it 2500", facts=known) == {"budget.amount": "2500"}
    assert said(read_money, "in dollars, please", facts=known) == {"budget.currency": "USD"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a riad with a pool", {"stay.kind": "riad"}),
        ("anything but a hostel", {"avoid": "hostels"}),
        ("we would not want a hotel with a bar", {"avoid": "hotel with a bar"}),
        ("no breakfast in the hotel", {}),
        ("flat walking only", {}),
        ("Villa Borghese", {}),
        ("is there a hotel near the station?", {}),
        ("we stay with friends", {"stay.kind": "with friends"}),
        ("we've booked the Hotel Mundial", {"stay.name": "Hotel Mundial"}),
        ("8 single rooms", {"rooms": "8"}),
        ("a 4.5-star hotel", {"stay.stars": "4.5", "stay.kind": "hotel"}),
        ("a hotel in walking distance of the meeting", {"stay.area": "near meeting", "stay.kind": "hotel"}),
    ],
)
def test_where_to_sleep(text: str, expected: dict[str, str]) -> None:
    assert said(read_house, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("not the cheapest, with character", ["not the cheapest", "character"]),
        ("a quiet flat with a lift and blackout blinds", ["blackout blinds", "quiet", "lift"]),
        ("we don't need parking at the hotel", []),
        ("I can't sleep on a sofa bed", ["-sofa bed"]),
    ],
)
def test_what_the_stay_should_be_like(text: str, expected: list[str]) -> None:
    found = read_stay(message_of(text, TODAY))
    assert ["-" * (one.path == "avoid") + one.value for one in found] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("wedding on Saturday 5 June at 3pm", "wedding|2027-06-05|15:00||"),
        ("on Saturday 5 June we have a wedding", "wedding|2027-06-05|||"),
        ("match on the 12th at 20:45", "match|2027-05-12|20:45||"),
        ("dinner with my aunt on the first night", "dinner with my aunt|2027-05-10|||"),
        ("dinner with my aunt on the last night", "dinner with my aunt|2027-05-14|||"),
        ("tickets for Hamilton on 14 May at 7:30pm", "Hamilton|2027-05-14|19:30||"),
        ("rehearsal in the Thomaskirche on 12th at 15 h", "rehearsal|2027-05-12|15:00||Thomaskirche"),
    ],
)
def test_what_is_fixed(text: str, expected: str) -> None:
    found = told(fixed_in(message_of(text, TODAY)), TODAY, dt.date(2027, 5, 10), dt.date(2027, 5, 15))
    assert [one.value for one in found] == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "here for a wedding, free on Sunday 13 December",
        "is the concert on Friday?",
        "I'd love to see a show on Friday",
        "if the match is on Friday",
        "a party of four on 3 May",
        "a wedding party in Porto from 3 to 6 May",
    ],
)
def test_nothing_is_fixed(text: str) -> None:
    assert fixed_in(message_of(text, TODAY)) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("we'd rent a small car", {"car.wanted": "True"}),
        ("no rental car", {"car.wanted": "False"}),
        ("we come in our own bakkie", {"car.at_hand": "True", "travel_by": "own car"}),
        ("we're driving from Berlin in our van", {"car.at_hand": "True", "travel_by": "van"}),
        ("do I need a car?", {}),
    ],
)
def test_cars(text: str, expected: dict[str, str]) -> None:
    assert said(read_cars, text) == expected


@pytest.mark.parametrize(
    ("text", "amount", "scope"),
    [
        ("60 euro day for both", "60", "per_day"),
        ("180 eur per student max", "180", "per_person"),
        ("R$ 15 mil pro casal", "15000", None),
        ("like 1.5 million naira together", "1500000.0", "total"),
    ],
)
def test_whom_a_sum_is_for(text: str, amount: str, scope: str | None) -> None:
    facts = said(read_money, text)
    assert (facts["budget.amount"], facts.get("budget.scope")) == (amount, scope)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("chalet not hotel", {"avoid": "hotels", "stay.kind": "cabin"}),
        ("By the way, near the synagogue we lost a hat", {}),
        ("also Jane Doe house.", {}),
        ("A house please", {"stay.kind": "house"}),
    ],
)
def test_a_stay_without_a_verb(text: str, expected: dict[str, str]) -> None:
    assert said(read_house, text) == expected
