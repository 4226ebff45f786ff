"""`manage.py serve`: its worker is started again when it dies, and ends when the server does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from agents.kept_worker import KeptWorker
from tests.agents.management.served import answered, children, lives
from tests.agents.talking import send
from tests.grown.running import environment, until
from tests.house.sources import ROOT

#: So long as no test ought to take, and a child that was forgotten lives.
LONG = "import time; time.sleep(600)"


# --- A real server -----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_worker_that_was_killed_is_started_again_and_answers(server, trip, settings) -> None:
    settings.BACKGROUND = "worker"  # this process answers nothing
    first = send(trip, "I want to go to Boston")
    until(lambda: answered(first))
    (worker,) = children(server.pid)
    os.kill(worker, signal.SIGKILL)
    second = send(trip, "For two days")
    until(lambda: answered(second))
    (other,) = children(server.pid)
    assert other != worker
    server.send_signal(signal.SIGTERM)
    server.wait(30)
    assert not lives(other)


# --- One child ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_pauses_grow_and_are_bounded_and_the_end_starts_nothing(tmp_path) -> None:
    said = tmp_path / "starts"
    program = f"import time; open({str(said)!r}, 'a').write(f'{{time.monotonic()}}\\n'); raise SystemExit(3)"
    kept = KeptWorker([sys.executable, "-S", "-c", program], pauses=(0.01, 0.4))
    kept.start()
    until(lambda: said.exists() and len(said.read_text().split()) >= 5)
    kept.stop()
    starts = [float(line) for line in said.read_text().split()]
    between = [later - earlier for earlier, later in zip(starts, starts[1:], strict=False)]
    assert all(pause >= 0.4 for pause in between[1:])
    time.sleep(0.6)
    assert len(said.read_text().split()) == len(starts) and kept.pid is None


def test_one_that_lived_long_enough_is_started_without_a_growing_pause() -> None:
    kept = KeptWorker([sys.executable, "-S", "-c", LONG], pauses=(0.01, 600), well_seconds=0)
    kept.start()
    try:
        for _death in range(3):
            pid = until(lambda: kept.pid)
            os.kill(pid, signal.SIGKILL)
            until(lambda pid=pid: kept.pid not in (None, pid))
    finally:
        kept.stop()
    assert kept.pid is None


def test_a_program_that_cannot_be_started_again_is_tried_again(monkeypatch) -> None:
    kept = KeptWorker([sys.executable, "-S", "-c", LONG], pauses=(0.01,))
    kept.start()
    real, refused = subprocess.Popen, []

    def popen(*args, **more):
        if len(refused) < 2:
            refused.append(args)
            raise OSError(12, "Cannot allocate memory")
        return real(*args, **more)

    try:
        monkeypatch.setattr(subprocess, "Popen", popen)
        os.kill(kept.pid, signal.SIGKILL)
        until(lambda: len(refused) == 2 and kept.pid)
    finally:
        kept.stop()


@pytest.mark.slow
def test_a_worker_whose_parent_died_before_it_had_started_ends(tmp_path) -> None:
    gone = subprocess.Popen([sys.executable, "-S", "-c", ""])
    gone.wait()
    command = [sys.executable, "manage.py", "work", "--with-parent", str(gone.pid)]
    values = environment(BACKGROUND="worker", DATABASE_URL=f"sqlite:///{tmp_path / 'none.sqlite3'}")
    worker = subprocess.Popen(
        command, env=values, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        assert worker.wait(60) in (0, -signal.SIGTERM)
    finally:
        worker.kill()
        worker.wait()
