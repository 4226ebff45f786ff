"""Cost: spending, what is left, where to save. Code converts and sums; a mind adds words."""

from __future__ import annotations

from agents.companion_schemas import CostAnswer
from agents.companions.cost import CostContext, summary_of
from agents.runtime.agent import Agent
from agents.runtime.registry import register
from trips.planning.outlay_questions import answered
from trips.planning.outlay_words import told


def offline(context: CostContext) -> CostAnswer:
    """The account in sentences; what code has read and where to save is told beside it."""
    account = context.account
    return CostAnswer(
        reply=" ".join([*asked_for(context), *told(account)]),
        short_summary=summary_of(context),
        next_step=_next_step(context),
    )


def asked_for(context: CostContext) -> list[str]:
    return answered(context.account, context.text) if context.asks else []


def _next_step(context: CostContext) -> str:
    if context.problems:
        return context.problems[0]
    if context.account.budget is None:
        return "Name a budget with /cost budget and a sum."
    if context.account.phase == "after":
        return "Fetch the expenses as a file from the board."
    return "Say what you spend as it comes, like “lunch 2400 yen”."


register(
    Agent(
        name="cost",
        title="Cost",
        prompt="cost.md",
        output=CostAnswer,
        tools=("convert", "search_memory"),
        memory="cost",
        offline=offline,
        subject="the overview of the costs",
    )
)
