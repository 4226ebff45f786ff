"""Several things asked for in one message: all are done in one turn, in order."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest

from config import clock
from memory.models import Note
from tests.agents.talking import said, words_of
from tests.scripted_mind import ScriptedMind
from tests.trips.travelling import with_plan
from trips.models import Finding, PlanProposal, Traveller, Trip
from trips.starting import start_trip

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def travelling(db) -> Iterator[Trip]:
    trip = with_plan(start_trip(Traveller.objects.create_user("ada")))
    day = trip.plan.plan.days[1].date
    clock.set_now(dt.datetime.combine(day, dt.time(5), dt.UTC))
    yield trip
    clock.set_now(None)


def test_an_expense_and_a_report(travelling: Trip) -> None:
    facts = travelling.facts
    turn = said(travelling, "lunch 2400 yen and we loved it but my feet hurt")
    (expense,) = travelling.expenses.all()
    assert (expense.amount, expense.currency, expense.what.casefold()) == (2400, "JPY", "lunch")
    assert travelling.feedback.exists() and "2,400" in words_of(turn) and travelling.facts == facts


def test_a_change_of_the_plan_and_an_expense(travelling: Trip) -> None:
    turn = said(travelling, "swap day 2 and 3, and lunch was 1800 yen")
    assert travelling.expenses.get().amount == 1800
    proposal = travelling.proposals.get()
    assert proposal.state == PlanProposal.State.OPEN and "swapped" in proposal.sentence
    assert "swapped" in words_of(turn) and "1,800" in words_of(turn)
    said(travelling, "yes")
    assert travelling.plan.number == 2


def test_an_expense_a_change_and_what_is_on(travelling: Trip) -> None:
    turn = said(travelling, "lunch 1800 yen; swap day 2 and 3; what's on tomorrow?")
    assert travelling.expenses.get().amount == 1800 and "swapped" in travelling.proposals.get().sentence
    assert "(day 3)" in words_of(turn)


def test_a_change_and_the_agenda(travelling: Trip) -> None:
    turn = said(travelling, "swap day 2 and 3, and show me the agenda for tomorrow")
    assert travelling.proposals.exists() and "(day 3)" in words_of(turn)


def test_a_rank_and_an_expense(travelling: Trip) -> None:
    Finding.objects.create(
        trip=travelling, city="Kyoto", kind="place", name="Nijo Castle", name_key="nijo castle",
        place_id="kyoto:nijo-castle", researched_at=clock.now(),
    )  # fmt: skip
    turn = said(travelling, "Nijo Castle is a must and lunch was 20 euros")
    assert travelling.expenses.get().what == "lunch"
    assert "under Priorities" in words_of(turn)


def test_a_report_is_kept_beside_a_wish_that_asks(travelling: Trip) -> None:
    said(travelling, "the guide was great, can we do less walking tomorrow?")
    assert travelling.feedback.get().liked == ["guide"] and travelling.proposals.exists()


def test_something_to_remember_and_a_change(travelling: Trip) -> None:
    said(travelling, "remember we are vegetarian and swap day 2 and 3")
    (note,) = Note.objects.filter(pinned=True)
    assert note.text.rstrip(".") == "we are vegetarian"
    assert "swapped" in travelling.proposals.get().sentence


@pytest.mark.parametrize(
    "words",
    [
        "taxi 2000 yen and dinner 6000 yen",
        "remember that we love jazz and hate museums",
        "swap day 2 and 3",
    ],
)
def test_what_is_one_thing_stays_one(travelling: Trip, words: str) -> None:
    turn = said(travelling, words)
    assert "One after the other" not in words_of(turn)


def test_a_model_may_ask_for_several(travelling: Trip) -> None:
    decision = {
        "mode": "DELEGATE",
        "command": "remember",
        "argument": "we are vegetarian",
        "then": [{"command": "status"}],
    }
    mind = ScriptedMind({"orchestrator": [{"reply": "Both.", "decision": decision}]})
    turn = said(travelling, "keep in mind we are vegetarian, and where do we stand", mind)
    assert Note.objects.filter(pinned=True).count() == 1 and turn.result["command"] == "remember"
    assert "You are on the way." in words_of(turn)
