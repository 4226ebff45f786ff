"""/undo and its words: the last thing done goes back, of the facts or of the plan, and nothing else."""

from __future__ import annotations

import pytest

from agents.llm.offline import OfflineMind
from tests.agents.talking import say, words_of
from tests.browser import scenes
from trips import changing
from trips.models import PlanProposal, Trip, Turn
from trips.planning.editing import Lock

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def planned(traveller) -> Trip:
    return scenes.planned(traveller)


def said(trip: Trip, text: str) -> Turn:
    turn = say(trip, text, OfflineMind(0))
    assert turn.status == Turn.Status.DONE, turn.error
    return turn


def lock(trip: Trip) -> None:
    uid = next(item.uid for item in trip.plan.plan.days[1].items if item.kind == "visit")
    changing.edit_now(trip, [Lock(kind="lock", uid=uid)], seen=trip.plan.number, cause="A lock")
    trip.refresh_from_db()


@pytest.mark.parametrize(
    "words",
    [
        "/undo",
        "undo",
        "that was not meant",
        "That's not what I meant!",
        "sorry, that was wrong",
        "I did not mean that, put it back",
        "oh no, we didn't want that",
    ],
)
def test_a_changed_fact_goes_back(planned: Trip, words: str) -> None:
    before = planned.facts
    said(planned, "make it five adults and a packed pace")
    assert planned.facts != before
    turn = said(planned, words)
    assert turn.result["command"] == "undo" and planned.facts == before, words_of(turn)
    assert "Undone" in words_of(turn) and "“What you told us” shows it." in words_of(turn)
    assert "Back it goes" not in words_of(turn)
    assert planned.plan.number == 1


def test_one_fact_goes_back_alone(planned: Trip) -> None:
    before = planned.facts
    said(planned, "make it five adults")
    said(planned, "a packed pace please")
    assert planned.facts.pace != before.pace
    turn = said(planned, "I did not mean that, put the party back")
    assert planned.facts.party == before.party and planned.facts.pace == "packed", words_of(turn)
    assert "Of that nothing was changed" in words_of(said(planned, "put the dates back"))


def test_the_newest_of_facts_and_plan_goes_first(planned: Trip) -> None:
    before = planned.facts
    lock(planned)
    said(planned, "make it five adults")
    assert planned.plan.number == 2
    said(planned, "undo")
    assert (planned.facts, planned.plan.number) == (before, 2)
    said(planned, "undo that")
    assert (planned.facts, planned.plan.number) == (before, 1)
    turn = said(planned, "undo")
    assert "nothing to undo" in words_of(turn) and (planned.facts, planned.plan.number) == (before, 1)
    said(planned, "make it five adults")
    lock(planned)
    said(planned, "take that back")
    assert planned.facts.party.adults == 5 and planned.plan.number == 1


def test_what_was_not_meant_long_ago_is_named_first(planned: Trip) -> None:
    said(planned, "make it five adults")
    for words in ("/status", "/help", "/status"):
        said(planned, words)
    turn = said(planned, "that was wrong")
    assert planned.facts.party.adults == 5 and "Say “undo”" in words_of(turn)
    said(planned, "undo")
    assert planned.facts.party.adults != 5


def test_a_change_that_only_waits_is_turned_down(planned: Trip) -> None:
    said(planned, "/plan swap day 2 and 3")
    said(planned, "that is not what I meant")
    assert planned.proposals.get().state == PlanProposal.State.REFUSED and planned.plan.number == 1


def test_an_expense_is_named_with_its_own_way(planned: Trip) -> None:
    before = planned.facts
    said(planned, "make it five adults")
    said(planned, "/cost add 24 EUR lunch")
    turn = said(planned, "undo")
    assert "/cost remove last" in words_of(turn) and "undo the change" in words_of(turn)
    assert planned.expenses.count() == 1 and planned.facts != before
    said(planned, "undo the change")
    assert planned.expenses.count() == 1 and planned.facts == before
    said(planned, "/cost remove last")
    assert not planned.expenses.exists()


def test_the_plan_fits_the_facts_again(planned: Trip) -> None:
    lock(planned)  # a version with the mark of its facts
    said(planned, "make it five adults")
    assert planned.plan.facts_version != planned.facts_version
    said(planned, "undo")
    assert planned.plan.facts_version == planned.facts_version and planned.confirmed
