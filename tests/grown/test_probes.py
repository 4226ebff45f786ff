"""A real web process whose PostgreSQL hangs, ends and comes back: the probes answer all the time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.grown.running import until
from tests.house.sources import ROOT
from tests.throwaway_servers import PostgreSQL, free_port, or_skip, postgresql_programs, running


@contextmanager
def web(database: str, folder: Path) -> Iterator[str]:
    """A web process; yields its address."""
    port = free_port()
    command = [
        sys.executable,
        "-m",
        "uvicorn",
        "config.asgi:application",
        "--port",
        str(port),
        "--ws",
        "none",
    ]
    environment = {**os.environ, "DATABASE_URL": database, "LOG_FORMAT": "json"}
    with (folder / "web.log").open("ab") as log:
        process = subprocess.Popen(command, env=environment, cwd=ROOT, stdout=log, stderr=log)
    address = f"http://127.0.0.1:{port}"
    try:
        until(lambda: answers(f"{address}/healthz"), lambda: (folder / "web.log").read_text()[-2000:])
        yield address
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def answers(url: str) -> bool:
    try:
        return httpx.get(url, timeout=5).status_code == 200
    except httpx.TransportError:
        return False


def family(pid: int) -> list[int]:
    """A process and its children."""
    children = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            children.append(int(stat.parent.name))
    return [pid, *children]


def signalled(server: PostgreSQL, number: signal.Signals) -> None:
    for pid in family(server._process.pid):
        os.kill(pid, number)


def asked(address: str, path: str = "/readyz?for=pages") -> tuple[int, str, float]:
    """(status, words of the database, seconds)"""
    started = time.monotonic()
    response = httpx.get(address + path, timeout=30)
    said = response.json().get("checks", {}).get("database", {}).get("words", "")
    return response.status_code, said, time.monotonic() - started


def test_the_probes_answer_while_the_database_hangs_ends_and_comes_back(tmp_path, record_property) -> None:
    or_skip(postgresql_programs)
    with running(PostgreSQL) as server, web(server.make_database(), tmp_path) as address:
        status, _words, _seconds = asked(address)
        assert status == 503  # nothing is migrated
        assert "wait: run" in httpx.get(f"{address}/readyz").text
        signalled(server, signal.SIGSTOP)
        try:
            time_of_all = []
            for _ in range(3):
                status, words, seconds = asked(address)
                if "answers in" in words:  # the look of a moment ago
                    until(lambda: "not answer" in asked(address)[1], seconds=10)
                    continue
                assert status == 503 and "not answer" in words
                time_of_all.append(seconds)
                # While the database hangs: whoever asked it would wait until it goes on.
                assert asked(address, "/healthz")[0] == 200
            assert time_of_all and max(time_of_all) < 2.5
            record_property("slowest_seconds", max(time_of_all))
        finally:
            signalled(server, signal.SIGCONT)
        until(lambda: "answers in" in asked(address)[1], seconds=40)
        server.stop()
        status, words, seconds = until(lambda: (found := asked(address))[0] == 503 and found, seconds=10)
        assert seconds < 2.5
        assert asked(address, "/healthz")[0] == 200
        server.start()
        until(lambda: "answers in" in asked(address)[1], seconds=40)
    assert '"logger"' in (tmp_path / "web.log").read_text()
