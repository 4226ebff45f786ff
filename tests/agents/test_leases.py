"""A clock that is set costs no turn: leases are compared with a steady clock too."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone

from agents import turns, waiting
from agents.leases import Leases
from tests.agents.clocks import HOUR, Clocks
from tests.agents.talking import send
from trips.models import Turn

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def clocks(monkeypatch) -> Clocks:
    """For the leases of this process: written, renewed and read by these."""
    made = Clocks()
    monkeypatch.setattr(turns, "leases", Leases(made.now, lambda: made.steady))
    monkeypatch.setattr(turns, "is_gone", lambda _owner: False)
    return made


def renew(turn: Turn, clocks: Clocks, seconds: float) -> None:
    Turn.objects.filter(pk=turn.pk).update(lease_until=clocks.now() + dt.timedelta(seconds=seconds))


@pytest.fixture
def running(trip, clocks, settings) -> Turn:
    turn = send(trip, "Boston")
    assert turns.claim(turn.pk)
    renew(turn, clocks, settings.LEASE_SECONDS)
    assert turns.recover_expired() == 0
    return turn


def status_of(turn: Turn) -> str:
    return Turn.objects.get(pk=turn.pk).status


def test_an_hour_forward_takes_no_turn_of_a_living_worker(running, clocks, settings):
    clocks.pass_seconds(1)
    clocks.set_by = HOUR
    assert turns.recover_expired() == 0
    clocks.pass_seconds(settings.HEARTBEAT_SECONDS)
    renew(running, clocks, settings.LEASE_SECONDS)
    for _second in range(int(settings.LEASE_SECONDS * 2)):
        clocks.pass_seconds(1)
        renew(running, clocks, settings.LEASE_SECONDS)
        assert turns.recover_expired() == 0
    assert status_of(running) == Turn.Status.RUNNING


def test_an_hour_forward_does_not_keep_a_dead_workers_turn(running, clocks, settings):
    clocks.set_by = HOUR
    assert turns.recover_expired() == 0
    clocks.pass_seconds(settings.LEASE_SECONDS + 1)
    assert turns.recover_expired() == 1
    assert status_of(running) == Turn.Status.QUEUED


def test_an_hour_back_does_not_keep_a_dead_workers_turn_for_an_hour(running, clocks, settings):
    clocks.set_by = -HOUR
    assert turns.recover_expired() == 0
    clocks.pass_seconds(settings.LEASE_SECONDS / 2)
    assert turns.recover_expired() == 0
    clocks.pass_seconds(settings.LEASE_SECONDS / 2 + 1)
    assert turns.recover_expired() == 1
    assert status_of(running) == Turn.Status.QUEUED


def test_an_hour_back_takes_no_turn_of_a_living_worker(running, clocks, settings):
    clocks.set_by = -HOUR
    for _second in range(int(settings.LEASE_SECONDS * 3)):
        assert turns.recover_expired() == 0
        clocks.pass_seconds(1)
        renew(running, clocks, settings.LEASE_SECONDS)
    assert status_of(running) == Turn.Status.RUNNING


def test_without_a_jump_the_lease_tells_at_once(running, clocks, settings):
    for _second in range(int(settings.LEASE_SECONDS)):
        clocks.pass_seconds(1)
        assert turns.recover_expired() == 0
    clocks.pass_seconds(0.1)
    assert turns.recover_expired() == 1


def test_a_turn_sent_before_the_clock_was_set_back_is_sent_again(trip, settings):
    settings.BACKGROUND = "celery"
    settings.CELERY_BROKER_URL = ""
    turn = send(trip, "Boston")
    Turn.objects.filter(pk=turn.pk).update(enqueued_at=timezone.now() + dt.timedelta(hours=1))
    assert waiting.send_again() == 1
    assert waiting.send_again() == 0
