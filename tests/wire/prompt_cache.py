"""What a Messages API would read from and write to its prompt cache: a simulator for a scripted server.

A prefix is tools, output schema, system, messages, in that order. It is an entry only where a request set a
mark, only above the minimum length, and only from the moment the answer to that request began. A mark finds
entries up to twenty blocks before it. Tokens are characters / 4.
"""

from __future__ import annotations

import hashlib
import json
import threading
from dataclasses import dataclass
from typing import Any

MINIMUM_TOKENS = 1024
MINIMUM_OF_HAIKU = 4096
BLOCKS_BACK = 20
SECONDS = {"5m": 300.0, "1h": 3600.0}


@dataclass(frozen=True)
class Tokens:
    """Of one request: new, read from the cache, written for five minutes and for an hour."""

    input: int
    read: int = 0
    written: int = 0
    written_1h: int = 0

    @property
    def whole(self) -> int:
        return self.input + self.read + self.written + self.written_1h

    @property
    def usage(self) -> dict[str, int]:
        """As the API tells it."""
        return {
            "input_tokens": self.input,
            "cache_read_input_tokens": self.read,
            "cache_creation_input_tokens": self.written + self.written_1h,
            "cache_creation": {
                "ephemeral_5m_input_tokens": self.written,
                "ephemeral_1h_input_tokens": self.written_1h,
            },
        }


@dataclass(frozen=True)
class _Edge:
    """Where a block ends: the hash and the tokens of all up to here, and the mark's time to live, if any."""

    digest: str
    tokens: int
    ttl: str


class PromptCache:
    """Entries by the hash of their prefix. Times are seconds of one clock."""

    def __init__(self) -> None:
        self._entries: dict[str, tuple[float, float]] = {}  # begins, ends
        self._lock = threading.Lock()

    def tokens(self, body: dict[str, Any], *, received: float, begins: float) -> Tokens:
        """What a request that came at `received` reads and writes; its answer `begins` later."""
        edges = _edges(body)
        whole = edges[-1].tokens
        least = MINIMUM_OF_HAIKU if "haiku" in body["model"] else MINIMUM_TOKENS
        marks = [number for number, edge in enumerate(edges) if edge.ttl and edge.tokens >= least]
        with self._lock:
            read = max((self._found(edges, mark, received) for mark in marks), default=0)
            done = {"5m": 0, "1h": 0}
            upto = read
            for mark in marks:
                edge = edges[mark]
                since, until = self._entries.get(edge.digest, (begins, 0.0))
                since = since if received < until else begins  # what has expired is written anew
                self._entries[edge.digest] = (since, begins + SECONDS[edge.ttl])
                if edge.tokens > upto:
                    done[edge.ttl] += edge.tokens - upto
                    upto = edge.tokens
        return Tokens(whole - upto, read, done["5m"], done["1h"])

    def _found(self, edges: list[_Edge], mark: int, now: float) -> int:
        for edge in reversed(edges[max(0, mark - BLOCKS_BACK + 1) : mark + 1]):
            begins, ends = self._entries.get(edge.digest, (float("inf"), 0.0))
            if begins <= now < ends:
                return edge.tokens
        return 0


def _edges(body: dict[str, Any]) -> list[_Edge]:
    schema = (body.get("output_config") or {}).get("format")
    head = json.dumps([body["model"], body.get("tools"), schema], sort_keys=True)
    digest = hashlib.sha256(head.encode())
    characters = sum(
        len(json.dumps(part)) for part in [*(body.get("tools") or []), *([schema] if schema else [])]
    )
    edges = [_Edge(digest.hexdigest(), characters // 4, "")]
    for role, block in _blocks(body):
        mark = block.get("cache_control")
        text = json.dumps({key: value for key, value in block.items() if key != "cache_control"})
        digest.update(f"{role}{text}".encode())
        characters += len(block["text"]) if block.get("type") == "text" else len(text)
        edges.append(_Edge(digest.hexdigest(), characters // 4, mark.get("ttl", "5m") if mark else ""))
    return edges


def _blocks(body: dict[str, Any]):
    system = body.get("system") or []
    for block in [{"type": "text", "text": system}] if isinstance(system, str) else system:
        yield "system", block
    for message in body["messages"]:
        content = message["content"]
        for block in [{"type": "text", "text": content}] if isinstance(content, str) else content:
            yield message["role"], block
