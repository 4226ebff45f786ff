"""A dead worker's turn is taken over at once by its own machine, and only then."""

from __future__ import annotations

import datetime as dt
import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest
from django.utils import timezone

from agents import lease_owner as module
from agents import turns
from agents.lease_owner import is_gone, lease_owner
from agents.models import ModelCall
from tests.agents.talking import send
from tests.house.sources import ROOT
from trips.models import Turn

pytestmark = pytest.mark.skipif(module.machine() == module.UNKNOWN, reason="this machine has no /proc")

NAMES_ITSELF = """
import sys
from agents.lease_owner import lease_owner
print(lease_owner(), flush=True)
sys.stdin.read()
"""


class Other:
    """Another process that could hold a lease."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", NAMES_ITSELF],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        self.owner = self.process.stdout.readline().strip()

    def kill(self) -> None:
        """Killed and looked at by nobody: a zombie."""
        self.process.send_signal(signal.SIGKILL)
        os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOWAIT)


@pytest.fixture
def other() -> Iterator[Other]:
    made = Other()
    yield made
    made.process.kill()
    made.process.communicate()


@pytest.fixture
def held(trip, other) -> Turn:
    """A turn that runs in the other process, with a lease that has a while to go and a call under way."""
    turn = send(trip, "Boston")
    assert turns.claim(turn.pk) == 1
    Turn.objects.filter(pk=turn.pk).update(lease_owner=other.owner)
    ModelCall.objects.create(turn=turn, mind="claude", purpose="orchestrator", agent="orchestrator", cost=1)
    turn.refresh_from_db()
    return turn


def changed(owner: str, part: int, value: str) -> str:
    parts = owner.split(":")
    parts[part] = value
    return ":".join(parts)


def test_it_names_host_process_and_start():
    host, pid, start, machine = lease_owner().split(":")
    assert host and int(pid) == os.getpid() and int(start) > 0 and machine == module.machine()
    assert not is_gone(lease_owner())


def test_it_is_gone_when_killed_and_when_nobody_has_looked_at_it_yet(other):
    assert not is_gone(other.owner)
    other.kill()
    assert is_gone(other.owner)
    other.process.wait()
    assert is_gone(other.owner)


def test_a_pid_that_somebody_else_has_now_is_another_process(other):
    start = int(other.owner.split(":")[2])
    assert is_gone(changed(other.owner, 2, str(start - 1)))


@pytest.mark.parametrize(
    "owner",
    ["", "host", "host:1", "host:1:20261121T120000", "host:x:1:m", "host:999999999999999999999:5:m"],
)
def test_who_cannot_be_told_is_not_gone(owner):
    assert not is_gone(owner)


def test_a_process_of_another_machine_or_container_is_not_looked_for(other):
    boot, namespace = module.machine().split(".")
    other.kill()
    other.process.wait()
    assert not is_gone(changed(other.owner, 3, f"{boot}.{int(namespace) + 1}"))
    assert not is_gone(changed(other.owner, 3, f"{boot[::-1]}x.{namespace}"))


def test_where_nothing_is_known_of_processes_only_the_lease_tells(other, monkeypatch, tmp_path):
    other.kill()
    monkeypatch.setattr(module, "PROC", tmp_path)
    module.machine.cache_clear()
    try:
        assert module.machine() == module.UNKNOWN
        assert not is_gone(other.owner)
        assert not is_gone(changed(other.owner, 3, module.UNKNOWN))
    finally:
        monkeypatch.undo()
        module.machine.cache_clear()


def test_a_process_we_may_not_look_at_is_not_gone(other, monkeypatch):
    def refuses(_pid, _number):
        raise PermissionError

    with monkeypatch.context() as patch:
        patch.setattr(os, "kill", refuses)
        patch.setattr(module, "_state_and_start", lambda _pid: None)
        assert not is_gone(other.owner)


def test_a_dead_process_of_this_machine_loses_its_turn_at_once(db, held, other):
    assert turns.recover_expired() == 0
    other.kill()
    assert turns.recover_expired() == 1
    held.refresh_from_db()
    assert (held.status, held.lease_token) == (Turn.Status.QUEUED, 2)
    call = ModelCall.objects.get(turn=held)
    assert (call.status, call.stop_reason, call.cost) == ("stopped", "worker gone", 1)
    assert turns.recover_expired() == 0


def test_of_another_machine_the_lease_tells(db, held, other):
    other.kill()
    elsewhere = changed(other.owner, 3, "0123456789abcdef.4026531836")
    Turn.objects.filter(pk=held.pk).update(lease_owner=elsewhere)
    assert turns.recover_expired() == 0
    Turn.objects.filter(pk=held.pk).update(lease_until=timezone.now() - dt.timedelta(seconds=1))
    assert turns.recover_expired() == 1


def test_a_lease_that_is_renewed_in_between_is_kept(db, held, monkeypatch):
    Turn.objects.filter(pk=held.pk).update(lease_until=timezone.now() - dt.timedelta(seconds=1))
    atomic = turns.transaction.atomic

    def renewed_first():
        Turn.objects.filter(pk=held.pk).update(lease_until=timezone.now() + dt.timedelta(seconds=9))
        return atomic()

    monkeypatch.setattr(turns.transaction, "atomic", renewed_first)
    assert turns.recover_expired() == 0
    held.refresh_from_db()
    assert held.status == Turn.Status.RUNNING
