"""The events of one Messages stream, put together. Pure; works on plain dictionaries.

Unknown events, blocks and deltas are passed over: a newer server must not break us.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from agents.llm.base import TOKENS_A_SEARCH, ModelError, ModelReply, StopReason, ToolUse, Usage
from agents.llm.reply_stream import SurrogateJoiner, join_surrogates

KNOWN_STOPS: tuple[StopReason, ...] = ("end_turn", "stop_sequence", "tool_use", "pause_turn")
#: A stream that breaks never says how many tokens it wrote: one for so many bytes of UTF-8.
BYTES_A_TOKEN = 3
#: Nobody counts further: what a server tells beyond it is a mistake.
MOST_COUNTED = 10_000_000
#: Blocks that a server takes back in the next round, besides what its own tools were asked and found.
RETURNABLE = frozenset({"text", "thinking", "redacted_thinking", "tool_use", "server_tool_use"})
RESULT = "_tool_result"
#: What a delta adds to the field of its block that is called like the block.
GROWING = {"text_delta": "text", "thinking_delta": "thinking"}


def events_of(message: Any) -> Iterator[dict[str, Any]]:
    """A message that came in one piece, as the events of a stream. Raises ModelError for anything else."""
    if not isinstance(message, dict) or not isinstance(message.get("content"), list):
        raise ModelError("not_an_answer", "neither a message nor an event stream")
    yield {"type": "message_start", "message": message}
    for index, block in enumerate(message["content"]):
        yield {"type": "content_block_start", "index": index, "content_block": block}


@dataclass
class MessageParts:
    """What has arrived so far. `feed` returns the text an event adds to the answer.

    With an `answer_tool` the input of that tool is the answer, and no tool use.
    """

    answer_tool: str = ""
    model: str = ""
    stop_reason: str | None = None
    usage: dict[str, int] = field(default_factory=dict)
    text: str = ""  # all that was given out
    _blocks: dict[int, dict[str, Any]] = field(default_factory=dict)
    _inputs: dict[int, list[str]] = field(default_factory=dict)
    _written: int = 0  # bytes of everything that came: text, thinking, input of tools
    _counted_all: bool = False
    _joiner: SurrogateJoiner = field(default_factory=SurrogateJoiner)

    def feed(self, event: dict[str, Any]) -> str:
        """Take one event in; returns new text of the answer, often none."""
        match event.get("type"):
            case "message_start":
                message = event.get("message") or {}
                self.model = str(message.get("model") or "") or self.model
                self._count(message.get("usage"), message.get("stop_reason"))
            case "content_block_start":
                return self._start(event.get("index") or 0, dict(event.get("content_block") or {}))
            case "content_block_delta":
                return self._delta(event.get("index") or 0, event.get("delta") or {})
            case "message_delta":
                self._count(event.get("usage"), (event.get("delta") or {}).get("stop_reason"))
        return ""

    def _count(self, usage: Any, stop_reason: str | None) -> None:
        """Counts are running totals: a later one replaces an earlier one, a missing one doesn't. The last
        one comes with the stop reason."""
        self.stop_reason = stop_reason or self.stop_reason
        counts = usage if isinstance(usage, dict) else {}
        told = stop_reason is not None and isinstance(counts.get("output_tokens"), int)
        self._counted_all = self._counted_all or told
        parts = (counts, counts.get("server_tool_use"), counts.get("cache_creation"))
        for key, value in (entry for part in parts if isinstance(part, dict) for entry in part.items()):
            if isinstance(value, int):
                self.usage[key] = min(max(value, 0), MOST_COUNTED)

    def _start(self, index: int, block: dict[str, Any]) -> str:
        self._blocks[index] = block = {"type": "text", **block}
        given = (block.get("text"), block.get("thinking"), block.get("input"))  # of a message in one piece
        self._written += sum(len(str(one).encode(errors="replace")) for one in given if one)
        return self._more_text(block.get("text") or "") if block.get("type") == "text" else ""

    def _delta(self, index: int, delta: dict[str, Any]) -> str:
        block = self._blocks.setdefault(index, {"type": "text", "text": ""})
        kind, of = str(delta.get("type")), str(block.get("type"))
        if kind == "input_json_delta" and of.endswith("tool_use"):
            piece = delta.get("partial_json") or ""
            self._inputs.setdefault(index, []).append(piece)
            said = piece if self._is_answer(block) else ""
        elif (name := GROWING.get(kind)) == of:
            piece = delta.get(name) or ""
            block[name] = (block.get(name) or "") + piece
            said = piece if name == "text" else ""
        elif kind == "signature_delta":
            block["signature"] = delta.get("signature") or ""
            return ""
        elif kind == "citations_delta":
            block["citations"] = [*(block.get("citations") or ()), delta.get("citation")]
            return ""
        else:
            return ""
        self._written += len(piece.encode(errors="replace"))
        return self._more_text(said)

    def _is_answer(self, block: dict[str, Any]) -> bool:
        return bool(self.answer_tool) and block.get("name") == self.answer_tool

    def _more_text(self, text: str) -> str:
        text = self._joiner.feed(text)
        self.text += text
        return text

    @property
    def counted(self) -> Usage:
        """The usage so far."""
        return Usage(
            input=self.usage.get("input_tokens", 0),
            output=self.usage.get("output_tokens", 0),
            cache_read=self.usage.get("cache_read_input_tokens", 0),
            cache_write=self.usage.get("cache_creation_input_tokens", 0),
            cache_hour=self.usage.get("ephemeral_1h_input_tokens", 0),
            searches=self.usage.get("web_search_requests", 0),
        )

    @property
    def begun(self) -> bool:
        """Has the server told that it works on the message, and with how many tokens?"""
        return bool(self.usage)

    @property
    def answered(self) -> bool:
        """Has something of the answer come: a word, a thought, input of a tool?"""
        return bool(self._written)

    def used(self, prompt: int) -> Usage:
        """The usage as told at the end, else at least the tokens and searches of what has arrived. `prompt`:
        tokens of the request, for a server that tells none."""
        told = self.counted
        if not (self.begun or self.answered):
            return told
        searches = told.searches
        if not (self._counted_all and "web_search_requests" in self.usage):
            searches = max(searches, sum(_is_search(block) for block in self._blocks.values()))
        if self._counted_all and "input_tokens" in self.usage:
            return replace(told, searches=searches)
        written = 0 if self._counted_all else -(-self._written // BYTES_A_TOKEN)
        sent = self.usage.get("input_tokens", prompt) + TOKENS_A_SEARCH * searches
        return replace(
            told,
            input=sent,
            output=max(told.output, written),
            searches=searches,
            estimated="input_tokens" not in self.usage,
        )

    def last_text(self) -> str:
        """Text that was kept back for its other half which never came."""
        lone = self._joiner.flush()
        self.text += lone
        return lone

    def reply(
        self, *, model: str, usage: Usage, request_id: str, latency_ms: int, uncounted: int = 0
    ) -> ModelReply:
        """The whole answer, once the stream has ended. Raises ModelError for every other ending."""
        stop = self.stop_reason
        if stop is None:
            raise ModelError("connection", "the stream ended without a stop reason")
        if stop == "max_tokens":
            raise ModelError("max_tokens", "the output budget was used up")
        if stop == "refusal":
            raise ModelError("refusal", "declined", permanent=True)
        if stop == "model_context_window_exceeded":
            raise ModelError("context_overflow", "the context window was exceeded")
        blocks = self._whole_blocks()
        tool_uses = tuple(
            ToolUse(str(block.get("id", "")), str(block.get("name", "")), block["input"])
            for block in blocks
            if block["type"] == "tool_use"
        )
        text = self.text if tool_uses else self._answer()
        if not text.strip() and not tool_uses and stop != "pause_turn":
            raise ModelError("not_an_answer", "the answer is empty")
        if stop not in KNOWN_STOPS or (stop == "tool_use" and not tool_uses):
            stop = "end_turn"  # whatever else a newer server says: the message ended, the schema judges it
        return ModelReply(
            text=text,
            stop_reason=stop,  # type: ignore[arg-type]
            usage=usage,
            model=self.model or model,
            tool_uses=tool_uses,
            blocks=blocks,
            reasoning=self._reasoning(),
            request_id=request_id,
            latency_ms=latency_ms,
            uncounted=uncounted,
        )

    def _answer(self) -> str:
        """The input of the tool that carries it, else all text."""
        for index, block in sorted(self._blocks.items()):
            if self._is_answer(block):
                streamed = "".join(self._inputs.get(index, ()))
                return join_surrogates(streamed or json.dumps(block.get("input") or {}))
        return self.text

    def _whole_blocks(self) -> tuple[dict[str, Any], ...]:
        """The reply's blocks as a server takes them back. Raises ModelError for a tool's broken input."""
        blocks = []
        for index, block in sorted(self._blocks.items()):
            kind = str(block.get("type"))
            if self._is_answer(block) or not (kind in RETURNABLE or kind.endswith(RESULT)):
                continue
            if kind == "text" and not (block.get("text") or "").strip():
                continue
            if kind.endswith("tool_use"):
                block = {**block, "input": self._input(index, block)}
            blocks.append(block)
        # whole characters only: half of a surrogate pair cannot be sent back
        return tuple(json.loads(join_surrogates(json.dumps(blocks, ensure_ascii=False))))

    def _input(self, index: int, block: dict[str, Any]) -> dict[str, Any]:
        text = "".join(self._inputs.get(index, []))
        if not text.strip():
            given = block.get("input")
            return given if isinstance(given, dict) else {}
        try:
            value = json.loads(text)
        except ValueError as error:
            raise ModelError("not_an_answer", "the input of a tool is broken JSON") from error
        if not isinstance(value, dict):
            raise ModelError("not_an_answer", "the input of a tool is not an object")
        return value

    def _reasoning(self) -> str:
        thoughts = [block.get("thinking") or "" for _, block in sorted(self._blocks.items())]
        return "\n".join(filter(None, thoughts))


def _is_search(block: dict[str, Any]) -> bool:
    return block.get("type") == "server_tool_use" and block.get("name") == "web_search"
