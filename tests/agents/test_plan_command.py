"""/plan and /undo: line, plain words and button are one function; nothing changes before the yes."""

from __future__ import annotations

import pytest

from agents.offline.words import filled_in
from memory.models import Extraction
from tests.agents.talking import answer, kinds, say, state_in
from tests.browser import scenes
from tests.scripted_mind import Say, ScriptedMind
from trips import changing
from trips.models import PlanProposal, Trip
from trips.planning.editing import Lock
from trips.schemas import Visit

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def planned(traveller) -> Trip:
    return scenes.planned(traveller)


def said(trip: Trip) -> str:
    return trip.messages.order_by("-position").first().text


def a_visit(trip: Trip) -> Visit:
    return next(item for item in trip.plan.plan.days[1].items if isinstance(item, Visit))


@pytest.mark.parametrize("words", ["/plan swap day 2 and 3", "Please swap day 2 and 3."])
def test_a_wish_is_proposed_and_a_yes_makes_it_the_plan(planned, words) -> None:
    turn = say(planned, words)
    assert (turn.status, turn.mode, planned.plan.number) == ("done", "DELEGATE", 1)
    proposal = changing.open_proposal(planned)
    assert proposal.sentence == "Days 2 and 3 are swapped."
    assert (proposal.turn, proposal.message.text) == (turn, words)
    assert "Days 2 and 3 are swapped." in said(planned)
    assert {"agent_started", "agent_done"} <= set(kinds(turn))
    say(planned, "yes")
    assert (planned.plan.number, planned.plan.cause) == (2, "Days 2 and 3 are swapped.")
    assert planned.plan.message.text == "yes"
    say(planned, "undo that")
    assert planned.plan.number == 1


@pytest.mark.parametrize("words", ["no", "/plan no, too much"])
def test_a_no_leaves_it(planned, words) -> None:
    say(planned, "/plan swap day 2 and 3")
    say(planned, words)
    assert planned.plan.number == 1
    assert planned.proposals.get().state == PlanProposal.State.REFUSED


def test_the_board_and_the_line_are_one_yes(planned) -> None:
    say(planned, "/plan swap day 2 and 3")
    changing.accept(planned, changing.open_proposal(planned))
    say(planned, "/plan yes")
    assert said(planned) == "No change waits for a yes."
    assert planned.plan_versions.count() == 2


def test_without_a_plan_it_says_what_is_missing(traveller) -> None:
    offered = scenes.offered(traveller)
    say(offered, "/plan swap day 2 and 3")
    assert "/select" in said(offered)
    say(offered, "/undo")
    assert "/select" in said(offered)
    asked = scenes.asked(traveller)
    say(asked, "/plan cheaper")
    assert "There is no plan yet" in said(asked)


def test_undo_of_nothing_and_a_plan_without_a_wish_are_sentences(planned) -> None:
    say(planned, "/undo")
    assert said(planned).startswith("Nothing was changed since")
    say(planned, "/plan")
    assert "Say what should be different" in said(planned)
    say(planned, "/plan zzz qqq")
    assert "could not read a change" in said(planned)
    assert not planned.proposals.exists()


def test_what_can_not_be_done_is_told_and_not_proposed(planned) -> None:
    visit = a_visit(planned)
    changing.edit_now(planned, [Lock(uid=visit.uid)])
    say(planned, f"/plan remove {visit.title}")
    assert said(planned) == f"{visit.title} is locked: unlock it first. The plan is as it was."
    assert not planned.proposals.exists()


def test_a_night_more_is_proposed_with_the_facts_it_moves(planned) -> None:
    end = planned.facts.dates.end
    say(planned, "/plan one more night in Boston")
    assert planned.facts.dates.end == end
    say(planned, "yes, do it")
    assert (planned.facts.dates.end - end).days == 1
    say(planned, "/undo")
    assert planned.facts.dates.end == end


def test_what_the_planner_did_is_learnt_from(planned) -> None:
    turn = say(planned, "/plan swap day 2 and 3")
    row = Extraction.objects.get(turn=turn, agent="planner")
    assert "swap day 2 and 3" in str(row.source)


# --- A model's edits are a stranger's --------------------------------------------------------------


def edits(*rows: dict, question: str = "") -> Say:
    return Say({"understood": "as asked", "edits": list(rows), "question": question})


def test_edits_that_fit_nothing_go_back_with_the_reason(planned) -> None:
    uid = a_visit(planned).uid
    mind = ScriptedMind(
        {
            "planner": [
                edits(
                    {"kind": "remove_item", "uid": "nobody"},
                    {"kind": "swap_days", "first": 2, "second": 40},
                ),
                edits({"kind": "remove_item", "uid": uid}),
            ]
        }
    )
    say(planned, "/plan without the second stop", mind)
    assert changing.open_proposal(planned) is not None
    first, second = mind.calls
    told = second.messages[-1].text
    assert "there is no item 'nobody'" in told
    assert "there is no day 40; the plan has 4 days" in told
    assert f"{uid}: " in first.messages[0].text and "without the second stop" in first.messages[0].text


def test_meals_that_are_swapped_are_no_days(planned) -> None:
    swap = edits({"kind": "swap_meals", "day": 2, "meal": "lunch", "other_meal": "dinner"})
    turn = say(planned, "/plan the other way round", ScriptedMind({"planner": [swap, swap]}))
    assert (turn.status, turn.result["notes"]) == ("done", [])


def test_after_two_corrections_code_reads_the_wish_and_the_plan_stays(planned) -> None:
    wrong = [{"kind": "remove_item", "uid": f"x{number}"} for number in range(13)]
    mind = ScriptedMind({"planner": [edits(*wrong), edits(wrong[0]), edits()]})
    turn = say(planned, "/plan something else", mind)
    assert turn.status == "done"
    assert said(planned).startswith("I could not read a change of the plan out of that.")
    assert turn.result["notes"] == filled_in(["the plan"])
    assert len(mind.calls) == 3
    assert not planned.proposals.exists()


def test_a_question_is_asked_and_nothing_is_proposed(planned) -> None:
    mind = ScriptedMind({"planner": [edits(question="Which of the two museums do you mean?")]})
    say(planned, "/plan without the museum", mind)
    assert said(planned) == "Which of the two museums do you mean?"
    assert not planned.proposals.exists()


def test_what_can_not_be_done_goes_back_once_more(planned) -> None:
    visit = a_visit(planned)
    changing.edit_now(planned, [Lock(uid=visit.uid)])
    mind = ScriptedMind(
        {
            "planner": [
                edits({"kind": "remove_item", "uid": visit.uid}),
                edits(question="It is locked. Shall I unlock it?"),
            ]
        }
    )
    say(planned, "/plan less of day 2", mind)
    assert "is locked: unlock it first" in mind.calls[1].messages[0].text
    assert said(planned) == "It is locked. Shall I unlock it?"


def test_the_orchestrator_knows_what_waits(planned) -> None:
    say(planned, "/plan swap day 2 and 3")
    mind = ScriptedMind({"orchestrator": [Say(answer("It swaps the two days."))]})
    say(planned, "What would that change?", mind)
    assert "Days 2 and 3 are swapped." in state_in(mind.calls[0])
