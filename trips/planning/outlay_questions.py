"""What a question about money asks for: a kind, a city, a day, who paid, who owes whom. Pure."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

from trips.catalogue.names import words
from trips.planning.outlays import CATEGORIES, NOBODY, Account, Total
from trips.reading.questions import asked
from trips.wording import counted, quantum

_DAYS = {"today": 0, "yesterday": 1}


def answered(account: Account, question: str) -> list[str]:
    """Sentences for what is asked in particular, with figures of the account; [] where it asks for all."""
    of_money = asked(question, "of_money")
    if "owes" in of_money:
        return _settled(account)
    if "payers" in of_money:
        return _paid(account, [one for one in account.by_payer if one.count])
    names = set(words(question))
    said = _paid(
        account, [one for one in account.by_payer if one.name != NOBODY and set(words(one.name)) & names]
    )
    for word, back in _DAYS.items():
        if word in of_money:
            date = account.today - back * dt.timedelta(days=1)
            said.append(_group(account, word.capitalize(), _named(account.by_day, date.isoformat())))
    for name in (one for one in asked(question, "thing_kind") if one in CATEGORIES):
        said.append(_group(account, f"On {name}", _named(account.by_category, name)))
    for one in account.by_city:
        if set(words(one.name)) <= names:
            said.append(_group(account, f"In {one.name}", one))
    return said


def _named(groups: Sequence[Total], name: str) -> Total:
    return next((one for one in groups if one.name == name), Total(name, Decimal(0), 0, None))


def _group(account: Account, lead: str, group: Total) -> str:
    planned = f"; the plan has {account.money(group.planned)} for all of it" if group.planned else ""
    if not group.count:
        return f"{lead} nothing is noted{planned}."
    return f"{lead}: {account.money(group.spent)} in {counted(group.count, 'expense')}{planned}."


def _paid(account: Account, payers: Sequence[Total]) -> list[str]:
    return [
        f"{_payer(one)}: {account.money(one.spent)} in {counted(one.count, 'expense')}." for one in payers
    ]


def _payer(group: Total) -> str:
    return "Without a payer" if group.name == NOBODY else f"Paid by {group.name}"


def _settled(account: Account) -> list[str]:
    """Shares are even among those who paid; what nobody is named for is left out."""
    payers = [one for one in account.by_payer if one.name != NOBODY and one.count]
    if len(payers) < 2:
        return [
            "Who owes whom I can tell once two of you are named as payers: say “paid by Anna” with expenses.",
            *_paid(account, [one for one in account.by_payer if one.count]),
        ]
    coin = quantum(account.currency)
    share = sum((one.spent for one in payers), Decimal(0)) / len(payers)
    over = {one.name: one.spent - share for one in payers}
    said = [*_paid(account, payers), f"Shared evenly that is {account.money(_rounded(share, coin))} each."]
    for name in sorted(over, key=lambda one: over[one]):
        for other in sorted(over, key=lambda one: -over[one]):
            sum_due = min(-over[name], over[other])
            if _rounded(sum_due, coin) > 0:
                over[name] += sum_due
                over[other] -= sum_due
                said.append(f"{name} owes {other} {account.money(_rounded(sum_due, coin))}.")
    without = next((one for one in account.by_payer if one.name == NOBODY and one.count), None)
    if without:
        said.append(f"{account.money(without.spent)} without a payer is left out of that.")
    return said


def _rounded(amount: Decimal, coin: Decimal) -> Decimal:
    return amount.quantize(coin, ROUND_HALF_UP)
