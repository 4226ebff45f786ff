"""Planner: writes an option in full. Code schedules, prices and checks what it writes."""

from __future__ import annotations

from agents.base import Agent
from agents.composed import composed
from agents.contexts import PlannerContext
from agents.registry import register
from trips.schemas import PlanDraft


def offline(context: PlannerContext) -> PlanDraft:
    """Composed from the gazetteer, all options of the round together, so that they differ."""
    drafts = composed(context.facts, context.outlines, context.rejected_places, context.gazetteer)
    return drafts[context.index]


register(
    Agent(
        name="planner",
        title="Planner",
        prompt="planner.md",
        output=PlanDraft,
        tools=("places", "holidays", "climate", "distance", "search_memory"),
        tier="deep",
        max_tokens=16_384,
        memory="planner",
        notes=True,
        offline=offline,
    )
)
