"""No word of a traveller, no key, password or cookie reaches a log, whatever goes wrong; lines carry ids."""

from __future__ import annotations

import asyncio
import importlib
import io
import json
import logging
import threading
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field

import httpx
import pytest
from django.test import Client
from django.urls import reverse

from agents import turns
from agents.llm import select
from agents.runtime.db_thread import close_recorder_connection
from agents.runtime.schemas import Respond
from config.logs import OURS, formatter
from tests.agents.talking import clarify, send
from tests.serving import serving
from tests.sse_client import Reading
from tests.wire.messages import (
    SSE_HEADERS,
    Answer,
    error_event,
    failure,
    text_answer,
    text_steps,
    tool_answer,
)
from tests.wire.server import messages_server
from trips.models import Traveller, Trip, Turn
from trips.starting import start_trip

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

CANARIES = {
    "message": "wolverine-message-canary",
    "fact": "axolotl-fact-canary",
    "reply": "quokka-reply-canary",
    "wrong answer": "narwhal-answer-canary",
    "server's error": "pangolin-server-canary",
    "key": "sk-ant-capybara-key-canary",
    "user name": "ocelot-name-canary",
    "password": "tapir-password-canary",
    "wrong password": "dugong-password-canary",
    "address": "okapi-address-canary",
    "exception": "fossa-exception-canary",
}


@dataclass
class Captured:
    """What the root logger's handlers wrote, in both forms and as a plain formatter would."""

    streams: dict[str, io.StringIO] = field(default_factory=dict)

    @property
    def rows(self) -> list[dict]:
        return [json.loads(line) for line in self.streams["json"].getvalue().splitlines()]

    def named(self, logger: str, event: str = "") -> list[dict]:
        return [row for row in self.rows if row["logger"] == logger and row["event"].startswith(event)]

    def leaked(self, form: str, canaries: dict[str, str]) -> set[str]:
        text = self.streams[form].getvalue()
        return {name for name, canary in canaries.items() if canary in text}


@pytest.fixture
def captured() -> Iterator[Captured]:
    importlib.import_module("config.asgi")  # sets the loggers up once more
    seen = Captured()
    handlers = []
    plain = logging.Formatter("%(name)s %(message)s")
    for form in ("json", "lines", "plain"):
        seen.streams[form] = io.StringIO()
        handlers.append(logging.StreamHandler(seen.streams[form]))
        handlers[-1].setFormatter(plain if form == "plain" else formatter(form))
        logging.getLogger().addHandler(handlers[-1])
    before = {name: logging.getLogger(name).level for name in OURS}
    for name in OURS:
        logging.getLogger(name).setLevel(logging.DEBUG)
    yield seen
    for handler in handlers:
        logging.getLogger().removeHandler(handler)
    for name, level in before.items():
        logging.getLogger(name).setLevel(level)


@pytest.fixture
def claude(settings) -> Iterator:
    """A Messages server that says what it is told, and a worker's mind that asks it."""
    with messages_server() as server:
        settings.ANTHROPIC_API_KEY = CANARIES["key"]
        settings.ANTHROPIC_BASE_URL = server.url
        select.claude_mind.cache_clear()
        yield server
    select.claude_mind.cache_clear()


def signed_in() -> Client:
    """By the page's own form, at the second attempt."""
    person = Traveller.objects.create_user(CANARIES["user name"], password=CANARIES["password"])
    client = Client(raise_request_exception=False, REMOTE_ADDR="203.0.113.77")
    for word in ("wrong password", "password"):
        form = {"username": person.username, "password": CANARIES[word]}
        client.post(reverse("sign_in"), form, headers={"X-Request-ID": "request-of-a-proxy"})
    assert client.session.get("_auth_user_id") == str(person.pk)
    return client


