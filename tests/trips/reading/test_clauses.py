"""Where clauses begin, and what each makes of the things it names."""

from __future__ import annotations

import pytest

from trips.reading.chart import Span
from trips.reading.clauses import clauses_of
from trips.reading.tokens import tokens_of


def clauses(text: str) -> list[str]:
    tokens = tokens_of(text)
    return [" ".join(tokens.norms(one.i, one.j)).strip(" ,.;!?") for one in clauses_of(tokens)]


def clause_with(text: str, word: str):
    tokens = tokens_of(text)
    at = tokens.norms(0, len(tokens)).index(word)
    (clause,) = [one for one in clauses_of(tokens) if one.i <= at < one.j]
    return clause, Span("thing", at, at + 1, word)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We love food, and I hate museums", ["we love food , and", "i hate museums"]),
        ("Rome, Florence and Venice in May", ["rome , florence and venice in may"]),
        ("we loved Porto but now Braga", ["we loved porto", "but now braga"]),
        ("dinner was 12.50. Taxi 8", ["dinner was 12.50", "taxi 8"]),
        (
            "my wife is vegan and my son is allergic to nuts",
            ["my wife is vegan and", "my son is allergic to nuts"],
        ),
        ("anything but a hostel", ["anything but a hostel"]),
    ],
)
def test_a_message_falls_into_clauses(text: str, expected: list[str]) -> None:
    assert clauses(text) == expected


@pytest.mark.parametrize(
    ("text", "word", "denied"),
    [
        ("no museums please", "museums", True),
        ("we don't eat shellfish", "shellfish", True),
        ("nothing with nuts", "nuts", True),
        ("I can't stand crowds", "crowds", True),
        ("museums bore us", "museums", True),
        ("not into art, more food", "art", True),
        ("not into art but food", "food", False),
        ("we hate crowds, we love museums", "museums", False),
        ("I don't mind museums", "museums", False),
        ("why not a museum", "museum", False),
        ("we love museums", "museums", False),
    ],
)
def test_it_denies(text: str, word: str, denied: bool) -> None:
    clause, span = clause_with(text, word)
    assert clause.denies(span) is denied


@pytest.mark.parametrize(
    ("text", "word", "real"),
    [
        ("we want a riad", "riad", True),
        ("if we had a car", "car", False),
        ("last year we stayed in a hostel", "hostel", False),
        ("is there a hostel", "hostel", False),
        ("can you find a hostel?", "hostel", True),
        ("my sister says hostels are fine", "hostels", False),
        ("what about a hostel?", "hostel", True),
    ],
)
def test_what_is_asked_supposed_over_or_of_others_is_not_told(text: str, word: str, real: bool) -> None:
    assert clause_with(text, word)[0].real is real
