"""The database breaks off: pages say so and can be sent again, turns go on when it is there."""

from __future__ import annotations

import asyncio
import re

import pytest
from django.db import InterfaceError, OperationalError
from django.test import Client

from agents import afterwork, health, outbox, record, stream_gate, tasks, turns, waiting
from agents.runtime.db_thread import close_recorder_connection
from agents.worker import Worker
from tests.agents.talking import clarify, run, send
from tests.scripted_mind import ScriptedMind
from trips import limits
from trips.models import Message, Turn

pytestmark = pytest.mark.django_db(transaction=True)

FULL = OperationalError("database or disk is full")
CLOSED = InterfaceError("connection already closed")  # no DatabaseError
either = pytest.mark.parametrize("error", [FULL, CLOSED], ids=["full", "closed"])


def raising(error: Exception, times: int | None = None, then=None):
    """A call that raises, always or so many times; `calls` holds what it was called with."""

    def call(*args, **_rest):
        call.calls.append(args)
        if times is None or len(call.calls) <= times:
            raise error
        return then(*args) if then else None

    call.calls = []
    return call


def browser(traveller) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(traveller)
    return client


@either
def test_a_message_that_cannot_be_stored_can_be_sent_again(trip, traveller, monkeypatch, error):
    client = browser(traveller)
    form = {"text": "Boston & <b>more</b>", "client_key": "7d7b13a6-2b5a-4a51-8f8f-8d3f7c5f1c11"}
    with monkeypatch.context() as patch:

        def away(*_args, **_rest):
            raise error

        patch.setattr(Message.objects, "create", away)
        answer = client.post(f"/trips/{trip.uuid}/send", form)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    page = answer.content.decode()
    assert "cannot save anything right now" in page
    assert f'<form method="post" action="/trips/{trip.uuid}/send">' in page
    assert "Boston &amp; &lt;b&gt;more&lt;/b&gt;" in page
    key = re.search(r'name="client_key" value="([^"]+)"', page)[1]
    assert not trip.messages.exists()
    for _twice in range(2):
        assert client.post(f"/trips/{trip.uuid}/send", {**form, "client_key": key}).status_code == 302
    assert trip.messages.count() == trip.turns.count() == 1


def test_htmx_gets_the_line_of_notices(trip, traveller, monkeypatch):
    def away(*_args, **_rest):
        raise FULL

    monkeypatch.setattr(Message.objects, "create", away)
    answer = browser(traveller).post(
        f"/trips/{trip.uuid}/send", {"text": "Boston"}, headers={"HX-Request": "true"}
    )
    assert (answer.status_code, answer["Retry-After"], answer["HX-Retarget"]) == (503, "5", "#notices")
    assert "<html" not in answer.content.decode() and "right now" in answer.content.decode()


def test_another_fault_is_still_one(trip, traveller, monkeypatch):
    def breaks(*_args, **_rest):
        raise ValueError("a fault")

    monkeypatch.setattr(Message.objects, "create", breaks)
    answer = browser(traveller).post(f"/trips/{trip.uuid}/send", {"text": "Boston"})
    assert answer.status_code == 500 and "Retry-After" not in answer


@pytest.mark.parametrize("where", ["picture", "append"])
def test_a_turn_that_breaks_off_goes_back_to_the_queue(trip, monkeypatch, where):
    turn = send(trip, "Boston")
    with monkeypatch.context() as patch:

        def away(*_args, **_rest):
            raise FULL

        if where == "picture":
            patch.setattr(turns, "picture", away)
        else:
            patch.setattr("agents.turn_log.append_events", away)
        broken = run(turn, ScriptedMind([clarify()]))
    assert (broken.status, broken.attempt, broken.lease_until) == (Turn.Status.QUEUED, 1, None)
    done = run(turn, ScriptedMind([clarify()]))
    assert (done.status, done.attempt) == (Turn.Status.DONE, 2)
    assert trip.messages.filter(author="agent").count() == 1


@either
def test_it_is_given_back_as_soon_as_that_can_be_written(trip, monkeypatch, error):
    turn = send(trip, "Boston")
    third_time = raising(error, times=2, then=turns.release)
    monkeypatch.setattr(turns, "picture", raising(error))
    monkeypatch.setattr(turns, "release", third_time)
    monkeypatch.setattr(turns, "HAND_BACK_PAUSE", 0.01)
    assert run(turn, ScriptedMind([])).status == Turn.Status.QUEUED
    assert len(third_time.calls) == 3


