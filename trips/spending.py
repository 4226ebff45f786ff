"""Money spent on a trip: written here, whoever says it (words, form, command, edit), and summed exactly.

Each expense keeps the rate of its day with date and source. One without a rate has no value in the trip's
currency: it is shown, and in no sum. When the trip's currency changes, every row is converted anew.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Any

from babel.numbers import list_currencies
from django.db import IntegrityError, transaction
from django.dispatch import receiver

from config import clock
from trips.agendas import today_there
from trips.catalogue.exchange_rates import currencies, is_a_guess, meant
from trips.facts.assuming import default_currency
from trips.models import Expense, Member, Message, Trip
from trips.places import current_gazetteer
from trips.planning.outlays import CATEGORIES, Account, Outlay, account_of, valued
from trips.planning.spots import currencies_about, spot_of
from trips.planning.whereabouts import today_of
from trips.reading.expenses import MOST, Expenses, Spoken, read_expenses
from trips.reserved import reserved_of
from trips.signals import facts_changed, option_chosen, plan_changed

#: Of one trip: more is no account of a journey any more.
MOST_EXPENSES = 5_000
#: What the column of values holds.
_MOST_VALUE = Decimal(10) ** 12
#: ISO codes of no money: testing, none, metals, accounts of banks.
_NO_MONEY = frozenset("XTS XXX XAU XAG XPT XPD XDR XBA XBB XBC XBD XSU XUA".split())
_CENT = Decimal("0.01")
_LONGEST_WHAT, _LONGEST_CITY = 160, 120
_EDITABLE = ("what", "amount", "currency", "category", "city", "date", "item_uid", "paid_by_id")


class Refused(ValueError):
    """What was entered cannot be noted; the sentence says why. Nothing was written."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An expense as it is to be written. `amount` below zero is a refund. `guessed`: a sign of several
    countries ("kr") was said, and nothing of the trip decides which is meant."""

    amount: Decimal
    currency: str
    date: dt.date
    what: str = ""
    category: str = "other"
    city: str = ""
    item_uid: str = ""
    payer: str = ""  # a name, "me" = who says it, "" = who says it
    guessed: bool = False


# --- Reading ---------------------------------------------------------------------------------------


def currency_of(trip: Trip) -> str:
    """What the trip's sums are in: its own, else its plan's, else a stated assumption from its facts."""
    if trip.currency:
        return trip.currency.upper()
    if trip.plan is not None:
        return trip.plan.currency.upper()
    return default_currency(trip.facts, current_gazetteer()).upper()


def outlays_of(trip: Trip, *, without: Collection[int] = ()) -> list[Outlay]:
    """All expenses in the order of their dates; values in `currency_of`, as they are stored. `without`: keys
    of rows that are about to change."""
    currency = currency_of(trip)
    return [
        Outlay(
            date=row.date,
            what=row.what,
            category=row.category,
            city=row.city,
            payer=name_of(row.paid_by),
            amount=row.amount,
            currency=row.currency,
            value=row.amount_in_trip_currency if row.trip_currency in ("", currency) else None,
            item_uid=row.item_uid,
        )
        for row in trip.expenses.select_related("paid_by__traveller")
        if row.pk not in without
    ]


def account(trip: Trip) -> Account:
    """Where the trip's money stands today."""
    return account_of(
        outlays_of(trip),
        currency=currency_of(trip),
        facts=trip.facts,
        plan=trip.plan.plan if trip.plan else None,
        today=today_there(trip),
        gazetteer=current_gazetteer(),
        reserved=reserved_of(trip, currency_of(trip)),
    )


def is_currency(code: str) -> bool:
    """One that is or was in use, with a rate or without."""
    return code.upper() in currencies() or code.upper() in _all_currencies()


@lru_cache(maxsize=1)
def _all_currencies() -> frozenset[str]:
    return frozenset(list_currencies("en")) - _NO_MONEY


def name_of(member: Member | None) -> str:
    """How a member is named in sums: never by an account's e-mail address."""
    if member is None:
        return ""
    if member.name:
        return member.name
    person = member.traveller
    if person is not None and not person.is_guest:
        return person.first_name or person.username.split("@")[0]
    return "the owner" if member.role == Member.Role.OWNER else f"an {member.role}"


