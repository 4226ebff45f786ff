"""Where the money stands, in sentences: figures are the account's, nothing is added here."""

from __future__ import annotations

from decimal import Decimal

from trips.planning.outlays import Account
from trips.planning.validator.wording import counted, money_in_words

NOTHING_YET = "Nothing is noted yet."


def told(account: Account) -> list[str]:
    """Spent and left, the pace, and where it ends when the rest goes as planned."""
    lines = [_spent(account)] if account.count else [NOTHING_YET]
    if account.phase == "during" and account.days:
        lines[0] = f"Day {account.day} of {account.days}. {lines[0]}"
    lines += _pace(account) + _left(account) + _end(account)
    return lines


def no_budget(account: Account) -> str:
    """How to name a sum, in the money of the account."""
    return f"No sum was named for the trip: /cost budget 3000 {account.currency} sets one."


def _spent(account: Account) -> str:
    valued = account.count - len(account.unvalued)
    said = f"Spent {'so far' if account.phase != 'after' else 'in all'}: {_money(account, account.spent)}"
    said += f" in {counted(valued, 'expense')}"
    if account.unvalued:
        said += f", without {counted(len(account.unvalued), 'expense')} whose currency has no rate"
    return f"{said}."


def _pace(account: Account) -> list[str]:
    if account.planned is None or not account.planned:
        return []
    if account.phase == "during" and account.planned_so_far is not None and account.ahead is not None:
        said = f"The plan has {_money(account, account.planned_so_far)} for the days so far"
        return [f"{said}: {_difference(account, account.ahead, 'planned')}." if account.count else f"{said}."]
    if account.phase == "after" and account.count:
        more = account.spent - account.planned
        return [f"The plan had {_money(account, account.planned)}: {_difference(account, more, 'planned')}."]
    return [f"The plan comes to {_money(account, account.planned)}."]


def _left(account: Account) -> list[str]:
    if account.budget is None or account.left is None:
        return [] if account.phase == "after" else [no_budget(account)]
    whole = _money(account, account.budget)
    if account.left < 0:
        return [f"That is {_money(account, -account.left)} over the budget of {whole}."]
    if account.phase == "after":
        return [f"Of the budget of {whole}, {_money(account, account.left)} was not spent."]
    said = f"Of the budget of {whole}, {_money(account, account.left)} is left"
    if account.a_day is None:
        return [f"{said}."]
    today = ", today included" if account.phase == "during" else ""
    days = counted(account.days_left, "day")
    return [f"{said}: {_money(account, account.a_day)} a day for {days}{today}."]


def _end(account: Account) -> list[str]:
    """Only on the way, and where something of both is known."""
    if account.phase != "during" or account.expected is None or not account.count or not account.planned:
        return []
    said = f"If the rest goes as planned, the trip comes to {_money(account, account.expected)}"
    if account.budget is None:
        return [f"{said}."]
    over = account.expected - account.budget
    if over > 0:
        return [f"{said}, {_money(account, over)} over the budget."]
    return [f"{said}, {_money(account, -over)} below the budget."]


def _difference(account: Account, more: Decimal, than: str) -> str:
    if not more:
        return f"just what was {than}"
    return f"{_money(account, abs(more))} {'more' if more > 0 else 'less'} than {than}"


def _money(account: Account, amount: Decimal) -> str:
    return money_in_words(amount, account.currency)
