"""Questions about money that ask for one thing of the account."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.trips.planning.test_outlays import START, account, outlay
from tests.trips.reading.routing.owner_of import context, errand_of
from trips.planning.outlay_questions import answered
from trips.schemas import TripFacts

DAY = dt.timedelta(days=1)
TODAY = START + DAY
ROWS = [
    outlay(100, payer="Ada"),
    outlay(40, payer="Anna", date=TODAY, category="transport"),
    outlay(20, payer="Anna", date=TODAY, city="Lyon"),
    outlay(9, payer=""),
]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "how much have we spent on food?",
            ["On food: €129 in 3 expenses; the plan has €300 for all of it."],
        ),
        ("what did we spend on taxis", ["On transport: €40 in 1 expense; the plan has €100 for all of it."]),
        ("how much have we spent on souvenirs", ["On other nothing is noted."]),
        ("what did Anna pay?", ["Paid by Anna: €60 in 2 expenses."]),
        ("how much did we spend today?", ["Today: €60 in 2 expenses; the plan has €200 for all of it."]),
        ("what have we spent in Lyon", ["In Lyon: €20 in 1 expense; the plan has €400 for all of it."]),
        (
            "who paid what?",
            [
                "Paid by Ada: €100 in 1 expense.",
                "Paid by Anna: €60 in 2 expenses.",
                "Without a payer: €9 in 1 expense.",
            ],
        ),
        (
            "who owes whom?",
            [
                "Paid by Ada: €100 in 1 expense.",
                "Paid by Anna: €60 in 2 expenses.",
                "Shared evenly that is €80 each.",
                "Anna owes Ada €20.",
                "€9 without a payer is left out of that.",
            ],
        ),
        ("how much is left?", []),
    ],
)
def test_one_thing_of_the_account(question, said) -> None:
    assert answered(account(ROWS, TODAY), question) == said


def test_with_one_payer_nobody_owes_anything_yet() -> None:
    said = answered(account(ROWS[:1], TODAY), "how do we settle up?")
    assert said[0].startswith("Who owes whom I can tell once two of you are named")


def test_three_payers_are_even_afterwards() -> None:
    rows = [outlay(90, payer="Ada"), outlay(30, payer="Bea"), outlay(0.01, payer="Cleo")]
    said = answered(account(rows, TODAY), "who owes whom")
    assert [line for line in said if " owes " in line] == ["Cleo owes Ada €39.99.", "Bea owes Ada €10."]


@pytest.mark.parametrize(
    "words",
    [
        "what's left of the budget?",
        "how much budget is left",
        "who owes whom?",
        "what did anna pay?",
        "who paid what",
        "how is our budget",
    ],
)
def test_they_are_for_the_cost_agent(words) -> None:
    found = errand_of(words, context(TripFacts(), TODAY))
    assert found and found.command == "cost"
