"""Planner: writes an option in full. Code schedules, prices and checks what it writes."""

from __future__ import annotations

from agents.base import Agent
from agents.contexts import PlannerContext
from agents.registry import register
from trips.planning.compose import draft
from trips.schemas import PlanDraft


def offline(context: PlannerContext) -> PlanDraft:
    """Composed from the gazetteer. The options before this one are composed first, so that each takes
    other places: that makes every option independent of which planner call ends first."""
    used = set(context.rejected_places)
    for outline in context.outlines[: context.index]:
        earlier = draft(context.facts, outline, context.gazetteer, used=used)
        used |= {stop.place_id for day in earlier.days for stop in day.stops if stop.place_id}
    return draft(context.facts, context.outline, context.gazetteer, used=used)


register(
    Agent(
        name="planner",
        title="Planner",
        prompt="planner.md",
        output=PlanDraft,
        tools=("places", "holidays", "climate", "distance"),
        tier="deep",
        max_tokens=16_384,
        memory=None,  # until part 3: the planner's brief
        notes=False,
        offline=offline,
    )
)
