"""Prioritizer: findings into must, should, could and skip, with reasons."""

from __future__ import annotations

from agents.base import Agent
from agents.companion_schemas import PriorityAnswer
from agents.declared_only import no_offline_yet
from agents.registry import register

register(
    Agent(
        name="prioritizer",
        title="Prioritizer",
        prompt="prioritizer.md",
        output=PriorityAnswer,
        tools=("search_memory",),
        tier="standard",
        max_tokens=8192,
        memory="prioritizer",
        notes=False,
        offline=no_offline_yet,
        enabled=False,
    )
)
