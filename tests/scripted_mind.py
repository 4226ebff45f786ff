"""A mind for tests: it answers what it was told to, records every call, and fails on an unexpected one."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from agents.llm.base import (
    ModelError,
    ModelEvent,
    ModelReply,
    ModelRequest,
    StopReason,
    TextDelta,
    ToolUse,
    Usage,
)


class UnexpectedCall(AssertionError):
    """A call for which nothing was scripted: the test is wrong, or the code is."""


@dataclass(frozen=True)
class Say:
    """One scripted answer. `pieces` characters a delta; `delay` seconds before the first one;
    `release` holds the stream after the first delta until the test sets it."""

    answer: BaseModel | Mapping[str, Any] | str = ""
    stop_reason: StopReason = "end_turn"
    tool_uses: tuple[ToolUse, ...] = ()
    usage: Usage = Usage(input=100, output=50)
    pieces: int = 20
    delay: float = 0.0
    release: asyncio.Event | None = None

    @property
    def text(self) -> str:
        if isinstance(self.answer, BaseModel):
            return self.answer.model_dump_json()
        if isinstance(self.answer, str):
            return self.answer
        return json.dumps(self.answer, ensure_ascii=False)


@dataclass(frozen=True)
class Fail:
    """One scripted failure, `after` some text has been streamed and `delay` seconds."""

    error: ModelError
    after: str = ""
    delay: float = 0.0


Step = (
    Say
    | Fail
    | BaseModel
    | Mapping[str, Any]
    | ModelError
    | str
    | Callable[[ModelRequest], "Say | Fail | BaseModel | Mapping[str, Any] | str"]
)


def use_tool(name: str, arguments: Mapping[str, Any] | None = None, use_id: str = "toolu_1") -> Say:
    """A scripted answer that calls one tool."""
    return Say(stop_reason="tool_use", tool_uses=(ToolUse(use_id, name, dict(arguments or {})),))


@dataclass
class ScriptedMind:
    """`script` is one list in order of the calls, or a list an agent (agents work at the same time).

    >>> mind = ScriptedMind({"orchestrator": [Answer(...)], "food": [ModelError("overloaded")]})
    """

    script: Sequence[Step] | Mapping[str, Sequence[Step]]
    name: str = "scripted"
    calls: list[ModelRequest] = field(default_factory=list)
    closed: list[ModelRequest] = field(default_factory=list)  # streams left before their end

    def __post_init__(self) -> None:
        by_agent = isinstance(self.script, Mapping)
        scripts = self.script if by_agent else {"*": self.script}
        self._left = {agent: list(steps) for agent, steps in scripts.items()}  # type: ignore[union-attr]

    def calls_of(self, agent: str) -> list[ModelRequest]:
        """The requests of one agent, in order."""
        return [call for call in self.calls if call.agent == agent]

    def assert_done(self) -> None:
        """Every scripted answer was asked for."""
        left = {agent: steps for agent, steps in self._left.items() if steps}
        if left:
            raise AssertionError(f"never asked for: {left}")

    async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """The next step of this agent's script."""
        self.calls.append(request)
        step = self._next(request)
        finished = False
        try:
            await asyncio.sleep(step.delay)
            text = step.after if isinstance(step, Fail) else step.text
            size = 20 if isinstance(step, Fail) else step.pieces
            for start in range(0, len(text), size):
                yield TextDelta(text[start : start + size])
                if isinstance(step, Say) and step.release:
                    await step.release.wait()
                await asyncio.sleep(0)
            finished = True
            if isinstance(step, Fail):
                step.error.partial = step.error.partial or step.after
                raise step.error
            yield ModelReply(text, step.stop_reason, step.usage, "scripted", step.tool_uses)
        finally:
            if not finished:
                self.closed.append(request)

    def _next(self, request: ModelRequest) -> Say | Fail:
        steps = self._left.get(request.agent, self._left.get("*"))
        if not steps:
            said = request.messages[-1].text if request.messages else ""
            raise UnexpectedCall(f"{request.agent} ({request.purpose}) was asked again: {said[:300]!r}")
        step = steps.pop(0)
        if not isinstance(step, Say | Fail | BaseModel | Mapping | ModelError | str):
            step = step(request)
        if isinstance(step, ModelError):
            return Fail(step)
        return step if isinstance(step, Say | Fail) else Say(step)
