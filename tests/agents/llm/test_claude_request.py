"""What goes out over the wire, and what is refused before."""

import json

import pytest

from agents.llm.base import ModelError, ModelMessage, SystemBlock, ToolResult, ToolSpec, ToolUse, Usage
from agents.llm.claude import ClaudeMind
from agents.llm.profiles import CallOptions
from tests.agents.llm.asking import GOOD, MODELS, Wire, ask, asked, collect, mind_on
from tests.wire.messages import (
    MESSAGE_STOP,
    Answer,
    block_start,
    block_stop,
    delta,
    message_delta,
    message_start,
    text_answer,
    text_delta,
    tool_answer,
)


async def sent(**changes: object) -> dict:
    wire = Wire(text_answer(GOOD))
    await collect(mind_on(wire), ask(**changes))
    return json.loads(wire.requests[0].content)


async def test_the_schema_is_asked_for_and_nothing_the_api_refuses() -> None:
    body = await sent()
    assert body["model"] == MODELS["standard"]
    assert body["max_tokens"] == 500
    assert body["stream"] is True
    schema = body["output_config"]["format"]["schema"]
    assert body["output_config"]["format"]["type"] == "json_schema"
    assert schema["additionalProperties"] is False
    assert list(schema["properties"]) == ["reply", "days"]
    assert not {"temperature", "top_p", "top_k", "metadata", "context"} & body.keys()


async def test_the_key_goes_out_as_bearer_and_is_not_in_the_mind_s_repr() -> None:
    wire = Wire(text_answer(GOOD))
    mind = mind_on(wire)
    await collect(mind, ask())
    assert wire.requests[0].headers["authorization"] == "Bearer test-key"
    assert "test-key" not in repr(mind)


MARK = {"cache_control": {"type": "ephemeral"}}


async def test_each_block_that_others_share_ends_with_a_cache_mark() -> None:
    blocks = (SystemBlock("a", cache=True), SystemBlock("b", cache=True), SystemBlock(" "), SystemBlock("c"))
    body = await sent(system=blocks)
    assert body["system"] == [
        {"type": "text", "text": "a", **MARK},
        {"type": "text", "text": "b", **MARK},
        {"type": "text", "text": "c"},
    ]


async def test_a_mark_may_hold_for_an_hour() -> None:
    body = await sent(system=(SystemBlock("a", cache="1h"), SystemBlock("b", cache=True)))
    assert body["system"][0]["cache_control"] == {"type": "ephemeral", "ttl": "1h"}
    assert body["system"][1]["cache_control"] == {"type": "ephemeral"}


async def test_no_more_than_four_marks_the_first_and_the_last_ones() -> None:
    system = (SystemBlock("a", cache="1h"), SystemBlock("b", cache=True))
    messages = tuple(ModelMessage("user", text=f"part {number}", cache=True) for number in range(4))
    body = await sent(system=system, messages=messages)
    assert ["cache_control" in block for block in body["system"]] == [True, False]
    marked = ["cache_control" in block for block in body["messages"][0]["content"]]
    assert marked == [False, True, True, True]


async def test_a_server_without_a_cache_gets_no_marks() -> None:
    wire = Wire(text_answer(GOOD))
    mind = mind_on(wire, options=asked(cache=False))
    messages = (ModelMessage("user", text="Places: Nara.", cache=True),)
    await collect(mind, ask(system=(SystemBlock("a", cache="1h"),), messages=messages))
    assert b"cache_control" not in wire.requests[0].content


async def test_tools_come_in_a_stable_order() -> None:
    plain = {"type": "object", "properties": {}}
    tools = tuple(ToolSpec(name, "A tool.", plain) for name in ("places", "climate"))
    for order in (tools, tools[::-1]):
        assert [tool["name"] for tool in (await sent(tools=order))["tools"]] == ["climate", "places"]


