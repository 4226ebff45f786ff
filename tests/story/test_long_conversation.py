"""500 messages and the adapter of the provider: what goes over the wire, and how a window fills up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.models import ModelCall
from memory.models import Summary
from tests.agents.talking import answer
from tests.agents.test_compaction import SUMMARY, THIRD, talk
from tests.story.telling import mind_at, say
from tests.wire.messages import Answer, failure, message_start, text_answer, tool_answer
from tests.wire.server import Exchange, messages_server
from trips.models import Trip, Turn

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

ASKED = "Where does my aunt Philippa marry?"
THERE = "In the lighthouse near Rockport."


def counted(told: Answer, tokens: int) -> Answer:
    """The answer, to a request of so many tokens."""
    return replace(told, steps=[message_start({"input_tokens": tokens, "output_tokens": 1}), *told.steps[1:]])


def looks_up(use_id: str) -> Answer:
    return tool_answer((use_id, "search_memory", {"query": "aunt Philippa"}))


def words(message: dict) -> str:
    return "\n".join(block.get("text") or str(block.get("content", "")) for block in message["content"])


def results(exchange: Exchange) -> list[str]:
    return [
        str(block["content"])
        for message in exchange.body["messages"]
        for block in message["content"]
        if block["type"] == "tool_result"
    ]


def test_500_messages_are_compacted_once_and_the_third_is_found_again(trip: Trip, settings) -> None:
    settings.CAP_TRIP = settings.CAP_TRAVELLER = 100.0  # 290,000 tokens cost more than a trip may
    talk(trip, 500)
    with messages_server() as server:
        server.script(
            text_answer(SUMMARY),
            counted(looks_up("one"), 9_000),
            counted(looks_up("two"), 131_000),
            counted(looks_up("three"), 149_000),
            text_answer(answer(THERE)),
        )
        turn = say(trip, ASKED, mind_at(server.url))
        summary, first, second, third, fourth = server.exchanges
    assert (turn.status, turn.mode) == (Turn.Status.DONE, "ANSWER"), turn.error
    assert turn.messages.get(author="agent").text == THERE

    row = Summary.objects.get(trip=trip)
    assert (row.reason, row.up_to, row.messages_kept) == ("count", 480, 20)
    assert "tools" not in summary.body and "</conversation>" in summary.said
    # system, the newest messages, the request, the summary, "Go on from here."
    state = words(next(one for one in first.body["messages"] if "# The trip now" in words(one)))
    assert f"[from traveller, turn 2] {THIRD}" in state
    request, told, last = first.body["messages"][-3:]
    assert [message["role"] for message in (request, told, last)] == ["user", "assistant", "user"]
    assert words(request).endswith(ASKED) and words(last) == "Go on from here."
    assert "Boston, without a car." in words(told)
    verbatim = "\n".join(map(words, first.body["messages"][:-2]))
    assert "line 481." in verbatim and "line 480." not in verbatim

    # Counted by the provider: told at 80 % with the next result, without tools from 95 % on.
    assert {exchange.body["messages"][-1]["role"] for exchange in server.exchanges} == {"user"}
    assert not [exchange for exchange in (first, second, third) if "tool_choice" in exchange.body]
    quiet, told_so = results(third)
    assert "lighthouse near Rockport" in quiet and "%" not in quiet
    assert "86 %" in told_so and "of 151,808 tokens" in told_so
    assert fourth.body["tool_choice"] == {"type": "none"}
    assert words(fourth.body["messages"][-1]).splitlines()[-1].startswith("No more tools")
    calls = ModelCall.objects.filter(turn=turn, purpose="orchestrator").order_by("pk")
    assert all(call.context_use.counted for call in calls)
    assert [call.context_tokens for call in calls][:3] == [9_000, 131_000, 149_000]

    with messages_server() as server:
        server.script(text_answer(answer("Yes.")))
        again = say(trip, "And on which Saturday?", mind_at(server.url))
        (only,) = server.exchanges
    assert again.status == Turn.Status.DONE and Summary.objects.filter(trip=trip).count() == 1
    assert words(only.body["messages"][-1]) == "Go on from here."


def test_too_long_for_the_provider_it_keeps_the_newest_fifth_and_asks_once_more(trip: Trip) -> None:
    talk(trip, 40)
    with messages_server() as server:
        server.script(
            failure(400, "invalid_request_error", "prompt is too long: 214000 tokens > 200000 maximum"),
            text_answer(answer(THERE)),
        )
        turn = say(trip, ASKED, mind_at(server.url))
        _long, short = server.exchanges
    assert turn.status == Turn.Status.DONE, turn.error
    row = Summary.objects.get(trip=trip)
    assert (row.reason, row.messages_removed, row.messages_kept) == ("provider's error", 32, 8)
    assert [message["role"] for message in short.body["messages"][-3:]] == ["user", "assistant", "user"]
    sent = "\n".join(map(words, short.body["messages"][:-2]))
    assert "line 33." in sent and "line 32." not in sent
