"""What a run of an agent tells the outside, and what it asks of it.

The loop itself writes nothing and knows neither database nor events nor money: a turn does, through
these hooks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from agents.llm.base import ModelError, ModelMessage, ModelReply, ModelRequest, Usage


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool as the loop knows it; `Hooks.call_tool` runs it. `characters`: of a result that has to come
    whole, where these are more than a run allows of any."""

    name: str
    description: str
    input: type[BaseModel]
    characters: int = 0


class ToolError(Exception):
    """A tool that could not do it; the text is a safe sentence for the model."""


class StopRun(Exception):
    """Base of what a hook raises to leave a run at once: never judged, never shown to the model."""


class BudgetExhausted(StopRun):
    """Raised by `Hooks.before_call`: no money is left for this call, or the switch is off."""

    def __init__(self, cap: str, sentence: str) -> None:
        super().__init__(sentence)
        self.cap = cap  # "site", "traveller", "guest", "trip", "day", "switch"
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class CallRecord:
    """How one model call ended: exactly one of `reply`, `error`, `stopped`. One ModelCall row."""

    request: ModelRequest
    latency_ms: int
    usage: Usage  # of a stopped call unknown, therefore zero: settle it from what was reserved
    model: str = ""
    request_id: str = ""
    stop_reason: str = ""  # the reply's, or the error's kind, or "stopped"
    reply: ModelReply | None = None
    error: ModelError | None = None
    stopped: bool = False  # cancelled, or a hook raised while it streamed
    problem: str = ""  # why the answer was not accepted: figures and both ends, never the whole text
    uncounted: int = 0  # tries whose tokens nobody told: each is settled at what was reserved


class Hooks:
    """These do nothing and have no tools; override what matters. Any of them may raise StopRun."""

    async def reply_delta(self, text: str) -> None:
        """Some more of the `reply` field, decoded and cleaned."""

    async def begun(self) -> None:
        """The first piece of an answer came."""

    async def restarted(self, reason: str) -> None:
        """What was shown so far is void; the bubble empties. `reason` is a short sentence."""

    async def refused(self, reason: str) -> None:
        """As `restarted`, and what was shown is to be kept nowhere: the model took it back."""
        await self.restarted(reason)

    async def call_tool(self, name: str, arguments: BaseModel) -> str:
        """Run a tool whose input is valid; returns text for the model. ToolError = a safe sentence."""
        raise ToolError(f"The tool {name} cannot be used here.")

    async def before_call(self, request: ModelRequest) -> Any:
        """Reserve the budget; the permit is handed to `after_call`. May raise BudgetExhausted."""

    async def may_ask_again(self, permit: Any, request: ModelRequest, answered: bool) -> bool:
        """May a call that began make one more request? A True counts as that request, and reserves it.
        `answered`: the last one was; what was not is only paid."""
        return True

    async def after_call(self, permit: Any, record: CallRecord) -> None:
        """Settle and record. Called exactly once for every permit, also when stopped."""

    async def shrink(self, messages: Sequence[ModelMessage]) -> Sequence[ModelMessage] | None:
        """The context was too long: a shorter list (newest 20 % kept), or None = cannot."""
        return None
