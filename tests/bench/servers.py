"""Servers as processes of their own, as they run on a site, and what the machine says of them."""

from __future__ import annotations

import os
import platform
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path

START_SECONDS = 60
#: What a site sets and a bench may not run into.
NO_LIMITS = {
    "DJANGO_SETTINGS_MODULE": "tests.bench.served",
    "LOG_LEVEL": "WARNING",
    "RATE_LIMITS": "false",
    "STREAMS_AN_ACCOUNT": "100000",
    "STREAMS_AN_ADDRESS": "100000",
    "STREAM_IDLE_SECONDS": "3600",
    "RUNNING_TURNS_A_TRAVELLER": "100",
}
#: The web process as `manage.py serve` starts it.
OURS = ("uvicorn", "config.asgi:application", "--ws", "none", "--lifespan", "on", "--log-level", "warning")


@dataclass
class Server:
    """One process; its memory counts alone, the children of a WSGI server are threads."""

    port: int
    process: subprocess.Popen

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def kibibytes(self) -> int:
        """Memory in use (VmRSS)."""
        return int(self._status("VmRSS").split()[0])

    @property
    def threads(self) -> int:
        return int(self._status("Threads"))

    @property
    def open_databases(self) -> int:
        """Connections to SQLite, by open files (each has one of the database itself)."""
        links = []
        for file in Path(f"/proc/{self.process.pid}/fd").iterdir():
            try:
                links.append(os.readlink(file))
            except OSError:
                continue  # closed meanwhile
        return sum(link.endswith(".sqlite3") for link in links)

    @property
    def cpu_seconds(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _status(self, name: str) -> str:
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith(f"{name}:"))


@cache
def collect_static_files() -> None:
    """Once, to where `tests/bench/served.py` says: hashed and compressed, as on a site."""
    program = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"]
    subprocess.run(program, env={**os.environ, **NO_LIMITS}, check=True)


@contextmanager
def serve(module: Sequence[str], environment: Mapping[str, str] | None = None) -> Iterator[Server]:
    """`python -m MODULE … --port N` until the block ends."""
    collect_static_files()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with background([*module, "--port", str(port)], environment) as process:
        _until_it_answers(port, process)
        yield Server(port, process)


@contextmanager
def background(
    module: Sequence[str], environment: Mapping[str, str] | None = None
) -> Iterator[subprocess.Popen]:
    """`python -m MODULE …` as a process that ends with the block."""
    env = {**os.environ, **NO_LIMITS, **(environment or {})}
    process = subprocess.Popen([sys.executable, "-m", *module], env=env)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _until_it_answers(port: int, process: subprocess.Popen) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        if process.poll() is not None:
            raise RuntimeError(f"the server ended by itself with {process.returncode}")
        time.sleep(0.05)
    raise RuntimeError(f"the server did not start in {START_SECONDS} s")


def raise_open_files(wanted: int) -> int:
    """As many open files as wanted, for this process and those it starts; what there is."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft < limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
        soft = limit
    return soft


def share(values: Sequence[float], part: float) -> float:
    """The value below which so large a part of them lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def machine() -> str:
    """Where and under which load figures were taken: they mean little without."""
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    parts = ", ".join(f"{name} {version(name)}" for name in ("django", "uvicorn"))
    return f"{os.cpu_count()} cores, load {load}, Python {platform.python_version()}, {parts}"
