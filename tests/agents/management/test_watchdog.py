"""A worker that gives no sign of life is ended and replaced; a message that took it down is tried alone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from agents import turns, waiting
from agents.kept_worker import KeptWorker
from tests.agents.management.served import answered, children
from tests.agents.talking import send
from tests.grown.running import environment, until
from tests.house.sources import ROOT
from trips.models import Traveller, Turn
from trips.starting import start_trip

#: Holds the interpreter for years.
STUCK = 're.match(r"(?:a|aa)+$", "a" * 200 + "b")'
SILENCE = 1.0


# --- The supervisor ----------------------------------------------------------------------------


def kept(program: str, **more) -> KeptWorker:
    """Of a program that finds the pipe's number in `fd`."""
    whole = f"import os, sys, time; fd = int(sys.argv[-1]); {program}"
    return KeptWorker([sys.executable, "-S", "-c", whole], pauses=(0.01,), **more)


@pytest.mark.slow
def test_one_that_goes_silent_is_killed_and_replaced() -> None:
    worker = kept("os.write(fd, bytes(1)); time.sleep(600)", silence=0.05)
    worker.start()
    try:
        first = until(lambda: worker.pid)
        until(lambda: worker.pid not in (None, first))
    finally:
        worker.stop()


@pytest.mark.slow
def test_one_that_gives_signs_is_left_alone() -> None:
    worker = kept("[(os.write(fd, bytes(1)), time.sleep(0.02)) for _ in iter(int, 1)]", silence=0.3)
    worker.start()
    try:
        first = until(lambda: worker.pid)
        with pytest.raises(AssertionError):
            until(lambda: worker.pid != first, seconds=1.5)
    finally:
        worker.stop()


def test_one_that_was_told_to_end_and_does_not_is_killed_whatever_signs_it_gives() -> None:
    program = "os.write(fd, bytes([15])); [(os.write(fd, bytes(1)), time.sleep(0.02)) for _ in iter(int, 1)]"
    worker = kept(program, silence=600, end_seconds=0.3)
    worker.start()
    try:
        first = until(lambda: worker.pid)
        until(lambda: worker.pid not in (None, first))
    finally:
        worker.stop()


def test_the_end_is_not_held_up_by_one_that_takes_no_signal() -> None:
    program = "import signal; signal.signal(15, signal.SIG_IGN); os.write(fd, bytes(1)); time.sleep(600)"
    worker = kept(program, silence=600, end_seconds=0.3)
    worker.start()
    until(lambda: worker.pid)
    worker.stop()
    assert worker.pid is None


# --- The process itself ------------------------------------------------------------------------


@pytest.fixture
def stuck(tmp_path: Path):
    """A process that watches itself and then hangs in a pattern; the reading end of its pipe."""
    program = f"""
import asyncio, re, signal, sys
import django
django.setup()
from agents.watchdog import Watchdog

async def main():
    watchdog = Watchdog(int(sys.argv[-1]))
    watchdog.end_at(signal.SIGTERM, end=lambda: None)
    asyncio.create_task(watchdog.watch())
    await asyncio.sleep(0.1)
    {STUCK}

asyncio.run(main())
"""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    values = environment(DJANGO_SETTINGS_MODULE="config.settings", WORKER_SILENCE=str(SILENCE))
    with (tmp_path / "said").open("wb") as said:
        process = subprocess.Popen(
            [sys.executable, "-c", program, str(writing)],
            cwd=ROOT,
            env=values,
            stderr=said,
            pass_fds=[writing],
        )
    os.close(writing)
    yield process, reading
    process.kill()
    process.wait()
    os.close(reading)


@pytest.mark.slow
def test_it_ends_itself_and_says_where_it_hung(stuck, tmp_path: Path) -> None:
    process, reading = stuck
    assert os.read(reading, 1) == b"\0"
    assert process.wait(60) == 1
    said = (tmp_path / "said").read_text()
    assert "Timeout" in said and "in main" in said and "aaa" not in said


@pytest.mark.slow
def test_its_supervisor_hears_of_a_signal_while_it_hangs(stuck) -> None:
    process, reading = stuck
    assert os.read(reading, 1) == b"\0"
    process.send_signal(signal.SIGTERM)
    heard = bytearray()
    while signal.SIGTERM not in heard:
        piece = os.read(reading, 100)
        assert piece, "it ended without a word"
        heard += piece


# --- The message -------------------------------------------------------------------------------


@pytest.mark.django_db
def test_only_a_message_whose_lease_nobody_gave_back_is_a_suspect(trip) -> None:
    turn = send(trip, "Boston")
    assert waiting.took_down_a_worker([turn.pk]) == set()
    token = turns.claim(turn.pk)
    turns.release(turn.pk, token, True)  # the database was away
    assert waiting.took_down_a_worker([turn.pk]) == set()
    turns.claim(turn.pk)
    Turn.objects.filter(pk=turn.pk).update(lease_owner=_gone())
    assert turns.recover_expired() == 1
    assert waiting.took_down_a_worker([turn.pk]) == {turn.pk}


def _gone() -> str:
    """A lease of a process of this machine that does not live any more."""
    process = subprocess.Popen([sys.executable, "-S", "-c", ""])
    process.wait()
    from agents.lease_owner import machine

    return f"here:{process.pid}:1:{machine()}"


POISON = f"""
import re
from django.apps import AppConfig

class App(AppConfig):
    name = "poisoned_app"

    def ready(self):
        from agents.offline import answering
        real = answering.Answering.__init__

        def init(self, view, *more):
            if "poison" in view.message:
                {STUCK}
            real(self, view, *more)

        answering.Answering.__init__ = init
"""


@pytest.fixture
def poisoned(tmp_path: Path, monkeypatch) -> None:
    """What `server` starts hangs in the word "poison"."""
    (tmp_path / "poisoned_app.py").write_text(POISON)
    monkeypatch.setenv("WORKER_SILENCE", "3")


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_message_that_takes_its_worker_down_is_tried_alone_and_ends_with_a_sentence(
    poisoned, server, trip, settings
) -> None:
    settings.BACKGROUND = "worker"  # this process answers nothing
    first = send(trip, "Boston")
    until(lambda: answered(first))
    (worker,) = children(server.pid)
    poison = send(trip, "poison")
    until(lambda: _state(poison).attempt == 1)
    until(lambda: children(server.pid) not in ([], [worker]), seconds=60)  # replaced
    (other,) = children(server.pid)
    until(lambda: _state(poison).attempt == 2, seconds=60)
    assert f":{other}:" not in _state(poison).lease_owner  # alone
    beside = send(start_trip(Traveller.objects.create_user("ben")), "Rome")
    until(lambda: answered(beside))
    assert children(server.pid) == [other]
    until(lambda: _state(poison).finished, seconds=120)
    assert (_state(poison).status, _state(poison).error) == (Turn.Status.FAILED, turns.GAVE_UP)
    assert children(server.pid) == [other]


def _state(turn: Turn) -> Turn:
    return Turn.objects.get(pk=turn.pk)
