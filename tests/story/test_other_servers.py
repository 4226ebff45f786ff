"""Boston to its options at servers that speak the Messages API in their own way: one refuses what it does not
know, one ignores it, one is small. What the traveller sees is the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from agents.models import ModelCall
from memory.tokens import tokens_of
from tests.story import answers
from tests.story.telling import STORY, answering, mind_at, say
from tests.wire.messages import Answer, answer_text, failure, text_answer
from tests.wire.server import Exchange, MessagesServer, messages_server
from trips.models import Option, Trip

pytestmark = pytest.mark.django_db(transaction=True)

WINDOW = 8_192
#: Every answer stands in prose, a fence and thoughts, as small models write it.
CHATTY = tuple(
    replace(
        line,
        answer=text_answer(
            f'<think>{{"reply": "Hm"}}?</think>\nGladly!\n```\n{answer_text(line.answer)}\n```\nMore?'
        ),
    )
    for line in STORY
)


def told(trip: Trip, server: MessagesServer) -> None:
    """The whole conversation, and options in the end."""
    mind = mind_at(server.url)
    turns = [say(trip, line, mind) for line in answers.LINES]
    modes = [(turn.status, turn.mode) for turn in turns]
    expected = [("done", mode) for mode in ("CLARIFY", "CLARIFY", "CONFIRM", "FINALIZE")]
    assert modes == expected, [turn.error for turn in turns]
    assert trip.options.filter(state=Option.State.OFFERED).count() == 2
    replies = [turn.messages.filter(author="agent").first().text for turn in turns]
    assert replies[0] == answers.ASKS_WHAT_IS_MISSING.reply


def schema_in_prompt(exchange: Exchange) -> bool:
    return any("JSON schema" in block["text"] for block in exchange.body.get("system", ()))


def refusing(exchange: Exchange) -> Answer:
    """Knows neither structured output nor tools."""
    for name in ("output_config", "tools"):
        if name in exchange.body:
            return failure(400, "invalid_request_error", f"{name}: Extra inputs are not permitted")
    return answering(CHATTY)(exchange)


def ignoring(exchange: Exchange) -> Answer:
    """Passes over what it does not know and chats."""
    if not schema_in_prompt(exchange):
        return text_answer("What a lovely idea!")
    if exchange.said.startswith("Your answer was not accepted"):
        exchange.body["messages"] = exchange.body["messages"][:-2]  # it hears what was asked first
    return answering(CHATTY)(exchange)


@pytest.mark.parametrize("server", [refusing, ignoring])
def test_what_is_refused_or_ignored_is_learnt_once(trip: Trip, server: Callable[[Exchange], Answer]) -> None:
    with messages_server(server, strict=False) as running:
        told(trip, running)
        in_prompt = [schema_in_prompt(exchange) for exchange in running.exchanges]
    assert in_prompt[0] is False and in_prompt[-1] is True
    assert in_prompt.count(False) <= 9  # of each of two models; two planners begin at the same time
    last = ModelCall.objects.filter(status=ModelCall.Status.DONE).order_by("-pk").first()
    assert "structured output" in last.left_out


def test_a_window_of_8000_tokens_without_tools_is_enough(trip: Trip, settings) -> None:
    settings.MODEL_PROFILE = "plain"
    with messages_server(answering(CHATTY)) as server:
        told(trip, server)
        bodies = [exchange.body for exchange in server.exchanges]
    for body in bodies:
        assert not {"tools", "tool_choice", "output_config"} & body.keys()
        assert "cache_control" not in str(body)
        texts = [block["text"] for block in body["system"]]
        texts += [block["text"] for message in body["messages"] for block in message["content"]]
        assert sum(tokens_of(text) for text in texts) + body["max_tokens"] <= WINDOW
    assert not ModelCall.objects.exclude(left_out="").exists()
