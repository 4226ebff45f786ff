"""The life of a turn: taken once, run once, ended once."""

from __future__ import annotations

import asyncio
import datetime as dt
import threading

import pytest
from django.utils import timezone

from agents import turns, waiting
from agents.llm.base import ModelError
from agents.models import ModelCall, StepResult, Switchboard, TurnEvent
from agents.offline.words import filled_in
from agents.runtime.db_thread import close_recorder_connection
from tests.agents.mixed_mind import Mixed
from tests.agents.talking import (
    BOSTON,
    BOSTON_CHANGES,
    answer,
    clarify,
    confirm,
    dispatch,
    kinds,
    run,
    say,
    send,
)
from tests.scripted_mind import Fail, Say, ScriptedMind
from trips import fact_log
from trips.models import FactChange, Message, Question, Turn
from trips.schemas import Change

pytestmark = pytest.mark.django_db(transaction=True)
TODAY = dt.date(2026, 11, 21)


def test_it_stores_message_and_turn_together(trip):
    turn = send(trip, "  Boston, please\x00 ")
    assert turn.status == Turn.Status.QUEUED and turn.number == 1
    assert [m.text for m in turn.messages.all()] == ["Boston, please"]
    assert kinds(turn) == ["queued"]


def test_it_takes_a_repeated_key_as_the_same_turn(trip):
    first, again = send(trip, "Boston", key="k"), send(trip, "Boston", key="k")
    assert first == again
    assert trip.messages.count() == 1


@pytest.mark.parametrize("text", ["", "   ", "x" * 20_001])
def test_it_refuses_what_is_empty_or_too_long_and_changes_nothing(trip, text):
    with pytest.raises(turns.Refused):
        send(trip, text)
    assert trip.messages.count() == trip.turns.count() == 0


def test_it_lets_three_messages_wait_and_refuses_the_next(trip):
    for number in range(4):
        send(trip, f"message {number}")
    with pytest.raises(turns.Refused, match="waiting"):
        send(trip, "one more")
    assert trip.turns.count() == 4


def test_it_answers_and_records_everything_once(trip):
    mind = ScriptedMind([clarify(changes=BOSTON_CHANGES[:1])])
    turn = say(trip, "I want to see Boston", mind)
    assert (turn.status, turn.mode, turn.mind) == (Turn.Status.DONE, "CLARIFY", "scripted")
    assert [d.name for d in trip.facts.destinations] == ["Boston"]
    assert {q.topic for q in trip.questions.open()} == {"dates", "party", "budget"}
    assert [m.author for m in turn.messages.all()] == ["traveller", "agent"]
    change = trip.fact_changes.get()
    assert (change.path, change.quote, change.message.text) == (
        "destinations",
        "Boston",
        "I want to see Boston",
    )
    rows = TurnEvent.objects.filter(turn=turn).order_by("seq")
    assert rows.last().kind == "done" and rows.last().seq == turn.last_seq
    assert "reply_delta" not in kinds(turn)
    call = ModelCall.objects.get(turn=turn)
    assert (call.status, call.tokens_in, call.tokens_out) == ("done", 100, 50)


def test_it_corrects_a_wrong_mode_and_then_answers(trip):
    mind = ScriptedMind([dispatch(), clarify()])
    turn = say(trip, "Hello", mind)
    assert turn.status == Turn.Status.DONE and turn.mode == "CLARIFY"
    assert "DISPATCH is not allowed" in mind.calls[1].messages[-1].text


def test_after_two_corrections_the_reply_stays_and_the_mode_is_one_that_is_allowed(trip):
    wrong = [{**dispatch(), "changes": BOSTON_CHANGES[:1]} for _ in range(3)]
    turn = say(trip, "Boston", ScriptedMind(wrong))
    assert (turn.status, turn.mode) == (Turn.Status.DONE, "CLARIFY")
    assert [m.text for m in turn.messages.filter(author="agent")] == [dispatch()["reply"]]
    assert [place.name for place in trip.facts.destinations] == ["Boston"]
    assert set(trip.questions.open().values_list("topic", flat=True)) == {"dates", "party", "budget"}
    assert turn.result["notes"] == filled_in(["the facts and what comes next"])


