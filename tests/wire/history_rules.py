"""What the Messages API refuses of its own blocks when they come back: thoughts, server tools and their
results, citations. They are signed or encrypted, thoughts are bound to what stood before them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.wire.rules import NO_PREFILL, SERVER_RESULTS, Block, Body, blocks_of, model_of, plain


@dataclass
class History:
    """What a server answered so far, and what stood before it."""

    blocks: dict[str, set[str]] = field(default_factory=dict)  # a block as JSON: the prefixes it came after
    paused: set[str] = field(default_factory=set)  # last blocks of answers that ended with `pause_turn`

    def remember(self, body: Body, content: list[Block], stop_reason: str | None) -> None:
        """One answer to one request."""
        for block in content:
            self.blocks.setdefault(plain(block), set()).add(_prefix(body, len(body["messages"])))
        if stop_reason == "pause_turn":
            self.paused.add(plain(content[-1]))

    def refusal(self, body: Body) -> str:
        """Why what comes back is not what was given; "" = it is."""
        return next(self._faults(body), "")

    def _faults(self, body: Body) -> Iterator[str]:
        last = body["messages"][-1]
        if last["role"] == "assistant" and not model_of(body).prefill:
            if plain(blocks_of(last["content"])[-1]) not in self.paused:
                yield NO_PREFILL
        for number, message in enumerate(body["messages"]):
            if message["role"] != "assistant":
                continue
            for place, block in enumerate(blocks_of(message["content"])):
                yield from self._faults_of(body, block, number, f"messages.{number}.content.{place}")

    def _faults_of(self, body: Body, block: Block, number: int, place: str) -> Iterator[str]:
        kind = block.get("type")
        before = self.blocks.get(plain(block))
        if kind in ("thinking", "redacted_thinking"):
            if before is None:
                yield f"{place}: Invalid `signature` in `{kind}` block"
            elif _prefix(body, number) not in before:
                yield (
                    f"{place}: Invalid `signature` in `{kind}` block. The block is bound to a different "
                    "conversation. Remove the block, or set "
                    '`thinking.block_binding.prefix_mismatch_behavior` to "drop_block".'
                )
        elif before is None and kind in SERVER_RESULTS:
            yield f"{place}: Invalid `encrypted_content` in `search_result` block"
        elif before is None and kind == "server_tool_use":
            yield f"{place}: `server_tool_use` blocks must be sent back as they were received"
        elif before is None and kind == "text" and block.get("citations"):
            yield f"{place}.citations.0: Invalid `encrypted_index` in citation"


def _prefix(body: Body, number: int) -> str:
    """What stands before an answer: the system prompt, the tools, all messages until the user's last one;
    what it had said before it paused is part of it."""
    messages = body["messages"][:number]
    while messages and messages[-1]["role"] == "assistant":
        messages = messages[:-1]
    return plain([body.get("system"), body.get("tools"), messages])
