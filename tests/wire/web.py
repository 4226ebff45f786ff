"""The provider's web search on the wire: result blocks, citations, error codes, a paused turn."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tests.wire.messages import (
    MESSAGE_STOP,
    Answer,
    Step,
    block_start,
    block_stop,
    delta,
    message_delta,
    message_start,
    split,
    text_delta,
)

Block = dict[str, Any]


def search(query: str, *results: tuple[str, str], use_id: str = "srvtoolu_1") -> list[Block]:
    """One search and its results, each an address and a title."""
    rows = [
        {
            "type": "web_search_result",
            "url": url,
            "title": title,
            "encrypted_content": f"secret-{number}",
            "page_age": None,
        }
        for number, (url, title) in enumerate(results, start=1)
    ]
    return [_use(use_id, "web_search", query=query), _result(use_id, "web_search_tool_result", rows)]


def failed_search(code: str, use_id: str = "srvtoolu_1") -> list[Block]:
    """One search that came to nothing."""
    error = {"type": "web_search_tool_result_error", "error_code": code}
    return [_use(use_id, "web_search", query="hours"), _result(use_id, "web_search_tool_result", error)]


def fetch(url: str, text: str, use_id: str = "srvtoolu_9") -> list[Block]:
    """One page that was read."""
    page = {
        "type": "web_fetch_result",
        "url": url,
        "content": {
            "type": "document",
            "source": {"type": "text", "media_type": "text/plain", "data": text},
            "title": "A page",
            "citations": {"enabled": True},
        },
        "retrieved_at": "2026-11-23T10:00:00Z",
    }
    return [_use(use_id, "web_fetch", url=url), _result(use_id, "web_fetch_tool_result", page)]


def failed_fetch(url: str, code: str, use_id: str = "srvtoolu_9") -> list[Block]:
    error = {"type": "web_fetch_tool_result_error", "error_code": code}
    return [_use(use_id, "web_fetch", url=url), _result(use_id, "web_fetch_tool_result", error)]


def said(text: str, *cited: str) -> Block:
    """Some text of the answer, and the addresses it is cited from."""
    citations = [
        {
            "type": "web_search_result_location",
            "url": url,
            "title": "",
            "encrypted_index": f"index-{number}",
            "cited_text": text[:40],
        }
        for number, url in enumerate(cited)
    ]
    return {"type": "text", "text": text, **({"citations": citations} if citations else {})}


def web_answer(
    *blocks: Block | Sequence[Block], stop_reason: str = "end_turn", tokens: int = 9_000
) -> Answer:
    """A whole streamed answer of these blocks; its usage counts the searches that were answered."""
    flat: list[Block] = []
    for one in blocks:
        flat += [one] if isinstance(one, dict) else one
    searches = sum(
        block["type"] == "web_search_tool_result" and isinstance(block["content"], list) for block in flat
    )
    steps: list[Step] = [message_start()]
    for index, block in enumerate(flat):
        steps += _streamed(index, block)
    used = {"web_search_requests": searches, "web_fetch_requests": 0}
    steps += [message_delta(stop_reason, 200, input_tokens=tokens, server_tool_use=used), MESSAGE_STOP]
    return Answer(steps)


def _streamed(index: int, block: Block) -> list[bytes]:
    if block["type"] == "text":
        deltas = [text_delta(piece, index) for piece in split(block["text"], 2)]
        deltas += [delta(index, type="citations_delta", citation=one) for one in block.get("citations", [])]
        return [block_start(index), *deltas, block_stop(index)]
    if block["type"] == "server_tool_use":
        raw = json.dumps(block["input"])
        deltas = [delta(index, type="input_json_delta", partial_json=piece) for piece in split(raw, 2)]
        return [block_start(index, **{**block, "input": {}}), *deltas, block_stop(index)]
    return [block_start(index, **block), block_stop(index)]


def _use(use_id: str, name: str, **given: str) -> Block:
    return {"type": "server_tool_use", "id": use_id, "name": name, "input": given}


def _result(use_id: str, kind: str, content: Any) -> Block:
    return {"type": kind, "tool_use_id": use_id, "content": content}
