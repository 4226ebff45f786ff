"""`manage.py doctor`: exit status and words."""

from __future__ import annotations

import datetime as dt

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from agents import health, waiting
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
    said = capsys.readouterr().out
    assert "ILL   queue        1 message waits for a worker, the oldest for 120 s" in said
    assert "ILL   worker       none: start one" in said


def test_without_a_worker_and_without_messages_nothing_is_ill(capsys):
    call_command("doctor")
    assert "note  worker       none: start one" in capsys.readouterr().out


def test_it_says_which_worker_lives(capsys):
    health.sign_of_life("worker")
    call_command("doctor")
    assert "well  worker       1 worker; seen 0 s ago" in capsys.readouterr().out
    health.sign_off()


def test_a_migration_that_waits_is_named_and_nothing_else_is_asked(capsys):
    MigrationRecorder(connection).record_unapplied("agents", "0004_workersign")
    try:
        with pytest.raises(SystemExit):
            call_command("doctor")
    finally:
        MigrationRecorder(connection).record_applied("agents", "0004_workersign")
    said = capsys.readouterr().out
    assert "ILL   migrations   1 wait: run `manage.py migrate`: agents.0004_workersign" in said
    assert "queue" not in said
