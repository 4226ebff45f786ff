"""No message takes a worker two seconds: from its words to its answer, and what is learnt; nor
does the next one, which is read beside it."""

from __future__ import annotations

import time

import pytest

from agents.llm.offline import OfflineMind
from tests.agents.background import run_due
from tests.agents.talking import run, send
from tests.hostile.attacks import ATTACKS
from tests.hostile.clock import slowness
from tests.trips.travelling import with_plan
from trips.models import Trip, Turn
from trips.starting import start_trip

pytestmark = pytest.mark.django_db(transaction=True)

#: Seconds of the processor, all threads together: of one that is shared, where a quiet one takes half.
LIMIT = 2.0
TRIES = 3
#: What a process does once is done by whoever comes first.
FIRST = iter(
    ("We love history.", "lunch was 12 euros", "what is on day 2?", "we never eat meat", "on to Kyotto")
)


@pytest.fixture
def planned(warm: Trip) -> Trip:
    """A plan is chosen: the most of readers are asked."""
    return with_plan(warm)


@pytest.fixture
def warm(trip: Trip) -> Trip:
    for text in FIRST:
        _seconds(with_plan(start_trip(trip.owner)), text)
    return trip


def _seconds(trip: Trip, text: str) -> float:
    turn = send(trip, text)
    slow = slowness()
    began = time.process_time()
    run(turn, OfflineMind(0))
    run_due()
    took = (time.process_time() - began) / max(slow, slowness())
    assert turn.status == Turn.Status.DONE, turn.error
    assert turn.messages.get(author="traveller").text == text.replace("\x00", "").strip()
    return took


def _limit(trip: Trip, name: str, record) -> None:
    for _ in range(TRIES):
        took = _seconds(trip, ATTACKS[name])
        next_one = _seconds(trip, "Thanks!")
        record("seconds", (round(took, 3), round(next_one, 3)))
        if max(took, next_one) < LIMIT:
            return
    pytest.fail(f"{took:.2f} s, the next {next_one:.2f} s")


@pytest.mark.parametrize("name", ATTACKS)
def test_beside_a_plan(planned, name: str, record_property) -> None:
    _limit(planned, name, record_property)


@pytest.mark.slow
@pytest.mark.parametrize("name", ATTACKS)
def test_as_the_first(warm, name: str, record_property) -> None:
    _limit(warm, name, record_property)
