"""A yes belongs to what was asked last; beside a plan nothing unread offers to plan again, and after the last
day nobody plans."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest

from agents.llm.offline import OfflineMind
from agents.offline.corrections import NOTHING_ASKED
from agents.validation.modes import Situation, allowed_modes
from config import clock
from tests.agents.planned import paris_chosen
from tests.agents.talking import say, words_of
from trips.models import PlanProposal, Trip, Turn

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def clock_goes_back() -> Iterator[None]:
    yield
    clock.set_now(None)


@pytest.fixture
def chosen(built) -> Trip:
    trip = built(chosen_in_november)
    at("2026-11-22T12:00")
    return trip


def chosen_in_november() -> Trip:
    at("2026-11-22T12:00")
    return paris_chosen()


def at(moment: str) -> None:
    clock.set_now(dt.datetime.fromisoformat(moment).replace(tzinfo=dt.UTC))


def said(trip: Trip, text: str) -> Turn:
    turn = say(trip, text, OfflineMind(0))
    assert turn.status == Turn.Status.DONE, turn.error
    return turn


def waiting(trip: Trip) -> int:
    return trip.proposals.filter(state=PlanProposal.State.OPEN).count()


def test_a_yes_goes_to_the_summary_that_was_asked_after_a_change(chosen: Trip) -> None:
    assert said(chosen, "make it four people").mode == "CONFIRM"
    said(chosen, "/plan less walking on day 2")
    assert waiting(chosen) == 1
    assert said(chosen, "the budget is 2500 euros").mode == "CONFIRM"
    plan = chosen.plan
    assert said(chosen, "yes").mode == "FINALIZE"
    assert chosen.plan == plan


def test_a_yes_goes_to_the_change_that_was_asked_after_a_summary_and_to_nothing_then(chosen: Trip) -> None:
    assert said(chosen, "make it four people").mode == "CONFIRM"
    said(chosen, "/plan less walking on day 2")
    turn = said(chosen, "yes")
    assert turn.result["command"] == "plan" and chosen.plan.number == 2
    turn = said(chosen, "yes")
    assert turn.mode == "ANSWER" and NOTHING_ASKED in words_of(turn)
    assert not chosen.options.on_offer() and chosen.plan.number == 2


def test_a_question_in_between_takes_no_yes_away(chosen: Trip) -> None:
    said(chosen, "/plan less walking on day 2")
    said(chosen, "which bookings are still open?")
    said(chosen, "yes")
    assert chosen.plan.number == 2


def test_a_yes_to_what_to_change_is_no_yes_to_the_change_before(chosen: Trip) -> None:
    said(chosen, "/plan less walking on day 2")
    assert said(chosen, "the dates").mode == "CLARIFY"
    said(chosen, "yes")
    assert chosen.plan.number == 1 and waiting(chosen) == 1


@pytest.mark.parametrize("words", ["make it sparkle a little", "put some colour into the third day"])
def test_what_is_unread_offers_no_new_plan(chosen: Trip, words: str) -> None:
    assert said(chosen, "make it four people").mode == "CONFIRM"
    turn = said(chosen, words)
    assert "send the team" not in words_of(turn) and "plan again" not in words_of(turn)


def test_after_the_last_day_nobody_is_sent_out(chosen: Trip) -> None:
    said(chosen, "make it four people")
    at("2027-05-10T12:00")
    before = chosen.facts_version
    for words in ("yes", "just plan it", "less walking", "make it five people", "yes", "20 to 24 June 2027"):
        turn = said(chosen, words)
        assert turn.mode not in ("FINALIZE", "CONFIRM", "CLARIFY"), words
    assert chosen.facts_version == before
    for consent in (True, False):
        situation = Situation(ended=True, plan_chosen=True, consent=consent, companions=frozenset({"cost"}))
        assert allowed_modes(situation) == {"ANSWER", "DELEGATE"}