def names_on(trip: Trip) -> list[str]:
    return [name for member in trip.members.select_related("traveller") if (name := name_of(member))]


def read_on(trip: Trip, text: str, *, asked: bool = False, lenient: bool = False) -> Expenses:
    """The expenses in a message, with today's date where the travellers are (see `read_expenses`)."""
    days = trip.plan.plan.days if trip.plan else []
    return read_expenses(
        text,
        today=today_there(trip),
        start=days[0].date if days else trip.start,
        people=names_on(trip),
        party=trip.facts.party.size,
        fragments=trip.plan is not None,
        asked=asked,
        lenient=lenient,
    )


def entry_of(trip: Trip, spoken: Spoken) -> Entry:
    """What was said, with currency, city and item by the plan and the clock."""
    plan = trip.plan.plan if trip.plan else None
    gazetteer, now = current_gazetteer(), clock.now()
    spot = spot_of(
        plan,
        trip.facts,
        gazetteer,
        date=spoken.date,
        what=spoken.what,
        words=spoken.words,
        category=spoken.category,
        now=now,
        today=today_of(plan, now, gazetteer) if plan else clock.today(),
    )
    near = (spot.currency, currency_of(trip), *currencies_about(plan, trip.facts, gazetteer))
    return Entry(
        amount=spoken.amount,
        currency=meant(spoken.currencies, near),
        date=spoken.date,
        what=spoken.what,
        category=spoken.category,
        city=spot.city,
        item_uid=spot.item_uid,
        payer=spoken.payer,
        guessed=is_a_guess(spoken.currencies, near),
    )


# --- Writing ---------------------------------------------------------------------------------------


@transaction.atomic
def add(
    trip: Trip,
    entry: Entry,
    *,
    by: Member | None,
    message: Message | None = None,
    key: str = "",
    today: dt.date | None = None,
) -> tuple[Expense, bool]:
    """Note an expense; (row, whether it is new). The same `key` counts once. Raises Refused. `today`: as in
    `check`.

    `by` pays where nobody is named. A payer nobody knows yet becomes a member without an account.
    """
    known = trip.expenses.filter(key=key).first() if key else None
    if known is not None:
        return known, False
    check(trip, entry, today=today)
    if trip.expenses.count() >= MOST_EXPENSES:
        raise Refused(f"This trip has {MOST_EXPENSES:,} expenses already. Remove some first.")
    row = Expense(trip=trip, message=message, key=key[:80])
    _fill(row, entry, _payer(trip, entry.payer, by))
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:
        known = trip.expenses.filter(key=key).first() if key else None
        if known is None:
            raise
        return known, False  # the same form, sent twice at once
    trip.touch()
    return row, True


@transaction.atomic
def edit(expense: Expense, entry: Entry, *, by: Member | None) -> Expense:
    """Write the row anew; what stood before can be put back once. Raises Refused."""
    row = Expense.objects.select_for_update(of=("self",)).get(pk=expense.pk)
    check(row.trip, entry)
    before = {name: _plain(getattr(row, name)) for name in _EDITABLE}
    _fill(row, entry, _payer(row.trip, entry.payer, by))
    if before != {name: _plain(getattr(row, name)) for name in _EDITABLE}:
        row.before = before
    row.save()
    row.trip.touch()
    return row


@transaction.atomic
def remove(expense: Expense) -> None:
    trip = expense.trip
    expense.delete()
    trip.touch()


@transaction.atomic
def undo(expense: Expense) -> Expense | None:
    """Take back the newest edit; an expense that was never edited goes. None = it is gone."""
    row = Expense.objects.select_for_update(of=("self",)).get(pk=expense.pk)
    if not row.before:
        remove(row)
        return None
    old = row.before
    payer = row.trip.members.filter(pk=old["paid_by_id"]).first() if old["paid_by_id"] else None
    entry = Entry(
        amount=Decimal(old["amount"]),
        currency=old["currency"],
        date=dt.date.fromisoformat(old["date"]),
        what=old["what"],
        category=old["category"],
        city=old["city"],
        item_uid=old["item_uid"],
    )
    _fill(row, entry, payer)
    row.before = {}
    row.save()
    row.trip.touch()
    return row


