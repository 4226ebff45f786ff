"""The orchestrator: answers the traveller, keeps to the modes, sends the specialists out."""

from __future__ import annotations

from agents.offline.answering import Answering
from agents.runtime.agent import Agent
from agents.runtime.contexts import OrchestratorContext, OutlineContext
from agents.runtime.registry import register
from agents.runtime.schemas import FinalizeAnswer, OrchestratorAnswer
from trips.planning.compose import outlines
from trips.wording import counted


def offline(context: OrchestratorContext | OutlineContext) -> OrchestratorAnswer | FinalizeAnswer:
    if isinstance(context, OutlineContext):
        return _outline(context)
    return Answering(context.view, context.changes).answer()


def _outline(context: OutlineContext) -> FinalizeAnswer:
    ideas = outlines(context.facts, context.gazetteer)
    return FinalizeAnswer(
        reply=f"{counted(len(ideas), 'way')} to do it.",
        options=ideas,
        short_summary=counted(len(ideas), "option"),
        next_step=f"Choose {'it' if len(ideas) == 1 else 'one of them'}, or say what is missing.",
    )


register(
    Agent(
        name="orchestrator",
        title="Wayfare",
        prompt="orchestrator.md",
        output=lambda context: FinalizeAnswer if isinstance(context, OutlineContext) else OrchestratorAnswer,
        tools=(
            "read_plan",
            "read_findings",
            "places",
            "city_facts",
            "distance",
            "convert",
            "search_memory",
        ),
        offline=offline,
        subject="the facts and what comes next",
    )
)
