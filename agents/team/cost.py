"""Cost: spending, what is left, where to save. Code converts and sums; a mind adds words."""

from __future__ import annotations

from agents.companion_schemas import CostAnswer, ExpenseOut
from agents.companion_schemas import Saving as SavingOut
from agents.companions.cost import NOT_SAID, CostContext, summary_of
from agents.runtime.agent import Agent
from agents.runtime.registry import register
from trips.planning.outlay_questions import answered
from trips.planning.outlay_words import told
from trips.wording import money_in_words

_EXPENSES, _SAVINGS, _LINE = 20, 8, 400


def offline(context: CostContext) -> CostAnswer:
    """The expenses code read, the account in sentences, savings out of the rows."""
    account = context.account
    return CostAnswer(
        reply=" ".join([*asked_for(context), *told(account)]),
        short_summary=summary_of(context),
        next_step=_next_step(context),
        expenses=[
            ExpenseOut(
                what=one.entry.what or NOT_SAID,
                amount=one.entry.amount,
                currency=one.entry.currency,
                category=one.entry.category,
                city=one.entry.city[:80],
                date=one.entry.date,
                quote=one.spoken.quote[:_LINE],
            )
            for one in context.noted[:_EXPENSES]
        ],
        savings=[
            SavingOut(sentence=one.sentence[:_LINE], amount=money_in_words(one.amount, one.currency)[:60])
            for one in context.savings[:_SAVINGS]
        ],
    )


def asked_for(context: CostContext) -> list[str]:
    return answered(context.account, context.text) if context.asks else []


def _next_step(context: CostContext) -> str:
    if context.problems:
        return context.problems[0][:_LINE]
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
        tier="standard",
        max_tokens=8192,
        memory="cost",
        notes=False,
        offline=offline,
        subject="the overview of the costs",
    )
)
