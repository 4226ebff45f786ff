"""A plan is chosen, a fact changes: the yes plans again, and the plan of before stays beside what is new."""

from __future__ import annotations

import pytest

from agents.board.board import board_of
from agents.llm.base import Mind
from agents.llm.offline import OfflineMind
from agents.validation.modes import Situation, allowed_modes
from tests.agents.mixed_mind import Mixed
from tests.agents.talking import BOSTON, BOSTON_CHANGES, answer, confirm, dispatch, say
from trips import choosing
from trips.models import Option, Traveller, Trip
from trips.starting import start_trip

pytestmark = pytest.mark.django_db(transaction=True)
FOUR = {"path": "party.adults", "op": "set", "value": "4", "quote": "four"}


@pytest.fixture
def trip(db) -> Trip:
    return start_trip(Traveller.objects.create_user("ada"))


def offline() -> Mind:
    return OfflineMind(0)


def scripted(*answers: dict) -> Mind:
    return Mixed({"orchestrator": list(answers)})


#: The orchestrator of each mind, message by message; specialists and planner are code in both.
MINDS = {
    "offline": [offline] * 4,
    "scripted": [
        lambda: scripted(confirm(changes=BOSTON_CHANGES)),
        lambda: scripted(dispatch("yes")),
        lambda: scripted(confirm(changes=[FOUR])),
        lambda: scripted(dispatch("yes")),
    ],
}


@pytest.mark.parametrize("name", MINDS)
def test_a_chosen_plan_a_changed_fact_and_the_yes_plan_again(trip: Trip, name: str) -> None:
    minds = MINDS[name]
    assert say(trip, BOSTON, minds[0]()).mode == "CONFIRM"
    assert say(trip, "yes", minds[1]()).mode == "FINALIZE"
    say(trip, "/select 2", offline())
    first = trip.plan
    assert say(trip, "make it four people", minds[2]()).mode == "CONFIRM"
    assert trip.plan == first  # stays until another is chosen

    turn = say(trip, "yes", minds[3]())
    assert (turn.status, turn.mode) == ("done", "FINALIZE"), turn.error
    assert trip.plan == first and trip.confirmed
    offered = list(trip.options.on_offer())
    assert len(offered) >= 2 and {option.plan.travellers for option in offered} == {4}
    assert choosing.choosable(trip) == offered
    assert board_of(trip, {}).view == "options" and board_of(trip, {"view": "plan"}).view == "plan"

    say(trip, "/select 1", offline())
    assert board_of(trip, {}).view == "plan"
    assert trip.plan.option == offered[0] and trip.plan.parent == first
    first.option.refresh_from_db()
    assert first.option.state == Option.State.SELECTED  # still there to compare and to go back to
    assert first.plan.travellers == 2


def test_just_plan_it_with_the_change_plans_at_once(trip: Trip) -> None:
    say(trip, f"{BOSTON}, just plan it", offline())
    say(trip, "/select 1", offline())
    turn = say(trip, "make it four people, just plan it", offline())
    assert (turn.status, turn.mode) == ("done", "FINALIZE"), turn.error


def test_just_plan_it_again_for_the_same_facts_does_not_fail(trip: Trip) -> None:
    say(trip, f"{BOSTON}, just plan it", offline())
    offered = say(trip, "just plan it", offline())
    assert (offered.status, offered.mode) == ("done", "ANSWER"), offered.error
    say(trip, "/select 1", offline())
    chosen = say(trip, "just plan it", offline())
    assert (chosen.status, chosen.mode) == ("done", "ANSWER"), chosen.error


def test_a_model_may_not_plan_again_without_a_changed_fact(trip: Trip) -> None:
    say(trip, f"{BOSTON}, just plan it", offline())
    say(trip, "/select 1", offline())
    mind = scripted(dispatch("yes"), answer("It is your plan already."))
    assert say(trip, "yes", mind).mode == "ANSWER"


def test_the_modes_beside_a_chosen_plan() -> None:
    chosen = {"plan_chosen": True}
    assert allowed_modes(Situation(confirmed=True, **chosen)) == {"ANSWER", "CLARIFY"}
    assert allowed_modes(Situation(confirmed=True, consent=True, **chosen)) == {"ANSWER", "CLARIFY"}
    assert allowed_modes(Situation(**chosen)) == {"ANSWER", "CONFIRM"}
    assert allowed_modes(Situation(summary_shown=True, **chosen)) == {"ANSWER", "CONFIRM", "CLARIFY"}
    assert "DISPATCH" in allowed_modes(Situation(consent=True, **chosen))
    assert "DISPATCH" not in allowed_modes(Situation(consent=True, missing=("dates",), **chosen))
