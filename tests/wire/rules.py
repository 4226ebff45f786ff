"""What the Messages API refuses of a request, in its own words: from its documentation and from errors that
others met, read in November 2026. What it said before and gets back is judged by `history_rules.py`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests.wire import schema_rules

Body = dict[str, Any]
Block = dict[str, Any]

PARAMETERS = frozenset(
    "model max_tokens messages cache_control container inference_geo metadata output_config service_tier "
    "stop_sequences stream system temperature thinking tool_choice tools top_k top_p".split()
)
SAMPLING = ("temperature", "top_k", "top_p")
EFFORTS = ("low", "medium", "high", "xhigh", "max")
NO_PREFILL = (
    "This model does not support assistant message prefill. The conversation must end with a user message."
)
MARKS = 4
STRICT_TOOLS = 20
SERVER_TOOLS = re.compile(r"(web_search|web_fetch)_(20\d{6})")
_NAME = re.compile(r"[a-zA-Z0-9_-]{1,128}")


@dataclass(frozen=True)
class Model:
    """What a generation of models takes."""

    max_output: int = 128_000
    effort: bool = True
    forced_tools: bool = True
    prefill: bool = False
    sampling: bool = False
    thinking: tuple[str, ...] = ("adaptive", "disabled")


_OLDER = Model(max_output=64_000, effort=False, prefill=True, sampling=True, thinking=("enabled", "disabled"))
_ALWAYS_THINKS = Model(forced_tools=False, thinking=("adaptive",))
#: The first that begins the name; who is not here takes what a newest one takes, a forced tool as well.
MODELS = {
    "claude-sonnet-5-5": Model(forced_tools=False, thinking=("adaptive", "between_tools")),
    "claude-opus-5-5": _ALWAYS_THINKS,
    "claude-fable-5-": _ALWAYS_THINKS,
    "claude-mythos-5-": _ALWAYS_THINKS,
    "claude-opus-4-5": Model(64_000, prefill=True, sampling=True, thinking=("enabled", "disabled")),
    "claude-opus-4-6": Model(sampling=True, thinking=("adaptive", "enabled", "disabled")),
    "claude-sonnet-4-6": Model(sampling=True, thinking=("adaptive", "enabled", "disabled")),
    "claude-haiku-4-5": _OLDER,
    "claude-sonnet-4-5": _OLDER,
}


def model_of(body: Body) -> Model:
    """What is known of the model that is asked."""
    return next((facts for name, facts in MODELS.items() if body["model"].startswith(name)), Model())


def refusal(body: Body) -> str:
    """Why this request is answered with 400 `invalid_request_error`; "" = it is not."""
    for rule in (
        _parameters, _tools, _tool_choice, _messages, _ending, _pairs, _server_pairs, _marks, _thinking,
        _output, _schemas,
    ):  # fmt: skip
        if message := next(rule(body), ""):
            return message
    return ""


# --- Parameters ------------------------------------------------------------------------------------


def _parameters(body: Body) -> Iterator[str]:
    for name in ("model", "max_tokens", "messages"):
        if name not in body:
            yield f"{name}: Field required"
            return
    for name in sorted(set(body) - PARAMETERS):
        yield f"{name}: Extra inputs are not permitted"
    model, most = model_of(body), body["max_tokens"]
    if most < 0:
        yield "max_tokens: must be greater than or equal to 0"
    if most > model.max_output:
        yield (
            f"max_tokens: {most} > {model.max_output}, which is the maximum allowed number of output tokens "
            f"for {body['model']}"
        )
    for name in SAMPLING:
        if name in body and not model.sampling:
            yield f"`{name}` is deprecated for this model."


def _thinking(body: Body) -> Iterator[str]:
    kind = body.get("thinking", {}).get("type")
    if kind is None:
        return
    model = model_of(body)
    if kind == "disabled" and "between_tools" in model.thinking:
        yield (
            'To turn thinking off on this model, send "thinking": {"type": "between_tools"} instead of '
            '{"type": "disabled"}.'
        )
    elif kind not in model.thinking:
        yield f'"thinking.type.{kind}" is not supported for this model.'
    if kind in ("enabled", "adaptive") and body.get("tool_choice", {}).get("type") in ("any", "tool"):
        yield "Thinking may not be enabled when tool_choice forces tool use."


def _output(body: Body) -> Iterator[str]:
    effort = body.get("output_config", {}).get("effort")
    if effort and not model_of(body).effort:
        yield "This model does not support the effort parameter."
    elif effort and effort not in EFFORTS:
        yield f"output_config.effort: Input should be {', '.join(map(repr, EFFORTS))}"
    wanted = body.get("output_config", {}).get("format")
    if wanted is None:
        return
    if wanted.get("type") != "json_schema" or not isinstance(wanted.get("schema"), dict):
        yield "output_config.format: Input does not match the expected shape."
    if any(_cites(block) for block in (*_all_blocks(body), *body.get("tools", ()))):
        yield "output_config.format: citations are not supported together with structured outputs"
    if body["messages"][-1]["role"] == "assistant":
        yield "output_config.format: prefilling the answer is not supported together with structured outputs"


def _cites(block: Block) -> bool:
    return (
        block.get("type", "").startswith("web_search_2")
        or bool(block.get("citations", {}) or {})
        and (isinstance(block["citations"], dict) and block["citations"].get("enabled", False))
    )


# --- Schemas ---------------------------------------------------------------------------------------


def _schemas(body: Body) -> Iterator[str]:
    """The output schema and those of strict tools, one by one and together."""
    placed = []
    if wanted := body.get("output_config", {}).get("format"):
        placed.append(("output_config.format.schema", wanted["schema"]))
        if wanted["schema"].get("type") != "object":
            yield "output_config.format.schema: the root of a schema must be of type 'object'"
    strict = [(n, tool) for n, tool in enumerate(body.get("tools", ())) if tool.get("strict")]
    if len(strict) > STRICT_TOOLS:
        yield (
            f"Too many strict tools ({len(strict)}). The maximum number of strict tools supported is "
            f"{STRICT_TOOLS}. Try reducing the number of tools marked as strict."
        )
    placed += [(f"tools.{number}.custom", tool["input_schema"]) for number, tool in strict]
    for place, schema in placed:
        if message := schema_rules.refusal(schema):
            yield f"{place}: {message}"
    if message := schema_rules.refusal_of_all([schema for _place, schema in placed]):
        yield message


# --- Tools -----------------------------------------------------------------------------------------


def _tools(body: Body) -> Iterator[str]:
    names = [tool.get("name", "") for tool in body.get("tools", ())]
    if len(set(names)) < len(names):
        yield "tools: Tool names must be unique."
    for number, tool in enumerate(body.get("tools", ())):
        if (kind := tool.get("type", "custom")) != "custom":
            known = SERVER_TOOLS.fullmatch(kind)
            if known is None or tool.get("name") != known[1]:
                yield f"tools.{number}: Input tag '{kind}' does not match any of the expected tags"
            if tool.get("allowed_domains") and tool.get("blocked_domains"):
                yield f"tools.{number}.{kind}: Cannot specify both allowed_domains and blocked_domains"
            if tool.get("max_uses", 1) < 1:
                yield f"tools.{number}.{kind}.max_uses: Input should be greater than 0"
            continue
        if not _NAME.fullmatch(tool.get("name", "")):
            yield f"tools.{number}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{{1,128}}$'"
        if tool.get("input_schema", {}).get("type") != "object":
            yield f"tools.{number}.custom.input_schema.type: Input should be 'object'"


def _tool_choice(body: Body) -> Iterator[str]:
    choice = body.get("tool_choice")
    if choice is None:
        return
    kind = choice.get("type")
    if kind not in ("auto", "any", "tool", "none"):
        yield "tool_choice: Input does not match the expected shape."
    if kind in ("any", "tool") and not model_of(body).forced_tools:
        yield 'tool_choice: type "tool" and "any" are not supported for this model.'
    if kind == "tool" and choice.get("name") not in [tool.get("name") for tool in body.get("tools", ())]:
        yield f"Tool '{choice.get('name')}' not found in provided tools"
    if kind in ("auto", "any") and not body.get("tools"):
        yield f"tool_choice.{kind} may only be specified while providing tools"


# --- Messages --------------------------------------------------------------------------------------


def plain(value: Any) -> str:
    """As JSON, marks of the cache left out."""

    def stripped(one: Any) -> Any:
        if isinstance(one, dict):
            return {name: stripped(entry) for name, entry in one.items() if name != "cache_control"}
        return [stripped(entry) for entry in one] if isinstance(one, list) else one

    return json.dumps(stripped(value), sort_keys=True)


def blocks_of(content: str | list[Block]) -> list[Block]:
    """The content of a message as blocks."""
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _all_blocks(body: Body) -> Iterator[Block]:
    yield from blocks_of(body.get("system", []))
    for message in body["messages"]:
        for block in blocks_of(message["content"]):
            yield block
            if block.get("type") == "tool_result" and isinstance(block.get("content"), list):
                yield from block["content"]


def _messages(body: Body) -> Iterator[str]:
    if not body["messages"]:
        yield "messages: at least one message is required"
        return
    for number, message in enumerate(body["messages"]):
        if message.get("role") not in ("user", "assistant"):
            role = message.get("role")
            yield f'messages: Unexpected role "{role}". Allowed roles are "user" or "assistant"'
        if not message.get("content"):
            yield f"messages.{number}: {message['role']} messages must have non-empty content"
    if body["messages"][0]["role"] != "user":
        yield 'messages: first message must use the "user" role'
    texts = [block.get("text", "") for block in _all_blocks(body) if block.get("type") == "text"]
    if "" in texts:
        yield "messages: text content blocks must be non-empty"
    if any(not text.strip() for text in texts):
        yield "messages: text content blocks must contain non-whitespace text"


def _ending(body: Body) -> Iterator[str]:
    """A list ends with the user; with the assistant only where a server's tool goes on."""
    last = body["messages"][-1]
    if last["role"] == "user" or model_of(body).prefill:
        return
    if blocks_of(last["content"])[-1].get("type") not in ("server_tool_use", *SERVER_RESULTS):
        yield NO_PREFILL


