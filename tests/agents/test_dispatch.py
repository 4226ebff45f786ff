"""DISPATCH and FINALIZE: specialists at the same time, options that are checked, failures that are said."""

from __future__ import annotations

import pytest

from agents.llm.base import ModelError
from agents.models import TurnEvent
from agents.offline import words
from tests.agents.mixed_mind import Mixed
from tests.agents.talking import BOSTON, BOSTON_CHANGES, answer, clarify, confirm, dispatch, idea, kinds, say
from tests.scripted_mind import ScriptedMind
from trips import choosing
from trips.models import Option, Turn

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def confirmed(trip):
    say(trip, BOSTON, ScriptedMind([confirm(changes=BOSTON_CHANGES)]))
    return trip


def test_three_checked_options_that_share_at_most_half_of_their_visits(confirmed):
    turn = say(confirmed, "Yes, that's perfect!", Mixed({"orchestrator": [dispatch("Yes")]}))
    assert (turn.status, turn.mode) == (Turn.Status.DONE, "FINALIZE")
    options = list(confirmed.options.on_offer())
    assert 2 <= len(options) <= 3
    visits = []
    for option in options:
        verdict = option.verdict
        assert verdict.offerable and verdict.passed >= 12
        assert not {r.id for r in verdict.not_checked} & {1, 2, 3, 4, 7, 11, 12, 13, 16, 18, 22, 26}
        visits.append({item.place_id for item in option.plan.items() if item.kind == "visit"})
    for a in range(len(visits)):
        for b in range(a):
            assert len(visits[a] & visits[b]) <= min(len(visits[a]), len(visits[b])) / 2
    assert confirmed.confirmed and turn.result["comparison"]
    assert {f["specialist"] for f in turn.result["findings"]} == {"transport", "stay", "food"}


def test_specialists_start_before_any_of_them_ends(confirmed):
    turn = say(confirmed, "yes", Mixed({"orchestrator": [dispatch("yes")]}))
    rows = TurnEvent.objects.filter(turn=turn).order_by("seq")
    keys = [(row.kind, row.data.get("key")) for row in rows]
    starts = [keys.index(("agent_started", name)) for name in ("transport", "stay", "food")]
    ends = [keys.index(("agent_done", name)) for name in ("transport", "stay", "food")]
    assert max(starts) < min(ends)


def test_code_fills_in_for_a_failing_specialist_and_says_so(confirmed):
    script = {
        "orchestrator": [dispatch("yes")],
        "stay": [ModelError("refusal", permanent=True)],
    }
    turn = say(confirmed, "yes", Mixed(script))
    assert turn.mode == "FINALIZE" and "agent_failed" not in kinds(turn)
    assert turn.result["notes"] == [words.filled_in(["the places to stay"])[0]]
    (stay,) = [finding for finding in turn.result["findings"] if finding["specialist"] == "stay"]
    assert stay["recommendations"][0]["place_id"].startswith("boston:")
    assert confirmed.options.on_offer().count() >= 2


def test_all_three_work_unless_the_traveller_said_a_part_is_settled(confirmed):
    left_out = dispatch("yes", specialists=("transport", "food"))
    settled = dispatch("yes", specialists=("transport", "food"), settled=("stay",))
    mind = Mixed({"orchestrator": [left_out, settled]})
    turn = say(confirmed, "yes, and we have a flat to sleep in", mind)
    assert turn.mode == "FINALIZE"
    assert "No task for stay" in mind.scripted.calls[1].messages[-1].text


ONE = {"title": "A", "for_whom": "all", "pace": "moderate", "level": "mid", "focus": ["history"]}


@pytest.mark.parametrize(
    "options",
    [[], [ONE], [ONE, ONE], [ONE, {**ONE, "title": "Almost A", "pace": "relaxed"}]],
    ids=["none", "one", "the same twice", "two that are alike"],
)
def test_outlines_that_are_too_few_or_alike_are_filled_up_by_code(confirmed, options):
    outlined = {"reply": "Here they are.", "options": options}
    mind = Mixed({"orchestrator": [dispatch("yes"), outlined], "finalize": []})
    turn = say(confirmed, "yes", mind)
    assert turn.mode == "FINALIZE" and len(mind.scripted.calls) == 2
    titles = [option.plan.title for option in confirmed.options.on_offer()]
    assert len(titles) == 2 and (titles[0] == "A" or not options)
    assert words.filled_in(["another option"])[0] in turn.result["notes"]


def test_choosing_makes_the_plan_and_keeps_the_others(confirmed):
    say(confirmed, "yes", Mixed({"orchestrator": [dispatch("yes")]}))
    first, second, *_ = confirmed.options.on_offer()
    version = choosing.select(confirmed, second)
    assert confirmed.plan == version and version.number == 1
    assert version.plan_json == second.plan_json
    first.refresh_from_db()
    assert first.state == Option.State.KEPT
    assert choosing.select(confirmed, second) == version
    assert choosing.select(confirmed, first).parent == version


def test_an_option_can_be_chosen_in_words(confirmed):
    say(confirmed, "yes", Mixed({"orchestrator": [dispatch("yes")]}))
    chosen = {"reply": "The second it is.", "decision": {"mode": "ANSWER", "choose_option": 2}}
    say(confirmed, "I take the second", ScriptedMind([chosen]))
    assert confirmed.plan.option.position == 2


def test_turning_all_down_keeps_the_reason_and_needs_a_new_yes(confirmed):
    say(confirmed, "yes", Mixed({"orchestrator": [dispatch("yes")]}))
    no = clarify("I keep that in mind.", topics=("other:different",))
    no["decision"]["rejection_quote"] = "too expensive"
    turn = say(confirmed, "None of these, too expensive", ScriptedMind([no]))
    assert turn.mode == "CLARIFY"
    assert {option.reason for option in confirmed.options.all()} == {"too expensive"}
    assert not confirmed.confirmed and not confirmed.options.on_offer().exists()


def test_a_changed_fact_takes_the_options_off_offer(confirmed):
    say(confirmed, "yes", Mixed({"orchestrator": [dispatch("yes")]}))
    party = {"path": "party.adults", "op": "set", "value": "4", "quote": "four"}
    turn = say(confirmed, "make it four people", ScriptedMind([confirm(changes=[party])]))
    assert turn.mode == "CONFIRM" and confirmed.facts.party.adults == 4
    chosen = {"reply": "Right.", "decision": {"mode": "ANSWER", "choose_option": 1}}
    mind = ScriptedMind([chosen, answer("They were made for two.")])
    say(confirmed, "option 1 then", mind)
    assert confirmed.plan is None


def test_findings_of_a_real_mind_end_in_the_result(confirmed):
    script = {"orchestrator": [dispatch("yes")], **{n: [idea(n)] for n in ("transport", "stay", "food")}}
    turn = say(confirmed, "yes", Mixed(script))
    assert {f["headline"] for f in turn.result["findings"]} == {"transport found", "stay found", "food found"}
