"""A ModelRequest as the Messages API wants it, and what we refuse to send. Pure; knows no SDK."""

from __future__ import annotations

from typing import Any

from agents.llm.base import ModelError, ModelMessage, ModelRequest, SystemBlock
from agents.llm.server_tools import server_tools
from agents.llm.wire_schema import wire_schema


def refuse_bad_list(request: ModelRequest) -> None:
    """Current models take no list that ends with the assistant, and none without a word in it. One that
    searches the web and has paused gets its own blocks back at the end.

    Raises ModelError("bad_list", permanent).
    """
    messages = request.messages
    if not messages:
        raise ModelError("bad_list", "the list is empty", permanent=True)
    if messages[-1].role != "user" and not (request.web and messages[-1].blocks):
        raise ModelError("bad_list", "the list does not end with the user", permanent=True)
    if not _content(messages[-1]):
        raise ModelError("bad_list", "the last message says nothing", permanent=True)


def call_arguments(request: ModelRequest, *, model: str, effort: str | None = None) -> dict[str, Any]:
    """The keyword arguments of one Messages call (without `stream`)."""
    arguments: dict[str, Any] = {
        "model": model,
        "max_tokens": request.max_tokens,
        "messages": _messages(request.messages),
    }
    if system := _system(request.system):
        arguments["system"] = system
    output: dict[str, Any] = {}
    if request.output is not None:
        output["format"] = {"type": "json_schema", "schema": wire_schema(request.output)}
    if effort:
        output["effort"] = effort
    if output:
        arguments["output_config"] = output
    if request.tools:
        arguments["tools"] = [
            {"name": tool.name, "description": tool.description, "input_schema": tool.input_schema}
            for tool in request.tools
        ]
        if request.tools_closed:
            arguments["tool_choice"] = {"type": "none"}
    if request.web:
        arguments["tools"] = [*arguments.get("tools", []), *server_tools(request.web)]
    return arguments


def _system(blocks: tuple[SystemBlock, ...]) -> list[dict[str, Any]]:
    return [
        _marked({"type": "text", "text": block.text}, block.cache) for block in blocks if block.text.strip()
    ]


def _messages(messages: tuple[ModelMessage, ...]) -> list[dict[str, Any]]:
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


def _marked(block: dict[str, Any], cache: bool) -> dict[str, Any]:
    return {**block, "cache_control": {"type": "ephemeral"}} if cache else block


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
