"""An hour, a closing day or a price counts as read only where the cited passage has its figures."""

from __future__ import annotations

from typing import Any

import pytest

from agents.companion_schemas import Researched
from agents.companions.stated import stated_in

WEEK = "Tue–Sun 09:00–17:00"


def stated(said: str, **item: Any) -> dict[str, Any]:
    """What is left of the given fields."""
    left = stated_in(Researched(name="Torre", **item), said)
    return {name: getattr(left, name) for name in item}


@pytest.mark.parametrize(
    "said",
    [
        "Open Tue–Sun 09:00–17:00.",
        "Open Tuesday to Sunday from 9am to 5pm.",
        "Closed on Mondays; else 9–17.",
        "9 to 5 p.m., closed Mon.",
        "Tuesdays through Sundays: 9h00 - 17h00",
    ],
)
def test_a_week_stands_in_whatever_form_it_is_said(said: str) -> None:
    assert stated(said, hours=WEEK) == {"hours": WEEK}
    split: dict[str, Any] = {"opens": "09:00", "closes": "17:00", "closed": ["mon"]}
    assert stated(said, **split) == split


@pytest.mark.parametrize(
    ("said", "closed"),
    [
        ("It is closed on Mondays.", ["mon"]),
        ("It is closed on Tuesdays, open 9:00–17:00.", []),
        ("Open 9:00–18:00 from Tuesday to Sunday.", ["mon"]),
        ("It costs 9 to 17 EUR in 2027.", []),
        ("", []),
    ],
)
def test_a_week_whose_times_or_days_are_not_there_is_left_out(said: str, closed: list[str]) -> None:
    left = stated_in(Researched(name="Torre", hours=WEEK), said)
    assert (left.hours, left.closed) == ("", closed)


@pytest.mark.parametrize(
    ("said", "price"),
    [
        ("Adults pay 8 EUR.", 8.0),
        ("Adults pay €8.00.", 8.0),
        ("Adults pay 18 EUR.", 0.0),
        ("Open at 8:00.", 0.0),
        ("Adults pay 8,50 EUR.", 0.0),
    ],
)
def test_a_price_counts_where_its_amount_is_said(said: str, price: float) -> None:
    assert stated(said, price=8.0)["price"] == price


@pytest.mark.parametrize(
    ("said", "price"), [("A suite is 1,200 USD.", 1200.0), ("A suite is 1.200,50 EUR.", 1200.5)]
)
def test_large_amounts_are_read_with_their_marks(said: str, price: float) -> None:
    assert stated(said, price=price)["price"] == price


def test_free_and_a_closure_are_said_too() -> None:
    assert stated("Entry is free.", band="free") == {"band": "free"}
    assert stated("Entry is dear.", band="free") == {"band": ""}
    shut = {"shut_from": "2027-01-04", "shut_until": "2027-02-28"}
    assert stated("Shut from 4 January to February 28th.", **shut) == shut
    assert stated("Shut from 4 January.", **shut) == {"shut_from": "", "shut_until": ""}