@transaction.atomic
def convert_again(trip: Trip) -> int:
    """Every expense in the trip's currency of now; how many were written."""
    currency = currency_of(trip)
    rows = list(trip.expenses.exclude(trip_currency=currency))
    for row in rows:
        _convert(row, currency)
    fields = ["rate", "rate_date", "rate_source", "amount_in_trip_currency", "trip_currency"]
    Expense.objects.bulk_update(rows, fields, batch_size=200)
    return len(rows)


@receiver([facts_changed, option_chosen, plan_changed], dispatch_uid="expenses follow the trip's currency")
def _follow_the_currency(sender: Any, trip: Trip, **more: Any) -> None:
    """A budget or plan in other money: the sums are in it from now on."""
    if trip.expenses.exclude(trip_currency=currency_of(trip)).exists():
        convert_again(trip)


def member_of(trip: Trip, message: Message | None) -> Member | None:
    """Who said it: the sender's membership, else the owner's."""
    members = list(trip.members.all())
    if message is not None and message.sender_id is not None:
        if found := next((one for one in members if one.traveller_id == message.sender_id), None):
            return found
    return next((one for one in members if one.role == Member.Role.OWNER), None)


def unpriced_sentence(row: Expense) -> str:
    """Why a row is in no sum."""
    return (
        f"No rate from {row.currency} to {row.trip_currency} is known for {row.date:%-d %B %Y}: "
        f"{row.amount:,.2f} {row.currency} stays out of the sums."
    )


def check(trip: Trip, entry: Entry, *, today: dt.date | None = None) -> None:
    """Raises Refused for what makes no sense, with the sentence that says why. `today`: the date where the
    travellers are, where the caller knows it."""
    amount = entry.amount
    if not amount.is_finite() or amount == 0:
        raise Refused("A sum of zero is no expense.")
    if abs(amount) >= MOST:
        raise Refused("That sum is too large to be an expense. Is a digit too many in it?")
    if amount != amount.quantize(_CENT):
        raise Refused("A sum has at most two digits after the point.")
    if not is_currency(entry.currency):
        raise Refused(f"“{entry.currency[:12]}” is no currency I know: use three letters, like EUR or JPY.")
    if entry.category not in CATEGORIES:
        raise Refused(f"A category is one of {', '.join(CATEGORIES)}.")
    after_the_trip = trip.end is None or entry.date > trip.end
    if after_the_trip and entry.date > (today or today_there(trip)) + dt.timedelta(days=1):
        raise Refused("That day has not come yet: an expense has a day that has begun, or one of the trip.")
    if entry.date.year < 2000:
        raise Refused("That day is too long ago.")


def _fill(row: Expense, entry: Entry, payer: Member | None) -> None:
    row.amount = entry.amount.quantize(_CENT)
    row.currency = entry.currency.upper()
    row.date = entry.date
    row.what = " ".join(entry.what.split())[:_LONGEST_WHAT]
    row.category = entry.category
    row.city = " ".join(entry.city.split())[:_LONGEST_CITY]
    row.item_uid = entry.item_uid[:80]
    row.paid_by = payer
    _convert(row, currency_of(row.trip))
    if row.amount_in_trip_currency is not None and abs(row.amount_in_trip_currency) >= _MOST_VALUE:
        raise Refused("That sum is too large to be an expense. Is a digit too many in it?")


def _convert(row: Expense, currency: str) -> None:
    """Rate and value by the row's day. Without a rate both are empty: nothing is guessed."""
    row.trip_currency = currency
    rate = current_gazetteer().rate(row.currency, currency, row.date)
    if rate is None:
        row.rate = row.rate_date = row.amount_in_trip_currency = None
        row.rate_source = ""
        return
    row.rate, row.rate_date, row.rate_source = rate.rate, rate.date, rate.source[:80]
    row.amount_in_trip_currency = valued(row.amount, rate)


def _payer(trip: Trip, name: str, by: Member | None) -> Member | None:
    """The member of this name, whoever says it for "" and "me", else a new member without an account."""
    name = " ".join(name.split())[:80]
    if name.casefold() in ("", "me", "we"):
        return by
    for member in trip.members.select_related("traveller"):
        if name_of(member).casefold() == name.casefold():
            return member
    return Member.objects.create(trip=trip, name=name, role=Member.Role.VIEWER)


def _plain(value: Any) -> Any:
    return value if value is None or isinstance(value, int | str) else str(value)