def test_three_attempts_and_it_ends(trip, settings, monkeypatch):
    def away(*_args, **_rest):
        raise FULL

    monkeypatch.setattr(record, "record", away)
    turn = send(trip, "Boston")
    for _attempt in range(settings.TURN_ATTEMPTS):
        ended = run(turn, ScriptedMind([clarify()]))
    assert (ended.status, ended.error) == (Turn.Status.FAILED, turns.GAVE_UP)


# --- Whoever works lives on --------------------------------------------------------------------


@either
@pytest.mark.parametrize("where", ["recover_expired", "queued_turns"])
def test_a_worker_goes_on_when_the_database_is_there_again(monkeypatch, error, where):
    module = turns if where == "recover_expired" else waiting
    monkeypatch.setattr(health, "sign_off", raising(error))  # and it ends while it is away

    async def main() -> int:
        worker, loop = Worker(), asyncio.get_running_loop()

        def again() -> list:
            loop.call_soon_threadsafe(worker.end)
            return []

        breaks = raising(error, times=1, then=again)
        monkeypatch.setattr(module, where, breaks)
        await asyncio.wait_for(worker.run(), 30)
        return len(breaks.calls)

    assert asyncio.run(main()) >= 2


@either
def test_a_turn_that_cannot_be_given_back_ends_with_its_process(trip, monkeypatch, error):
    turn = send(trip, "Boston")
    release = raising(error)
    monkeypatch.setattr(turns, "release", release)

    async def main() -> None:
        begun = asyncio.Event()

        async def long(*_args) -> None:
            begun.set()
            await asyncio.sleep(60)

        monkeypatch.setattr(turns, "_work", long)
        running = asyncio.create_task(turns.run_turn(turn.pk, ScriptedMind([])))
        await begun.wait()
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        await close_recorder_connection()

    asyncio.run(main())
    assert len(release.calls) == 1


@either
def test_afterwork_goes_on_renewing_its_leases(settings, monkeypatch, error):
    settings.HEARTBEAT_SECONDS = 0.01

    async def main() -> None:
        renewed, loop = asyncio.Event(), asyncio.get_running_loop()
        renew = raising(error, times=2, then=lambda _leased: loop.call_soon_threadsafe(renewed.set))
        monkeypatch.setattr(outbox, "renew", renew)
        sign = asyncio.create_task(afterwork._signs_of_life([(1, 1)]))
        await asyncio.wait_for(renewed.wait(), 20)
        sign.cancel()
        await close_recorder_connection()

    asyncio.run(main())


@either
def test_a_round_of_afterwork_that_cannot_begin_is_no_fault(monkeypatch, error):
    monkeypatch.setattr(outbox, "lease", raising(error))

    async def main() -> None:
        rounds = afterwork.Afterwork()
        rounds.look()
        await rounds._round
        await close_recorder_connection()

    asyncio.run(main())


@either
def test_a_row_that_failed_and_cannot_be_given_back_is_left_to_its_lease(monkeypatch, error):
    failed = raising(error)
    monkeypatch.setattr(outbox, "lease", lambda *_args: [(1, 1)])
    monkeypatch.setattr(afterwork, "_prepare", raising(ValueError("a fault")))
    monkeypatch.setattr(outbox, "failed", failed)

    async def main() -> int:
        try:
            return await afterwork.work_due()
        finally:
            await close_recorder_connection()

    assert asyncio.run(main()) == len(failed.calls) == 1


@either
def test_streams_that_cannot_be_counted_are_not_refused(monkeypatch, error):
    take = raising(error)
    monkeypatch.setattr(limits.streams, "take", take)
    stream_gate._take("192.0.2.1")
    assert len(take.calls) == 1


@either
def test_a_celery_worker_ends_without_the_database(monkeypatch, error):
    sign_off = raising(error)
    monkeypatch.setattr(health, "sign_off", sign_off)
    tasks._stop_sweeping()
    assert len(sign_off.calls) == 1
