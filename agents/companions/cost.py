"""What the cost agent reads, and what of its answer counts: figures are code's, a mind adds words to them.

An expense counts when the traveller's own words hold it. Code reads them first; a mind may name what code
left out, never what code knows to be something else (a question, a budget, a price).
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from decimal import Decimal

from agents.companion_schemas import CostAnswer, ExpenseOut
from agents.llm.base import ModelMessage
from agents.runtime import prompting
from agents.validation.figures import invented_prices
from agents.validation.quotes import is_said
from trips.planning.benchmarks import Benchmark
from trips.planning.outlay_words import told
from trips.planning.outlays import Account, Outlay
from trips.planning.savings import Saving
from trips.reading.expenses import Spoken, Unread
from trips.schemas import TripFacts
from trips.spending import Entry
from trips.wording import day_in_words, money_in_words

TIPS_TOLD = 3
NOT_SAID = "an expense"


@dataclass(frozen=True)
class Noted:
    """An expense as it will be written: what was said, and what it is in the trip's money (None: no rate)."""

    spoken: Spoken
    entry: Entry
    value: Decimal | None
    rate: str = ""  # "1 JPY = 0.0063 USD, 19 November 2027, European Central Bank …"
    guess: bool = False  # its sign means several currencies, and nothing decides which


@dataclass(frozen=True)
class Amended:
    """A noted expense, by its key, with the sum it had and what it will be."""

    row: int
    amount: Decimal
    currency: str
    after: Noted


@dataclass(frozen=True)
class Removed:
    """A noted expense that goes, by its key."""

    row: int
    what: str
    amount: Decimal
    currency: str
    date: dt.date


@dataclass(frozen=True)
class CostContext:
    """`text`: the traveller's words of this turn. `noted`: what code read in them. `possible`: every sum of
    them that is not plainly something else. `account`: with what is noted."""

    text: str
    facts: TripFacts
    account: Account
    noted: tuple[Noted, ...] = ()
    amended: tuple[Amended, ...] = ()
    removed: tuple[Removed, ...] = ()
    beside: tuple[Unread, ...] = ()  # sums that stand beside expenses and are none, as far as code can tell
    possible: tuple[Spoken, ...] = ()
    problems: tuple[str, ...] = ()
    savings: tuple[Saving, ...] = ()
    benchmarks: tuple[Benchmark, ...] = ()
    outlays: tuple[Outlay, ...] = ()
    asks: bool = True  # for where the money stands, or where to save

    @property
    def unread(self) -> tuple[Spoken, ...]:
        """Sums of the message that may have been spent, and that code did not take for it."""
        left = list(self.possible)
        for one in (*self.noted, *(other.after for other in self.amended)):
            same = next((other for other in left if other.amount == one.spoken.amount), None)
            if same is not None:
                left.remove(same)
        return tuple(left)


# --- The task --------------------------------------------------------------------------------------


def task_of(context: CostContext) -> list[ModelMessage]:
    """Every line but the traveller's words is written by code."""
    account = context.account
    lines = [
        f"Today, where the travellers are: {account.today:%A %d %B %Y}. Sums are in {account.currency}.",
        "",
        "The traveller's words:",
        prompting.masked(context.text) or "(nothing: they ask where the money stands)",
        "",
        "What code has noted from them:",
        *(
            [
                *(f"- {noted_in_words(one, account.currency)}" for one in context.noted),
                *(f"- {prompting.masked(line)}" for line in _changes_in_words(context)),
            ]
            or ["- nothing"]
        ),
        "",
        "Sums in their words that code did not recognise as spent:",
        *([f"- {prompting.masked(one.quote)}" for one in context.unread] or ["- none"]),
        "",
        "Where the money stands (with what is noted):",
        *(f"- {sentence}" for sentence in told(account)),
    ]
    for title, groups in (("kind", account.by_category), ("city", account.by_city)):
        for group in groups:
            plan = f", planned {_money(context, group.planned)}" if group.planned is not None else ""
            lines.append(f"- By {title}, {group.name}: {_money(context, group.spent)}{plan}")
    if context.savings:
        lines += ["", "Where the plan could cost less (from rows):"]
        lines += [f"- {one.sentence}" for one in context.savings]
    if context.benchmarks:
        lines += ["", "Usual prices (medians of our rows):"]
        lines += [
            f"- {one.city}, {one.what}: {money_in_words(one.amount, one.currency)} "
            f"({one.rows} rows, {one.as_of})"
            for one in context.benchmarks
        ]
    return prompting.companion_task(lines)


# --- What a mind may not do ------------------------------------------------------------------------


def problems_of(answer: CostAnswer, context: CostContext) -> list[str]:
    """Expenses without the traveller's words, and sums in the prose that are in none of the figures."""
    problems = []
    for expense in answer.expenses:
        if sentence := _expense_problem(expense, context):
            problems.append(sentence)
    problems += [
        f"`reply` names {price}, which is in none of the figures you were given: no sums of yours."
        for price in invented_prices(answer.reply, _given(context))
    ]
    return problems[:6]


def _expense_problem(expense: ExpenseOut, context: CostContext) -> str:
    said = f"The expense {expense.what} ({expense.amount} {expense.currency})"
    if not is_said(expense.quote, context.text):
        return f"{said}: `quote` is not in the traveller's words."
    same = [one for one in _readable(context) if one.amount == expense.amount]
    if not same:
        return f"{said}: no such sum was spent by the traveller's words. Leave it out."
    if all(one.currencies and expense.currency not in one.currencies for one in same):
        return f"{said}: the words say another currency."
    return ""


