"""Which queued turns may run, who is told of them again, and what an ending process leaves."""

from __future__ import annotations

import asyncio
import datetime as dt

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from agents import turns, waiting
from agents.runtime.db_thread import close_recorder_connection
from agents.sweeper import Sweeper, sweep
from config import background
from tests.agents.talking import clarify, kinds, run, send, state_in
from tests.scripted_mind import Say, ScriptedMind
from trips.models import Turn
from trips.starting import start_trip

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def told():
    """The ids that who works was told of, in order."""
    ids: list[int] = []
    forget = background.on_wake(ids.append)
    yield ids
    forget()


@pytest.fixture
def sending(settings, monkeypatch):
    """Celery as the one who works, with a list in the broker's place."""
    import config.celery

    sent: list[int] = []
    monkeypatch.setattr(config.celery, "send_turn", sent.append)
    settings.BACKGROUND = "celery"
    return sent


def long_ago(turn: Turn, seconds: float) -> None:
    Turn.objects.filter(pk=turn.pk).update(enqueued_at=timezone.now() - dt.timedelta(seconds=seconds))


def queries_of(call) -> int:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        call()
    return len(captured)


def test_a_turn_that_is_done_or_taken_costs_one_query(trip):
    done = run(send(trip, "one"), ScriptedMind([clarify()]))
    taken, behind = send(trip, "two"), send(trip, "three")
    turns.claim(taken.pk)
    for turn in (done, taken, behind):
        assert queries_of(lambda turn=turn: turns.claim(turn.pk)) == 1
    assert turns.claim(987_654) is None


def test_a_later_message_cannot_be_claimed_before_the_first(trip):
    first, second = send(trip, "one"), send(trip, "two")
    assert turns.claim(second.pk) is None
    assert turns.claim(first.pk) == 1


def test_the_end_of_a_turn_sends_the_one_behind_it(trip, sending):
    first, second = send(trip, "one"), send(trip, "two")
    sending.clear()
    run(first, ScriptedMind([clarify()]))
    assert sending == [second.pk]


def test_stop_sends_the_one_behind_it(trip, sending):
    first, second = send(trip, "one"), send(trip, "two")
    turns.claim(first.pk)
    sending.clear()
    turns.stop_turn(first)
    assert sending == [second.pk]


def test_the_end_of_a_turn_sends_what_waits_in_another_trip_of_its_owner(traveller, sending):
    trips = [start_trip(traveller) for _ in range(3)]
    one, two, three = (send(trip, "Boston") for trip in trips)
    assert turns.claim(one.pk) and turns.claim(two.pk) and turns.claim(three.pk) is None
    sending.clear()
    turns.stop_turn(one)
    assert sending == [three.pk]
    assert turns.claim(three.pk) == 1


def test_a_turn_that_nobody_took_is_sent_again_once_after_ten_seconds(trip, sending):
    turn = send(trip, "Boston")
    sending.clear()
    assert waiting.send_again() == 0
    long_ago(turn, 9)
    assert waiting.send_again() == 0
    long_ago(turn, 11)
    assert [waiting.send_again(), waiting.send_again()] == [1, 0]
    assert sending == [turn.pk]


def test_a_turn_that_waits_for_another_is_not_sent_again(trip, sending):
    first, second = send(trip, "one"), send(trip, "two")
    turns.claim(first.pk)
    sending.clear()
    long_ago(second, 60)
    assert waiting.send_again() == 0 and sending == []


def test_a_turn_whose_worker_died_is_told_at_once(trip, told):
    turn = send(trip, "Boston")
    turns.claim(turn.pk)
    Turn.objects.filter(pk=turn.pk).update(lease_until=timezone.now() - dt.timedelta(seconds=1))
    told.clear()
    sweep()
    turn.refresh_from_db()
    assert turn.status == Turn.Status.QUEUED and told == [turn.pk]


def test_a_sweeper_sweeps_until_it_is_stopped(trip, told):
    turn = send(trip, "Boston")
    turns.claim(turn.pk)
    Turn.objects.filter(pk=turn.pk).update(lease_until=timezone.now() - dt.timedelta(seconds=1))
    sweeper = Sweeper()
    sweeper.start()
    try:
        asyncio.run(_until(lambda: turn.pk in told[1:]))
    finally:
        sweeper.stop()


