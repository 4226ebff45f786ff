"""Each rule of the Messages API once kept, once broken."""

from __future__ import annotations

from typing import Any

import pytest

from tests.wire import rules

MARK = {"type": "ephemeral"}
HOUR = {"type": "ephemeral", "ttl": "1h"}
TOOL = {"name": "climate", "input_schema": {"type": "object", "properties": {}}}
STRICT = {
    "name": "climate",
    "strict": True,
    "input_schema": {"type": "object", "properties": {}, "additionalProperties": False},
}
SEARCH = {"type": "web_search_20260318", "name": "web_search", "max_uses": 3}
FORMAT = {
    "type": "json_schema",
    "schema": {
        "type": "object",
        "properties": {"reply": {"type": "string"}},
        "required": ["reply"],
        "additionalProperties": False,
    },
}
HELLO = {"role": "user", "content": "Hello"}
USE = {"type": "tool_use", "id": "toolu_1", "name": "climate", "input": {}}
RESULT = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "mild"}
SEARCHES = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "x"}}
RESULTS = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}


def text(words: str, **more: Any) -> dict[str, Any]:
    return {"type": "text", "text": words, **more}


def said(role: str, *blocks: dict[str, Any]) -> dict[str, Any]:
    return {"role": role, "content": list(blocks)}


def body(**changes: Any) -> dict[str, Any]:
    """A request that is taken, with changes; None takes a parameter away."""
    whole = {"model": "claude-sonnet-5-5", "max_tokens": 1000, "messages": [HELLO], **changes}
    return {name: value for name, value in whole.items() if value is not None}


def used(*after: dict[str, Any], use: dict[str, Any] = USE, **more: Any) -> dict[str, Any]:
    """A tool was used, and this came after it."""
    return body(tools=[TOOL], messages=[HELLO, said("assistant", use), *after], **more)


KEPT = {
    "the least": body(),
    "everything": body(
        system=[text("You plan.", cache_control=HOUR), text("Today is Monday.")],
        tools=[{**TOOL, "cache_control": HOUR}, SEARCH],
        tool_choice={"type": "auto"},
        stream=True,
        output_config={"effort": "low"},
    ),
    "a schema": body(output_config={"format": FORMAT, "effort": "max"}),
    "as much as it can write": body(max_tokens=128_000),
    "a tool used and answered": used(said("user", RESULT, text("Answer now."))),
    "tools closed": used(said("user", RESULT), tool_choice={"type": "none"}),
    "a tool nobody has": used(said("user", RESULT), use={**USE, "name": "crystal_ball"}),
    "a tool forced": body(model="claude-haiku-5-5", tools=[TOOL], tool_choice={"type": "any"}),
    "a server's tool in the middle": body(
        tools=[SEARCH], messages=[HELLO, said("assistant", SEARCHES, RESULTS, text("Found.")), HELLO]
    ),
    "a server's tool that goes on": body(tools=[SEARCH], messages=[HELLO, said("assistant", SEARCHES)]),
    "four marks": body(messages=[said("user", *[text("x", cache_control=MARK)] * 4)]),
    "no thinking": body(thinking={"type": "between_tools"}),
    "prefill of an old model": body(model="claude-haiku-4-5", messages=[HELLO, said("assistant", text("{"))]),
    "temperature of an old model": body(model="claude-sonnet-4-5", temperature=0.3),
}


@pytest.mark.parametrize("name", KEPT)
def test_what_keeps_the_rules_is_taken(name: str) -> None:
    assert rules.refusal(KEPT[name]) == ""