def _pairs(body: Body) -> Iterator[str]:
    """Each use of a tool is answered at once, and only what was used is answered."""
    seen: set[str] = set()
    waiting: list[str] = []
    for number, message in enumerate(body["messages"]):
        blocks = blocks_of(message["content"])
        results = [block["tool_use_id"] for block in blocks if block.get("type") == "tool_result"]
        if missing := [one for one in waiting if one not in results]:
            yield _without_result(number - 1, missing)
        for place, block in enumerate(blocks):
            if block.get("type") == "tool_result" and block["tool_use_id"] not in waiting:
                yield (
                    f"messages.{number}.content.{place}: unexpected `tool_use_id` found in `tool_result` "
                    f"blocks: {block['tool_use_id']}. Each `tool_result` block must have a corresponding "
                    "`tool_use` block in the previous message."
                )
        if waiting and any(block.get("type") != "tool_result" for block in blocks[: len(results)]):
            yield _without_result(number - 1, waiting)
        waiting = []
        for place, block in enumerate(blocks):
            if block.get("type") != "tool_use":
                continue
            if block["id"] in seen:
                yield f"messages.{number}.content.{place}: `tool_use` ids must be unique"
            if not _NAME.fullmatch(block["name"]):
                yield (
                    f"messages.{number}.content.{place}.tool_use.name: String should match pattern "
                    "'^[a-zA-Z0-9_-]{1,128}$'"
                )
            if not isinstance(block.get("input"), dict):
                yield f"messages.{number}.content.{place}.tool_use.input: Input should be a valid dictionary"
            seen.add(block["id"])
            waiting.append(block["id"])
    if waiting:
        yield _without_result(len(body["messages"]) - 1, waiting)
    if seen and not body.get("tools"):
        yield "Requests which have `tool_use` or `tool_result` blocks in messages must define tools."


