"""How much of its window an agent's request takes: counted by the provider, else characters / 3.

Two lines matter in a run: from CONTEXT_TOLD_AT of its input an agent is told so with its next tool result,
from CONTEXT_CLOSED_AT it gets no tools. A request is estimated before it is sent; once the provider has
answered, its count takes the estimate's place and only what came since is estimated.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from pydantic import BaseModel

from agents.llm.base import ModelMessage, ModelReply, ModelRequest, SystemBlock, ToolSpec, Usage
from agents.llm.wire_schema import wire_schema
from memory.tokens import TOKENS_A_MESSAGE, tokens_of

CHARACTERS_A_TOKEN = 3  # as memory.tokens counts
#: Of a window that is too small: the answer's share at least, and the characters that stay of a text.
STEPS = ((3, 1_500), (4, 400))
SPARE = 100  # tokens of what the wire adds: words around a schema, roles
GAP = "(… left out for want of room …)"


@dataclass(frozen=True, slots=True)
class ContextUse:
    """Tokens of a window, and whether the provider counted them."""

    tokens: int
    window: int
    counted: bool = False

    @property
    def share(self) -> float:
        """0 to 1, or more when it is too long."""
        return self.tokens / self.window if self.window else 1.0

    @property
    def per_cent(self) -> int:
        return round(100 * self.share)

    def plus(self, tokens: int) -> ContextUse:
        """With what came since; then it is an estimate again unless nothing came."""
        return ContextUse(self.tokens + tokens, self.window, self.counted and not tokens)

    def __str__(self) -> str:
        how = "counted" if self.counted else "estimated"
        return f"{self.tokens:,} of {self.window:,} tokens, {self.per_cent} %, {how}"


def estimate(request: ModelRequest) -> int:
    """Tokens of a request before anybody counted them."""
    return (
        tokens_of_system(request.system)
        + tokens_of_messages(request.messages)
        + sum(_tokens_of_tool(tool) for tool in request.tools)
        + (tokens_of(schema_text(request.output)) if request.output is not None else 0)
    )


def fitted(request: ModelRequest, window: int) -> ModelRequest:
    """A request that a window of so many tokens holds with its answer. The answer gets less room first, down
    to a third; then texts lose lines from their middle, the longest ones first; where they would become too
    short, the answer gets a quarter. Instructions of ours stay."""
    smaller = request
    for share, least in STEPS:
        smaller = _shorter(request, window, min(request.max_tokens, window // share), least)
        if estimate(smaller) + SPARE + smaller.max_tokens <= window:
            break
    return smaller


def _shorter(request: ModelRequest, window: int, least_answer: int, least_text: int) -> ModelRequest:
    tokens = estimate(request) + SPARE
    request = replace(request, max_tokens=min(request.max_tokens, max(least_answer, window - tokens)))
    over = CHARACTERS_A_TOKEN * (tokens + request.max_tokens - window)
    if over <= 0:
        return request
    level = _level([len(text) for text in _shortenable(request)], over, least_text)
    return replace(
        request,
        system=tuple(
            replace(block, text=shortened(block.text, level)) if block.theirs else block
            for block in request.system
        ),
        messages=tuple(
            replace(
                message,
                text=shortened(message.text, level),
                tool_results=tuple(
                    replace(result, content=shortened(result.content, level))
                    for result in message.tool_results
                ),
            )
            for message in request.messages
        ),
    )


def _shortenable(request: ModelRequest) -> Iterator[str]:
    yield from (block.text for block in request.system if block.theirs)
    for message in request.messages:
        yield message.text
        yield from (result.content for result in message.tool_results)


def _level(lengths: list[int], over: int, least: int) -> int:
    """The length to which all longer texts are cut so that together they lose so much."""
    low, high = least, max([least, *lengths])
    while low < high:
        middle = (low + high + 1) // 2
        enough = sum(max(0, length - middle) for length in lengths) >= over
        low, high = (middle, high) if enough else (low, middle - 1)
    return low


def shortened(text: str, most: int) -> str:
    """At most so many characters of a text: whole lines of its beginning and its end."""
    if len(text) <= most:
        return text
    room = max(0, most - len(GAP) - 2)
    head = text[: room * 2 // 3]
    tail = text[len(text) - room // 3 :]
    head = head[: head.rfind("\n") + 1] or head
    tail = tail[tail.find("\n") + 1 :] or tail
    return f"{head.rstrip()}\n{GAP}\n{tail.lstrip()}"


def tokens_of_system(blocks: Iterable[SystemBlock]) -> int:
    return sum(tokens_of(block.text) for block in blocks)


def tokens_of_messages(messages: Iterable[ModelMessage]) -> int:
    """Words, tool calls and their results; a reply's own blocks stand for its words."""
    total = 0
    for message in messages:
        total += TOKENS_A_MESSAGE
        if message.blocks:
            total += tokens_of(json.dumps(message.blocks, ensure_ascii=False, default=str))
        else:
            total += tokens_of(message.text)
            total += sum(tokens_of(f"{use.name}{use.input}") for use in message.tool_uses)
        total += sum(tokens_of(result.content) for result in message.tool_results)
    return total


def counted(usage: Usage, window: int) -> ContextUse | None:
    """What the provider counted as sent; None where it told nothing (the offline planner, a cut call)."""
    tokens = usage.input + usage.cache_read + usage.cache_write
    return ContextUse(tokens, window, counted=True) if tokens and not usage.estimated else None


def use_of(request: ModelRequest, reply: ModelReply, budget: int) -> ContextUse:
    """What the list takes after a reply: as counted, or estimated, with the reply's own tokens."""
    said = reply.usage.output or tokens_of(reply.text)
    known = counted(reply.usage, budget) or ContextUse(estimate(request), budget)
    return ContextUse(known.tokens + said, budget, known.counted)


@lru_cache(maxsize=64)  # pydantic takes 7 ms to write one
def schema_text(output: type[BaseModel]) -> str:
    """An answer's schema as JSON, as long as what is sent of it."""
    return json.dumps(wire_schema(output))


def _tokens_of_tool(tool: ToolSpec) -> int:
    return tokens_of(f"{tool.name}{tool.description}{tool.input_schema}")
