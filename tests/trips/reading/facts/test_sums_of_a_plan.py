"""Once a plan is chosen, a sum is the budget only where the words say so; "$300 cheaper" never is."""

from __future__ import annotations

import datetime as dt

import pytest

from trips.catalogue.gazetteer import default_gazetteer
from trips.reading import Understanding, understand
from trips.reading.facts.money import CHEAPER_WHERE
from trips.schemas import TripFacts

TODAY = dt.date(2027, 10, 13)
FACTS = TripFacts.model_validate({"budget": {"amount": "4500", "currency": "USD", "scope": "total"}})


def read(text: str, *, planned: bool = True, facts: TripFacts = FACTS, **more) -> Understanding:
    return understand(text, today=TODAY, gazetteer=default_gazetteer(), facts=facts, planned=planned, **more)


def changed(text: str, **more) -> dict[str, str]:
    return {one.path: str(one.value) for one in read(text, **more).changes}


@pytest.mark.parametrize(
    "text",
    [
        "bread 3 EUR",
        "museum 15 € per person",
        "it would cost 80 euros to take the taxi",
        "I lost 50 euros",
        "about 20 euros for dinner",
        "we will pay 300 euros for the hotel",
        "make it 5000 dollars",
        "the hotel costs 120 euros",
        "I found 20 euros",
        "a taxi there is 40 euros",
        "they want 100 euros as a deposit",
        "we still have 900 euros",
    ],
)
def test_with_a_plan_any_other_sum_changes_nothing_and_is_asked_about(text: str) -> None:
    answer = read(text)
    assert answer.changes == []
    assert len(answer.problems) == 1 and "what the whole trip may cost?" in answer.problems[0]


@pytest.mark.parametrize(
    "text",
    [
        "please make it 400 dollars cheaper",
        "could you make the plan $300 cheaper?",
        "could you save us 300 euros on the plan",
        "$300 less",
        "can you bring it down by 400 dollars",
        "cut the costs by 400 dollars please",
        "it's 300 euros over, lower it",
    ],
)
def test_a_plan_cheaper_by_a_sum_is_no_fact_and_the_words_that_propose_it_are_said(text: str) -> None:
    assert (read(text).changes, read(text).problems) == ([], [CHEAPER_WHERE])
    assert "budget.amount" not in changed(text, planned=False, facts=TripFacts())


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("our budget is now 2000 pounds", "2000"),
        ("set the budget to 2500 dollars", "2500"),
        ("we can spend 5000 dollars now", "5000"),
        ("at most 3000 euros please", "3000"),
        ("4000 euros in total", "4000"),
        ("the whole trip may cost 5000 dollars", "5000"),
        ("get it under 2000 dollars", "2000"),
        ("make it cheaper, 2000 euros at most", "2000"),
    ],
)
def test_words_of_the_budget_set_it_with_a_plan_too(text: str, amount: str) -> None:
    assert changed(text)["budget.amount"] == amount


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("raise the budget by 500 dollars", "5000"),
        ("lower our budget by 500", "4000"),
        ("add 500 dollars to the budget", "5000"),
        ("we have 200 dollars less than I said", "4300"),
        ("we have 300 dollars more to spend", "4800"),
        ("our budget is 500 dollars higher than I said", "5000"),
        ("the budget went down by 300 dollars", "4200"),
        ("our budget has to be cut by 500", "4000"),
    ],
)
@pytest.mark.parametrize("planned", [True, False])
def test_the_budget_is_changed_by_so_much(text: str, amount: str, planned: bool) -> None:
    assert changed(text, planned=planned) == {"budget.amount": amount}


@pytest.mark.parametrize("text", ["we are over budget by 200 euros", "we are 200 euros over our budget"])
@pytest.mark.parametrize("planned", [True, False])
def test_what_is_over_the_budget_is_not_the_budget(text: str, planned: bool) -> None:
    assert "budget.amount" not in changed(text, planned=planned)


def test_by_so_much_of_nothing_known_says_nothing() -> None:
    assert changed("we have 200 euros less than I said", planned=False, facts=TripFacts()) == {}


def test_a_bare_sum_answers_the_question_for_the_budget() -> None:
    assert changed("3000 euros", asked=["budget"])["budget.amount"] == "3000"


@pytest.mark.parametrize(
    ("text", "cap"), [("max 40 euros for dinner", "food|40|EUR"), ("spend 500 euros on food", "food|500|EUR")]
)
def test_a_limit_for_a_part_is_still_one(text: str, cap: str) -> None:
    assert changed(text) == {"caps": cap}


@pytest.mark.parametrize(
    ("text", "amount"), [("3000 euros", "3000"), ("about $6,000", "6000"), ("5000 per person", "5000")]
)
def test_without_a_plan_a_bare_sum_is_the_budget_as_before(text: str, amount: str) -> None:
    assert changed(text, planned=False, facts=TripFacts())["budget.amount"] == amount
