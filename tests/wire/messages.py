"""The Messages wire format, as bytes: answers a server can be told to give, whole and broken."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Event
from typing import Any

from pydantic import BaseModel

SSE_HEADERS = {"content-type": "text/event-stream; charset=utf-8", "request-id": "req_wire"}


@dataclass(frozen=True)
class Pause:
    """The server is silent for so many seconds (or until the client leaves)."""

    seconds: float


@dataclass(frozen=True)
class Wait:
    """The server is silent until the test sets the event (or the client leaves)."""

    event: Event


@dataclass(frozen=True)
class Drop:
    """The connection is cut, without the end of the body."""


Step = bytes | Pause | Wait | Drop


@dataclass(frozen=True)
class Answer:
    """What a server answers to one request."""

    steps: Sequence[Step] = ()
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=lambda: dict(SSE_HEADERS))


def sse(event: Mapping[str, Any], name: str | None = None) -> bytes:
    """One event as it stands on the wire. Lone surrogates stay escaped, as servers in JavaScript do."""
    return f"event: {name or event['type']}\ndata: {json.dumps(event)}\n\n".encode()


def message_start(usage: Mapping[str, int] | None = None, model: str = "claude-wire") -> bytes:
    return sse(
        {
            "type": "message_start",
            "message": {
                "id": "msg_wire",
                "type": "message",
                "role": "assistant",
                "model": model,
                "content": [],
                "stop_reason": None,
                "stop_sequence": None,
                "usage": dict(usage or {"input_tokens": 12, "output_tokens": 1}),
            },
        }
    )


def block_start(index: int = 0, **block: Any) -> bytes:
    block = block or {"type": "text", "text": ""}
    return sse({"type": "content_block_start", "index": index, "content_block": block})


def text_delta(text: str, index: int = 0) -> bytes:
    return delta(index, type="text_delta", text=text)


def delta(index: int, **change: Any) -> bytes:
    return sse({"type": "content_block_delta", "index": index, "delta": change})


def block_stop(index: int = 0) -> bytes:
    return sse({"type": "content_block_stop", "index": index})


def message_delta(stop_reason: str | None, output_tokens: int = 20, **usage: int) -> bytes:
    return sse(
        {
            "type": "message_delta",
            "delta": {"stop_reason": stop_reason, "stop_sequence": None},
            "usage": {"output_tokens": output_tokens, **usage},
        }
    )


MESSAGE_STOP = sse({"type": "message_stop"})
PING = sse({"type": "ping"})


def error_event(kind: str, message: str = "wire error") -> bytes:
    return sse({"type": "error", "error": {"type": kind, "message": message}})


def answer_text(answer: str | Mapping[str, Any] | BaseModel) -> str:
    """An answer as the text a model writes."""
    if isinstance(answer, BaseModel):
        return answer.model_dump_json()
    return answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)


def split(text: str, parts: int) -> list[str]:
    """`text` in so many pieces of nearly the same length (fewer when it is shorter than that)."""
    edges = [len(text) * number // parts for number in range(parts + 1)]
    return [text[start:end] for start, end in zip(edges, edges[1:], strict=False) if end > start]


def text_steps(text: str, deltas: int = 5) -> list[bytes]:
    """A whole stream up to the text's last delta."""
    return [message_start(), block_start(), *(text_delta(piece) for piece in split(text, deltas))]


def ending(stop_reason: str | None = "end_turn") -> list[bytes]:
    return [block_stop(), message_delta(stop_reason), MESSAGE_STOP]


def text_answer(
    answer: str | Mapping[str, Any] | BaseModel,
    *,
    deltas: int = 5,
    pause: float = 0.0,
    stop_reason: str | None = "end_turn",
    usage: Mapping[str, int] | None = None,
) -> Answer:
    """A whole good answer; a mapping or a model becomes its JSON. `pause` seconds before each delta; `usage`
    as the API tells it."""
    text = answer_text(answer)
    steps: list[Step] = [message_start(usage), block_start()]
    for piece in split(text, deltas):
        if pause:
            steps.append(Pause(pause))
        steps.append(text_delta(piece))
    end = block_stop(), message_delta(stop_reason, (usage or {}).get("output_tokens", 20)), MESSAGE_STOP
    return Answer([*steps, *end])


def tool_answer(*uses: tuple[str, str, Any], text: str = "", thinking: str = "") -> Answer:
    """An answer that calls tools: (id, name, input); an input that is a str is sent as it is."""
    steps: list[bytes] = [message_start()]
    index = 0
    if thinking:
        steps += [
            block_start(index, type="thinking", thinking="", signature=""),
            delta(index, type="thinking_delta", thinking=thinking),
            delta(index, type="signature_delta", signature="sig_wire"),
            block_stop(index),
        ]
        index += 1
    if text:
        steps += [block_start(index), text_delta(text, index), block_stop(index)]
        index += 1
    for use_id, name, arguments in uses:
        raw = arguments if isinstance(arguments, str) else json.dumps(arguments)
        steps.append(block_start(index, type="tool_use", id=use_id, name=name, input={}))
        steps += [delta(index, type="input_json_delta", partial_json=part) for part in split(raw, 3)]
        steps.append(block_stop(index))
        index += 1
    return Answer([*steps, message_delta("tool_use"), MESSAGE_STOP])


def failure(
    status: int, kind: str, message: str = "wire error", headers: Mapping[str, str] | None = None
) -> Answer:
    """An error answer in the API's own form."""
    body = {"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_failed"}
    all_headers = {"content-type": "application/json", "request-id": "req_failed", **(headers or {})}
    return Answer([json.dumps(body).encode()], status, all_headers)


def events_of(steps: Iterable[Step]) -> list[dict[str, Any]]:
    """The events of an answer, as they were given to `sse`; what is no event is passed over."""
    text = b"".join(step for step in steps if isinstance(step, bytes)).decode("utf-8", "replace")
    found = []
    for part in text.split("\n\n"):
        data = part.partition("\ndata: ")[2]
        with suppress(ValueError):
            event = json.loads(data)
            found += [event] if isinstance(event, dict) else []
    return found


def content_of(steps: Iterable[Step]) -> tuple[list[dict[str, Any]], str | None]:
    """The content blocks of an answer as a client puts them together, and its stop reason."""
    blocks: dict[int, dict[str, Any]] = {}
    inputs: dict[int, str] = {}
    reason = None
    for event in events_of(steps):
        index, change = event.get("index", 0), event.get("delta", {})
        if event["type"] == "content_block_start":
            blocks[index] = dict(event["content_block"])
        elif event["type"] == "message_delta":
            reason = change.get("stop_reason") or reason
        elif event["type"] == "content_block_delta" and index in blocks:
            block = blocks[index]
            for name in ("text", "thinking", "signature"):
                if name in change:
                    block[name] = block.get(name, "") + change[name]
            if "citation" in change:
                block["citations"] = [*(block.get("citations") or []), change["citation"]]
            inputs[index] = inputs.get(index, "") + change.get("partial_json", "")
    for index, raw in inputs.items():
        if raw:
            with suppress(ValueError):
                blocks[index]["input"] = json.loads(raw)
    return [blocks[index] for index in sorted(blocks)], reason


def body(answer: Answer) -> bytes:
    """All bytes of an answer that has no pauses (for MockTransport)."""
    return b"".join(_bytes_only(answer.steps))


def _bytes_only(steps: Iterable[Step]) -> Iterable[bytes]:
    for step in steps:
        if not isinstance(step, bytes):
            raise TypeError(f"{step} needs the real server")
        yield step
