"""Charts of spending as figures for templates: the lengths of bars; the rows are also the table behind.

A chart is drawn only where there is something to compare.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_FLOOR, Decimal

from trips.planning.outlays import Account, Total

#: Length of the longest bar.
FULL = 1000
#: More days than these are not told apart on a phone.
MOST_DAYS = 62
BEFORE = "before the trip"


@dataclass(frozen=True, slots=True)
class Bar:
    """`planned` None: no plan says. Lengths from 0 to FULL."""

    name: str
    spent: Decimal
    count: int
    planned: Decimal | None
    length: int
    planned_length: int


@dataclass(frozen=True, slots=True)
class Bars:
    """Groups and their sums."""

    key: str
    title: str
    rows: tuple[Bar, ...]
    with_plan: bool
    noted: bool  # False: nothing is spent yet, `spent` is what is planned


def bars_of(
    key: str, title: str, totals: Sequence[Total], names: Mapping[str, str] | None = None
) -> Bars | None:
    """None unless there are sums to compare: two groups, or one against the plan."""
    shown = [one for one in totals if one.count or one.planned]
    against_plan = any(one.count for one in shown) and any(one.planned for one in shown)
    return _drawn(key, title, shown, names or {}) if len(shown) > 1 or against_plan else None


def days_of_spending(account: Account) -> Bars | None:
    """Spent and planned by day; what was paid before the trip is one bar. None for less than two days with
    sums, or for a trip too long to be drawn."""
    first = account.today - dt.timedelta(days=account.day - 1) if account.day else _first_planned(account)
    early = [one for one in account.by_day if first and _date(one) < first]
    days = [one for one in account.by_day if one not in early]
    if early:
        sums = sum((one.spent for one in early), Decimal(0))
        days.insert(0, Total(BEFORE, sums, sum(one.count for one in early)))
    noted = [one for one in days if one.count] or [one for one in days if one.planned]
    if len(noted) < 2 or len(days) > MOST_DAYS:
        return None
    return _drawn("day", "By day", days, {one.name: f"{_date(one):%a %-d %b}" for one in account.by_day})


def _drawn(key: str, title: str, totals: Sequence[Total], names: Mapping[str, str]) -> Bars | None:
    noted = any(one.count for one in totals)
    whole = _in_whole({one.name: one.planned for one in totals if one.planned is not None})
    totals = [replace(one, planned=whole.get(one.name)) for one in totals]
    if not noted:
        totals = [replace(one, spent=one.planned or Decimal(0), planned=None) for one in totals]
    most = max(max(one.spent, one.planned or Decimal(0)) for one in totals)
    if most <= 0:
        return None
    rows = tuple(
        Bar(
            names.get(one.name, one.name), one.spent, one.count, one.planned,
            _share(one.spent, most), _share(one.planned or Decimal(0), most),
        )
        for one in totals
    )  # fmt: skip
    return Bars(key, title, rows, any(one.planned for one in totals), noted)


def _in_whole(sums: Mapping[str, Decimal]) -> dict[str, Decimal]:
    """Whole sums that add up to the whole total: those with the most after the point are rounded up."""
    down = {name: amount.to_integral_value(ROUND_FLOOR) for name, amount in sums.items()}
    missing = round(sum(sums.values(), Decimal(0))) - int(sum(down.values()))
    up = sorted(sums, key=lambda name: down[name] - sums[name])[:missing]
    return {name: amount + (name in up) for name, amount in down.items()}


def _first_planned(account: Account) -> dt.date | None:
    return min((_date(one) for one in account.by_day if one.planned), default=None)


def _date(total: Total) -> dt.date:
    return dt.date.fromisoformat(total.name)


def _share(amount: Decimal, most: Decimal) -> int:
    """Of FULL; what is there at all is seen, what is below zero is not drawn."""
    if amount <= 0:
        return 0
    return max(4, round(float(amount / most) * FULL))
