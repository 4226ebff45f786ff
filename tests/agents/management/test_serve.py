"""`manage.py serve`: its worker is started again when it dies, and ends when the server does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from agents.kept_worker import KeptWorker
from tests.agents.talking import send
from tests.grown.running import environment, until
from tests.house.sources import ROOT
from tests.throwaway_servers import free_port
from trips.models import Turn

#: So long as no test ought to take, and a child that was forgotten lives.
LONG = "import time; time.sleep(600)"


def children(pid: int) -> list[int]:
    """Processes that `pid` started and that live."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid and fields[0] not in "ZX":
            found.append(int(stat.parent.name))
    return found


def lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


# --- A real server -----------------------------------------------------------------------------


@pytest.fixture
def server(tmp_path) -> Iterator[subprocess.Popen]:
    """`manage.py serve` on this test's own database."""
    port = free_port()
    settings = tmp_path / "served_here.py"
    settings.write_text(f"from config.settings import *\nSTATIC_ROOT = {str(tmp_path / 'static')!r}\n")
    values = environment(
        BACKGROUND="worker",
        DJANGO_SETTINGS_MODULE="served_here",
        PYTHONPATH=f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}",
    )
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    with (tmp_path / "log").open("ab") as log:
        process = subprocess.Popen(command, env=values, cwd=ROOT, stdout=log, stderr=log)

    def answers() -> bool:
        assert process.poll() is None, (tmp_path / "log").read_text()[-2000:]
        try:
            return httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=5).status_code == 200
        except httpx.TransportError:
            return False

    try:
        until(lambda: answers() and children(process.pid))
        yield process
    finally:
        mine = [process.pid, *children(process.pid)]
        process.kill()
        process.wait()
        for pid in mine[1:]:
            until(lambda pid=pid: not lives(pid))  # it does not outlive its server


def answered(turn: Turn) -> bool:
    turn.refresh_from_db()
    return turn.status == Turn.Status.DONE


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
