"""Where the money stands, in sentences: figures are the account's, nothing is added here."""

from __future__ import annotations

from decimal import Decimal

from trips.planning.outlays import Account
from trips.wording import counted, listed, money_in_words

#: Bookings told by name.
_NAMED = 4
NOTHING_YET = "Nothing is noted yet."


def told(account: Account) -> list[str]:
    """Spent and left, the pace, and where it ends when the rest goes as planned."""
    lines = [_spent(account)] if account.count else [NOTHING_YET]
    if account.phase == "during" and account.days:
        lines[0] = f"Day {account.day} of {account.days}. {lines[0]}"
    lines += _pace(account) + _left(account) + _booked(account) + _end(account)
    return lines


def no_budget(account: Account) -> str:
    """How to name a sum, in the money of the account."""
    return f"You have named no budget yet: /cost budget 3000 {account.currency} sets one."


def _spent(account: Account) -> str:
    valued = account.count - len(account.unvalued)
    said = f"Spent {'so far' if account.phase != 'after' else 'in all'}: {account.money(account.spent)}"
    said += f" in {counted(valued, 'expense')}"
    if account.unvalued:
        said += f", without {counted(len(account.unvalued), 'expense')} whose currency has no rate"
    return f"{said}."


def _pace(account: Account) -> list[str]:
    if account.planned is None or not account.planned:
        return []
    if account.phase == "during" and account.planned_so_far is not None and account.ahead is not None:
        said = f"The plan has {account.money(account.planned_so_far)} for the days so far"
        so_far = f"{said}: {_difference(account, account.ahead, 'planned')}." if account.count else f"{said}."
        return [so_far] if account.count or not _plan_over(account) else [so_far, _against_plan(account)]
    if account.phase == "after" and account.count:
        more = account.spent - account.planned
        return [f"The plan had {account.money(account.planned)}: {_difference(account, more, 'planned')}."]
    return [_against_plan(account)]


def _plan_over(account: Account) -> Decimal:
    """By how much the plan alone is over the budget; 0 where it keeps it or one of the two is not known."""
    if account.planned is None or account.budget is None:
        return Decimal(0)
    return max(account.planned - account.budget, Decimal(0))


def _against_plan(account: Account) -> str:
    said = f"The plan comes to {account.money(account.planned or Decimal(0))}"
    over = _plan_over(account)
    return f"{said}, {account.money(over)} over the budget." if over else f"{said}."


def _left(account: Account) -> list[str]:
    if account.budget is None or account.left is None:
        return [] if account.phase == "after" else [no_budget(account)]
    whole = account.money(account.budget)
    if account.left < 0:
        return [f"That is {account.money(-account.left)} over the budget of {whole}."]
    if account.phase == "after":
        return [f"Of the budget of {whole}, {account.money(account.left)} was not spent."]
    if account.phase == "before" and _plan_over(account):  # what is left is not free to be spent
        return [f"Of the budget of {whole}, {account.money(account.left)} is not spent yet."]
    said = f"Of the budget of {whole}, {account.money(account.left)} is left"
    if account.a_day is None:
        return [f"{said}."]
    today = ", today included" if account.phase == "during" else ""
    days = counted(account.days_left, "day")
    return [f"{said}: {account.money(account.a_day)} a day for {days}{today}."]


def _booked(account: Account) -> list[str]:
    """Prices of bookings that nobody noted as spent."""
    if not account.reserved or account.phase == "after":
        return []
    named = [f"{one.what}, {money_in_words(one.amount, one.currency)}" for one in account.reserved[:_NAMED]]
    more = len(account.reserved) - len(named)
    said = f"Booked, and not noted as spent: {'; '.join(named)}{f'; and {more} more' if more else ''}."
    if account.left is None or not account.booked:
        return [said]
    after = account.left - account.booked
    if after < 0:
        return [said, f"With what is booked you are {account.money(-after)} over the budget."]
    return [said, f"With what is booked {account.money(after)} of the budget is left."]


def _end(account: Account) -> list[str]:
    """Only on the way, and where something of both is known."""
    if account.phase != "during" or account.expected is None or not account.count or not account.planned:
        return []
    untold = sum((one.planned or Decimal(0) for one in account.unnoted), Decimal(0))
    kinds = listed(one.name for one in account.unnoted)
    also = (
        f", with the {account.money(untold)} planned so far for {kinds} that nobody noted" if untold else ""
    )
    said = f"If the rest goes as planned{also}, the trip comes to {account.money(account.expected)}"
    if account.budget is None:
        return [f"{said}."]
    over = account.expected - account.budget
    if over > 0:
        return [f"{said}, {account.money(over)} over the budget."]
    return [f"{said}, {account.money(-over)} below the budget."]


def _difference(account: Account, more: Decimal, than: str) -> str:
    if not more:
        return f"just what was {than}"
    return f"{account.money(abs(more))} {'more' if more > 0 else 'less'} than {than}"
