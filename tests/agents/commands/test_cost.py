"""/cost through a turn: the line, the same in plain words, with a model, with one that makes things up."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest

from agents import commands, turns
from agents.llm.base import ModelError
from agents.offline.words import filled_in
from tests.agents.talking import say
from tests.scripted_mind import ScriptedMind
from tests.trips.travelling import at, with_plan
from trips import spending
from trips.models import Expense, Trip, Turn

pytestmark = [pytest.mark.django_db(transaction=True)]
NOON = "2027-11-20T05:00"  # 14:00 in Kyoto, the plan's second day


@pytest.fixture
def kyoto(trip) -> Trip:
    return with_plan(trip)


def asked(trip: Trip, line: str, mind=None, now: str = NOON) -> tuple[Turn, str]:
    with at(now):
        turn = say(trip, line, mind)
    assert turn.status == Turn.Status.DONE, turn.error
    message = turn.messages.filter(author="agent").last()
    trip.refresh_from_db()
    return turn, message.text


def rows(trip: Trip) -> list[tuple[str, str, str, str]]:
    return [
        (format(row.amount.normalize(), "f"), row.currency, row.category, row.what)
        for row in trip.expenses.order_by("pk")
    ]


def delegating(argument: str = "", **answer) -> ScriptedMind:
    """The orchestrator delegates, then the cost agent says this, as often as it is asked."""
    lead = {
        "reply": "I look at the money.",
        "decision": {"mode": "DELEGATE", "command": "cost", "argument": argument},
    }
    said = {"reply": "You are doing well.", "short_summary": "money", "next_step": "Go on."} | answer
    return ScriptedMind({"orchestrator": [lead], "cost": [said] * 3})


LUNCH = ("2400", "JPY", "food", "lunch")


@pytest.mark.parametrize("line", ["/cost add 2400 JPY lunch", "lunch 2400 yen", "/cost lunch was 2400 yen"])
def test_the_line_and_plain_words_are_the_same(kyoto, line) -> None:
    turn, text = asked(kyoto, line)
    assert rows(kyoto) == [LUNCH]
    row = kyoto.expenses.get()
    assert (row.city, row.date, row.paid_by.role) == ("Kyoto", dt.date(2027, 11, 20), "owner")
    assert row.message == turn.messages.get(author="traveller")
    assert "Noted: lunch, ¥2,400, food, Kyoto, Saturday 20 November." in text
    assert "Spent so far: ¥2,400 in 1 expense." in text
    assert turn.messages.filter(author="agent").last().agent == "cost"


def test_money_of_elsewhere_is_told_with_its_dated_rate(kyoto) -> None:
    _turn, text = asked(kyoto, "we paid €35 for the museum, taxi 18 dollars")
    assert rows(kyoto) == [("35", "EUR", "visits", "museum"), ("18", "USD", "transport", "taxi")]
    value = kyoto.expenses.get(currency="EUR").amount_in_trip_currency
    assert f"museum, €35 = ¥{value:,.0f} (1 EUR = " in text and "European Central Bank" in text
    total = sum(row.amount_in_trip_currency for row in kyoto.expenses.all())
    assert f"¥{total:,.0f} in 2 expenses" in text


def test_plain_words_of_spending_change_no_fact(kyoto) -> None:
    before = kyoto.facts
    asked(kyoto, "spent 120 on dinner, Zoë paid")
    assert kyoto.facts == before
    assert kyoto.expenses.get().paid_by.name == "Zoë"


@pytest.mark.parametrize(
    "words",
    ["how much is lunch, 2400 yen?", "is 35 euros too much for the museum?", "the museum costs 600 yen"],
)
def test_a_price_that_is_asked_about_is_no_expense(kyoto, words) -> None:
    asked(kyoto, words)
    assert not kyoto.expenses.exists()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("/cost add", "Write the sum, its currency and what it was for"),
        ("/cost add lunch", "I find no sum in that."),
        ("/cost add 0 JPY lunch", "A sum of zero is no expense."),
        ("/cost add 20 XYZ lunch", "“XYZ” is no currency I know"),
        ("/cost add 5,000,000,000 JPY lunch", "too large"),
        ("/cost add -20 EUR refund", "noted in the form, as a sum below zero"),
        ("/cost budget", "Write a sum and its currency"),
        ("/cost budget lots", "Write a sum and its currency"),
    ],
)
def test_what_cannot_be_noted_is_said(kyoto, line, sentence) -> None:
    _turn, text = asked(kyoto, line)
    assert sentence in text and not kyoto.expenses.exists()


def test_a_currency_without_a_rate_is_noted_and_stays_out_of_the_sums(kyoto) -> None:
    _turn, text = asked(kyoto, "/cost add 50 VES arepas")
    assert kyoto.expenses.get().amount_in_trip_currency is None
    assert "no rate from VES to JPY is known: it stays out of the sums" in text
    assert "Spent so far: ¥0 in 0 expenses, without 1 expense whose currency has no rate." in text


def test_a_sum_without_a_currency_is_in_that_of_the_city(kyoto) -> None:
    asked(kyoto, "/cost add 18 taxi")
    assert rows(kyoto) == [("18", "JPY", "transport", "taxi")]


def test_the_overview_has_every_figure_and_tips_of_the_plan(kyoto) -> None:
    asked(kyoto, "/cost budget 200000 JPY")
    asked(kyoto, "/cost add 5000 JPY dinner")
    turn, text = asked(kyoto, "/cost")
    assert "Day 2 of 3. Spent so far: ¥5,000 in 1 expense." in text
    assert "Of the budget of ¥200,000, ¥195,000 is left: ¥97,500 a day for 2 days, today included." in text
    titles = [item.title for item in kyoto.plan.plan.items()]
    tips = [line for line in text.splitlines() if "would save about" in line]
    assert tips and all(any(title in tip for title in titles) for tip in tips)
    assert [label for label, _address in turn.result["links"]] == ["Open", "As a file (CSV)"]


def test_before_there_is_a_plan_it_says_what_is_missing_and_notes_all_the_same(trip) -> None:
    _turn, text = asked(trip, "/cost")
    assert "There is no plan yet" in text and "/select" in text and "/cost add" in text
    asked(trip, "/cost add 900 USD flights")
    _turn, text = asked(trip, "/cost all")
    assert rows(trip) == [("900", "USD", "transport", "flights")] and "$900" in text


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("/cost budget 3000 EUR", (3000, "EUR", "total")),
        ("/cost budget €120 a day", (120, "EUR", "per_day")),
        ("/cost budget 1,500 dollars per person", (1500, "USD", "per_person")),
        ("/cost budget 250000", (250000, "JPY", "total")),
    ],
)
def test_the_budget_is_a_fact_with_its_source(kyoto, line, expected) -> None:
    turn, text = asked(kyoto, line)
    budget = kyoto.facts.budget
    assert (budget.amount, budget.currency, budget.scope) == expected
    change = kyoto.fact_changes.get(path="budget.amount")
    assert (change.turn, change.message, change.by) == (
        turn,
        turn.messages.get(author="traveller"),
        "traveller",
    )
    assert "The budget is" in text


def test_a_budget_in_other_money_converts_what_is_noted(kyoto) -> None:
    asked(kyoto, "/cost add 2400 JPY lunch")
    _turn, text = asked(kyoto, "/cost budget 3000 EUR")
    row = kyoto.expenses.get()
    assert (row.trip_currency, kyoto.currency) == ("EUR", "EUR")
    assert row.amount_in_trip_currency == (2400 * row.rate).quantize(Decimal("0.01"))
    assert "Every sum of the trip is in EUR from now on" in text


def test_the_same_message_counts_once(kyoto, traveller) -> None:
    with at(NOON):
        turn = say(kyoto, "lunch 2400 yen")
        message = turn.messages.get(author="traveller")
        again = turns.start_turn(kyoto, "lunch 2400 yen", message.client_key, traveller)
    assert again.pk == turn.pk and kyoto.expenses.count() == 1
    entry = spending.Entry(Decimal(2400), "JPY", dt.date(2027, 11, 20), "lunch")
    from agents.commands.cost_noting import NoteExpenses

    with at(NOON):
        said = NoteExpenses((entry,)).write(kyoto, turn, message)
    assert "counts once" in said and kyoto.expenses.count() == 1


# --- With a model --------------------------------------------------------------------------------


def test_a_model_is_not_asked_for_what_code_has_read(kyoto) -> None:
    mind = delegating("add lunch 2400 yen")
    _turn, text = asked(kyoto, "lunch 2400 yen", mind)
    assert rows(kyoto) == [LUNCH] and "Spent so far: ¥2,400" in text
    assert [request.agent for request in mind.calls] == ["orchestrator"]


def test_a_model_puts_words_to_the_figures_of_code(kyoto) -> None:
    asked(kyoto, "/cost add 5000 JPY dinner")
    _turn, text = asked(kyoto, "how are we doing with money?", delegating())
    assert "You are doing well." in text and "Spent so far: ¥5,000 in 1 expense." in text


def test_a_sum_of_the_models_own_is_never_shown(kyoto) -> None:
    asked(kyoto, "/cost add 5000 JPY dinner")
    mind = delegating(reply="You have spent ¥7,777 and ¥12,345 is left.")
    turn, text = asked(kyoto, "how are we doing with money?", mind)
    assert "7,777" not in text and "12,345" not in text
    assert "Spent so far: ¥5,000 in 1 expense." in text
    assert turn.result["notes"] == filled_in(["the overview of the costs"])
    assert "none of the figures you were given" in mind.calls[-1].messages[-1].text


def test_a_model_adds_what_code_could_not_read_in_the_travellers_words(kyoto) -> None:
    unread = "hello again, we let go of 4200 yen over the hammock"
    expense = {
        "what": "hammock", "amount": "4200", "currency": "JPY", "category": "other", "date": "2027-11-20",
        "quote": "we let go of 4200 yen over the hammock",
    }  # fmt: skip
    with at(NOON):
        assert not spending.read_on(kyoto, unread).found
    _turn, text = asked(kyoto, unread, delegating(expenses=[expense], reply="A fine hammock."))
    assert rows(kyoto) == [("4200", "JPY", "other", "hammock")]
    assert "Noted: hammock, ¥4,200" in text and "¥4,200 in 1 expense" in text


@pytest.mark.parametrize(
    ("words", "expense"),
    [
        ("should we pay 9000 yen for dinner?", {"amount": "9000", "quote": "pay 9000 yen for dinner"}),
        ("our budget is 9000 yen a day", {"amount": "9000", "quote": "our budget is 9000 yen"}),
        ("how is the money going?", {"amount": "9000", "quote": "we paid 9000 yen"}),
        ("hello again, we let go of 4200 yen", {"amount": "9000", "quote": "with 4200 yen"}),
        (
            "hello again, we let go of 4200 yen",
            {"amount": "4200", "currency": "EUR", "quote": "4200 yen"},
        ),
    ],
)
def test_what_a_model_makes_up_is_not_noted(kyoto, words, expense) -> None:
    made = {"what": "dinner", "currency": "JPY", "category": "food", "date": "2027-11-20"} | expense
    asked(kyoto, words, delegating(expenses=[made]))
    assert not kyoto.expenses.exists()


def test_savings_of_a_model_name_the_plan_or_are_replaced_by_those_of_code(kyoto) -> None:
    made_up = [{"sentence": "Skip the caviar and save ¥99,999."}, {"sentence": "Eat less."}]
    _turn, text = asked(kyoto, "where can we save?", delegating(savings=made_up))
    assert "caviar" not in text and "Eat less" not in text and "would save about" in text


def test_when_the_agent_fails_the_figures_are_there(kyoto) -> None:
    lead = {"reply": "I look.", "decision": {"mode": "DELEGATE", "command": "cost"}}
    failing = [ModelError("overloaded", permanent=True)] * 4
    mind = ScriptedMind({"orchestrator": [lead], "cost": failing})
    turn, text = asked(kyoto, "how are we doing with money?", mind)
    assert "Spent" in text or "Nothing is noted yet." in text
    assert turn.result["notes"]


def test_a_models_budget_needs_the_travellers_sum(kyoto) -> None:
    asked(kyoto, "let us be careful with money", delegating("budget 9999 EUR"))
    assert kyoto.facts.budget.amount is None
    asked(kyoto, "we can spend 3000 euros in all, write that down", delegating("budget 3000 EUR"))
    assert kyoto.facts.budget.amount == 3000


def test_the_agents_prompt_holds_no_name_of_a_member(kyoto) -> None:
    asked(kyoto, "dinner was 9000 yen, Chloé paid")
    mind = delegating()
    asked(kyoto, "how are we doing with money?", mind)
    assert Expense.objects.get().paid_by.name == "Chloé"
    request = next(one for one in mind.calls if one.agent == "cost")
    told = "".join([*(block.text for block in request.system), *(one.text for one in request.messages)])
    assert "Chloé" not in told and "dinner" in told or "food" in told


def test_it_is_a_command_like_the_others(kyoto) -> None:
    command = commands.get("cost")
    assert command.agent == "cost" and command.usage.startswith("/cost [add AMOUNT CURRENCY WHAT")


def test_the_account_is_told_once_after_an_answer(kyoto: Trip) -> None:
    asked(kyoto, "lunch 2400 yen")
    _turn, told = asked(kyoto, "how much have we spent on food?")
    assert "On food:" in told and told.count("Spent so far") == 1
