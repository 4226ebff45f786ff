"""How long messages wait for a worker, which workers live, and what `/readyz` makes of it."""

from __future__ import annotations

import datetime as dt
import threading
import time

import pytest
from django.db.models.functions import Now
from django.utils import timezone

from agents import health, turns
from agents.models import TurnEvent, WorkerSign
from agents.worker import WorkerThread
from tests.agents.talking import send
from trips.models import Traveller, Trip, Turn
from trips.starting import start_trip

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def nobody_signed() -> None:
    health.sign_off()


def ago(seconds: float) -> dt.datetime:
    return timezone.now() - dt.timedelta(seconds=seconds)


def sent(trip: Trip, seconds: float, *, enqueued: float | None = None) -> Turn:
    """A message of so many seconds ago; sent once more `enqueued` seconds ago."""
    turn = send(trip, "Boston")
    Turn.objects.filter(pk=turn.pk).update(enqueued_at=ago(seconds if enqueued is None else enqueued))
    TurnEvent.objects.filter(turn=turn).update(created=ago(seconds))
    return turn


def moved(turn: Turn, **fields) -> None:
    Turn.objects.filter(pk=turn.pk).update(**fields)


# --- The queue ---------------------------------------------------------------------------------


def test_without_a_message_nothing_waits() -> None:
    assert health.waiting_seconds() == []
    assert health.queue_check().well


def test_a_message_waits_since_it_was_sent_however_often_it_was_sent_again(trip) -> None:
    sent(trip, 90, enqueued=1)
    (age,) = health.waiting_seconds()
    assert 90 <= age < 100
    check = health.queue_check()
    assert not check.well and check.words.startswith("1 message waits for a worker, the oldest for 9")


def test_the_limit_is_a_setting(trip, settings) -> None:
    sent(trip, 90)
    settings.QUEUE_AGE_LIMIT = 300
    assert health.queue_check().well


def test_the_oldest_counts(traveller) -> None:
    for seconds in (3, 40, 20):
        sent(start_trip(traveller), seconds)
    assert [round(age, -1) for age in health.waiting_seconds()] == [40, 20, 0]


def test_one_behind_a_running_turn_does_not_wait_for_a_worker(trip) -> None:
    first, _second = sent(trip, 90), sent(trip, 80)
    assert turns.claim(first.pk)
    assert health.waiting_seconds() == []


def test_it_waits_from_when_the_running_one_ended(trip) -> None:
    first, _second = sent(trip, 90), sent(trip, 80)
    moved(first, status=Turn.Status.DONE, finished_at=ago(5))
    (age,) = health.waiting_seconds()
    assert 5 <= age < 15


def test_one_whose_traveller_has_enough_running_turns_does_not_wait_for_a_worker(traveller) -> None:
    for _ in range(2):
        assert turns.claim(sent(start_trip(traveller), 200).pk)
    sent(start_trip(traveller), 100)
    assert health.waiting_seconds() == []
    sent(start_trip(Traveller.objects.create_user("grace")), 50)
    (age,) = health.waiting_seconds()
    assert 50 <= age < 60


def test_one_that_was_taken_back_waits_from_then(trip) -> None:
    turn = sent(trip, 300)
    moved(turn, attempt=1, lease_until=ago(4))
    (age,) = health.waiting_seconds()
    assert 4 <= age < 14


def test_a_running_turn_that_nobody_took_over_is_seen(trip) -> None:
    turn = sent(trip, 100)
    turns.claim(turn.pk)
    assert health.queue_check().well
    moved(turn, lease_until=ago(60))
    check = health.queue_check()
    assert not check.well and "1 lost their worker" in check.words


# --- Workers -----------------------------------------------------------------------------------


def test_nobody_works_until_somebody_signs_and_after_they_signed_off() -> None:
    assert not health.worker_check().well
    health.sign_of_life("celery")
    assert health.worker_check().words == "1 celery; seen 0 s ago"
    health.sign_off()
    assert not health.worker_check().well


def test_a_sign_is_written_every_few_seconds_and_not_at_every_call(
    django_assert_num_queries, monkeypatch
) -> None:
    health.sign_of_life("worker")
    with django_assert_num_queries(0):
        health.sign_of_life("worker")
    old = WorkerSign.objects.get().seen
    monkeypatch.setattr(health, "SIGN_SECONDS", 0.0)
    time.sleep(0.002)  # a moment is kept to the millisecond
    with django_assert_num_queries(1):
        health.sign_of_life("worker")
    assert WorkerSign.objects.get().seen > old


@pytest.mark.parametrize("seconds", [60, -60])
def test_an_old_sign_does_not_count_nor_one_from_the_future(seconds: int) -> None:
    WorkerSign.objects.create(
        owner="elsewhere:1:1:x", kind="worker", seen=Now() - dt.timedelta(seconds=seconds)
    )
    check = health.worker_check()
    assert not check.well and check.words == "none; the last was seen 60 s ago"


def test_the_sign_of_a_process_of_this_machine_that_is_gone_does_not_count() -> None:
    host, _pid, _start, machine = health.lease_owner().split(":")
    WorkerSign.objects.create(owner=f"{host}:4194304:7:{machine}", kind="worker", seen=Now())
    assert not health.worker_check().well


def test_signs_of_yesterday_go_when_a_worker_starts() -> None:
    WorkerSign.objects.create(owner="elsewhere:1:1:x", kind="worker", seen=ago(60 * 60 * 30))
    health.sign_of_life("worker")
    assert [row.owner for row in WorkerSign.objects.all()] == [health.lease_owner()]


def test_a_worker_signs_while_it_runs_and_signs_off_at_its_end(trip) -> None:
    with WorkerThread():
        waited = threading.Event()
        assert any(WorkerSign.objects.exists() or waited.wait(0.05) for _ in range(200))
        assert all(check.well for check in health.checks())
    assert not WorkerSign.objects.exists()
