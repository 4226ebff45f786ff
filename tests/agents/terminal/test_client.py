"""The terminal shows whole answers, also when the pieces of a reply were gone before it looked."""

from __future__ import annotations

import io
import json

import pytest

from agents.models import TurnEvent
from agents.outcome import Outcome
from agents.record import record_click
from agents.terminal.client import Client
from agents.worker import WorkerThread
from trips.models import Traveller, Trip
from trips.starting import start_trip

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def trip(settings) -> Trip:
    settings.BACKGROUND = "threads"
    settings.OFFLINE_PAUSE = 0.0
    return start_trip(Traveller.objects.create_user("ada"))


def talk(trip: Trip, *lines: str) -> str:
    out = io.StringIO()
    client = Client(trip, as_json=False, out=out)
    with WorkerThread():
        for line in lines:
            client.line(line)
    return out.getvalue()


def test_a_reply_is_whole_however_late_it_is_seen(trip, monkeypatch) -> None:
    """No event is seen before the turn is over."""
    monkeypatch.setattr(
        Client, "_follow", lambda self, turn: wait_for_the_end(turn) or TurnEvent.objects.none()
    )
    said = talk(trip, "Paris", "from Lyon")
    for message in trip.messages.filter(author="agent"):
        assert message.text in said


def wait_for_the_end(turn) -> None:
    import time

    deadline = time.monotonic() + 20
    while not type(turn).objects.get(pk=turn.pk).finished:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_reply_is_said_once(trip) -> None:
    said = talk(trip, "Paris", "from Lyon", "relaxed please")
    for message in trip.messages.filter(author="agent"):
        assert said.count(message.text) == 1


def test_starting_over_takes_a_yes(trip) -> None:
    said = talk(trip, "Paris", "/reset", "no")
    trip.refresh_from_db()
    assert trip.facts.destinations and "Nothing was cleared" in said
    talk(trip, "/reset", "yes")
    trip.refresh_from_db()
    assert not trip.facts.destinations
    assert trip.messages.filter(text="yes").count() == 0


# --- Commands: the registry's, with fields of their own ------------------------------------------

WISH = "Paris 4-8 May 2027, 2 adults, mid-range, from Lyon, history, no must-dos, moderate pace, just plan it"


def told(trip: Trip, *lines: str) -> list[list[dict]]:
    """What `--json` writes for each line."""
    client = Client(trip, as_json=True)
    answers = []
    with WorkerThread():
        for line in lines:
            client.out = io.StringIO()
            client.line(line)
            answers.append([json.loads(row) for row in client.out.getvalue().splitlines()])
    trip.refresh_from_db()
    return answers


def test_too_early_the_terminal_says_what_the_command_says(trip) -> None:
    (status,), (options,), (select,) = told(trip, "/status", "/options", "/select 1")
    assert status["kind"] == "status" and status["phase"] == "clarify" and status["missing"]
    assert {"text": "Say where to", "done": False, "command": ""} in status["checklist"]
    assert status["next"] and status["phase_words"] in status["reply"]
    assert (options["kind"], options["options"]) == ("options", [])
    assert "/status says what is still needed" in options["message"]
    assert (select["kind"], select["message"]) == ("refused", options["message"])
    assert "There are no options yet." in talk(trip, "/options")


def test_each_line_of_its_own_kind_keeps_its_fields(trip, settings) -> None:
    settings.RESEARCH_AFTER_CHOICE = False
    *_, done = told(trip, WISH)[0]
    assert (done["kind"], done["mode"], done["command"]) == ("done", "FINALIZE", "")
    (options,), (wrong,), (selected,), (kept,), (status,) = told(
        trip, "/options", "/select the purple one", "/select 2", "/options", "/status"
    )
    assert [row["number"] for row in options["options"]] == [1, 2, 3]
    assert wrong["kind"] == "refused" and "On offer" in wrong["message"]
    assert selected["kind"] == "selected" and selected["option"]["number"] == 2
    assert selected["plan"]["title"] == trip.plan.plan.title and selected["plan_version"] == 1
    assert len(kept["options"]) == 3 and "Kept beside your plan" in kept["reply"]
    assert status["plan_version"] == 1 and status["phase"] == "planned"
    lines = list(trip.messages.filter(author="traveller").values_list("text", flat=True))
    assert lines == [WISH, "/options", "/select the purple one", "/select 2", "/options", "/status"]


def test_words_that_start_over_ask_in_the_terminal_too(trip) -> None:
    *_, (*_, asked), (kept,), _again, (reset,) = told(trip, "Paris", "start over", "no", "start over", "yes")
    assert asked["kind"] == "done" and asked["command"] == "reset" and asked["asks"].endswith("yes / no")
    assert kept["kind"] == "kept"
    assert reset["kind"] == "reset" and "findings" in reset["message"] and not trip.facts.destinations


def test_a_question_to_start_over_is_gone_with_the_next_line(trip) -> None:
    told(trip, "Paris", "/reset", "/status", "yes")
    assert trip.facts.destinations


def test_what_a_button_of_the_page_did_is_said_before_the_next_line(trip) -> None:
    out = io.StringIO()
    client = Client(trip, as_json=True, out=out)
    record_click(trip, refusal_of_nothing())
    with WorkerThread():
        client.line("/help")
        client.line("/help")
    said = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [line["message"] for line in said if line["kind"] == "click"] == ["The plan stays."]


def refusal_of_nothing() -> Outcome:
    return Outcome(mode="DELEGATE", reply="The plan stays.")