async def test_ids_that_a_server_gives_twice_are_made_unique() -> None:
    """Its results follow in the order of their calls; within an answer, and from one answer to the next."""
    plain = {"type": "object", "properties": {}}
    uses = tuple(ToolUse("call:1", "climate", {"city": city}) for city in ("Kyoto", "Nara"))
    blocks = tuple({"type": "tool_use", "id": use.id, "name": use.name, "input": use.input} for use in uses)
    results = tuple(ToolResult("call:1", said) for said in ("mild", "warm"))
    again = (
        ModelMessage("assistant", tool_uses=uses, blocks=blocks),
        ModelMessage("user", tool_results=results),
    )
    messages = (ModelMessage("user", text="How warm?"), *again, *again)
    tool = ToolSpec("climate", "A tool.", plain)
    body = await sent(messages=messages, tools=(tool,))
    called = [block["id"] for message in body["messages"][1::2] for block in message["content"]]
    answered = [block["tool_use_id"] for message in body["messages"][2::2] for block in message["content"]]
    assert called == answered == ["call_1", "call_1_2", "call_1_3", "call_1_4"]
    said = [block["content"] for block in body["messages"][2]["content"]]
    assert said == ["mild", "warm"]


async def test_entries_of_one_role_in_a_row_are_one_message_with_their_own_marks() -> None:
    messages = (
        ModelMessage("user", text="Places: Nara.", cache=True),
        ModelMessage("user", text="Write option 1."),
        ModelMessage("assistant", text="Done."),
        ModelMessage("user", text="And now 2."),
    )
    body = await sent(messages=messages)
    assert [message["role"] for message in body["messages"]] == ["user", "assistant", "user"]
    assert body["messages"][0]["content"] == [
        {"type": "text", "text": "Places: Nara.", **MARK},
        {"type": "text", "text": "Write option 1."},
    ]


async def test_tools_and_their_results_come_in_the_api_s_order() -> None:
    use = ToolUse("toolu_1", "distance", {"to": "Nara"})
    messages = (
        ModelMessage("user", text="How far?"),
        ModelMessage("assistant", text="Let me look.", tool_uses=(use,)),
        ModelMessage(
            "user", text="Answer now.", tool_results=(ToolResult("toolu_1", "35 km", is_error=True),)
        ),
    )
    tool = ToolSpec("distance", "Between two cities.", {"type": "object", "properties": {}})
    body = await sent(messages=messages, tools=(tool,), tools_closed=True)
    assert body["messages"][1]["content"] == [
        {"type": "text", "text": "Let me look."},
        {"type": "tool_use", "id": "toolu_1", "name": "distance", "input": {"to": "Nara"}},
    ]
    assert body["messages"][2]["content"] == [
        {"type": "tool_result", "tool_use_id": "toolu_1", "content": "35 km", "is_error": True},
        {"type": "text", "text": "Answer now."},
    ]
    assert body["tools"][0]["input_schema"] == {"type": "object", "properties": {}}
    assert body["tool_choice"] == {"type": "none"}


async def test_an_agent_s_own_model_wins_and_effort_is_sent_where_given() -> None:
    wire = Wire(text_answer(GOOD), text_answer(GOOD))
    own = {"planner": CallOptions("claude-own", effort="low"), "food": CallOptions(MODELS["deep"])}
    mind = mind_on(wire, options=lambda agent, tier: own[agent])
    await collect(mind, ask())
    await collect(mind, ask(agent="food", tier="deep"))
    first, second = (json.loads(request.content) for request in wire.requests)
    assert (first["model"], first["output_config"]["effort"]) == ("claude-own", "low")
    assert second["model"] == MODELS["deep"]
    assert "effort" not in second["output_config"]


@pytest.mark.parametrize(
    "messages",
    [
        (),
        (ModelMessage("user", text="Hi"), ModelMessage("assistant", text="{")),
        (ModelMessage("user", text="  "),),
    ],
)
async def test_a_list_that_does_not_end_with_the_user_is_refused(messages: tuple[ModelMessage, ...]) -> None:
    wire = Wire()
    with pytest.raises(ModelError) as caught:
        await collect(mind_on(wire), ask(messages=messages))
    assert caught.value.kind == "bad_list"
    assert caught.value.permanent
    assert wire.requests == []