@pytest.mark.parametrize("kind", ["refusal", "context_overflow", "bad_request", "not_allowed", "overloaded"])
def test_code_answers_where_another_try_would_not_help(trip, kind):
    turn = say(trip, "Boston", ScriptedMind([ModelError(kind, permanent=True)]))
    assert (turn.status, turn.mode) == (Turn.Status.DONE, "CLARIFY")
    assert turn.result["notes"] == filled_in(["the facts and what comes next"])


def test_a_failed_turn_can_be_tried_again_and_only_once(trip):
    turn = say(trip, "Boston", ScriptedMind([ModelError("connection")]))
    assert turn.status == Turn.Status.FAILED and "Try again" in turn.error
    assert trip.facts_version == 0 and kinds(turn)[-1] == "failed"
    again, twice = turns.retry_turn(turn), turns.retry_turn(turn)
    assert again == twice and again.retry_of == turn
    done = run(again, ScriptedMind([clarify()]))
    assert done.status == Turn.Status.DONE
    with pytest.raises(turns.Refused):
        turns.retry_turn(done)


def test_it_keeps_the_words_of_an_answer_that_broke_off(trip):
    said = '{"reply": "Boston is a fine place. For'
    broken = [Fail(ModelError("connection"), after=said) for _ in range(3)]
    turn = say(trip, "Boston", ScriptedMind(broken))
    assert (turn.status, turn.mode) == (Turn.Status.DONE, "CLARIFY")
    assert [m.text for m in turn.messages.filter(author="agent")] == ["Boston is a fine place."]
    assert turn.result["notes"] == filled_in(["the facts and what comes next"])


@pytest.mark.parametrize("recorded", [False, True])
def test_what_a_model_takes_back_stands_nowhere_but_in_the_call(trip, settings, recorded):
    settings.RECORD_PROMPTS = recorded
    refused = Fail(ModelError("refusal", permanent=True), after='{"reply": "Here is how to get in')
    turn = say(trip, "Boston", ScriptedMind([refused]))
    assert turn.status == Turn.Status.DONE and turn.result["notes"]
    assert "get in" not in str(list(turn.messages.values_list("text", flat=True)))
    assert "get in" not in str(list(turn.events.values_list("data", flat=True)))
    call = ModelCall.objects.get(turn=turn)
    assert ("get in" in call.answer_body, "get in" in call.error) == (recorded, False)


def test_facts_without_the_travellers_words_wait_for_the_yes(trip):
    invented = {"path": "budget.amount", "op": "set", "value": "9000", "quote": "nine thousand"}
    mind = ScriptedMind([confirm(changes=[*BOSTON_CHANGES, invented]), dispatch("Yes")])
    say(trip, BOSTON, mind)
    assert trip.facts.budget.amount is None
    assert [row["path"] for row in trip.pending] == ["budget.amount"]


def test_the_summary_shows_them_and_the_yes_is_what_they_rest_on(trip):
    invented = {"path": "budget.amount", "op": "set", "value": "9000", "quote": "nine thousand"}
    known = {"path": "party.adults", "op": "set", "value": "2", "quote": "the two of us"}
    turn = say(trip, BOSTON, ScriptedMind([confirm(changes=[*BOSTON_CHANGES, invented, known])]))
    shown = [line for line in turn.result["assumed"] if "not find this in your words" in line]
    assert len(shown) == 1 and shown[0].startswith("Budget") and "9000" in shown[0]
    turn = say(trip, "Yes, please", Mixed({"orchestrator": [dispatch("Yes")]}))
    assert turn.mode == "FINALIZE" and trip.facts.budget.amount == 9000 and not trip.pending
    row = trip.fact_changes.get(path="budget.amount")
    assert (row.quote, row.message.text) == ("Yes", "Yes, please")


