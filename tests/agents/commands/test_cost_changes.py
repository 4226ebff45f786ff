"""What was noted is corrected and taken away in plain words; no sum of a message is lost without a word."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tests.agents.commands.test_cost import asked, rows
from tests.trips.travelling import booked, with_plan
from trips.models import Trip

pytestmark = [pytest.mark.django_db(transaction=True)]
BEFORE = "2027-11-10T05:00"


@pytest.fixture
def kyoto(trip) -> Trip:
    return with_plan(trip)


def sums(trip: Trip) -> list[str]:
    return [f"{amount} {currency} {what}" for amount, currency, _category, what in rows(trip)]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("that taxi was 60 not 50", ["60 EUR taxi", "2400 JPY lunch"]),
        ("no, the taxi was 60 euros", ["60 EUR taxi", "2400 JPY lunch"]),
        ("no, 2600 yen", ["50 EUR taxi", "2600 JPY lunch"]),
        ("it was not 50 but 60 euros", ["60 EUR taxi", "2400 JPY lunch"]),
    ],
)
def test_the_expense_that_is_meant_is_corrected(kyoto, words, expected) -> None:
    asked(kyoto, "taxi 50 euros, lunch 2400 yen")
    _turn, text = asked(kyoto, words)
    assert sums(kyoto) == expected
    assert "Corrected: " in text and " → " in text and "in 2 expenses" in text
    row = next(row for row in kyoto.expenses.all() if row.before)
    assert row.before["amount"] in ("50.00", "2400.00")  # the board's undo puts it back


def test_what_corrects_nothing_that_is_noted_is_a_new_expense_or_said(kyoto) -> None:
    asked(kyoto, "the taxi was 60 euros, not 50")
    assert sums(kyoto) == ["60 EUR taxi"]
    _turn, text = asked(kyoto, "no, 5000 euros")  # no slip of the tongue makes that of a taxi
    assert sums(kyoto) == ["60 EUR taxi"]
    assert "I find no expense that this corrects" in text and "/cost budget" in text


def test_the_same_correction_said_twice_counts_once(kyoto) -> None:
    asked(kyoto, "taxi 50 euros")
    asked(kyoto, "that taxi was 60 not 50")
    _turn, text = asked(kyoto, "that taxi was 60 not 50")
    assert sums(kyoto) == ["60 EUR taxi"] and "“taxi” is noted as €60 already." in text


def test_a_bare_sum_corrects_only_what_the_message_before_it_noted(kyoto) -> None:
    asked(kyoto, "taxi 50 euros")
    asked(kyoto, "/cost")
    _turn, text = asked(kyoto, "no, 60 euros")
    assert sums(kyoto) == ["50 EUR taxi"] and "I find no expense that this corrects" in text


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("delete the last expense", ["50 EUR taxi"]),
        ("please remove the taxi expense", ["2400 JPY lunch"]),
        ("/cost remove last", ["50 EUR taxi"]),
        ("/cost remove 50 EUR taxi", ["2400 JPY lunch"]),
    ],
)
def test_an_expense_goes_by_words_and_it_is_said_which(kyoto, words, left) -> None:
    asked(kyoto, "taxi 50 euros, lunch 2400 yen")
    _turn, text = asked(kyoto, words)
    assert sums(kyoto) == left
    assert "Removed: " in text and "notes it again." in text and "in 1 expense" in text


def test_what_is_not_noted_cannot_go(kyoto) -> None:
    asked(kyoto, "taxi 50 euros")
    _turn, text = asked(kyoto, "remove the museum expense")
    assert sums(kyoto) == ["50 EUR taxi"] and "I find no expense for “museum”" in text


def test_a_sum_beside_expenses_that_is_none_is_named(kyoto) -> None:
    _turn, text = asked(kyoto, "we paid 12 euros for the bus, the museum costs 20 euros")
    assert sums(kyoto) == ["12 EUR bus"]
    assert "Not noted as spent: “the museum costs 20 euros”." in text


def test_a_part_is_noted_with_the_whole_beside_it(kyoto) -> None:
    _turn, text = asked(kyoto, "we paid half of the 400 euro tour")
    assert sums(kyoto) == ["200 EUR tour"] and "of €400 in all" in text


@pytest.mark.parametrize("line", ["/cost add 3 Euro 50 water", "3 Euro 50 for water"])
def test_cents_are_read_alike_by_both_ways_in(kyoto, line) -> None:
    asked(kyoto, line)
    assert sums(kyoto) == ["3.5 EUR water"]


def test_a_sign_of_several_countries_is_that_of_the_trip_or_named_as_a_guess(kyoto) -> None:
    _turn, text = asked(kyoto, "/cost add 100 kr herring")
    assert sums(kyoto) == ["100 SEK herring"]
    assert "I take it for SEK: say the code of another" in text
    facts = kyoto.facts_json | {"origin": {"name": "Copenhagen", "city_id": 2618425, "country": "DK"}}
    Trip.objects.filter(pk=kyoto.pk).update(facts_json=facts)
    _turn, text = asked(kyoto, "/cost add 100 kr fish")
    assert sums(kyoto)[-1] == "100 DKK fish" and "I take it for" not in text


@pytest.mark.parametrize(("line", "known"), [("/cost nonsense", False), ("/cost what is left?", True)])
def test_an_argument_that_is_no_word_of_it_is_said(kyoto, line, known) -> None:
    _turn, text = asked(kyoto, line)
    assert ("/cost knows no “nonsense”" in text) is not known
    assert "Nothing is noted yet." in text


def test_words_that_were_read_as_markup_are_missed_aloud(kyoto) -> None:
    _turn, text = asked(kyoto, "/cost add 5 € <script>alert(1)</script>")
    assert sums(kyoto) == ["5 EUR "] and "was read as markup and is left out" in text


def test_what_is_booked_is_named_until_it_is_noted_as_spent(kyoto) -> None:
    asked(kyoto, "/cost budget 200000 JPY", now=BEFORE)
    booked(kyoto, title="Eurostar", price=Decimal(300), currency="EUR")
    _turn, text = asked(kyoto, "/cost", now=BEFORE)
    assert "Booked, and not noted as spent: Eurostar, €300. With what is booked ¥" in text
    _turn, text = asked(kyoto, "/cost add 300 EUR Eurostar", now=BEFORE)
    assert "Booked" not in text


def test_a_budget_below_the_plan_is_said_with_the_check_that_fails_now(kyoto) -> None:
    asked(kyoto, "/cost budget 90000000 JPY", now=BEFORE)
    _turn, text = asked(kyoto, "/cost budget 20000 JPY", now=BEFORE)
    assert "1 check of your plan fails that did not before. Costs and budget: " in text
    _turn, text = asked(kyoto, "/cost", now=BEFORE)
    total = kyoto.plan.plan.total
    assert f"The plan comes to ¥{total:,.0f}, ¥{total - 20000:,.0f} over the budget." in text
    assert "¥20,000 is not spent yet." in text
