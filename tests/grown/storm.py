"""Sixteen processes that write to one SQLite file at the same time: `python -m tests.grown.storm`.

DATABASE_URL names the file. Each process lets its own travellers' turns live through: message, claim, events,
end; for as many seconds as the first argument says. Prints one JSON object for each process.
"""

from __future__ import annotations

import json
import os
import sys
import time
import uuid
from traceback import format_exception_only

import django

PROCESSES = 16


def main(seconds: float) -> int:
    django.setup()
    from django.db import connections

    _load()  # once, before there are sixteen
    connections.close_all()  # no connection goes through a fork
    children = []
    begin = time.time() + 0.5  # all at once
    for number in range(PROCESSES):
        pid = os.fork()
        if pid == 0:
            _write_until(number, begin, begin + seconds)
            os._exit(0)
        children.append(pid)
    return max(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in children)


def _load() -> None:
    from agents import turns
    from config import wsgi

    assert turns and wsgi


def _write_until(number: int, begin: float, end: float) -> None:
    """Whole turns, and at least one."""
    from django.db import Error

    from agents import record, turns
    from agents.events import ReplyDelta
    from agents.fence import append_events
    from trips.models import Traveller
    from trips.starting import start_trip

    time.sleep(max(0.0, begin - time.time()))
    done, events, slowest, errors = 0, 0, 0.0, []
    while not done or time.time() < end:
        try:
            started = time.monotonic()
            owner = Traveller.objects.create_user(f"{number}-{done}-{uuid.uuid4().hex}"[:60], password=None)
            turn = turns.start_turn(start_trip(owner), "Boston", uuid.uuid4().hex)
            slowest = max(slowest, time.monotonic() - started)
            token = turns.claim(turn.pk)
            for word in range(5):
                started = time.monotonic()
                append_events(turn.pk, token, [ReplyDelta(text=f"{word} ")])
                slowest = max(slowest, time.monotonic() - started)
                events += 1
            record.fail(turn.pk, token, "The storm is over.")
            done += 1
        except Error as error:
            errors.append("".join(format_exception_only(error)).strip())
            break
    print(
        json.dumps({"turns": done, "events": events, "slowest": round(slowest, 3), "errors": errors}),
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1])))