def test_a_yes_takes_over_nothing_that_its_summary_did_not_show(trip):
    shown = {"path": "pace", "op": "set", "value": "relaxed", "quote": "slowly"}
    unseen = {"path": "budget.amount", "op": "set", "value": "9000", "quote": "nine thousand"}
    say(trip, BOSTON, ScriptedMind([confirm(changes=[*BOSTON_CHANGES, shown])]))
    say(trip, "Do we need a car?", ScriptedMind([{**answer(), "changes": [unseen]}]))
    assert [row["path"] for row in trip.pending] == ["pace"]
    turn = say(
        trip, "Just plan it", Mixed({"orchestrator": [{**dispatch(""), "just_plan_quote": "Just plan it"}]})
    )
    assert turn.mode == "FINALIZE" and trip.facts.budget.amount is None and trip.facts.pace == "relaxed"
    assert {option.plan.pace for option in trip.options.all()} >= {"relaxed"}


def test_a_changed_fact_clears_the_yes(trip):
    say(trip, BOSTON, ScriptedMind([confirm(changes=BOSTON_CHANGES)]))
    assert trip.asked_version == trip.facts_version
    party = {"path": "party.adults", "op": "set", "value": "4", "quote": "four people"}
    mind = ScriptedMind([{**dispatch("Yes"), "changes": [party]}, confirm(changes=[party])])
    turn = say(trip, "Yes, but make it four people", mind)
    assert turn.mode == "CONFIRM" and not trip.confirmed
    assert trip.facts.party.adults == 4


def test_a_persons_edit_made_meanwhile_wins(trip):
    trip_id = trip.pk

    def edits_then_answers(request):
        thread = threading.Thread(target=_edit, args=(trip_id,))
        thread.start()
        thread.join()
        return Say(clarify(changes=[*BOSTON_CHANGES[:1], BOSTON_CHANGES[3]], topics=("dates", "budget")))

    say(trip, "Boston, 2 people", ScriptedMind([edits_then_answers]))
    assert trip.facts.party.adults == 5
    assert [d.name for d in trip.facts.destinations] == ["Boston"]


def _edit(trip_id: int) -> None:
    from django.db import connection

    from trips.models import Trip

    trip = Trip.objects.get(pk=trip_id)
    fact_log.change_facts(trip, [Change(path="party.adults", value=5)], by=FactChange.By.FORM, today=TODAY)
    connection.close()


def test_stop_keeps_what_was_said_and_the_next_message_works(trip):
    async def main() -> ScriptedMind:
        held = asyncio.Event()
        mind = ScriptedMind([Say(clarify("Boston is lovely in winter."), pieces=40, release=held)])
        task = asyncio.create_task(turns.run_turn(turn.pk, mind))
        await _until(lambda: TurnEvent.objects.filter(turn=turn, kind="reply_delta").exists())
        assert await asyncio.to_thread(_in_thread, lambda: turns.stop_turn(turn))
        await asyncio.wait_for(task, 2)
        await close_recorder_connection()
        return mind

    turn = send(trip, "Boston")
    mind = asyncio.run(main())
    turn.refresh_from_db()
    assert turn.status == Turn.Status.STOPPED and kinds(turn)[-1] == "stopped"
    assert len(mind.closed) == 1
    assert turn.messages.get(author="agent").text.startswith("Boston is")
    assert ModelCall.objects.get(turn=turn).status == "stopped"
    assert say(trip, "Boston again", ScriptedMind([clarify()])).status == Turn.Status.DONE
    assert not turns.stop_turn(turn)


async def _until(condition) -> None:
    async with asyncio.timeout(5):
        while not await asyncio.to_thread(_in_thread, condition):  # noqa: ASYNC110
            await asyncio.sleep(0.01)


def _in_thread(call):
    from django.db import connection

    try:
        return call()
    finally:
        connection.close()


def test_two_workers_cannot_have_one_turn(trip):
    turn = send(trip, "Boston")
    assert turns.claim(turn.pk) == 1
    assert turns.claim(turn.pk) is None


def test_a_second_message_waits_for_the_first(trip):
    first, second = send(trip, "one"), send(trip, "two")
    assert waiting.queued_turns() == [first.pk]
    run(first, ScriptedMind([clarify()]))
    assert waiting.queued_turns() == [second.pk]


