"""A lease that has run out, or ends later than any may, keeps no turn."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone

from agents import turns, waiting
from agents.leases import database_now, has_ended, lease_end
from tests.agents.talking import send
from trips.models import Turn

pytestmark = pytest.mark.django_db(transaction=True)

HOUR = dt.timedelta(hours=1)


def test_a_lease_runs_until_its_end() -> None:
    now, end = database_now(), lease_end()
    assert not has_ended(None, now) and not has_ended(end, now)
    assert not has_ended(end, end)
    assert has_ended(end, end + dt.timedelta(seconds=0.1))


def test_a_lease_from_before_the_clock_was_set_is_over() -> None:
    now = database_now()
    assert has_ended(lease_end(), now + HOUR)
    assert has_ended(lease_end(), now - HOUR)


@pytest.mark.parametrize("set_by", [HOUR, -HOUR])
def test_a_turn_goes_on_after_the_clock_was_set(trip, set_by) -> None:
    turn = send(trip, "Boston")
    assert turns.claim(turn.pk) == 1
    assert turns.recover_expired() == 0
    Turn.objects.filter(pk=turn.pk).update(lease_until=lease_end() - set_by)
    assert turns.recover_expired() == 1
    assert turns.claim(turn.pk) == 3
    assert turns.recover_expired() == 0


def test_a_turn_sent_before_the_clock_was_set_back_is_sent_again(trip, settings):
    settings.BACKGROUND = "celery"
    settings.CELERY_BROKER_URL = ""
    turn = send(trip, "Boston")
    Turn.objects.filter(pk=turn.pk).update(enqueued_at=timezone.now() + HOUR)
    assert waiting.send_again() == 1
    assert waiting.send_again() == 0
