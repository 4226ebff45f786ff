"""`/cost`: what is spent and left; `/cost add …` notes expenses, `/cost budget …` names what may be spent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING

from agents import commands
from agents.commands.cost_noting import effects_of, gathered, removing, trip_of, with_more
from agents.commands.registry import Command, register
from agents.companions.cost import CostContext, added, problems_of, summary_of, task_of, written
from agents.outcome import Outcome, plain_answer
from agents.planning import computed
from agents.runtime.db_thread import in_database
from agents.team.cost import offline
from agents.view import TripView
from memory.extraction import Work
from trips import spending
from trips.catalogue.exchange_rates import currencies, meant
from trips.facts.limits import amount_problem
from trips.planning.benchmarks import benchmarks_of
from trips.planning.savings import savings
from trips.reading.expenses import WITHOUT_RATE, sums_in
from trips.reading.questions import scope_said
from trips.schemas import Change
from trips.wording import money_in_words

if TYPE_CHECKING:
    from agents.thinking import Thinking

AGENT = "cost"
USAGE = "/cost [add AMOUNT CURRENCY WHAT | budget AMOUNT CURRENCY | remove WHAT]"
HOW_TO_ADD = "Write the sum, its currency and what it was for, like /cost add 2400 JPY lunch."
HOW_TO_BUDGET = "Write a sum and its currency, like /cost budget 3000 EUR."
NO_PLAN = (
    "There is no plan yet to hold the spending against: say where you want to go and choose an option with "
    "/select. What you have paid already is noted with /cost add, and /cost all shows it."
)
_REMOVE = ("remove", "delete", "undo")
_WORD = re.compile(
    r"^(?P<word>add|budget|remove|delete|undo)\b[\s:]*(?P<rest>.*)$", re.IGNORECASE | re.DOTALL
)
_CODE = re.compile(r"\s*-?\d[\d.,']*\s+([A-Z]{3})\b")


async def carry_out(thinking: Thinking, argument: str) -> Outcome:
    """By code, with words of the cost agent where somebody asks or code could not read everything."""
    view = thinking.view
    line = commands.parse(view.command or view.message)
    word = _WORD.match(argument.strip())
    if word and word["word"].casefold() == "budget":
        if line is not None or _said(word["rest"], view.message):
            return await _budget(view, word["rest"], quote=argument)
    order = line is not None and word is not None and word["word"].casefold() == "add"
    if order and not word["rest"].strip():
        return plain_answer(HOW_TO_ADD, HOW_TO_ADD, agent=AGENT)
    text = (word["rest"] if order else argument) if line is not None else view.message
    if order and (problem := _unknown_currency(text)):
        return plain_answer(problem, HOW_TO_ADD, agent=AGENT)
    if line is not None and word and word["word"].casefold() in _REMOVE:
        context = await in_database(removing, view, text, word["rest"])
    else:
        context = await in_database(partial(gathered, view, text, order=order, line=line is not None))
    if order and not context.noted and not context.amended:
        why = " ".join(context.problems) or f"I find no sum in that. {HOW_TO_ADD}"
        return plain_answer(why, HOW_TO_ADD, agent=AGENT)
    context = await computed(_with_tips, view, context)
    if _needs_words(context):
        answer = await thinking.companion(
            AGENT,
            context,
            doing="spending against plan and budget",
            task=task_of(context),
            check=lambda candidate: problems_of(candidate, context),
            said=lambda _answer: summary_of(context),
        )
    else:
        answer = await computed(offline, context)
    more = added(answer, context)
    if more:  # the prose was written before they were noted
        context = await in_database(with_more, view, context, more)
        answer = answer.model_copy(update={"reply": offline(context).reply})
    reply = written(answer, context)
    return Outcome(
        mode="DELEGATE",
        agent=AGENT,
        reply=reply,
        work=[Work(AGENT, reply, task=f"Spending: {text.strip() or 'what is spent and left'}"[:400])],
        effects=list(effects_of(context)),
        links=[view.on_board("spending"), ("As a file (CSV)", view.page("download_expenses"))],
        short_summary=summary_of(context),
        next_step=answer.next_step or offline(context).next_step,
    )


def _needs_words(context: CostContext) -> bool:
    """Somebody asks, or there are sums that code could not read. What code has noted needs no model."""
    return context.asks or bool(context.unread and not context.problems)


# --- Gathering (in the database's thread) ----------------------------------------------------------


def _with_tips(view: TripView, context: CostContext) -> CostContext:
    if not context.asks:
        return context
    account, tips = context.account, []
    if view.plan is not None and account.phase != "after":
        tips = savings(view.plan, view.facts, view.gazetteer, today=account.today, currency=account.currency)
    usual = benchmarks_of(view.facts, view.plan, view.gazetteer)
    return replace(context, savings=tuple(tips), benchmarks=tuple(usual))


# --- The budget ------------------------------------------------------------------------------------


async def _budget(view: TripView, words: str, *, quote: str) -> Outcome:
    """A fact of the trip, changed like any other."""
    found = [one for one in sums_in(words) if one.amount > 0]
    if len(found) != 1:
        return plain_answer(HOW_TO_BUDGET, HOW_TO_BUDGET, agent=AGENT)
    if problem := amount_problem(found[0].amount):
        return plain_answer(problem, HOW_TO_BUDGET, agent=AGENT)
    trip_currency = await in_database(lambda: spending.currency_of(trip_of(view)))
    currency = meant(found[0].currencies, (view.facts.budget.currency or "", trip_currency))
    changes = [
        Change(path="budget.amount", value=found[0].amount, quote=quote[:500]),
        Change(path="budget.currency", value=currency, quote=quote[:500]),
        Change(path="budget.scope", value=scope_said(words), quote=quote[:500]),
    ]
    if view.facts.budget.approximate:
        changes.append(Change(path="budget.approximate", value=False, quote=quote[:500]))
    old = view.facts.budget
    words_of = {"total": "in all", "per_person": "a person", "per_day": "a day"}[scope_said(words)]
    said = f"The budget is {money_in_words(found[0].amount, currency)} {words_of} now"
    if old.amount is not None:
        said += f"; it was {money_in_words(old.amount, old.currency or currency)}"
    said += "."
    if trip_currency and currency != trip_currency:
        said += f" Every sum of the trip is in {currency} from now on, each expense at the rate of its day."
    return Outcome(
        mode="DELEGATE",
        agent=AGENT,
        reply=f"{said} /cost shows what is left.",
        changes=changes,
        links=[view.on_board("spending"), ("As a file (CSV)", view.page("download_expenses"))],
        short_summary=said[:400],
        next_step="Say what you spend as it comes, like “lunch 2400 yen”.",
    )


def _said(words: str, message: str) -> bool:
    """Whether the traveller's own message holds the sum that a mind passes on."""
    said = {one.amount for one in sums_in(message)}
    return bool(said) and all(one.amount in said for one in sums_in(words))


def _unknown_currency(words: str) -> str:
    """Three capitals after the sum that are no currency: nothing is guessed in their place."""
    match = _CODE.match(words)
    if match is None or match[1] in currencies() | WITHOUT_RATE:
        return ""
    return f"“{match[1]}” is no currency I know: use three letters, like EUR or JPY."


def missing(view: TripView, argument: str) -> str:
    return "" if argument.strip() or view.plan is not None else NO_PLAN


def arguments(view: TripView) -> Sequence[str]:
    """For the composer."""
    currency = view.facts.budget.currency or (view.plan.currency if view.plan else "EUR")
    amount = Decimal(3000)
    return [f"add 12 {currency} coffee", f"budget {amount} {currency}", "remove last"]


register(
    Command(
        name=AGENT,
        usage=USAGE,
        summary="what is spent and left; note an expense, name a budget",
        carry_out=carry_out,
        missing=missing,
        agent=AGENT,
        arguments=arguments,
        words=("What is spent so far?", "{}"),
    )
)