def _without_result(number: int, ids: list[str]) -> str:
    return (
        f"messages.{number}: `tool_use` ids were found without `tool_result` blocks immediately after: "
        f"{', '.join(ids)}. Each `tool_use` block must have a corresponding `tool_result` block in the next "
        "message."
    )


SERVER_RESULTS = ("web_search_tool_result", "web_fetch_tool_result")


def _server_pairs(body: Body) -> Iterator[str]:
    """Of a tool that the server runs: its result stands in the same message, unless the list ends with it."""
    for number, message in enumerate(body["messages"]):
        uses: dict[str, str] = {}
        for place, block in enumerate(blocks_of(message["content"])):
            kind = block.get("type")
            if kind == "server_tool_use":
                uses[block["id"]] = block["name"]
            elif kind in SERVER_RESULTS and uses.pop(block["tool_use_id"], None) is None:
                yield (
                    f"messages.{number}.content.{place}: unexpected `tool_use_id` found in `{kind}` "
                    f"blocks: {block['tool_use_id']}. Each `{kind}` block must have a corresponding "
                    "`server_tool_use` block before it."
                )
        if number == len(body["messages"]) - 1:
            continue
        for one, name in uses.items():
            yield (
                f"messages.{number}: `{name}` tool use with id `{one}` was found without a corresponding "
                f"`{name}_tool_result` block"
            )


def _marks(body: Body) -> Iterator[str]:
    """At most four, the longer ones first; nothing that thinks is marked."""
    marked = [
        (block, block["cache_control"]) for block in (*body.get("tools", ()), *_all_blocks(body))
        if block.get("cache_control")
    ]  # fmt: skip
    total = len(marked) + bool(body.get("cache_control"))
    if total > MARKS:
        yield f"A maximum of {MARKS} blocks with cache_control may be provided. Found {total}."
    shorter = False
    for block, mark in marked:
        ttl = mark.get("ttl", "5m")
        if mark.get("type") != "ephemeral" or ttl not in ("5m", "1h"):
            yield "cache_control: Input should be {'type': 'ephemeral', 'ttl': '5m' or '1h'}"
        if shorter and ttl == "1h":
            yield (
                "cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' "
                "cache_control block."
            )
        if block.get("type") in ("thinking", "redacted_thinking"):
            yield f"cache_control: Extra inputs are not permitted in `{block['type']}` blocks"
        shorter = shorter or ttl == "5m"