def test_a_mind_without_a_key_is_refused_when_it_is_made() -> None:
    with pytest.raises(ValueError, match="key"):
        ClaudeMind(api_key="", base_url=None)


async def test_the_reply_carries_usage_with_cache_request_id_and_model() -> None:
    usage = {
        "input_tokens": 10,
        "cache_read_input_tokens": 400,
        "cache_creation_input_tokens": 30,
        "output_tokens": 1,
    }
    steps = [message_start(usage), block_start(), text_delta(json.dumps(GOOD)), block_stop()]
    wire = Wire(Answer([*steps, message_delta("end_turn", 77), MESSAGE_STOP]))
    text, reply = await collect(mind_on(wire), ask())
    assert text == reply.text == json.dumps(GOOD)
    assert reply.usage == Usage(input=10, output=77, cache_read=400, cache_write=30)
    assert (reply.request_id, reply.model, reply.stop_reason) == ("req_wire", "claude-wire", "end_turn")
    assert reply.latency_ms >= 0


async def test_tool_uses_are_collected_and_the_reasoning_before_them_goes_back_untouched() -> None:
    wire = Wire(
        tool_answer(
            ("toolu_1", "distance", {"to": "Nara"}),
            ("toolu_2", "climate", {}),
            thinking="Hm.",
            text="I look.",
        ),
        text_answer(GOOD),
    )
    mind = mind_on(wire)
    _, reply = await collect(mind, ask())
    assert reply.stop_reason == "tool_use"
    assert reply.tool_uses == (
        ToolUse("toolu_1", "distance", {"to": "Nara"}),
        ToolUse("toolu_2", "climate", {}),
    )
    back = ModelMessage("assistant", text=reply.text, tool_uses=reply.tool_uses, blocks=reply.blocks)
    results = ModelMessage(
        "user", tool_results=(ToolResult("toolu_1", "35 km"), ToolResult("toolu_2", "mild"))
    )
    tool = ToolSpec("distance", "Between two cities.", {"type": "object", "properties": {}})
    await collect(mind, ask(messages=(ModelMessage("user", text="?"), back, results), tools=(tool,)))
    content = json.loads(wire.requests[1].content)["messages"][1]["content"]
    assert content[0] == {"type": "thinking", "thinking": "Hm.", "signature": "sig_wire"}
    assert [block["type"] for block in content] == ["thinking", "text", "tool_use", "tool_use"]
    assert content[2]["input"] == {"to": "Nara"}


async def test_unknown_events_blocks_and_deltas_are_passed_over() -> None:
    steps = [
        message_start(),
        b'event: brand_new\ndata: {"type": "brand_new", "text": "no"}\n\n',
        block_start(0, type="hologram", text="no"),
        delta(0, type="text_delta", text="no"),
        delta(0, type="light_delta", light="no"),
        block_stop(0),
        block_start(1),
        delta(1, type="sparkle_delta", text="no"),
        text_delta(json.dumps(GOOD), 1),
        block_stop(1),
        message_delta("brand_new_reason"),
        MESSAGE_STOP,
    ]
    text, reply = await collect(mind_on(Wire(Answer(steps))), ask())
    assert text == json.dumps(GOOD)
    assert reply.stop_reason == "end_turn"


async def test_a_character_whose_halves_arrive_apart_is_whole() -> None:
    steps = [
        message_start(),
        block_start(),
        text_delta('{"reply": "\ud83d'),
        text_delta('\ude00", "days": 1}'),
    ]
    text, _ = await collect(
        mind_on(Wire(Answer([*steps, block_stop(), message_delta("end_turn"), MESSAGE_STOP]))), ask()
    )
    assert json.loads(text)["reply"] == "\U0001f600"


async def test_a_block_we_do_not_know_is_not_sent_back() -> None:
    answer = tool_answer(("toolu_1", "climate", {}))
    odd = [block_start(7, type="hologram", data="x"), block_stop(7)]
    wire = Wire(Answer([answer.steps[0], *odd, *answer.steps[1:]]))
    _, reply = await collect(mind_on(wire), ask())
    assert [block["type"] for block in reply.blocks] == ["tool_use"]
