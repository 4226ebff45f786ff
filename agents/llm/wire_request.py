"""A ModelRequest as the Messages API wants it, and what we refuse to send. Pure; knows no SDK."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from pydantic import BaseModel

from agents.llm.base import ModelError, ModelMessage, ModelRequest, SystemBlock
from agents.llm.server_tools import server_tools

SchemaTransform = Callable[[type[BaseModel]], dict[str, Any]]


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


def call_arguments(
    request: ModelRequest, *, model: str, transform: SchemaTransform, effort: str | None = None
) -> dict[str, Any]:
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
        output["format"] = {"type": "json_schema", "schema": _schema(request.output, transform)}
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


@lru_cache(maxsize=128)
def _schema(output: type[BaseModel], transform: SchemaTransform) -> dict[str, Any]:
    return transform(output)


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


def schema_problems(output: type[BaseModel]) -> list[str]:
    """Why a schema cannot be asked of a model (for a system check): it needs an object at the root,
    no free dictionaries (they can only come back empty), and `reply`, if any, first."""
    schema = output.model_json_schema()
    problems = []
    root = schema
    if "$ref" in schema:
        root = schema.get("$defs", {}).get(schema["$ref"].rsplit("/", 1)[-1], {})
    if root.get("type") != "object":
        problems.append(f"{output.__name__}: the root is not an object; put a union inside one.")
    properties = list(root.get("properties", {}))
    if "reply" in properties and properties[0] != "reply":
        problems.append(f"{output.__name__}: `reply` is not the first field, so it cannot stream first.")
    problems += [f"{output.__name__}: free dictionary at {place}." for place in _free_objects(schema, "root")]
    return problems


def _free_objects(node: Any, place: str) -> list[str]:
    if isinstance(node, list):
        return [
            found for index, entry in enumerate(node) for found in _free_objects(entry, f"{place}.{index}")
        ]
    if not isinstance(node, dict):
        return []
    found = [place] if node.get("type") == "object" and not node.get("properties") else []
    for key, entry in node.items():
        if key not in ("default", "examples", "enum", "const"):
            found += _free_objects(entry, f"{place}.{key}")
    return found
