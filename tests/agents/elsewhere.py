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
    """`start`: a message is sent. `go-on`: an event of its first turn."""
    django.setup()
    from django.db import connection

    from agents.turns import start_turn
    from trips.models import Trip

    trip = Trip.objects.get(pk=trip_id)
    if what == "start":
        write = partial(start_turn, trip, "Boston?", "elsewhere")
    else:
        write = partial(write_event, trip.turns.get(number=1), "Written elsewhere")
    print("ready", flush=True)
    sys.stdin.readline()
    write()
    print(time.time(), flush=True)
    connection.close()


def write_event(turn, words: str) -> None:
    """Without a lease, whose end would wake whoever looks after leases."""
    from django.db import connection, transaction

    from agents.events import Progress
    from agents.fence import insert_events

    with transaction.atomic(), connection.cursor() as cursor:
        turn.last_seq += 1
        turn.save(update_fields=["last_seq"])
        insert_events(cursor, turn.pk, turn.last_seq - 1, [Progress(text=words)])


class Elsewhere:
    """Such a process, ready to write."""

    def __init__(self, what: str, trip_id: int) -> None:
        from tests.grown.running import environment
        from tests.house.sources import ROOT

        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.agents.elsewhere", what, str(trip_id)],
            env=environment(BACKGROUND="worker", DJANGO_SETTINGS_MODULE="config.settings"),
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
