"""Starts npm's @copilotkit/aimock, a Messages server written by others, as a throwaway process.

Where it cannot run (no Node.js, an old one, packages that cannot be installed) a test is skipped with
the reason; under CI=true it fails instead: there it has to run.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from tests.wire.messages import answer_text

NODE_FOLDER = Path(__file__).resolve().parent.parent / "node"
COMMAND = NODE_FOLDER / "node_modules" / "@copilotkit" / "aimock" / "dist" / "cli.js"
LEAST_NODE = (20, 15)
START_SECONDS = 20
INSTALL_SECONDS = 300
#: Strict mode (an unmatched request is an error) does not start without any fixture.
NEVER = {"match": {"userMessage": "\u2063never said\u2063"}, "response": {"content": "never"}}


def skip_or_fail(reason: str) -> None:
    """Skip here; fail where everything has to run."""
    if os.environ.get("CI", "").lower() == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def node() -> str:
    """The path of a Node.js that is new enough (skips otherwise)."""
    path = shutil.which("node")
    if path is None:
        skip_or_fail("Node.js is not installed; these tests need 20.15 or newer")
    version = subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout
    found = tuple(int(number) for number in re.findall(r"\d+", version)[:2])
    if found < LEAST_NODE:
        skip_or_fail(f"Node.js {version.strip()} is too old; these tests need 20.15 or newer")
    return str(path)


def install() -> None:
    """`npm ci` in tests/node, once, also when several test processes want it (skips when impossible)."""
    if COMMAND.exists():
        return
    npm = shutil.which("npm")
    if npm is None:
        skip_or_fail("npm is not installed; the packages of tests/node are missing")
    with (NODE_FOLDER / ".install-lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if COMMAND.exists():
            return
        try:
            done = subprocess.run(
                [str(npm), "ci", "--ignore-scripts"],
                cwd=NODE_FOLDER,
                capture_output=True,
                text=True,
                timeout=INSTALL_SECONDS,
            )
        except subprocess.TimeoutExpired:
            skip_or_fail("npm ci in tests/node took too long")
        if done.returncode:
            skip_or_fail(f"npm ci in tests/node failed: {done.stderr.strip()[-300:]}")


class Aimock:
    """A running server. Fixtures match by a part of the last user message; the first match wins."""

    def __init__(self, url: str) -> None:
        self.url = url

    def fixtures(self, *fixtures: Mapping[str, Any]) -> None:
        """Add fixtures in the server's own format."""
        self._control("fixtures", {"fixtures": list(fixtures)})

    def reset(self) -> None:
        """Forget fixtures, journal and faults."""
        self._control("reset", {})

    def next_error(self, status: int, kind: str, message: str = "told to") -> None:
        """The next request fails."""
        self._control(
            "error",
            {"status": status, "body": {"type": "error", "error": {"type": kind, "message": message}}},
        )

    def journal(self) -> list[dict[str, Any]]:
        """Every request the server has seen."""
        with urllib.request.urlopen(f"{self.url}/__aimock/journal", timeout=5) as answer:  # noqa: S310
            seen = json.load(answer)
        return seen if isinstance(seen, list) else seen.get("entries", [])

    def _control(self, what: str, body: Mapping[str, Any]) -> None:
        request = urllib.request.Request(  # noqa: S310
            f"{self.url}/__aimock/{what}",
            data=json.dumps(body).encode(),
            headers={"content-type": "application/json"},
            method="POST",
        )
        urllib.request.urlopen(request, timeout=5).close()  # noqa: S310


def fixture(user_message: str, answer: str | Mapping[str, Any] | BaseModel, **more: Any) -> dict[str, Any]:
    """A fixture that answers a user message that contains the text; a mapping or a model becomes its JSON."""
    match = {"userMessage": user_message, **more.pop("match", {})}
    return {"match": match, "response": {"content": answer_text(answer), **more.pop("response", {})}, **more}


@contextmanager
def aimock(tmp_path: Path, fixtures: Sequence[Mapping[str, Any]] = ()) -> Iterator[Aimock]:
    """A server on a free port with these fixtures; stopped at the end."""
    path = node()
    install()
    folder = tmp_path / "aimock"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "fixtures.json").write_text(json.dumps({"fixtures": [*fixtures, NEVER]}), "utf-8")
    port = _free_port()
    log = (folder / "log.txt").open("w")
    process = subprocess.Popen(
        [
            path,
            str(COMMAND),
            "-p",
            str(port),
            "-h",
            "127.0.0.1",
            "-f",
            str(folder),
            "--validate-on-load",
            "--strict",
        ],
        stdout=log,
        stderr=subprocess.STDOUT,
    )
    try:
        server = Aimock(f"http://127.0.0.1:{port}")
        _wait_until_up(server, process, folder / "log.txt")
        yield server
    finally:
        process.terminate()
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        log.close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait_until_up(server: Aimock, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        if process.poll() is not None:
            pytest.fail(f"aimock ended by itself: {log.read_text('utf-8')[-500:]}")
        try:
            server.journal()
            return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.05)
    pytest.fail(f"aimock did not start: {log.read_text('utf-8')[-500:]}")