def added(answer: CostAnswer, context: CostContext) -> list[Spoken]:
    """What a mind found besides: the sum, day and payer as code reads them, thing and kind in its words."""
    left = list(context.unread)
    found = []
    for expense in answer.expenses:
        if _expense_problem(expense, context):
            continue
        spoken = next((one for one in left if one.amount == expense.amount), None)
        if spoken is None:
            continue  # code has it
        left.remove(spoken)
        currencies = spoken.currencies or (expense.currency,)
        what = " ".join(expense.what.split())
        found.append(replace(spoken, what=what, category=expense.category, currencies=currencies))
    return found


def tips(answer: CostAnswer, context: CostContext) -> list[str]:
    """Those of the answer that name something of the rows and no sum of their own; else code's."""
    given = _given(context)
    named = [name.casefold() for one in context.savings for name in (one.title, one.instead) if name]
    named += [one.city.casefold() for one in context.benchmarks]
    kept = [
        one.sentence
        for one in answer.savings
        if any(name in one.sentence.casefold() for name in named)
        and not invented_prices(f"{one.sentence} {one.amount}", given)
    ]
    return (kept or [one.sentence for one in context.savings])[:TIPS_TOLD]


def _given(context: CostContext) -> str:
    return "\n".join(message.text for message in task_of(context))


def _readable(context: CostContext) -> list[Spoken]:
    return [*context.possible, *(one.spoken for one in context.noted), *_corrected(context)]


def _corrected(context: CostContext) -> list[Spoken]:
    return [one.after.spoken for one in context.amended]


# --- In words, by code -----------------------------------------------------------------------------


def noted_in_words(one: Noted, currency: str) -> str:
    """ "lunch, ¥2,400 = $15.26 (1 JPY = 0.0063 USD, …), food, Kyoto, Saturday 20 November, paid by Ada" """
    entry = one.entry
    said = f"{entry.what or NOT_SAID}, {money_in_words(entry.amount, entry.currency)}"
    if one.value is None:
        said += f" (no rate from {entry.currency} to {currency} is known: it stays out of the sums)"
    elif one.rate:
        said += f" = {money_in_words(one.value, currency)} ({one.rate})"
    if one.guess:
        said += f" (I take it for {entry.currency}: say the code of another)"
    if one.spoken.of is not None:
        said += f" of {money_in_words(one.spoken.of, entry.currency)} in all"
    parts = [said, entry.category, entry.city, day_in_words(entry.date)]
    if entry.payer and entry.payer not in ("me", "we"):
        parts.append(f"paid by {entry.payer}")
    return ", ".join(part for part in parts if part)


def written(answer: CostAnswer, context: CostContext) -> str:
    """The whole reply: what is noted, a mind's words, then every figure by code, which is not said twice."""
    account = context.account
    lines = [f"Noted: {noted_in_words(one, account.currency)}." for one in context.noted]
    lines += _changes_in_words(context)
    lines += context.problems
    lines += _not_noted(context)
    parts = ["\n".join(f"- {line}" for line in lines) if len(lines) > 1 else "".join(lines)]
    said = answer.reply.strip()
    figures = " ".join(told(account))
    own = said.removesuffix(figures).rstrip()
    parts += [own] if own else []
    parts.append(figures)
    if context.asks and (saving := tips(answer, context)):
        parts.append("\n".join(["Where it could cost less:", "", *(f"- {line}" for line in saving)]))
    return "\n\n".join(part for part in parts if part)


def _changes_in_words(context: CostContext) -> list[str]:
    """What is other than it was noted: "Corrected: taxi, €50 → €60." """
    lines = []
    for one in context.amended:
        entry = one.after.entry
        before = money_in_words(one.amount, one.currency)
        now = money_in_words(entry.amount, entry.currency)
        day = day_in_words(entry.date)
        lines.append(f"Corrected: {entry.what or NOT_SAID}, {before} → {now}, {day}.")
    for gone in context.removed:
        amount = money_in_words(gone.amount, gone.currency)
        again = f"/cost add {gone.amount.normalize():f} {gone.currency} {gone.what}".rstrip()
        lines.append(
            f"Removed: {gone.what or NOT_SAID}, {amount}, {day_in_words(gone.date)}. {again} notes it again."
        )
    return lines


def _not_noted(context: CostContext) -> list[str]:
    """Sums of the message that are in no account, by their own words."""
    noted = {one.entry.amount for one in context.noted}
    left = [one.quote for one in context.beside if one.amount not in noted]
    if not left:
        return []
    quoted = ", ".join(f"“{quote}”" for quote in left)
    return [f"Not noted as spent: {quoted}. Say “we paid …” if it was, “our budget is …” if it is that."]


def summary_of(context: CostContext) -> str:
    """One line of what was noted, corrected and removed, and what is spent in all."""
    spent = money_in_words(context.account.spent, context.account.currency)
    said = [
        f"{verb} {one.entry.what or NOT_SAID} {one.entry.amount:f} {one.entry.currency}"
        for verb, rows in (("Noted", context.noted), ("Corrected", [one.after for one in context.amended]))
        for one in rows
    ]
    said += [f"Removed {one.what or NOT_SAID} {one.amount:f} {one.currency}" for one in context.removed]
    return f"{'; '.join(said)}; spent {spent} in all"[:400] if said else f"Spent {spent}"


def _money(context: CostContext, amount: Decimal | None) -> str:
    return money_in_words(amount or Decimal(0), context.account.currency)
