"""`manage.py doctor`: exit status and words."""

from __future__ import annotations

import datetime as dt

import pytest
from django.core.management import call_command
from django.utils import timezone

from agents import waiting
from agents.models import TurnEvent
from tests.agents.talking import send
from trips.models import Turn

pytestmark = pytest.mark.django_db(transaction=True)


def test_it_finds_everything_well(capsys):
    call_command("doctor")
    said = capsys.readouterr().out
    assert said.count("well ") >= 4 and "ILL" not in said


def test_it_says_that_nobody_answers_also_when_the_message_was_sent_again(trip, capsys):
    turn = send(trip, "Boston")
    ago = timezone.now() - dt.timedelta(minutes=2)
    Turn.objects.filter(pk=turn.pk).update(enqueued_at=ago)
    TurnEvent.objects.filter(turn=turn).update(created=ago)
    assert waiting.send_again() == 1
    with pytest.raises(SystemExit):
        call_command("doctor")
    assert "1 messages wait for more than 30 s" in capsys.readouterr().out
