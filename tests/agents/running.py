"""What the tests of the agent loop share: an agent, its output, hooks that write everything down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import BaseModel, Field

from agents.llm.base import Mind, ModelMessage, ModelRequest, SystemBlock
from agents.runtime.agent import Agent, CallRecord, Hooks, RunLimits, Tool, run_agent

QUICK = RunLimits(restart_pause_seconds=0.01, call_seconds=5)


class Advice(BaseModel):
    reply: str
    days: int = Field(ge=1, le=30)
    cities: list[str] = Field(default_factory=list)


class Asked(BaseModel):
    city: str = Field(min_length=1)
    limit: int = 3


GOOD = Advice(reply="Three days in Kyoto.", days=3, cities=["Kyoto"])

planner = Agent(
    name="planner",
    title="Planner",
    prompt="planner.md",
    output=Advice,
    tools=("climate",),
    tier="standard",
    max_tokens=1000,
    memory=None,
    notes=False,
    offline=lambda context: GOOD,
    subject="the advice",
)
climate = Tool("climate", "The climate of a city.", Asked)


@dataclass
class Recorder(Hooks):
    """Hooks that keep what happened, in order."""

    happened: list[tuple[str, Any]] = field(default_factory=list)
    records: list[CallRecord] = field(default_factory=list)
    permits: int = 0
    open_permits: set[int] = field(default_factory=set)
    tool: Any = "mild"
    shorter: Sequence[ModelMessage] | None = None

    async def reply_delta(self, text: str) -> None:
        self.happened.append(("delta", text))

    async def restarted(self, reason: str) -> None:
        self.happened.append(("restarted", reason))

    async def call_tool(self, name: str, arguments: BaseModel) -> str:
        self.happened.append(("tool", (name, arguments)))
        if isinstance(self.tool, Exception):
            raise self.tool
        return self.tool

    async def before_call(self, request: ModelRequest) -> int:
        self.permits += 1
        self.open_permits.add(self.permits)
        return self.permits

    async def after_call(self, permit: int, record: CallRecord) -> None:
        self.open_permits.remove(permit)
        self.records.append(record)

    async def shrink(self, messages: Sequence[ModelMessage]) -> Sequence[ModelMessage] | None:
        self.happened.append(("shrink", len(messages)))
        return self.shorter

    @property
    def bubble(self) -> str:
        """What the traveller sees at the end: the deltas since the last restart."""
        text = ""
        for what, value in self.happened:
            text = "" if what == "restarted" else text + value if what == "delta" else text
        return text

    @property
    def restarts(self) -> int:
        return sum(what == "restarted" for what, _ in self.happened)


async def run(mind: Mind, hooks: Hooks | None = None, **changes: Any) -> Any:
    """Run the planner (or `agent=`) on one question."""
    arguments: dict[str, Any] = {
        "context": {"city": "Kyoto"},
        "task": [ModelMessage("user", text="Kyoto?")],
        "system": [SystemBlock("You plan.", cache=True)],
        "tools": [climate],
        "limits": QUICK,
        **changes,
    }
    agent = arguments.pop("agent", planner)
    return await run_agent(agent, mind=mind, hooks=hooks, **arguments)


def with_limits(**changes: Any) -> RunLimits:
    return replace(QUICK, **changes)
