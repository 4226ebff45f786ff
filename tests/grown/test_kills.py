"""Kills of each kind of process: nothing lost, nothing twice, nothing stuck. `make kills` does more."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys

import pytest

from tests.house.sources import ROOT
from tests.throwaway_servers import or_skip, postgresql_programs, redis_program

#: It brings its own databases.
pytestmark = pytest.mark.skipif(
    os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="ran with the suite on SQLite"
)
#: Seconds; a machine may be busy.
PATIENCE = 400


@pytest.mark.parametrize(
    ("mode", "runs"),
    [
        pytest.param("web", 5, marks=pytest.mark.xdist_group("kills of web")),
        pytest.param("worker", 5, marks=pytest.mark.xdist_group("kills of workers")),
        pytest.param("embedded", 3, marks=pytest.mark.xdist_group("kills of workers")),
    ],
)
def test_every_message_is_answered_once_whatever_dies(mode, runs, record_property):
    if mode != "embedded":
        or_skip(postgresql_programs)
        or_skip(redis_program)
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "tests.kills",
            "--quick",
            "--mode",
            mode,
            "--runs",
            str(runs),
            "--send-again",
            "3",
        ],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        said, _ = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGTERM)  # it ends what it started
        said, _ = process.communicate()
        pytest.fail(f"not done in {PATIENCE} s:\n{said}")
    record_property("seed", re.search(r"seed (\d+)", said)[1])
    print(said)
    assert process.returncode == 0, said
    assert int(re.search(r"^(\d+) processes killed", said, re.MULTILINE)[1]) >= runs
    assert "0 lost, 0 doubled, 0 stuck, 0 otherwise wrong" in said