BROKEN = {
    "no model": (body(model=None), "model: Field required"),
    "no limit": (body(max_tokens=None), "max_tokens: Field required"),
    "an unknown parameter": (body(seed=1), "seed: Extra inputs are not permitted"),
    "too much to write": (
        body(model="claude-haiku-4-5", max_tokens=64_001),
        "max_tokens: 64001 > 64000, which is the maximum allowed number of output tokens for claude-haiku-4",
    ),
    "temperature": (body(temperature=0.3), "`temperature` is deprecated for this model."),
    "nothing said": (body(messages=[]), "messages: at least one message is required"),
    "an odd role": (body(messages=[{"role": "guide", "content": "x"}]), 'Unexpected role "guide"'),
    "a message of nothing": (body(messages=[said("user")]), "messages.0: user messages must have non-empty"),
    "the assistant first": (body(messages=[said("assistant", text("x")), HELLO]), "first message must use"),
    "an empty text": (body(messages=[said("user", text(""))]), "text content blocks must be non-empty"),
    "white space": (body(system=[text(" \n")]), "must contain non-whitespace text"),
    "an empty text in a result": (
        used(said("user", {**RESULT, "content": [text("")]})),
        "text content blocks must be non-empty",
    ),
    "prefill": (
        body(messages=[HELLO, said("assistant", text("{"))]),
        "This model does not support assistant message prefill. The conversation must end with a user",
    ),
    "a use without a result": (used(HELLO), "messages.1: `tool_use` ids were found without `tool_result`"),
    "a use at the end": (used(), "This model does not support assistant message prefill"),
    "a result too late": (
        used(HELLO, said("user", RESULT)),
        "`tool_use` ids were found without `tool_result` blocks immediately after: toolu_1.",
    ),
    "text before the result": (used(said("user", text("x"), RESULT)), "without `tool_result` blocks"),
    "a result of nothing": (
        body(tools=[TOOL], messages=[said("user", RESULT)]),
        "messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_1.",
    ),
    "an id twice": (
        used(said("user", RESULT), said("assistant", USE), said("user", RESULT)),
        "messages.3.content.0: `tool_use` ids must be unique",
    ),
    "a use without a name": (
        used(said("user", RESULT), use={**USE, "name": ""}),
        "messages.1.content.0.tool_use.name: String should match pattern",
    ),
    "an input that is none": (
        used(said("user", RESULT), use={**USE, "input": "Kyoto"}),
        "tool_use.input: Input should be a valid dictionary",
    ),
    "uses without tools": (
        body(messages=[HELLO, said("assistant", USE), said("user", RESULT)]),
        "Requests which have `tool_use` or `tool_result` blocks in messages must define tools.",
    ),
    "a search without its result": (
        body(tools=[SEARCH], messages=[HELLO, said("assistant", SEARCHES), HELLO]),
        "messages.1: `web_search` tool use with id `srvtoolu_1` was found without a corresponding "
        "`web_search_tool_result` block",
    ),
    "a result without its search": (
        body(tools=[SEARCH], messages=[HELLO, said("assistant", RESULTS), HELLO]),
        "1.content.0: unexpected `tool_use_id` found in `web_search_tool_result` blocks: srvtoolu_1.",
    ),
    "five marks": (
        body(messages=[said("user", *[text("x", cache_control=MARK)] * 5)]),
        "A maximum of 4 blocks with cache_control may be provided. Found 5.",
    ),
    "an hour after five minutes": (
        body(system=[text("x", cache_control=MARK)], messages=[said("user", text("x", cache_control=HOUR))]),
        "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block.",
    ),
    "a lifetime of its own": (body(system=[text("x", cache_control={**MARK, "ttl": "1d"})]), "cache_control"),
    "two tools of a name": (body(tools=[TOOL, TOOL]), "tools: Tool names must be unique."),
    "a tool's odd name": (body(tools=[{**TOOL, "name": "a b"}]), "tools.0.custom.name: String should match"),
    "a tool's odd schema": (body(tools=[{**TOOL, "input_schema": {}}]), "tools.0.custom.input_schema.type"),
    "an unknown server tool": (body(tools=[{**SEARCH, "type": "web_search_1"}]), "tools.0: Input tag"),
    "both lists of domains": (
        body(tools=[{**SEARCH, "allowed_domains": ["a.org"], "blocked_domains": ["b.org"]}]),
        "allowed_domains and blocked_domains",
    ),
    "no use of a search": (body(tools=[{**SEARCH, "max_uses": 0}]), "Input should be greater than 0"),
    "a tool forced": (
        body(tools=[TOOL], tool_choice={"type": "tool", "name": "climate"}),
        'tool_choice: type "tool" and "any" are not supported for this model.',
    ),
    "a tool forced that is not there": (
        body(model="claude-haiku-5-5", tools=[TOOL], tool_choice={"type": "tool", "name": "distance"}),
        "Tool 'distance' not found in provided tools",
    ),
    "a choice of nothing": (
        body(tool_choice={"type": "auto"}),
        "tool_choice.auto may only be specified while providing tools",
    ),
    "thinking, and a tool forced": (
        body(
            model="claude-haiku-5-5", tools=[TOOL], tool_choice={"type": "any"}, thinking={"type": "adaptive"}
        ),
        "Thinking may not be enabled when tool_choice forces tool use.",
    ),
    "thinking off": (
        body(model="claude-opus-5-5", thinking={"type": "disabled"}),
        '"thinking.type.disabled" is not supported for this model.',
    ),
    "thinking off where it has another name": (
        body(thinking={"type": "disabled"}),
        'To turn thinking off on this model, send "thinking": {"type": "between_tools"}',
    ),
    "effort": (
        body(model="claude-haiku-4-5-20251001", output_config={"effort": "low"}),
        "This model does not support the effort parameter.",
    ),
    "an effort nobody knows": (body(output_config={"effort": "some"}), "effort: Input should be"),
    "a schema and citations": (
        body(
            output_config={"format": FORMAT},
            messages=[said("user", {"type": "search_result", "citations": {"enabled": True}})],
        ),
        "citations are not supported together with structured outputs",
    ),
    "a schema and a search": (
        body(output_config={"format": FORMAT}, tools=[SEARCH]),
        "citations are not supported together with structured outputs",
    ),
    "a schema and prefill": (
        body(
            model="claude-haiku-4-5",
            output_config={"format": FORMAT},
            messages=[HELLO, said("assistant", text("{"))],
        ),
        "prefilling the answer is not supported together with structured outputs",
    ),
    "a schema that is a list": (
        body(output_config={"format": {**FORMAT, "schema": {"type": "array", "items": {"type": "string"}}}}),
        "the root of a schema must be of type 'object'",
    ),
    "an open object": (
        body(output_config={"format": {**FORMAT, "schema": {"type": "object", "properties": {}}}}),
        "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set",
    ),
    "an open object of a strict tool": (
        body(tools=[{**TOOL, "strict": True}]),
        "tools.0.custom: For 'object' type, 'additionalProperties' must be explicitly set to false",
    ),
    "strict tools": (
        body(tools=[{**STRICT, "name": f"tool_{number}"} for number in range(21)]),
        "Too many strict tools (21). The maximum number of strict tools supported is 20.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_what_breaks_a_rule_is_refused_in_the_api_s_words(name: str) -> None:
    request, words = BROKEN[name]
    assert words in rules.refusal(request)
