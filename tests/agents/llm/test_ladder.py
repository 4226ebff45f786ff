"""A server that refuses or ignores a part of a request gets the same question without it, and that is
remembered for its model."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
from pydantic import BaseModel

from agents.llm.base import ModelError, SystemBlock, ToolSpec
from agents.llm.claude import ClaudeMind
from tests.agents.llm.asking import GOOD, Wire, ask, asked, collect, mind_at, mind_on
from tests.agents.running import GOOD as ADVICE
from tests.agents.running import Recorder, run
from tests.wire.messages import Answer, failure, text_answer, tool_answer
from tests.wire.server import Exchange, messages_server

TEXT = json.dumps(GOOD)
CLIMATE = ToolSpec("climate", "The climate of a city.", {"type": "object", "properties": {}})


#: A model that may be forced to call a tool; the newest may not.
OLDER = "claude-sonnet-5"


def older(wire: Wire) -> ClaudeMind:
    return mind_on(wire, options=asked(model=OLDER))


class Other(BaseModel):
    reply: str


def refusal(message: str) -> Answer:
    return failure(400, "invalid_request_error", message)


def bodies(wire: Wire) -> list[dict[str, Any]]:
    return [json.loads(request.content) for request in wire.requests]


def answer_tool(answer: Any = GOOD, use_id: str = "toolu_1") -> Answer:
    return tool_answer((use_id, "answer", answer))


TOO_COMPLEX = refusal("Schemas contains too many optional parameters (41) … grammar compilation (limit: 24)")
UNKNOWN = refusal("output_config.format: Extra inputs are not permitted")


async def test_a_refused_schema_is_asked_for_as_a_tool_that_streams() -> None:
    wire = Wire(TOO_COMPLEX, answer_tool())
    text, reply = await collect(older(wire), ask())
    assert text == reply.text == TEXT
    assert (reply.stop_reason, reply.tool_uses) == ("end_turn", ())
    assert reply.left_out == ("structured output of Answered",)
    first, second = bodies(wire)
    assert "output_config" not in second
    [tool] = second["tools"]
    assert (tool["name"], tool["input_schema"]) == ("answer", first["output_config"]["format"]["schema"])
    assert "strict" not in tool
    assert second["tool_choice"] == {"type": "tool", "name": "answer"}


async def test_a_schema_that_is_too_much_says_nothing_of_others() -> None:
    wire = Wire(TOO_COMPLEX, answer_tool(), answer_tool(), text_answer({"reply": "Hi"}))
    mind = older(wire)
    await collect(mind, ask())
    await collect(mind, ask())
    await collect(mind, ask(output=Other))
    assert ["output_config" in body for body in bodies(wire)] == [True, False, False, True]


async def test_a_parameter_nobody_knows_there_is_remembered_for_its_model(caplog) -> None:
    wire = Wire(UNKNOWN, *[answer_tool()] * 2, text_answer(GOOD))
    mind = older(wire)
    with caplog.at_level(logging.WARNING, logger="agents.llm.ladder"):
        await collect(mind, ask())
        await collect(mind, ask(output=Other))
    mind.options = asked(model="claude-opus-5")
    await collect(mind, ask())
    assert ["output_config" in body for body in bodies(wire)] == [True, False, False, True]
    assert [record.getMessage() for record in caplog.records] == [
        f"{OLDER} does not take structured output: asked without from now on"
    ]


async def test_a_server_without_tools_reads_the_schema_in_the_prompt() -> None:
    wire = Wire(UNKNOWN, refusal("qwen3 does not support tools"), text_answer(f"Here:\n```json\n{TEXT}\n```"))
    _, reply = await collect(older(wire), ask())
    last = bodies(wire)[-1]
    assert "tools" not in last
    assert '"days"' in last["system"][1]["text"]
    assert TEXT in reply.text
    assert reply.left_out == ("structured output", "the answer's tool")


@pytest.mark.parametrize("tools", [(), (CLIMATE,)])
async def test_a_model_that_may_not_be_forced_reads_the_schema_in_the_prompt(tools: tuple) -> None:
    """It is tried once: the next schema that is too much goes into the prompt at once."""
    fenced = text_answer(f"I thought.\n```json\n{TEXT}\n```")
    wire = Wire(TOO_COMPLEX, fenced, TOO_COMPLEX, text_answer(GOOD))
    mind = mind_on(wire)
    text, reply = await collect(mind, ask(tools=tools))
    assert (TEXT in reply.text, reply.left_out) == (
        True,
        ("structured output of Answered", "the answer's tool"),
    )
    await collect(mind, ask(tools=tools, output=Other))
    forms = [("output_config" in body, body.get("tool_choice", {}).get("type", "")) for body in bodies(wire)]
    forced = "any" if tools else "tool"
    assert forms == [(True, ""), (False, forced), (False, ""), (True, ""), (False, "")]
    first, second = bodies(wire)[2], bodies(wire)[4]
    assert '"days"' in first["system"][1]["text"] and '"days"' not in second["system"][1]["text"]
    assert [tool["name"] for tool in first.get("tools", [])] == [tool.name for tool in tools]


async def test_with_other_tools_one_of_them_or_the_answer_is_called() -> None:
    wire = Wire(*[answer_tool()] * 2)
    mind = mind_on(wire, options=asked(model=OLDER, structured_output="tool"))
    await collect(mind, ask(tools=(CLIMATE,)))
    await collect(mind, ask(tools=(CLIMATE,), tools_closed=True))
    first, second = bodies(wire)
    assert [tool["name"] for tool in first["tools"]] == ["climate", "answer"]
    assert first["tool_choice"] == {"type": "any"}
    assert second["tool_choice"] == {"type": "tool", "name": "answer"}


@pytest.mark.parametrize(
    ("message", "gone"),
    [
        ("This model does not support the effort parameter.", "effort"),
        ("output_config.effort: Extra inputs are not permitted", "effort"),
        ("system.0.cache_control: Extra inputs are not permitted", "cache marks"),
        ("tools.0.custom.input_schema: JSON schema is invalid", "tools"),
        ("this model does not support tools", "tools"),
    ],
)
async def test_a_refused_parameter_is_left_out(message: str, gone: str) -> None:
    wire = Wire(refusal(message), text_answer(GOOD))
    request = ask(tools=(CLIMATE,), system=(SystemBlock("You plan.", cache=True),))
    _, reply = await collect(mind_on(wire, options=asked(model=OLDER, effort="low")), request)
    assert reply.left_out == (gone,)
    first, second = bodies(wire)
    assert first != second
    assert "format" in second["output_config"]


@pytest.mark.parametrize(
    ("message", "taken"),
    [
        ("max_tokens: 16384 > 8192, which is the maximum allowed for claude-3-5-haiku-20241022", 8_192),
        ("max_tokens is too large: 16384. This model supports at most 4096 completion tokens", 4_096),
        ("max_tokens is larger than this model allows", 8_192),
    ],
)
async def test_a_longer_answer_than_the_model_writes_is_asked_for_shorter(message: str, taken: int) -> None:
    wire = Wire(refusal(message), *[text_answer(GOOD)] * 3)
    mind = older(wire)
    _, reply = await collect(mind, ask(max_tokens=16_384))
    assert reply.left_out == (f"more than {taken} tokens",)
    await collect(mind, ask(max_tokens=16_384))
    await collect(mind, ask(max_tokens=500))
    assert [body["max_tokens"] for body in bodies(wire)] == [16_384, taken, taken, 500]


async def test_output_config_as_a_whole_takes_effort_with_it() -> None:
    wire = Wire(refusal("Unrecognized request argument supplied: output_config"), answer_tool())
    _, reply = await collect(mind_on(wire, options=asked(model=OLDER, effort="low")), ask())
    assert reply.left_out == ("effort", "structured output")


async def test_what_did_not_help_is_not_remembered() -> None:
    """A mistake of ours that happens to name the schema."""
    odd = refusal("messages.0: tool_use ids were found that the schema forbids")
    wire = Wire(odd, odd, odd, text_answer(GOOD))
    mind = older(wire)
    with pytest.raises(ModelError) as caught:
        await collect(mind, ask())
    assert (caught.value.kind, caught.value.permanent) == ("bad_request", True)
    await collect(mind, ask())
    assert "output_config" in bodies(wire)[-1]


# --- Ignored -----------------------------------------------------------------------------------


def ignoring(understands: str) -> Any:
    """A server that knows no parameter and answers in prose until it reads the schema where it looks."""

    def answer(exchange: Exchange) -> Answer:
        system = "".join(block["text"] for block in exchange.body.get("system", []))
        if understands == "prompt" and "JSON schema" in system:
            return text_answer(f"<think>JSON, hm.</think>Sure!\n{ADVICE.model_dump_json()}\nAnything else?")
        if understands == "tool" and "tools" in exchange.body:
            return answer_tool(ADVICE.model_dump(mode="json"))
        return text_answer("Three days in Kyoto would be lovely.")

    return answer


@pytest.mark.parametrize(("understands", "requests"), [("tool", 3), ("prompt", 4)])
async def test_a_server_that_ignores_the_schema_is_asked_in_the_next_way(
    understands: str, requests: int
) -> None:
    with messages_server(ignoring(understands)) as server:
        mind, hooks = mind_at(server.url, options=asked(model=OLDER)), Recorder()
        assert await run(mind, hooks, tools=[]) == ADVICE
        assert hooks.bubble == ADVICE.reply
        assert len(server.exchanges) == requests
        assert await run(mind, Recorder(), tools=[]) == ADVICE
        assert len(server.exchanges) == requests + 1


async def test_one_answer_in_prose_among_good_ones_is_none() -> None:
    wire = Wire(*[text_answer(say) for say in ("No.", GOOD, "No.", GOOD)])
    mind = older(wire)
    for _ in range(4):
        await collect(mind, ask())
    assert all("format" in body["output_config"] for body in bodies(wire))


async def test_all_tokens_of_the_way_down_are_paid() -> None:
    wire = Wire(text_answer("No."), text_answer("No."), answer_tool())
    mind = older(wire)
    _, first = await collect(mind, ask())
    _, second = await collect(mind, ask())
    assert (first.usage.input, second.usage.input) == (12, 24)