def answered(client: Client, trip: Trip, text: str) -> Turn:
    """A message by the page, and its turn once the worker has ended it."""
    form = {"text": text, "message": text, "client_key": uuid.uuid4().hex}
    assert client.post(reverse("send", args=[trip.uuid]), form).status_code in (200, 302)
    turn = trip.turns.latest("number")
    waiting = threading.Event()
    for _ in range(600):
        turn.refresh_from_db()
        if turn.finished:
            return turn
        waiting.wait(0.05)
    raise AssertionError(f"turn {turn.number} is {turn.status}")


def wrong_answers(server) -> list[str]:
    """What is scripted; how each message's turn ends. Where something came back, code does the rest."""
    fact = {"path": "must_do", "op": "add", "value": CANARIES["fact"], "quote": CANARIES["fact"]}
    ends = []

    def scripted(end: str, *answers: Answer) -> None:
        ends.append(end)
        server.script(*answers)

    good = text_answer(clarify(CANARIES["reply"], changes=[fact]))
    scripted("done", text_answer(f"This is no JSON: {CANARIES['wrong answer']}"), good)
    unknown = {"reply": CANARIES["reply"], CANARIES["wrong answer"]: 1, "decision": {"mode": "NONE"}}
    scripted("done", *[text_answer(unknown)] * 3)
    scripted("done", failure(400, "invalid_request_error", CANARIES["server's error"]))
    page = Answer([CANARIES["server's error"].encode()], 200, {"content-type": "text/html"})
    scripted("done", *[page] * 3)
    scripted("failed", *[failure(500, "api_error", CANARIES["server's error"])] * 3)
    said = text_steps(json.dumps(clarify(CANARIES["reply"]))[:60])
    broken = Answer([*said, error_event("api_error", CANARIES["server's error"])], 200, dict(SSE_HEADERS))
    scripted("done", broken, broken)
    tool = tool_answer(("toolu_1", CANARIES["wrong answer"], {"city": CANARIES["wrong answer"]}))
    scripted("done", tool, text_answer({"reply": CANARIES["reply"], "decision": {"mode": "ANSWER"}}))
    return ends


class BreakingMind:
    """Breaks in the middle of an answer, with an exception that quotes the message."""

    name = "breaking"

    def __init__(self, error: Exception) -> None:
        self.error = error

    async def stream(self, request):
        words = request.messages[-1].text
        try:
            int(words)
        except ValueError as quoting:
            raise self.error from quoting
        yield


def broken_inside(trip: Trip, error: Exception) -> Turn:
    turn = send(trip, f"And now {CANARIES['message']}")

    async def main() -> None:
        try:
            await turns.run_turn(turn.pk, BreakingMind(error))
        finally:
            await close_recorder_connection()

    asyncio.run(main())
    turn.refresh_from_db()
    return turn


def validation_error() -> Exception:
    try:
        Respond.model_validate({"mode": CANARIES["exception"], CANARIES["fact"]: CANARIES["message"]})
    except ValueError as error:
        return error
    raise AssertionError("it is valid")


def odd_requests(client: Client, trip: Trip, monkeypatch) -> None:
    """Missing pages, forged forms, a wrong host, a page that breaks."""
    word = CANARIES["address"]
    client.get(f"/{word}?{word}={word}", headers={"X-Request-ID": f"{word} {word}"})
    client.get(reverse("workspace", args=[trip.uuid]), {"q": word}, headers={"Host": f"{word}.example"})
    forging = Client(enforce_csrf_checks=True, raise_request_exception=False)
    forging.post(reverse("sign_in"), {"username": word, "password": word})

    def breaks(*_args) -> None:
        raise ValueError(CANARIES["exception"])

    monkeypatch.setattr("agents.views.chat.workspace_page", breaks)
    assert client.get(reverse("workspace", args=[trip.uuid])).status_code == 500


