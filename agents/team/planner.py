"""Planner: writes an option in full, changes the plan that was chosen. Code schedules, prices and checks."""

from __future__ import annotations

from agents.companions import planner as changing
from agents.companions.planner import ChangeAnswer, ChangeContext
from agents.offline.composed import composed
from agents.runtime.agent import Agent
from agents.runtime.contexts import PlannerContext
from agents.runtime.registry import register
from trips.schemas import PlanDraft


def offline(context: PlannerContext | ChangeContext) -> PlanDraft | ChangeAnswer:
    """A change is read out of the words; options are composed from the gazetteer, all of the round together,
    so that they differ."""
    if isinstance(context, ChangeContext):
        return changing.offline(context)
    drafts = composed(context.facts, context.outlines, context.rejected_places, context.gazetteer)
    return drafts[context.index]


register(
    Agent(
        name="planner",
        title="Planner",
        prompt="planner.md",
        output=PlanDraft,
        tools=("search_memory",),
        tier="deep",
        max_tokens=16_384,
        memory="planner",
        notes=True,
        offline=offline,
        subject="the plan",
    )
)
