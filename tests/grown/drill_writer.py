"""One writer of the restore drill: whole turns until it is killed, each left in another state.

The first argument names a file; the key of a message is written there after it was committed.
"""

from __future__ import annotations

import itertools
import sys
import time
import uuid
from pathlib import Path

import django

#: Seconds between two turns: the machine is also needed for the backup.
PAUSE = 0.05


def main(path: Path) -> None:
    django.setup()
    from django.db import Error, IntegrityError, close_old_connections, connection

    from agents import record, turns
    from agents.events import ReplyDelta, Started
    from agents.fence import LeaseLost, append_events
    from trips.models import Member, Traveller, Trip, Turn
    from trips.starting import start_trip

    with path.open("a", encoding="utf-8") as accepted:
        for number in itertools.count():
            try:
                owner = Traveller.objects.create_user(f"writer-{uuid.uuid4().hex}"[:60], password=None)
                key = uuid.uuid4().hex
                turn = turns.start_turn(start_trip(owner), "I want to see Boston", key)
                accepted.write(key + "\n")
                accepted.flush()
                token = turns.claim(turn.pk)
                if token is None:
                    continue
                append_events(turn.pk, token, [Started(mind="offline")])
                for word in range(5):
                    append_events(turn.pk, token, [ReplyDelta(text=f"{word} ")])
                if number % 3:
                    record.fail(turn.pk, token, "The drill is over.")
            except (LeaseLost, IntegrityError, Turn.DoesNotExist, Trip.DoesNotExist, Member.DoesNotExist):
                pass  # the data has changed under our hands: go on with what is there
            except Error:
                connection.close()  # sent away: the next try connects again
            close_old_connections()
            time.sleep(PAUSE)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
