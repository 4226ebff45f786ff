"""One request: its limits, what it refuses, and the rest after a failure."""

from __future__ import annotations

import json
import logging
import time

import pytest
from django.core.cache import caches

from tests.trips.remote.serving import Answer, as_json, serving
from trips.remote import client
from trips.remote.client import ask, leaving

GOOD = as_json({"well": True})


def asked(address: str, settings, read=json.loads):
    settings.RATES_URL = address
    return ask("RATES_URL", "", {"base": "EUR"}, read)


def test_nothing_is_asked_where_nothing_is_set(monkeypatch) -> None:
    monkeypatch.setattr(client, "_body", lambda *_: pytest.fail("asked"))
    assert ask("RATES_URL", "", {}, json.loads) is None
    assert leaving() == []


def test_an_answer_is_read_and_the_query_is_sent(settings) -> None:
    with serving(lambda _path: GOOD) as served:
        assert asked(served.address, settings) == {"well": True}
    assert served.paths == ["/?base=EUR"]


@pytest.mark.parametrize(
    "answer",
    [
        Answer(b"<html>", headers={"Content-Type": "text/html"}),
        Answer(b"{}", status=500),
        Answer(b"x" * 2_000_000),
        Answer(b"", status=302, headers={"Location": "/elsewhere"}),
    ],
    ids=["no JSON", "a server's error", "too much", "a redirect"],
)
def test_what_is_no_answer_is_refused_once_and_then_it_rests(answer: Answer, settings, caplog) -> None:
    with serving(lambda _path: answer) as served, caplog.at_level(logging.WARNING, "wayfare.remote"):
        assert asked(served.address, settings) is None
        assert asked(served.address, settings) is None
        assert len(served.paths) == 1
        caches["remote"].delete("RATES_URL:rests")
        assert asked(served.address, settings) is None
    assert len(served.paths) == 2
    assert [record.message.partition(" (")[0] for record in caplog.records] == ["the exchange rates failed"]


@pytest.mark.parametrize("drip", [0.05, 5.0], ids=["byte by byte", "silent"])
def test_a_slow_answer_is_left_after_the_limit(drip: float, settings, monkeypatch) -> None:
    monkeypatch.setattr(client, "SECONDS", 0.4)
    with serving(lambda _path: Answer(b"[" + b" " * 200 + b"]", drip=drip)) as served:
        began = time.monotonic()
        assert asked(served.address, settings) is None
        assert time.monotonic() - began < 3


def test_a_server_that_is_not_there_is_a_failure_and_a_good_answer_ends_the_row(settings) -> None:
    assert asked("http://127.0.0.1:9", settings) is None
    assert caches["remote"].get("RATES_URL:failures") == 1
    caches["remote"].delete("RATES_URL:rests")
    with serving(lambda _path: GOOD) as served:
        assert asked(served.address, settings)
    assert caches["remote"].get("RATES_URL:failures") is None


@pytest.mark.django_db
def test_it_is_never_asked_inside_a_transaction(settings) -> None:
    with pytest.raises(RuntimeError, match="inside a transaction"):
        asked("http://127.0.0.1:9", settings)


def test_who_reads_the_account_is_told_host_and_what_leaves(settings) -> None:
    settings.ROUTING_URL = "https://routing.example/routed-{profile}"
    assert leaving() == [("routing service", "routing.example", "the positions of a plan's places")]