def test_no_canary_in_any_line_and_ids_in_all(captured: Captured, claude, monkeypatch) -> None:
    client = signed_in()
    person = Traveller.objects.get(username=CANARIES["user name"])
    trip = start_trip(person)
    canaries = {**CANARIES, "cookie": client.cookies["sessionid"].value, "network": "203.0.113.77"}
    with serving() as address:
        cookies = {"sessionid": client.cookies["sessionid"].value}
        url = f"{address}/trips/{trip.uuid}/stream"
        with Reading(url, cookies) as reading:
            for end in wrong_answers(claude):
                turn = answered(client, trip, f"{CANARIES['message']} {CANARIES['fact']} Boston")
                assert turn.status == end, turn.error
            reading.until(lambda seen: any(CANARIES["reply"] in html for _id, html in seen.frames))
        given = {"X-Request-ID": "request-of-a-stream"}
        with httpx.stream("GET", url, cookies=cookies, headers=given) as stream:
            assert stream.headers["x-request-id"] == "request-of-a-stream"
        page = httpx.get(f"{address}{reverse('workspace', args=[trip.uuid])}", cookies=cookies)
        assert CANARIES["message"] in page.text and page.headers["x-request-id"]
    for error in (KeyError(CANARIES["exception"]), RuntimeError(CANARIES["message"]), validation_error()):
        assert broken_inside(trip, error).status == Turn.Status.FAILED
    odd_requests(client, trip, monkeypatch)

    assert captured.leaked("json", canaries) == set()
    assert captured.leaked("lines", canaries) == set()
    # what a plain formatter would have written: the canaries were on their way
    assert {"message", "exception", "address"} <= captured.leaked("plain", canaries)

    uuid, numbers = str(trip.uuid), sorted(trip.turns.values_list("pk", flat=True))
    assert [row["turn"] for row in captured.named("wayfare.turns", "turn claimed")] == numbers
    of_turns = captured.named("wayfare.turns")
    assert all(row["trip"] == uuid and row["turn"] in numbers for row in of_turns)
    # the end is written in the recorder's thread, with what its task is about
    ends = [row for row in of_turns if row["event"] in ("turn done", "turn failed")]
    assert len(ends) == len(numbers) and {row["traveller"] for row in ends} == {person.pk}
    assert all(
        {"turn", "trip", "traveller", "agent", "ms"} <= set(row) for row in of_turns if row["event"] == "call"
    )
    outcomes = {row["outcome"] for row in of_turns if row["event"] == "call"}
    assert {"end_turn", "not accepted", "bad_request", "not_an_answer", "server", "tool_use"} <= outcomes
    kinds = {row["kind"] for row in of_turns if row["event"] in ("turn fails", "filled in")}
    assert {"invalid_answer", "bad_request", "not_an_answer"} <= kinds
    # the request of a message names the turn that answers it
    accepted = captured.named("wayfare.turns", "turn accepted")
    sends = [row for row in captured.named("wayfare.requests") if row.get("route") == "send"]
    assert [row["request_id"] for row in accepted if "request_id" in row] == [
        row["request_id"] for row in sends
    ]
    assert {row["traveller"] for row in sends} == {person.pk}
    assert {row["network"] for row in sends} == {"203.0.113.0/24"}
    streams = [row for row in captured.named("wayfare.requests") if row.get("route") == "stream"]
    assert [(row["trip"], row["status"]) for row in streams] == [(uuid, 200)] * 2
    assert streams[1]["request_id"] == "request-of-a-stream" != streams[0]["request_id"]


def test_exceptions_show_the_way_and_their_types(captured: Captured, trip) -> None:
    broken_inside(trip, KeyError(CANARIES["exception"]))
    (row,) = [row for row in captured.rows if "exception" in row]
    assert row["event"].endswith("broke") and row["level"] == "error"
    assert row["turn"] == trip.turns.get().pk and row["trip"] == str(trip.uuid)
    shown = row["exception"]
    assert "in stream" in shown and "which led to" in shown
    assert shown.count("ValueError") >= 1 and shown.rstrip().endswith("KeyError")
