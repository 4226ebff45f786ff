"""Sentences of the account: before, on the way, afterwards."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from decimal import Decimal

import pytest

from tests.trips.planning.test_outlays import FACTS, PLAN, START, account, outlay
from trips.planning.outlay_words import told
from trips.planning.outlays import Reserved
from trips.schemas import TripFacts

DAY = dt.timedelta(days=1)


@pytest.mark.parametrize(
    ("rows", "today", "expected"),
    [
        (
            [outlay(400, date=START - 60 * DAY)],
            START - 10 * DAY,
            "Spent so far: €400 in 1 expense. The plan comes to €700. "
            "Of the budget of €1,000, €600 is left: €120 a day for 5 days.",
        ),
        (
            [outlay(150), outlay(250, date=START + DAY)],
            START + DAY,
            "Day 2 of 5. Spent so far: €400 in 2 expenses. The plan has €300 for the days so far: "
            "€100 more than planned. Of the budget of €1,000, €600 is left: €150 a day for 4 days, "
            "today included. If the rest goes as planned, with the €100 planned so far for visits that "
            "nobody noted, the trip comes to €900, €100 below the budget.",
        ),
        (
            [outlay(150), outlay(90, category="visits")],
            START + DAY,
            "Day 2 of 5. Spent so far: €240 in 2 expenses. The plan has €300 for the days so far: "
            "€60 less than planned. Of the budget of €1,000, €760 is left: €190 a day for 4 days, "
            "today included. If the rest goes as planned, the trip comes to €640, €360 below the budget.",
        ),
        (
            [outlay(1100)],
            START + 6 * DAY,
            "Spent in all: €1,100 in 1 expense. The plan had €700: €400 more than planned. "
            "That is €100 over the budget of €1,000.",
        ),
        (
            [],
            START - 10 * DAY,
            "Nothing is noted yet. The plan comes to €700. "
            "Of the budget of €1,000, €1,000 is left: €200 a day for 5 days.",
        ),
        (
            [],
            START,
            "Day 1 of 5. Nothing is noted yet. The plan has €100 for the days so far. "
            "Of the budget of €1,000, €1,000 is left: €200 a day for 5 days, today included.",
        ),
    ],
)
def test_it_tells_where_the_money_stands(rows, today, expected) -> None:
    assert " ".join(told(account(rows, today))) == expected


@pytest.mark.parametrize(
    ("rows", "today", "expected"),
    [
        (
            [],
            START - 10 * DAY,
            "Nothing is noted yet. The plan comes to €700, €100 over the budget. "
            "Of the budget of €600, €600 is not spent yet.",
        ),
        (
            [outlay(50, date=START - 60 * DAY)],
            START - 10 * DAY,
            "Spent so far: €50 in 1 expense. The plan comes to €700, €100 over the budget. "
            "Of the budget of €600, €550 is not spent yet.",
        ),
        (
            [],
            START,
            "Day 1 of 5. Nothing is noted yet. The plan has €100 for the days so far. "
            "The plan comes to €700, €100 over the budget. "
            "Of the budget of €600, €600 is left: €120 a day for 5 days, today included.",
        ),
    ],
)
def test_a_plan_over_the_budget_is_said_before_the_money_is_gone(rows, today, expected) -> None:
    facts = FACTS.model_copy(update={"budget": FACTS.budget.model_copy(update={"amount": Decimal(600)})})
    assert " ".join(told(account(rows, today, facts))) == expected


def test_what_is_booked_is_told_with_what_is_left_after_it() -> None:
    train = Reserved("Eurostar", Decimal(300), "EUR", Decimal(300))
    said = told(replace(account([outlay(400)], START - DAY), reserved=(train,)))
    assert said[-2:] == [
        "Booked, and not noted as spent: Eurostar, €300.",
        "With what is booked €300 of the budget is left.",
    ]
    dear = Reserved("Suite", Decimal(900), "EUR", Decimal(900))
    said = told(replace(account([outlay(400)], START - DAY), reserved=(train, dear)))
    assert said[-1] == "With what is booked you are €600 over the budget."


def test_without_a_budget_it_says_how_to_name_one() -> None:
    said = told(account([outlay(5)], START, TripFacts(), None))
    assert said == [
        "Spent so far: €5 in 1 expense.",
        "You have named no budget yet: /cost budget 3000 EUR sets one.",
    ]


def test_money_without_a_rate_is_named_apart() -> None:
    said = told(account([outlay(5), outlay(None)], START - DAY))[0]
    assert said == "Spent so far: €5 in 1 expense, without 1 expense whose currency has no rate."


def test_just_as_planned_is_said_so() -> None:
    said = " ".join(told(account([outlay(Decimal(100))], START, FACTS, PLAN)))
    assert "just what was planned" in said
