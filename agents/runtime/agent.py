"""What an agent is, and the one way to run it.

An agent is a declaration (`agents/team/`, one file each). The loop that lets it answer is in `run.py`, what
the loop tells the outside in `hooks.py`; the names are gathered here.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from agents.llm.base import Mind, ModelMessage, SystemBlock, Tier, WebTools
from agents.runtime.errors import AgentFailed
from agents.runtime.hooks import BudgetExhausted, CallRecord, Hooks, StopRun, Tool, ToolError
from agents.runtime.run import AgentRun, RunLimits

__all__ = [
    "Agent",
    "AgentFailed",
    "BudgetExhausted",
    "CallRecord",
    "Hooks",
    "NotEnabled",
    "RunLimits",
    "StopRun",
    "Tool",
    "ToolError",
    "run_agent",
]


class NotEnabled(RuntimeError):
    """Somebody called an agent that is declared only."""


OutputType = type[BaseModel] | Callable[[Any], type[BaseModel]]
DEFAULT_LIMITS = RunLimits()
INPUT_TOKENS = 160_000  # what one request may hold: prompt, brief, conversation, tools, answer
MEMORY_CHARACTERS = 50_000  # of a text an agent keeps for itself


@dataclass(frozen=True, slots=True)
class Agent:
    """One member of the team. `output` is the answer's schema, or a function from the context to it
    (when only some modes are allowed now). `offline` answers from the same context without a model, also
    where a model fails.

    `memory`: the name its brief is built under. `notes`: sentences are learnt from its work. With
    `self_managed` it rewrites a text of its own instead, at most `memory_character_limit` long. A member
    that is not `enabled` is declared and checked, and cannot be called.
    """

    name: str
    title: str
    prompt: str  # file name in agents/prompts
    output: OutputType
    offline: Callable[[Any], BaseModel]
    tools: tuple[str, ...] = ()
    tier: Tier = "standard"
    max_tokens: int = 8_192
    memory: str | None = None
    notes: bool = False
    subject: str = ""  # what code fills in when a model fails, in words
    enabled: bool = True
    self_managed: bool = False
    memory_character_limit: int | None = None
    memory_length: int | None = None  # the limit's old name; the new one wins
    input_tokens: int = INPUT_TOKENS
    web: WebTools | None = None  # reads the web and answers in words: its output is a WebReading
    in_parts: bool = False  # a cut answer is not asked for again whole: whoever asked has smaller questions

    def __post_init__(self) -> None:
        if self.memory_length is not None:
            said = f"Agent {self.name}: memory_length is called memory_character_limit now."
            warnings.warn(said, DeprecationWarning, stacklevel=3)

    @property
    def memory_limit(self) -> int:
        """Characters of the text it keeps for itself."""
        for limit in (self.memory_character_limit, self.memory_length):
            if limit is not None:
                return limit
        return MEMORY_CHARACTERS

    @property
    def room(self) -> int:
        """Tokens that a request may hold besides the answer."""
        return max(1, self.input_tokens - self.max_tokens)

    def output_for(self, context: Any) -> type[BaseModel]:
        """The schema of the answer that is wanted in this context."""
        if isinstance(self.output, type) and issubclass(self.output, BaseModel):
            return self.output
        return self.output(context)


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
    limits: RunLimits = DEFAULT_LIMITS,
) -> Any:
    """Let `agent` answer `task`; returns an instance of its output schema that passed `check`.

    `task` ends with the user. `check` returns sentences that say what is wrong (empty = good); they go
    back to the model as they are. `tools` are the ones behind `agent.tools`. Raises AgentFailed (with
    a sentence for the traveller), StopRun from a hook (BudgetExhausted among them), and lets
    asyncio.CancelledError through after the call was closed and recorded. An agent that is not enabled
    is a mistake of the caller's: NotEnabled, before anything is asked or paid.
    """
    if not agent.enabled:
        raise NotEnabled(f"The agent {agent.name} is declared but not enabled.")
    run = AgentRun(
        agent=agent,
        context=context,
        output=output or agent.output_for(context),
        messages=list(task),
        system=tuple(system),
        mind=mind,
        hooks=hooks or Hooks(),
        tools={tool.name: tool for tool in tools},
        check=check,
        purpose=purpose or agent.name,
        limits=limits,
    )
    return await run.answer()
