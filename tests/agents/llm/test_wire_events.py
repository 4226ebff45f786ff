"""The blocks of a streamed message: whole, and as the server takes them back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from agents.llm.base import TOKENS_A_SEARCH, ModelError, ModelReply, Usage
from agents.llm.wire_events import MessageParts, events_of

CITATION = {
    "type": "web_search_result_location",
    "url": "https://museum.pt/hours",
    "title": "Hours",
    "encrypted_index": "Eo8B",
    "cited_text": "Open Tuesday to Sunday",
}
SEARCH = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}}
RESULT = {
    "type": "web_search_tool_result",
    "tool_use_id": "srvtoolu_1",
    "content": [{"type": "web_search_result", "url": CITATION["url"], "encrypted_content": "EqgfCio"}],
}


def message(*blocks: tuple[dict[str, Any], list[dict[str, Any]]], stop: str = "end_turn") -> list[dict]:
    """A message's events: each block as it starts, and its deltas."""
    events: list[dict] = [{"type": "message_start", "message": {"model": "m", "usage": {"input_tokens": 1}}}]
    for index, (block, deltas) in enumerate(blocks):
        events.append({"type": "content_block_start", "index": index, "content_block": block})
        events += [{"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas]
    return [*events, {"type": "message_delta", "delta": {"stop_reason": stop}, "usage": {"output_tokens": 5}}]


def read(events: list[dict], answer_tool: str = "") -> tuple[str, ModelReply]:
    """The text that was given out, and the reply."""
    parts = MessageParts(answer_tool)
    text = "".join(parts.feed(event) for event in events)
    return text, parts.reply(model="", usage=Usage(), request_id="", latency_ms=0)


def text_block(*pieces: str) -> tuple[dict, list[dict]]:
    return {"type": "text", "text": ""}, [{"type": "text_delta", "text": piece} for piece in pieces]


def tool_block(name: str, *pieces: str) -> tuple[dict, list[dict]]:
    block = {"type": "tool_use", "id": f"toolu_{name}", "name": name, "input": {}}
    return block, [{"type": "input_json_delta", "partial_json": piece} for piece in pieces]


def test_what_a_server_s_own_tools_did_comes_back_unchanged() -> None:
    cited = text_block("Open ", "Tue–Sun.")
    cited[1].append({"type": "citations_delta", "citation": CITATION})
    _, reply = read(
        message(
            (SEARCH, [{"type": "input_json_delta", "partial_json": '{"query": "hours"}'}]),
            (RESULT, []),
            text_block(),
            cited,
            stop="pause_turn",
        )
    )
    assert reply.stop_reason == "pause_turn"
    assert reply.tool_uses == ()
    assert reply.blocks == (
        {**SEARCH, "input": {"query": "hours"}},
        RESULT,
        {"type": "text", "text": "Open Tue–Sun.", "citations": [CITATION]},
    )


def test_a_pause_without_a_word_is_no_empty_answer() -> None:
    _, reply = read(message((SEARCH, []), stop="pause_turn"))
    assert (reply.text, reply.blocks) == ("", (SEARCH,))


def test_the_answer_s_tool_is_the_answer_and_streams() -> None:
    events = message(
        text_block("Here it is."), tool_block("answer", '{"reply": "Kyo', 'to.", "days": 3}'), stop="tool_use"
    )
    text, reply = read(events, "answer")
    assert text == 'Here it is.{"reply": "Kyoto.", "days": 3}'
    assert json.loads(reply.text) == {"reply": "Kyoto.", "days": 3}
    assert (reply.stop_reason, reply.tool_uses) == ("end_turn", ())
    assert [block["type"] for block in reply.blocks] == ["text"]


def test_an_answer_that_comes_whole_is_read_too() -> None:
    block = {"type": "tool_use", "id": "1", "name": "answer", "input": {"reply": "Kyoto."}}
    _, reply = read(message((block, []), stop="tool_use"), "answer")
    assert json.loads(reply.text) == {"reply": "Kyoto."}


def test_a_look_up_beside_the_answer_comes_first() -> None:
    events = message(
        tool_block("answer", '{"reply": "Rain."}'),
        tool_block("climate", '{"city": "Kyoto"}'),
        stop="tool_use",
    )
    _, reply = read(events, "answer")
    assert [use.name for use in reply.tool_uses] == ["climate"]
    assert [block["name"] for block in reply.blocks] == ["climate"]


@pytest.mark.parametrize("raw", ['{"city": "Kyo', "[1]"])
def test_half_of_a_tool_s_input_is_no_input(raw: str) -> None:
    with pytest.raises(ModelError) as caught:
        read(message(tool_block("climate", raw), stop="tool_use"))
    assert caught.value.kind == "not_an_answer"


def fed(events: list[dict]) -> MessageParts:
    parts = MessageParts()
    for event in events:
        parts.feed(event)
    return parts


def test_searches_of_a_stream_that_broke_are_counted_with_what_they_bring() -> None:
    parts = fed(message(*[(SEARCH, []), (RESULT, [])] * 3, text_block("Open."))[:-1])
    used = parts.used(900)
    assert (used.searches, used.input, used.estimated) == (3, 1 + 3 * TOKENS_A_SEARCH, False)


@pytest.mark.parametrize(("told", "searches"), [({"web_search_requests": 1}, 1), ({}, 2)])
def test_searches_are_counted_where_the_server_does_not(told: dict[str, int], searches: int) -> None:
    events = message(*[(SEARCH, []), (RESULT, [])] * 2)
    events[-1]["usage"]["server_tool_use"] = told
    assert fed(events).used(900) == Usage(input=1, output=5, searches=searches)


@pytest.mark.parametrize("usage", [None, {}, {"input_tokens": "12", "output_tokens": "7"}])
def test_an_answer_without_usage_is_estimated(usage: dict | None) -> None:
    block = {"type": "text", "text": "Three days in Kyoto."}
    given = {"model": "m", "content": [block], "stop_reason": "end_turn", "usage": usage}
    assert fed([*events_of(given)]).used(900) == Usage(input=900, output=7, estimated=True)


def test_nothing_that_came_is_nothing_used() -> None:
    assert MessageParts().used(900) == Usage()


def test_what_was_written_for_an_hour_is_counted_apart() -> None:
    usage = {"cache_creation_input_tokens": 700, "cache_creation": {"ephemeral_1h_input_tokens": 500}}
    parts = MessageParts()
    parts.feed({"type": "message_start", "message": {"usage": usage}})
    assert (parts.counted.cache_write, parts.counted.cache_hour) == (700, 500)
