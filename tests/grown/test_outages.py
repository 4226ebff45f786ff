"""Short outages in the middle of turns: nothing lost, nothing twice. `make outages` has longer ones."""

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
pytestmark = [
    pytest.mark.skipif(
        os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="ran with the suite on SQLite"
    ),
    pytest.mark.xdist_group("outages"),
]
#: Seconds; a machine may be busy.
PATIENCE = 400


@pytest.mark.parametrize("kinds", [["redis-stopped", "postgresql-immediate"], ["quota"]], ids=" ".join)
def test_accepted_messages_are_answered_once_whatever_stops(kinds, record_property):
    if "quota" not in kinds:
        or_skip(postgresql_programs)
        or_skip(redis_program)
    command = [sys.executable, "-m", "tests.outages", "--shortest", "2", "--longest", "3", "--only", *kinds]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        said, _ = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGTERM)  # it ends what it started
        said, _ = process.communicate()
        pytest.fail(f"not done in {PATIENCE} s:\n{said}")
    record_property("seed", re.search(r"seed (\d+)", said)[1])
    print(said)
    assert process.returncode == 0, said
    assert "0 lost, 0 doubled, 0 stuck, 0 otherwise wrong" in said
    assert len(re.findall(r"messages taken", said)) == 1 + len(kinds)
    if "quota" in kinds:  # while a server restarts a request may also wait and be taken
        refused = re.search(r"quota, .* messages taken, (\d+) refused", said)
        assert int(refused[1]) > 0, said  # somebody tried while it was out, and was told
