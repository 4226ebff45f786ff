"""Rows of the outbox are leased by one who has them."""

from __future__ import annotations

import datetime as dt

import pytest

from agents import outbox
from agents.leases import lease_end
from agents.models import ModelCall
from memory.models import Extraction
from tests.memory.extracting import row_of, turn_of
from trips.models import Trip

pytestmark = pytest.mark.django_db(transaction=True)

HOUR = dt.timedelta(hours=1)


@pytest.fixture
def row(trip: Trip) -> Extraction:
    return row_of(turn_of(trip, "Plan it, please, with gardens."))


@pytest.fixture
def leased(row: Extraction) -> outbox.Leased:
    """The row, by somebody who works on it; it is not there for others."""
    (leased,) = outbox.lease(4)
    assert outbox.lease(4) == []
    return leased


def ends(row: Extraction, end: dt.datetime) -> None:
    Extraction.objects.filter(pk=row.pk).update(lease_until=end)


@pytest.mark.parametrize("set_by", [HOUR, -HOUR])
def test_a_row_goes_on_after_the_clock_was_set(leased, row, set_by) -> None:
    ends(row, lease_end() - set_by)
    assert outbox.lease(4) == [(row.pk, 2)]
    assert outbox.lease(4) == []


def test_a_row_that_pauses_does_not_pause_for_an_hour(leased, row) -> None:
    outbox.failed(*leased, "planner", TimeoutError())
    assert outbox.lease(4) == []
    row.refresh_from_db()
    ends(row, row.lease_until + HOUR)
    assert outbox.lease(4) == [(row.pk, 2)]


def test_a_row_renewed_while_it_was_looked_at_stays_with_its_worker(leased, row, monkeypatch) -> None:
    call = ModelCall.objects.create(
        turn=row.turn, trip=row.turn.trip, mind="claude", purpose=outbox.PURPOSE, agent="extraction", cost=1
    )
    ends(row, lease_end() - HOUR)
    taken = outbox._take

    def late(seen: Extraction, **fields) -> bool:
        outbox.renew([leased])
        return taken(seen, **fields)

    monkeypatch.setattr(outbox, "_take", late)
    assert outbox.lease(4) == []
    row.refresh_from_db()
    call.refresh_from_db()
    assert (row.status, row.attempts, call.status) == ("running", 1, "reserved")
    monkeypatch.setattr(outbox, "_take", taken)
    ends(row, lease_end() - HOUR)
    assert outbox.lease(4) == [(row.pk, 2)]
    call.refresh_from_db()
    assert call.status == "stopped"
