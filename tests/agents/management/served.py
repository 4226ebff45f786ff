"""A real `manage.py serve` and the processes it started."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.grown.running import environment, until
from tests.house.sources import ROOT
from tests.throwaway_servers import free_port
from trips.models import Turn


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


@pytest.fixture
def server(tmp_path) -> Iterator[subprocess.Popen]:
    """`manage.py serve` on this test's own database."""
    port = free_port()
    settings = tmp_path / "served_here.py"
    settings.write_text(
        "from config.settings import *\n"
        f"STATIC_ROOT = {str(tmp_path / 'static')!r}\n"
        f"INSTALLED_APPS += {[f'{path.stem}.App' for path in tmp_path.glob('*_app.py')]!r}\n"
    )
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
