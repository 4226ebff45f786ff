"""What `/cost` writes: expenses noted, corrected, taken away; and what is told of them before."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from agents.companions.cost import Amended, CostContext, Noted, Removed
from agents.view import TripView
from trips import spending
from trips.agendas import today_there
from trips.expense_rows import may_be, row_meant
from trips.models import Expense, Message, Trip, Turn
from trips.places import current_gazetteer
from trips.planning.outlays import Outlay, account_of, valued
from trips.reading.expenses import Removal, Spoken, removal_of
from trips.reading.questions import asks_of_money
from trips.spending import Entry, Refused
from trips.wording import money_in_words, rate_in_words

MARKUP = "What stands between < and > was read as markup and is left out of the words."
NONE_TO_CORRECT = (
    "I find no expense that this corrects: say what was paid and for what, like “taxi 25 EUR”, or name what "
    "the trip may cost, like /cost budget 3000 EUR."
)
ALREADY = "“{row}” is noted as {amount} already."
NOT_A_WORD = (
    "/cost knows no “{words}”: alone it shows what is spent and left; “add”, “budget” and “remove” with more "
    "words do something."
)
_OVERVIEW = re.compile(r"^(?:all|show|overview|status|list|report|details?)?$", re.IGNORECASE)


@dataclass(frozen=True)
class NoteExpenses:
    """Write what was read; one message counts once, however often its turn is taken up."""

    entries: tuple[Entry, ...]

    def write(self, trip: Trip, turn: Turn, message: Message | None) -> str:
        by = spending.member_of(trip, message)
        source = f"message:{message.pk}" if message else f"turn:{turn.pk}"
        said, today = [], today_there(trip)
        for index, entry in enumerate(self.entries):
            key = f"{source}:{index}"
            try:
                row, new = spending.add(trip, entry, by=by, message=message, key=key, today=today)
            except Refused as refused:
                said.append(str(refused))
            else:
                said += [] if new else [f"{row} was noted before: it counts once."]
        return " ".join(said)


@dataclass(frozen=True)
class AmendExpense:
    """Write a noted expense anew; what stood before can be put back once."""

    row: int
    entry: Entry

    def write(self, trip: Trip, turn: Turn, message: Message | None) -> str:
        row = trip.expenses.filter(pk=self.row).first()
        if row is None:
            return "That expense was removed meanwhile: nothing was changed."
        spending.edit(row, self.entry, by=spending.member_of(trip, message))
        return ""


@dataclass(frozen=True)
class RemoveExpense:
    """Take a noted expense away."""

    row: int

    def write(self, trip: Trip, turn: Turn, message: Message | None) -> str:
        row = trip.expenses.filter(pk=self.row).first()
        if row is not None:
            spending.remove(row)
        return ""


def effects_of(context: CostContext) -> list[NoteExpenses | AmendExpense | RemoveExpense]:
    """What the turn writes."""
    effects: list[NoteExpenses | AmendExpense | RemoveExpense] = []
    if context.noted:
        effects.append(NoteExpenses(tuple(one.entry for one in context.noted)))
    effects += [AmendExpense(one.row, one.after.entry) for one in context.amended]
    effects += [RemoveExpense(one.row) for one in context.removed]
    return effects


# --- Gathering (in the database's thread) ----------------------------------------------------------


def gathered(view: TripView, text: str, *, order: bool, line: bool) -> CostContext:
    """All that words ask of the expenses. `order`: they are to be noted (`/cost add`); `line`: they follow
    `/cost`."""
    trip = trip_of(view)
    asks = bool(_OVERVIEW.match(text.strip()))
    read = spending.read_on(trip, text, asked=order)
    if read.removed is not None:
        return removing(view, text, read.removed)
    possible = read.found if order else spending.read_on(trip, text, lenient=True).found
    problems = list(read.problems)
    if line and not (order or asks or read or asks_of_money(text)):
        problems.append(NOT_A_WORD.format(words=" ".join(text.split())[:60]))
    if read.markup and read.found:
        problems.append(MARKUP)
    context = CostContext(
        text=text,
        facts=trip.facts,
        account=spending.account(trip),
        possible=tuple(possible),
        problems=tuple(problems),
        beside=tuple(read.unread),
        outlays=tuple(spending.outlays_of(trip)),
        asks=asks or not (read.found or problems),
    )
    return noting(trip, context, read.found, turn_id=view.turn_id)


def with_more(view: TripView, context: CostContext, more: Sequence[Spoken]) -> CostContext:
    """With what a mind found besides."""
    return noting(trip_of(view), context, more, turn_id=view.turn_id)


def noting(trip: Trip, context: CostContext, spoken: Sequence[Spoken], *, turn_id: int) -> CostContext:
    """With these noted, or corrected where they take the place of one, and the account as it will be."""
    noted, amended, problems = list(context.noted), list(context.amended), list(context.problems)
    today = today_there(trip)
    for one in spoken:
        row = row_meant(trip, one.what, one.instead) if one.amends else None
        if row is not None and not one.what and one.instead is None and not may_be(row, one.amount, turn_id):
            row = None
        if one.amends and row is None and one.what and one.instead is not None:
            if known := row_meant(trip, one.what, one.amount):  # the same, said twice
                problems.append(ALREADY.format(row=known.what or "It", amount=_plain_sum(known)))
                continue
        if one.amends and row is None and not one.what:
            problems.append(NONE_TO_CORRECT)
            continue
        entry = _amended_entry(row, one) if row else spending.entry_of(trip, one)
        try:
            spending.check(trip, entry, today=today)
        except Refused as refused:
            problems.append(str(refused))
            continue
        told = _valued(one, entry, context.account.currency, entry.guessed)
        if row:
            amended.append(Amended(row.pk, row.amount, row.currency, told))
        else:
            noted.append(told)
    context = replace(context, noted=tuple(noted), amended=tuple(amended), problems=tuple(problems))
    return _accounted(trip, context)


def removing(view: TripView, text: str, removal: Removal | str) -> CostContext:
    """With the expense taken away that is meant; a sentence where none is."""
    trip = trip_of(view)
    wanted = removal_of(removal) if isinstance(removal, str) else removal
    row = row_meant(trip, wanted.thing, wanted.amount)
    context = CostContext(text=text, facts=trip.facts, account=spending.account(trip), asks=False)
    if row is None:
        of = f" for “{wanted.thing}”" if wanted.thing else ""
        of += f" of {wanted.amount:f}" if wanted.amount is not None else ""
        sentence = (
            f"I find no expense{of} among what is noted: the board lists them, with a button to delete."
        )
        return replace(context, problems=(sentence,))
    gone = Removed(row.pk, row.what, row.amount, row.currency, row.date)
    return _accounted(trip, replace(context, removed=(gone,)))


def _amended_entry(row: Expense, spoken: Spoken) -> Entry:
    """The row with the sum that is said, in the money that is said."""
    known = row.currency in spoken.currencies or not spoken.currencies
    return Entry(
        amount=spoken.amount,
        currency=row.currency if known else spoken.currencies[0],
        date=row.date,
        what=row.what,
        category=row.category,
        city=row.city,
        item_uid=row.item_uid,
        payer=spoken.payer or spending.name_of(row.paid_by),
    )


def _plain_sum(row: Expense) -> str:
    return money_in_words(row.amount.normalize() + 0, row.currency)


def _valued(spoken: Spoken, entry: Entry, currency: str, guess: bool) -> Noted:
    rate = current_gazetteer().rate(entry.currency, currency, entry.date)
    value = valued(entry.amount, rate) if rate else None
    words = ""
    if rate and entry.currency != currency:
        figures = rate_in_words(rate.rate)
        words = f"1 {entry.currency} = {figures} {currency}, {rate.date:%-d %B %Y}, {rate.source}"
    return Noted(spoken, entry, value, words, guess)


def _accounted(trip: Trip, context: CostContext) -> CostContext:
    changed = {one.row for one in (*context.amended, *context.removed)}
    entries = [*context.noted, *(one.after for one in context.amended)]
    paid = {(one.entry.amount, one.entry.currency) for one in entries}
    outlays = spending.outlays_of(trip, without=changed)
    outlays += [
        Outlay(
            one.entry.date,
            one.entry.what,
            one.entry.category,
            one.entry.city,
            one.entry.payer,
            one.entry.amount,
            one.entry.currency,
            one.value,
        )
        for one in entries
    ]
    account = account_of(
        outlays,
        currency=context.account.currency,
        facts=trip.facts,
        plan=trip.plan.plan if trip.plan else None,
        today=today_there(trip),
        gazetteer=current_gazetteer(),
        reserved=[one for one in context.account.reserved if (one.amount, one.currency) not in paid],
    )
    return replace(context, outlays=tuple(outlays), account=account)


def trip_of(view: TripView) -> Trip:
    """The row, in the database's thread."""
    return Trip.objects.select_related("plan").get(pk=view.trip_id)
