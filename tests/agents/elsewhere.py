"""A process that writes when it is told to: `python -m tests.agents.elsewhere start|go-on TRIP`."""

from __future__ import annotations

import subprocess
import sys
import time
from functools import partial
from typing import Self

import django

START_SECONDS = 60.0


def main(what: str, trip_id: int) -> None:
    """`start`: a message is sent. `go-on`: its first turn is claimed and says something."""
    django.setup()
    from django.db import connection

    from agents import turns
    from agents.events import Progress
    from agents.fence import append_events
    from trips.models import Trip

    trip = Trip.objects.get(pk=trip_id)
    if what == "start":
        write = partial(turns.start_turn, trip, "Boston?", "elsewhere")
    else:
        turn = trip.turns.get(number=1)
        token = turns.claim(turn.pk)
        write = partial(append_events, turn.pk, token, [Progress(text="Written elsewhere")])
    print("ready", flush=True)
    sys.stdin.readline()
    write()
    print(time.time(), flush=True)
    connection.close()


class Elsewhere:
    """Such a process, ready to write."""

    def __init__(self, what: str, trip_id: int) -> None:
        from tests.grown.running import environment
        from tests.house.sources import ROOT

        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.agents.elsewhere", what, str(trip_id)],
            env=environment(
                BACKGROUND="worker",
                DJANGO_SETTINGS_MODULE="config.settings",
                LEASE_SECONDS="60",  # or the reader's process would take the turn back, and wake itself
            ),
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        assert self._process.stdout.readline() == "ready\n"
        return self

    def __exit__(self, *_error) -> None:
        self._process.stdin.close()
        self._process.wait(START_SECONDS)
        self._process.stdout.close()

    def write(self) -> float:
        """Now; returns when it was committed, as `time.time()`."""
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline())


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
