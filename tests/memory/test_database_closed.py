"""The database is closed under what memory does: whoever began it hears so, as of no fault of memory."""

from __future__ import annotations

import logging

import pytest

from config.database import AWAY
from memory import events, triggers
from memory.selfcheck import memory_check
from tests.closing import closed, however
from tests.memory.people import turn_of
from tests.memory.test_triggers import finding_of, judge
from trips.models import Trip

pytestmark = pytest.mark.django_db(transaction=True)


@however
def test_a_trigger_says_so_to_who_began_it(trip: Trip, caplog, how: str) -> None:
    turn_of(trip)
    with caplog.at_level(logging.ERROR, "wayfare.memory"), closed(how), pytest.raises(AWAY):
        triggers.trip_finished(trip=trip)
    assert "nothing was learnt" not in caplog.text


def test_another_fault_of_it_breaks_nothing(trip: Trip, monkeypatch, caplog) -> None:
    def breaks(*_args: object) -> None:
        raise ValueError("a fault")

    monkeypatch.setattr(events, "dismissed", breaks)
    finding = finding_of(trip)
    judge(finding)
    finding.refresh_from_db()
    assert finding.state == "dismissed" and "nothing was learnt" in caplog.text


@however
def test_the_check_of_memory_says_no(how: str) -> None:
    assert memory_check().well
    with closed(how):
        check = memory_check()
    assert (check.well, check.words) == (False, "can't be written")
    assert memory_check().well