def test_a_process_that_ends_gives_its_turn_back(trip, told, monkeypatch):
    held = asyncio.Event()
    turn = send(trip, "Boston")
    mind = ScriptedMind([Say(clarify("Boston is lovely in winter."), pieces=40, release=held)])

    async def main() -> None:
        task = asyncio.create_task(turns.run_turn(turn.pk, mind))
        await _until(lambda: mind.calls)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await close_recorder_connection()
        assert task.cancelled()

    told.clear()
    asyncio.run(main())
    turn.refresh_from_db()
    assert (turn.status, turn.attempt, turn.lease_until) == (Turn.Status.QUEUED, 0, None)
    assert told == [turn.pk] and len(mind.closed) == 1
    again, restart = [], turns.TurnLog.restart

    async def restarts(log: turns.TurnLog, reason: str) -> None:
        again.append(reason)
        await restart(log, reason)

    monkeypatch.setattr(turns.TurnLog, "restart", restarts)
    done = run(turn, ScriptedMind([clarify()]))
    assert (done.status, done.attempt) == (Turn.Status.DONE, 1)
    assert again == ["picked up again"]  # what the first had said is taken back
    assert kinds(turn)[-1] == "done"


def test_clean_ends_cost_no_attempt_and_are_bounded(trip, settings):
    turn = send(trip, "Boston")
    ends = 0
    while token := turns.claim(turn.pk):
        turn.refresh_from_db()
        assert turn.attempt <= settings.TURN_ATTEMPTS
        turns.release(turn.pk, token)
        ends += 1
    turn.refresh_from_db()
    assert ends == turns.CLEAN_ENDS + settings.TURN_ATTEMPTS
    assert (turn.status, turn.error) == (Turn.Status.FAILED, turns.GAVE_UP)
    assert kinds(turn)[-1] == "failed"


def test_clean_ends_leave_three_attempts_to_what_breaks_off(trip, settings):
    turn = send(trip, "Boston")
    for _end in range(5):
        turns.release(turn.pk, turns.claim(turn.pk))
    for attempt in range(1, settings.TURN_ATTEMPTS + 1):
        assert turns.claim(turn.pk)
        Turn.objects.filter(pk=turn.pk).update(lease_until=timezone.now() - dt.timedelta(seconds=1))
        assert turns.recover_expired() == 1
        turn.refresh_from_db()
        assert turn.attempt == attempt
    assert turn.status == Turn.Status.FAILED


def test_who_has_lost_a_turn_gives_nothing_back(trip):
    turn = send(trip, "Boston")
    token = turns.claim(turn.pk)
    assert turns.release(turn.pk, token)
    other = turns.claim(turn.pk)
    assert not turns.release(turn.pk, token) and not turns.release(turn.pk, token, True)
    turn.refresh_from_db()
    assert (turn.status, turn.lease_token, turn.attempt) == (Turn.Status.RUNNING, other, 1)


def test_a_claim_that_the_database_refuses_leaves_the_turn_queued(trip, monkeypatch):
    turn = send(trip, "Boston")

    def away(_turn_id: int) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(turns, "HAND_BACK_PAUSE", 0.01)
    with monkeypatch.context() as patch:
        patch.setattr(turns, "claim", away)
        assert asyncio.run(turns.run_turn(turn.pk)) is False
    assert run(turn, ScriptedMind([clarify()])).status == Turn.Status.DONE


async def _until(condition) -> None:
    async with asyncio.timeout(20):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


def test_a_message_that_waited_is_answered_after_the_words_before_it(trip):
    """Sent before the first was answered, it still follows that answer in what a model reads."""
    first, second = send(trip, "one"), send(trip, "two")
    run(first, ScriptedMind([clarify("Noted the first.")]))
    mind = ScriptedMind([clarify("Noted the second.")])
    run(second, mind)
    seen = [one for one in mind.calls[0].messages if one.text != state_in(mind.calls[0])]
    assert [(message.role, message.text) for message in seen] == [
        ("user", "one"),
        ("assistant", "Noted the first."),
        ("user", "two"),
    ]
