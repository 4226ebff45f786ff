"""While a hostile message is answered, other people's are too: by the one worker that `serve` starts."""

from __future__ import annotations

import time

import pytest

from tests.agents.management.served import answered, children, server  # noqa: F401  (a fixture)
from tests.agents.talking import send
from tests.grown.running import until
from tests.hostile.attacks import ATTACKS
from tests.hostile.clock import slowness
from tests.trips.travelling import with_plan
from trips.models import Traveller, Trip, Turn
from trips.starting import start_trip

#: Seconds that somebody else waits at most, also on a busy machine; half of the watchdog's patience.
LIMIT = 10.0


def _waited(turn: Turn) -> float:
    until(lambda: answered(turn), seconds=60)
    return (turn.finished_at - turn.enqueued_at).total_seconds()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_others_are_answered_meanwhile(server, trip: Trip, settings, record_property) -> None:  # noqa: F811
    settings.BACKGROUND = "worker"  # this process answers nothing
    ben = with_plan(start_trip(Traveller.objects.create_user("ben")))
    for text in ("We love history.", "Thanks!", "What is on day 2?"):
        _waited(send(ben, text))
    alone = max(_waited(send(ben, "What is on day 2?")) for _ in range(5))
    (worker,) = children(server.pid)
    waits, attacks = {}, {}
    for name, attack in ATTACKS.items():
        hostile = send(with_plan(start_trip(trip.owner)), attack)
        time.sleep(0.05)
        slow = slowness()
        waits[name] = _waited(send(ben, "What is on day 2?")) / max(slow, slowness())
        attacks[name] = _waited(hostile)
    worst = max(waits, key=waits.__getitem__)
    record_property(
        "seconds", {"alone": alone, "beside": (worst, waits[worst]), "attack": max(attacks.values())}
    )
    assert waits[worst] < LIMIT, worst
    assert children(server.pid) == [worker]