def test_a_turn_whose_worker_died_is_taken_up_and_given_up_after_three_attempts(trip, settings):
    turn = send(trip, "Boston")
    for attempt in range(1, settings.TURN_ATTEMPTS + 1):
        assert turns.claim(turn.pk) == turn.lease_token + 1
        Turn.objects.filter(pk=turn.pk).update(lease_until=timezone.now() - dt.timedelta(seconds=1))
        assert turns.recover_expired() == 1
        turn.refresh_from_db()
        assert turn.attempt == attempt
    assert turn.status == Turn.Status.FAILED and "three times" in turn.error
    assert kinds(turn)[-1] == "failed"


def test_a_resumed_turn_does_not_ask_for_a_step_again(trip):
    turn = send(trip, "Boston")
    say_once = ScriptedMind([clarify()])
    run(turn, say_once)
    assert StepResult.objects.filter(turn=turn, step="orchestrator").count() == 1
    Turn.objects.filter(pk=turn.pk).update(status=Turn.Status.QUEUED)
    trip.messages.filter(author="agent").delete()
    trip.questions.all().delete()
    done = run(turn, ScriptedMind([]))
    assert done.status == Turn.Status.DONE and done.attempt == 2
    assert trip.messages.filter(author="agent").count() == 1


def test_with_the_switch_off_the_offline_planner_answers_and_says_so(trip, settings):
    settings.ANTHROPIC_API_KEY = "key"
    Switchboard.objects.create(models_on=False)
    turn = say(trip, "I want to visit Boston for a long weekend")
    assert turn.mind == "offline" and turn.mode == "CLARIFY"


def test_at_the_cap_the_offline_planner_goes_on_and_says_so(trip, settings):
    settings.CAP_TRIP = 0.0
    mind = ScriptedMind([clarify()], name="claude")
    turn = say(trip, "I want to visit Boston for a long weekend", mind)
    assert turn.status == Turn.Status.DONE and turn.mind == "offline"
    assert any("budget" in note for note in turn.result["notes"])
    assert mind.calls == []


def test_an_optional_question_without_an_answer_is_withdrawn_with_an_assumption(trip):
    known = BOSTON_CHANGES[:5]
    text = "Boston, Feb 15-18, 2 people, mid-range"
    say(trip, text, ScriptedMind([clarify(changes=known, topics=("origin", "pace"))]))
    turn = say(trip, "What about a car?", ScriptedMind([answer()]))
    assert not trip.questions.open().exists()
    assert trip.questions.filter(status=Question.Status.WITHDRAWN).count() == 2
    assert len(turn.result["assumed"]) == 2


def test_an_answered_question_cannot_be_asked_again(trip):
    known = BOSTON_CHANGES[:5]
    text = "Boston, Feb 15-18, 2 people, mid-range"
    say(trip, text, ScriptedMind([clarify(changes=known, topics=("origin", "pace"))]))
    pace = BOSTON_CHANGES[6]
    mind = ScriptedMind([clarify(changes=[pace], topics=("pace",)), confirm(changes=[pace])])
    turn = say(trip, "moderate pace", mind)
    assert turn.mode == "CONFIRM"
    assert "pace is known" in mind.calls[1].messages[-1].text
    assert Message.objects.filter(turn=turn, author="agent").count() == 1


@pytest.mark.parametrize(
    ("path", "op", "value"),
    [("dietary", "remove", "allergy: nuts"), ("origin", "remove", ""), ("avoid", "add", "museums")],
)
def test_without_a_quote_nothing_is_cleared_or_added_before_the_yes(trip, path, op, value):
    known = {"path": "dietary", "op": "add", "value": "allergy: nuts", "quote": "allergic to nuts"}
    say(trip, f"{BOSTON}, allergic to nuts", ScriptedMind([confirm(changes=[*BOSTON_CHANGES, known])]))
    before = trip.facts_json
    change = {"path": path, "op": op, "value": value, "quote": ""}
    say(trip, "Thank you, that is kind", ScriptedMind([{**answer(), "changes": [change]}]))
    assert trip.facts_json == before
