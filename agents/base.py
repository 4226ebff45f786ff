"""What an agent is, and the loop that lets one answer.

An agent is a declaration (`agents/team/`, one file each). `run_agent` talks to a mind until it has one
valid answer: tools are run, a wrong answer is corrected at most twice, a failed call is judged. Everything
the outside sees or records goes through `Hooks`; the loop itself writes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pydantic import BaseModel

from agents.llm.base import Mind, ModelError, ModelMessage, ModelReply, ModelRequest, SystemBlock, Tier, Usage

OutputType = type[BaseModel] | Callable[[Any], type[BaseModel]]


@dataclass(frozen=True, slots=True)
class Agent:
    """One member of the team. `output` is the answer's schema, or a function from the context to it
    (when only some modes are allowed now). `offline` answers from the same context without a model."""

    name: str
    title: str
    prompt: str  # file name in agents/prompts
    output: OutputType
    tools: tuple[str, ...]
    tier: Tier
    max_tokens: int
    memory: str | None
    notes: bool
    offline: Callable[[Any], BaseModel]
    enabled: bool = True

    def output_for(self, context: Any) -> type[BaseModel]:
        """The schema of the answer that is wanted in this context."""
        if isinstance(self.output, type) and issubclass(self.output, BaseModel):
            return self.output
        return self.output(context)


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool as the loop knows it; `Hooks.call_tool` runs it."""

    name: str
    description: str
    input: type[BaseModel]


class ToolError(Exception):
    """A tool that could not do it; the text is a safe sentence for the model."""


class BudgetExhausted(Exception):
    """Raised by `Hooks.before_call`: no money is left for this call. `run_agent` lets it through."""

    def __init__(self, cap: str, sentence: str) -> None:
        super().__init__(sentence)
        self.cap = cap  # "site", "traveller", "guest", "trip", "day", "switch"
        self.sentence = sentence


class AgentFailed(Exception):
    """No valid answer. `kind` is a ModelError kind, "invalid_answer" or "too_many_tools";
    `sentence` is for the traveller; `detail` for the log and the admin; `partial` was shown before."""

    def __init__(self, kind: str, sentence: str, *, detail: str = "", partial: str = "") -> None:
        super().__init__(f"{kind}: {detail or sentence}")
        self.kind = kind
        self.sentence = sentence
        self.detail = detail
        self.partial = partial


@dataclass(frozen=True, slots=True)
class RunLimits:
    """Bounds of one `run_agent`. Seconds are of one model call with its own retries."""

    tool_rounds: int = 6
    corrections: int = 2
    restarts: int = 1
    call_seconds: float = 90.0
    tool_result_characters: int = 24_000


@dataclass(frozen=True, slots=True)
class CallRecord:
    """How one model call ended: exactly one of `reply`, `error`, `stopped`. One ModelCall row."""

    request: ModelRequest
    latency_ms: int
    usage: Usage
    model: str = ""
    request_id: str = ""
    stop_reason: str = ""
    reply: ModelReply | None = None
    error: ModelError | None = None
    stopped: bool = False  # cancelled, or a hook raised while it streamed
    shown_characters: int = 0  # raw characters received


class Hooks(Protocol):
    """What a run tells the outside. Derive from `SilentHooks` and override what matters."""

    async def reply_delta(self, text: str) -> None:
        """Some more of the `reply` field, decoded and cleaned."""

    async def restarted(self, reason: str) -> None:
        """What was shown so far is void; the bubble empties. `reason` is a short sentence."""

    async def call_tool(self, name: str, arguments: BaseModel) -> str:
        """Run a tool whose input is already validated. ToolError = a safe sentence for the model."""

    async def before_call(self, request: ModelRequest) -> Any:
        """Reserve the budget; the permit is handed to `after_call`. May raise BudgetExhausted."""

    async def after_call(self, permit: Any, record: CallRecord) -> None:
        """Settle and record. Called exactly once for every permit, also when stopped."""

    async def shrink(self, messages: Sequence[ModelMessage]) -> Sequence[ModelMessage] | None:
        """The context was too long: a shorter list (newest 20 % kept), or None = cannot."""


class SilentHooks:
    """Hooks that do nothing; the base of every other."""

    async def reply_delta(self, text: str) -> None: ...

    async def restarted(self, reason: str) -> None: ...

    async def call_tool(self, name: str, arguments: BaseModel) -> str:
        raise ToolError(f"The tool {name} cannot be used here.")

    async def before_call(self, request: ModelRequest) -> Any:
        return None

    async def after_call(self, permit: Any, record: CallRecord) -> None: ...

    async def shrink(self, messages: Sequence[ModelMessage]) -> Sequence[ModelMessage] | None:
        return None


async def run_agent(
    agent: Agent,
    *,
    context: Any,
    task: Sequence[ModelMessage],
    system: Sequence[SystemBlock],
    mind: Mind,
    hooks: Hooks | None = None,
    tools: Sequence[Tool] = (),
    check: Callable[[Any], list[str]] | None = None,
    output: type[BaseModel] | None = None,
    purpose: str = "",
    limits: RunLimits = RunLimits(),  # noqa: B008 (frozen)
) -> Any:
    """Let `agent` answer `task`; returns an instance of its output schema that passed `check`.

    `check` returns sentences that say what is wrong (empty = good); they go back to the model as they
    are. Raises AgentFailed (with a sentence for the traveller), BudgetExhausted (from a hook) and lets
    asyncio.CancelledError through after the call was closed and recorded.
    """
    raise NotImplementedError
