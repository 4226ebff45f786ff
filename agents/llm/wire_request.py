"""A ModelRequest as the Messages API wants it, and what we refuse to send. Pure; knows no SDK."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

from agents.llm.base import ModelError, ModelMessage, ModelRequest, SystemBlock
from agents.llm.ladder import ANSWER_TOOL, Form
from agents.llm.server_tools import server_tools
from agents.llm.wire_schema import wire_schema

PROMPTS = Path(__file__).parent.parent / "prompts" / "loop"
MOST_MARKS = 4  # of the cache, in one request


def refuse_bad_list(request: ModelRequest) -> None:
    """Current models take no list that ends with the assistant, and none without a word in it. One that
    searches the web and has paused gets its own blocks back at the end.

    Raises ModelError("bad_list", permanent).
    """
    messages = request.messages
    if not messages:
        raise ModelError("bad_list", "the list is empty", permanent=True)
    if messages[-1].role != "user" and not request.continues:
        raise ModelError("bad_list", "the list does not end with the user", permanent=True)
    if not _content(messages[-1]):
        raise ModelError("bad_list", "the last message says nothing", permanent=True)


def call_arguments(form: Form) -> dict[str, Any]:
    """The keyword arguments of one Messages call (without `stream`)."""
    request = form.request
    schema = wire_schema(request.output) if request.output is not None else {}
    system = _system(request.system)
    if form.answer == "prompt":
        said = loop_prompt("answer_in_text").substitute(schema=json.dumps(schema, ensure_ascii=False))
        stable = next((at for at, block in enumerate(request.system) if block.theirs), len(system))
        system.insert(min(stable, len(system)), {"type": "text", "text": said})
    arguments: dict[str, Any] = {
        "model": form.options.model,
        "max_tokens": form.max_tokens,
        "messages": _messages(_with_unique_ids(request.messages)),
        **({"system": system} if system else {}),
        **_tools(form, schema),
    }
    output: dict[str, Any] = {}
    if form.answer == "format":
        output["format"] = {"type": "json_schema", "schema": schema}
    if form.effort:
        output["effort"] = form.effort
    if output:
        arguments["output_config"] = output
    _limit_marks(
        [*system, *(block for message in arguments["messages"] for block in message["content"])], form
    )
    return arguments


@cache
def loop_prompt(name: str) -> Template:
    """What the loop and the wire themselves say to a model (agents/prompts/loop)."""
    return Template((PROMPTS / f"{name}.md").read_text("utf-8").strip())


def _tools(form: Form, schema: dict[str, Any]) -> dict[str, Any]:
    """The tools in a stable order (they are cached), and which may or must be called."""
    request = form.request
    tools: list[dict[str, Any]] = []
    if form.tools:
        tools = [
            {"name": tool.name, "description": tool.description, "input_schema": tool.input_schema}
            for tool in sorted(request.tools, key=lambda tool: tool.name)
        ]
    choice: dict[str, Any] = {"type": "none"} if tools and request.tools_closed else {}
    if form.answer == "tool":
        choice = {"type": "any"} if tools and not choice else {"type": "tool", "name": ANSWER_TOOL}
        told = loop_prompt("answer_tool").template
        tools.append({"name": ANSWER_TOOL, "description": told, "input_schema": schema})
    if request.web:
        tools += server_tools(request.web)
    return {**({"tools": tools} if tools else {}), **({"tool_choice": choice} if choice else {})}


def _system(blocks: tuple[SystemBlock, ...]) -> list[dict[str, Any]]:
    return [
        _marked({"type": "text", "text": block.text}, block.cache) for block in blocks if block.text.strip()
    ]


def _messages(messages: Iterable[ModelMessage]) -> list[dict[str, Any]]:
    """Entries of one role in a row are one message: templates of local servers want roles to alternate."""
    wire: list[dict[str, Any]] = []
    for message in messages:
        content = _content(message)
        if not content:
            continue
        content[-1] = _marked(content[-1], message.cache)
        if wire and wire[-1]["role"] == message.role:
            wire[-1]["content"] += content
        else:
            wire.append({"role": message.role, "content": content})
    return wire


def _marked(block: dict[str, Any], cache: bool | str) -> dict[str, Any]:
    if not cache:
        return block
    hour = {"ttl": cache} if isinstance(cache, str) else {}
    return {**block, "cache_control": {"type": "ephemeral", **hour}}


def _limit_marks(blocks: list[dict[str, Any]], form: Form) -> None:
    """Take marks away that the server does not know, and those between the first and the last ones where they
    are too many."""
    marked = [block for block in blocks if "cache_control" in block]
    kept = [*marked[:1], *marked[1:][-(MOST_MARKS - 1) :]] if form.cache else []
    for block in marked:
        if not any(block is one for one in kept):
            del block["cache_control"]
        elif not form.hour:
            block["cache_control"].pop("ttl", None)


def _with_unique_ids(messages: Iterable[ModelMessage]) -> Iterable[ModelMessage]:
    """Some servers number the tools of each answer anew; in one list each id may stand once."""
    seen: set[str] = set()
    new: dict[str, list[str]] = {}  # of the last answer, by the old one, in order
    for message in messages:
        if message.tool_uses:
            ids = [_unique(use.id, seen) for use in message.tool_uses]
            new = {}
            for use, fresh in zip(message.tool_uses, ids, strict=True):
                new.setdefault(use.id, []).append(fresh)
            left = iter(ids)
            yield replace(
                message,
                tool_uses=tuple(
                    replace(use, id=one) for use, one in zip(message.tool_uses, ids, strict=True)
                ),
                blocks=tuple(
                    {**block, "id": next(left)} if block.get("type") == "tool_use" else block
                    for block in message.blocks
                ),
            )
        elif message.tool_results:
            yield replace(
                message,
                tool_results=tuple(
                    replace(result, tool_use_id=new[result.tool_use_id].pop(0))
                    if new.get(result.tool_use_id)
                    else result
                    for result in message.tool_results
                ),
            )
        else:
            yield message


def _unique(use_id: str, seen: set[str]) -> str:
    plain = re.sub(r"[^a-zA-Z0-9_-]", "_", use_id) or "toolu"
    fresh, number = plain, 1
    while fresh in seen:
        number += 1
        fresh = f"{plain}_{number}"
    seen.add(fresh)
    return fresh


def _content(message: ModelMessage) -> list[dict[str, Any]]:
    """Content blocks; results come before the text that comments on them."""
    if message.blocks:
        return [dict(block) for block in message.blocks]
    content: list[dict[str, Any]] = []
    for result in message.tool_results:
        block: dict[str, Any] = {
            "type": "tool_result",
            "tool_use_id": result.tool_use_id,
            "content": result.content,
        }
        if result.is_error:
            block["is_error"] = True
        content.append(block)
    if message.text.strip():
        content.append({"type": "text", "text": message.text})
    content += [
        {"type": "tool_use", "id": use.id, "name": use.name, "input": use.input} for use in message.tool_uses
    ]
    return content
