"""Prioritizer: findings into must, should, could and skip, with reasons."""

from __future__ import annotations

from agents.companion_schemas import PriorityAnswer, Ranked
from agents.companions.prioritizer import PriorityContext
from agents.runtime.agent import Agent
from agents.runtime.registry import register
from trips.wording import listed

_NAMED = 4


def offline(context: PriorityContext) -> PriorityAnswer:
    """Sorted by code alone; the words name what came of it."""
    ranked = [
        Ranked(city=context.name[:80], name=name, tier=one.tier, reason=one.reason)
        for name, candidate in context.names.items()
        if (one := context.code[candidate.key])
    ]
    return PriorityAnswer(
        reply=reply_of(context, {one.name: one.tier for one in ranked}),
        short_summary=f"{context.name} sorted by what matters"[:400],
        next_step=f"Move what you see otherwise; what you rank in {context.name} yourself stays."[:400],
        ranked=ranked,
    )


def reply_of(context: PriorityContext, tiers: dict[str, str]) -> str:
    """How many fit, what stands out, what is left."""
    musts = [name for name, tier in tiers.items() if tier == "must"]
    named = [*musts[:_NAMED], *([f"{len(musts) - _NAMED} more"] if len(musts) > _NAMED else [])]
    room = context.stay.room_in_words
    said = f"{room[0].upper()}{room[1:]}."
    if named:
        stands = "stands out" if len(musts) == 1 else "stand out"
        said += f" {listed(named)} {stands}."
    left = sum(tier == "skip" for tier in tiers.values())
    if left:
        said += f" {left} {'is' if left == 1 else 'are'} better left out; each says why."
    return said


register(
    Agent(
        name="prioritizer",
        title="Prioritizer",
        prompt="prioritizer.md",
        output=PriorityAnswer,
        tools=("search_memory",),
        memory="prioritizer",
        offline=offline,
        subject="the order of what was found",
    )
)
