"""A web process as an operator starts it, on the test's own database."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Self

from tests.grown.running import environment
from tests.house.sources import ROOT
from tests.throwaway_servers import free_port

START_SECONDS = 60.0


class Process:
    """A child that writes into a file of its own."""

    def __init__(self, command: list[str], log: Path, **settings: str) -> None:
        self._log = log
        with log.open("ab") as file:
            self.process = subprocess.Popen(
                [sys.executable, *command],
                env=environment(**settings),
                cwd=ROOT,
                stdout=file,
                stderr=file,
                start_new_session=True,
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error) -> None:
        self.end()

    def said(self) -> str:
        return self._log.read_text("utf-8", errors="replace")

    def end(self, number: signal.Signals = signal.SIGTERM, seconds: float = 30) -> float:
        """Send the signal and wait; returns how long it took, seconds."""
        began = time.monotonic()
        if self.process.poll() is None:
            os.kill(self.process.pid, number)
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise AssertionError(f"still there after {seconds} s: {self.said()[-1500:]}") from None
        return time.monotonic() - began


class WebProcess(Process):
    """`uvicorn config.asgi:application`, by the command of docs/operations.md; waits until it answers."""

    def __init__(self, folder: Path, name: str = "web", *, port: int | None = None, **settings: str) -> None:
        self.port = port or free_port()
        command = [
            *("-m", "uvicorn", "config.asgi:application", "--host", "127.0.0.1", "--port", str(self.port)),
            *("--ws", "none", "--http", "config.http:Protocol", "--lifespan", "on"),
            *("--timeout-graceful-shutdown", "5"),
            *("--log-level", "warning"),
        ]
        plain = {"DJANGO_SETTINGS_MODULE": "tests.process_settings", "BACKGROUND": "worker"}
        super().__init__(command, folder / f"{name}.log", **(plain | settings))
        self._until_it_answers()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def _until_it_answers(self) -> None:
        waiting, end = threading.Event(), time.monotonic() + START_SECONDS
        while True:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"the web process did not start: {self.said()[-1500:]}")
            waiting.wait(0.05)


class WorkerProcess(Process):
    """`manage.py work`."""

    def __init__(self, folder: Path, name: str = "worker", **settings: str) -> None:
        super().__init__(["manage.py", "work"], folder / f"{name}.log", BACKGROUND="worker", **settings)
