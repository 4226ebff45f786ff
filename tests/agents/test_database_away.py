"""The database breaks off: pages say so and can be sent again, turns go on when it is there."""

from __future__ import annotations

import re

import pytest
from django.db import InterfaceError, OperationalError
from django.test import Client

from agents import record, turns
from agents.llm.scripted import ScriptedMind
from tests.agents.talking import clarify, run, send
from trips.models import Message, Turn

pytestmark = pytest.mark.django_db(transaction=True)

FULL = OperationalError("database or disk is full")


def browser(traveller) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(traveller)
    return client


@pytest.mark.parametrize("error", [FULL, InterfaceError("connection already closed")])
def test_a_message_that_cannot_be_stored_can_be_sent_again(trip, traveller, monkeypatch, error):
    client = browser(traveller)
    form = {"text": "Boston & <b>more</b>", "client_key": "7d7b13a6-2b5a-4a51-8f8f-8d3f7c5f1c11"}
    with monkeypatch.context() as patch:

        def away(*_args, **_rest):
            raise error

        patch.setattr(Message.objects, "create", away)
        answer = client.post(f"/trips/{trip.uuid}/send", form)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    page = answer.content.decode()
    assert "cannot save anything right now" in page
    assert f'<form method="post" action="/trips/{trip.uuid}/send">' in page
    assert "Boston &amp; &lt;b&gt;more&lt;/b&gt;" in page
    key = re.search(r'name="client_key" value="([^"]+)"', page)[1]
    assert not trip.messages.exists()
    for _twice in range(2):
        assert client.post(f"/trips/{trip.uuid}/send", {**form, "client_key": key}).status_code == 302
    assert trip.messages.count() == trip.turns.count() == 1


def test_htmx_gets_the_line_of_notices(trip, traveller, monkeypatch):
    def away(*_args, **_rest):
        raise FULL

    monkeypatch.setattr(Message.objects, "create", away)
    answer = browser(traveller).post(
        f"/trips/{trip.uuid}/send", {"text": "Boston"}, headers={"HX-Request": "true"}
    )
    assert (answer.status_code, answer["Retry-After"], answer["HX-Retarget"]) == (503, "5", "#notices")
    assert "<html" not in answer.content.decode() and "right now" in answer.content.decode()


def test_another_fault_is_still_one(trip, traveller, monkeypatch):
    def breaks(*_args, **_rest):
        raise ValueError("a fault")

    monkeypatch.setattr(Message.objects, "create", breaks)
    answer = browser(traveller).post(f"/trips/{trip.uuid}/send", {"text": "Boston"})
    assert answer.status_code == 500 and "Retry-After" not in answer


@pytest.mark.parametrize("where", ["picture", "append"])
def test_a_turn_that_breaks_off_goes_back_to_the_queue(trip, monkeypatch, where):
    turn = send(trip, "Boston")
    with monkeypatch.context() as patch:

        def away(*_args, **_rest):
            raise FULL

        if where == "picture":
            patch.setattr(turns, "picture", away)
        else:
            patch.setattr("agents.turn_log.append_events", away)
        broken = run(turn, ScriptedMind([clarify()]))
    assert (broken.status, broken.attempt, broken.lease_until) == (Turn.Status.QUEUED, 1, None)
    done = run(turn, ScriptedMind([clarify()]))
    assert (done.status, done.attempt) == (Turn.Status.DONE, 2)
    assert trip.messages.filter(author="agent").count() == 1


def test_it_is_given_back_as_soon_as_that_can_be_written(trip, monkeypatch):
    turn = send(trip, "Boston")
    release, tries = turns.release, []

    def away(*_args, **_rest):
        raise FULL

    def third_time(*args):
        tries.append(args)
        if len(tries) < 3:
            raise FULL
        release(*args)

    monkeypatch.setattr(turns, "picture", away)
    monkeypatch.setattr(turns, "release", third_time)
    monkeypatch.setattr(turns, "HAND_BACK_PAUSE", 0.01)
    assert run(turn, ScriptedMind([])).status == Turn.Status.QUEUED
    assert len(tries) == 3


def test_three_attempts_and_it_ends(trip, settings, monkeypatch):
    def away(*_args, **_rest):
        raise FULL

    monkeypatch.setattr(record, "record", away)
    turn = send(trip, "Boston")
    for _attempt in range(settings.TURN_ATTEMPTS):
        ended = run(turn, ScriptedMind([clarify()]))
    assert (ended.status, ended.error) == (Turn.Status.FAILED, turns.GAVE_UP)
