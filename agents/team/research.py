"""Research: what there is in a city, kept as findings and practical facts."""

from __future__ import annotations

from agents.base import Agent
from agents.companion_schemas import ResearchAnswer
from agents.declared_only import no_offline_yet
from agents.registry import register

register(
    Agent(
        name="research",
        title="Research",
        prompt="research.md",
        output=ResearchAnswer,
        tools=("places", "holidays", "climate", "distance", "search_memory"),
        tier="standard",
        max_tokens=16_384,
        memory="research",
        notes=True,
        offline=no_offline_yet,
        enabled=False,
    )
)
