"""Charts as figures for templates: widths and heights in the units of an SVG view box, nothing else.

A chart is drawn only where there is something to compare; its rows are also the table behind it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from trips.planning.outlays import Account, Total

#: Width of a bar that is the largest, and height of a column that is.
FULL = 1000
#: Of one day in the chart of days, with the space beside it.
STEP, COLUMN = 40, 14
#: More columns than these are not told apart on a phone.
MOST_DAYS = 62


@dataclass(frozen=True, slots=True)
class Bar:
    """`planned` None: no plan says. Widths from 0 to FULL."""

    name: str
    spent: Decimal
    count: int
    planned: Decimal | None
    width: int
    planned_width: int


@dataclass(frozen=True, slots=True)
class Bars:
    key: str
    title: str
    sentence: str
    rows: tuple[Bar, ...]
    with_plan: bool


@dataclass(frozen=True, slots=True)
class Column:
    """A day: `x` of its left edge; `y` and `height` from the top of a box FULL high."""

    name: str  # "before", or the date in words
    date: dt.date | None
    spent: Decimal
    planned: Decimal | None
    count: int
    x: int
    y: int
    height: int
    planned_x: int
    planned_y: int
    planned_height: int


@dataclass(frozen=True, slots=True)
class Days:
    title: str
    sentence: str
    columns: tuple[Column, ...]
    width: int
    most: Decimal
    with_plan: bool

    @property
    def last(self) -> Column:
        return self.columns[-1]


def bars_of(
    key: str, title: str, totals: Sequence[Total], names: dict[str, str] | None = None
) -> Bars | None:
    """None unless there is spending to compare: two groups, or one against the plan."""
    spent = [one for one in totals if one.count]
    planned = any(one.planned for one in totals)
    if not spent or (len(spent) < 2 and not planned):
        return None
    shown = [one for one in totals if one.count or one.planned]
    most = max(max(one.spent, one.planned or Decimal(0)) for one in shown)
    if most <= 0:
        return None
    rows = tuple(
        Bar(
            (names or {}).get(one.name, one.name),
            one.spent,
            one.count,
            one.planned,
            _share(one.spent, most),
            _share(one.planned or Decimal(0), most),
        )
        for one in shown
    )
    top = max(rows, key=lambda row: row.spent)
    return Bars(key, title, f"Most of it: {top.name}.", rows, planned)


def days_of_spending(account: Account) -> Days | None:
    """Spent and planned by day; what was paid before the trip is one column. None for less than two days with
    expenses, or for a trip too long to be drawn."""
    start = account.today - dt.timedelta(days=account.day - 1) if account.day else None
    found: list[tuple[str, dt.date | None, Decimal, Decimal | None, int]] = []
    early: list[Total] = []
    first = start or _first_planned(account)
    for one in account.by_day:
        date = dt.date.fromisoformat(one.name)
        if first and date < first:
            early.append(one)
        else:
            found.append((f"{date:%-d %B}", date, one.spent, one.planned, one.count))
    if early:
        sums = sum((one.spent for one in early), Decimal(0))
        found.insert(0, ("before the trip", None, sums, None, sum(one.count for one in early)))
    drawn = [one for one in found if one[4]]
    most = max([max(one[2], one[3] or Decimal(0)) for one in found], default=Decimal(0))
    if len(drawn) < 2 or len(found) > MOST_DAYS or most <= 0:
        return None
    with_plan = any(one[3] for one in found)
    columns = []
    for index, (name, date, spent, planned, count) in enumerate(found):
        height, planned_height = _share(spent, most), _share(planned or Decimal(0), most)
        left = index * STEP + 4
        columns.append(
            Column(
                name,
                date,
                spent,
                planned,
                count,
                left,
                FULL - height,
                height,
                left + COLUMN + 2,
                FULL - planned_height,
                planned_height,
            )  # fmt: skip
        )
    top = max(drawn, key=lambda one: one[2])
    when = top[0] if top[1] is None else f"on {top[0]}"
    sentence = f"The most was spent {when}."
    return Days("By day", sentence, tuple(columns), len(found) * STEP, most, with_plan)


def _first_planned(account: Account) -> dt.date | None:
    planned = [dt.date.fromisoformat(one.name) for one in account.by_day if one.planned]
    return min(planned, default=None)


def _share(amount: Decimal, most: Decimal) -> int:
    """Of FULL; what is there at all is seen, what is below zero is not drawn."""
    if amount <= 0:
        return 0
    return max(4, round(float(amount / most) * FULL))
