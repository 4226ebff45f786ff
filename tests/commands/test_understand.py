"""`manage.py understand`: sentences in, JSON lines out."""

from __future__ import annotations

import io
import json

import pytest
from django.core.management import CommandError, call_command

from tests.closing import closed, however

pytestmark = pytest.mark.django_db
KEYS = (
    "origin destinations nights trip_type start_date end_date earliest latest days adults children "
    "children_ages travellers rooms budget_amount budget_currency budget_scope budget_level pace interests "
    "dietary access must_do avoid hotel car"
).split()


def rows(text: str) -> list[dict]:
    out = io.StringIO()
    call_command("understand", today="2026-11-21", stdin=io.StringIO(text), stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_an_object_a_line_with_exactly_the_documented_keys() -> None:
    found = rows("I want to visit Boston for a long weekend\n\nFeb 15-18, 2 people, mid-range budget\n")
    assert len(found) == 3
    assert all(list(row) == KEYS for row in found)


def test_what_is_not_said_is_null_or_empty() -> None:
    (row,) = rows("hello\n")
    assert all(value in (None, [], {}) for value in row.values())


def test_the_values() -> None:
    first, second = rows(
        "A round trip from New York to Tokyo 5 nights, Kyoto 4 nights from 3 April 2027, 2 adults and "
        "kids aged 4 and 7, 2 rooms, 8000 USD in total, relaxed, vegan, wheelchair, "
        "must see Fushimi Inari, no museums\n"
        "Ten days in Japan in April, a 4-star hotel under €150 a night, rent a car\n"
    )
    assert first == {
        "origin": "New York",
        "destinations": ["Tokyo", "Kyoto"],
        "nights": {"Tokyo": 5, "Kyoto": 4},
        "trip_type": "round",
        "start_date": "2027-04-03",
        "end_date": "2027-04-12",
        "earliest": None,
        "latest": None,
        "days": 10,
        "adults": 2,
        "children": 2,
        "children_ages": [4, 7],
        "travellers": 4,
        "rooms": 2,
        "budget_amount": 8000,
        "budget_currency": "USD",
        "budget_scope": "total",
        "budget_level": None,
        "pace": "relaxed",
        "interests": [],
        "dietary": ["vegan"],
        "access": ["wheelchair"],
        "must_do": ["Fushimi Inari"],
        "avoid": ["museums"],
        "hotel": {},
        "car": {},
    }
    assert (second["earliest"], second["latest"], second["days"]) == ("2027-04-01", "2027-04-30", 10)
    assert second["hotel"] == {"stars": 4, "max_price": 150, "kind": "hotel"}
    assert second["car"] == {"wanted": True}


def test_a_line_of_any_characters_is_answered() -> None:
    assert len(rows("<script>alert(1)</script>\n🎉\n" + "x" * 20_000 + "\n")) == 3


def test_a_bad_date_is_a_clear_error() -> None:
    with pytest.raises(CommandError, match="2026-11-21"):
        call_command("understand", today="soon", stdin=io.StringIO(""))


@however
@pytest.mark.django_db(transaction=True)
def test_without_a_database_the_bundled_data_do(how: str) -> None:
    with closed(how):
        (row,) = rows("I want to visit Boston\n")
    assert row["destinations"] == ["Boston"]
