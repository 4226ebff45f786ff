"""Rows of the outbox are leased by one who has them, whatever the clock does."""

from __future__ import annotations

import datetime as dt

import pytest

from agents import outbox
from agents.leases import Leases
from agents.models import ModelCall
from memory.models import Extraction
from tests.agents.clocks import HOUR, Clocks
from tests.memory.extracting import row_of, turn_of
from trips.models import Trip

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def clocks(monkeypatch) -> Clocks:
    """For the rows' leases: written, renewed and read by these."""
    made = Clocks()
    monkeypatch.setattr(outbox, "leases", Leases(made.now, lambda: made.steady))
    monkeypatch.setattr(outbox, "database_now", made.now)
    return made


@pytest.fixture
def row(trip: Trip) -> Extraction:
    return row_of(turn_of(trip, "Plan it, please, with gardens."))


@pytest.fixture
def leased(row: Extraction, clocks: Clocks) -> outbox.Leased:
    """The row, by somebody who works on it; it is not there for others."""
    (leased,) = outbox.lease(None, 4)
    assert outbox.lease(None, 4) == []
    return leased


def test_an_hour_forward_takes_no_row_of_a_living_worker(leased, clocks, settings) -> None:
    clocks.set_by = HOUR
    assert outbox.lease(None, 4) == []
    for _second in range(int(settings.LEASE_SECONDS * 3)):
        clocks.pass_seconds(1)
        outbox.renew([leased])
        assert outbox.lease(None, 4) == []


def test_an_hour_forward_again_and_again_fails_no_row_of_a_living_worker(leased, row, clocks) -> None:
    for hours in range(1, 5):
        clocks.set_by = hours * HOUR
        assert outbox.lease(None, 4) == []
    row.refresh_from_db()
    assert (row.status, row.attempts) == ("running", 1)


def test_an_hour_forward_does_not_keep_a_dead_workers_row(leased, clocks, settings) -> None:
    clocks.set_by = HOUR
    assert outbox.lease(None, 4) == []
    clocks.pass_seconds(settings.LEASE_SECONDS + 1)
    assert outbox.lease(None, 4) == [(leased[0], 2)]


def test_an_hour_back_does_not_keep_a_dead_workers_row_for_an_hour(leased, clocks, settings) -> None:
    clocks.set_by = -HOUR
    assert outbox.lease(None, 4) == []
    clocks.pass_seconds(settings.LEASE_SECONDS + 1)
    assert outbox.lease(None, 4) == [(leased[0], 2)]


def test_an_hour_back_takes_no_row_of_a_living_worker(leased, clocks, settings) -> None:
    clocks.set_by = -HOUR
    for _second in range(int(settings.LEASE_SECONDS * 2)):
        assert outbox.lease(None, 4) == []
        clocks.pass_seconds(1)
        outbox.renew([leased])


def test_an_hour_back_a_row_that_pauses_does_not_pause_for_an_hour(leased, row, clocks) -> None:
    outbox.failed(*leased, "planner", TimeoutError())
    assert outbox.lease(None, 4) == []
    clocks.set_by = -HOUR
    assert outbox.lease(None, 4) == [(row.pk, 2)]


def test_a_row_renewed_while_it_was_looked_at_stays_with_its_worker(
    leased, row, clocks, settings, monkeypatch
) -> None:
    call = ModelCall.objects.create(
        turn=row.turn, trip=row.turn.trip, mind="claude", purpose=outbox.PURPOSE, agent="extraction", cost=1
    )
    clocks.pass_seconds(settings.LEASE_SECONDS + 1)
    taken = outbox._take

    def late(seen: Extraction, **fields) -> bool:
        outbox.renew([leased])
        return taken(seen, **fields)

    monkeypatch.setattr(outbox, "_take", late)
    assert outbox.lease(None, 4) == []
    row.refresh_from_db()
    call.refresh_from_db()
    assert (row.status, row.attempts, call.status) == ("running", 1, "reserved")
    monkeypatch.setattr(outbox, "_take", taken)
    clocks.pass_seconds(settings.LEASE_SECONDS + 1)
    assert outbox.lease(clocks.now() + dt.timedelta(seconds=1), 4) == [(row.pk, 2)]
    call.refresh_from_db()
    assert call.status == "stopped"
