"""Cost: spending, what is left, where to save."""

from __future__ import annotations

from agents.base import Agent
from agents.companion_schemas import CostAnswer
from agents.declared_only import no_offline_yet
from agents.registry import register

register(
    Agent(
        name="cost",
        title="Cost",
        prompt="cost.md",
        output=CostAnswer,
        tools=("currency", "search_memory"),
        tier="standard",
        max_tokens=4096,
        memory="cost",
        notes=False,
        offline=no_offline_yet,
        enabled=False,
    )
)
