"""Money spent against the plan and the budget: exact sums of `Decimal`s, in the trip's currency.

An outlay without a value (no rate is known) is counted and named, and in no sum. What the plan foresees is
its own lines, on the day they stand: a stay on its check-in day.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from typing import Literal

from trips.catalogue.gazetteer import Gazetteer
from trips.planning.request import ceiling_of
from trips.schemas import Leg, Plan, Rate, TripFacts
from trips.wording import money_in_words, quantum

CATEGORIES = ("stay", "food", "transport", "visits", "other")
#: What nobody has said, as a name in tables.
NO_CITY, NOBODY = "elsewhere", "not said"
JOURNEYS = "journeys between cities"
Phase = Literal["before", "during", "after"]


@dataclass(frozen=True, slots=True)
class Outlay:
    """An expense as sums read it. `value`: in the trip's currency; None = no rate is known."""

    date: dt.date
    what: str
    category: str
    city: str
    payer: str
    amount: Decimal
    currency: str
    value: Decimal | None
    item_uid: str = ""


@dataclass(frozen=True, slots=True)
class Reserved:
    """A booking with a price that no expense of its item tells. `value`: in the trip's currency; None = no
    rate is known."""

    what: str
    amount: Decimal
    currency: str
    value: Decimal | None


@dataclass(frozen=True, slots=True)
class Total:
    """One group: what was spent, in how many expenses, and what the plan has for it (None = no plan says)."""

    name: str
    spent: Decimal
    count: int
    planned: Decimal | None = None


@dataclass(frozen=True)
class Account:
    """Where the money stands on a day. `left` and `a_day` only with a budget, `a_day` only before the end;
    `days_left` counts today. Sums are in `currency`."""

    currency: str
    today: dt.date
    phase: Phase
    spent: Decimal
    count: int
    unvalued: tuple[Outlay, ...] = ()
    reserved: tuple[Reserved, ...] = ()
    budget: Decimal | None = None
    planned: Decimal | None = None
    planned_so_far: Decimal | None = None
    day: int = 0  # of the trip, during it
    days: int = 0
    days_left: int = 0
    by_category: tuple[Total, ...] = ()
    by_kind: tuple[Total, ...] = ()  # the same; while nothing is spent, JOURNEYS apart from ways in town
    by_city: tuple[Total, ...] = ()
    by_day: tuple[Total, ...] = ()  # dates as ISO, in order
    by_payer: tuple[Total, ...] = ()
    spent_so_far: Decimal = field(default=Decimal(0))  # without what is dated later
    unnoted: tuple[Total, ...] = ()  # kinds the plan has until today, of which nothing is noted; JOURNEYS

    def money(self, amount: Decimal) -> str:
        return money_in_words(amount, self.currency)

    @property
    def left(self) -> Decimal | None:
        return None if self.budget is None else self.budget - self.spent

    @property
    def a_day(self) -> Decimal | None:
        """What is left for each day that is left, rounded down to the smallest coin."""
        if self.left is None or self.days_left == 0:
            return None
        share = max(self.left, Decimal(0)) / self.days_left
        coin = quantum(self.currency)
        return (share / coin).to_integral_value("ROUND_FLOOR") * coin

    @property
    def booked(self) -> Decimal:
        """Prices of bookings that no expense tells of."""
        return sum((one.value for one in self.reserved if one.value is not None), Decimal(0))

    @property
    def ahead(self) -> Decimal | None:
        """Spent so far less what the plan has for the days so far: above zero is more than planned."""
        return None if self.planned_so_far is None else self.spent_so_far - self.planned_so_far

    @property
    def expected(self) -> Decimal | None:
        """What the trip comes to when the rest goes as planned, and kinds of which nothing is noted cost what
        was planned."""
        if self.planned is None or self.planned_so_far is None:
            return None
        untold = sum((one.planned or Decimal(0) for one in self.unnoted), Decimal(0))
        return self.spent + self.planned - self.planned_so_far + untold


def valued(amount: Decimal, rate: Rate) -> Decimal:
    """An amount in the rate's quote currency, rounded half to even to its smallest coin."""
    return (amount * rate.rate).quantize(quantum(rate.quote), ROUND_HALF_EVEN)


def total(outlays: Iterable[Outlay]) -> Decimal:
    """The exact sum of what has a value."""
    return sum((one.value for one in outlays if one.value is not None), Decimal(0))


def totals(
    outlays: Sequence[Outlay], name_of: Callable[[Outlay], str], planned: dict[str, Decimal] | None = None
) -> tuple[Total, ...]:
    """Groups by name, the largest sum first; with what the plan has for each, also for those without any
    expense. The sums of all groups are the sum of all outlays."""
    groups: dict[str, list[Outlay]] = {name: [] for name in planned or ()}
    for one in outlays:
        if one.value is not None:
            groups.setdefault(name_of(one), []).append(one)
    found = [
        Total(
            name,
            total(rows),
            len(rows),
            (planned or {}).get(name, Decimal(0)) if planned is not None else None,
        )
        for name, rows in groups.items()
    ]
    return tuple(sorted(found, key=lambda one: (-one.spent, -(one.planned or 0), one.name)))


def account_of(
    outlays: Sequence[Outlay],
    *,
    currency: str,
    facts: TripFacts,
    plan: Plan | None,
    today: dt.date,
    gazetteer: Gazetteer,
    reserved: Sequence[Reserved] = (),
) -> Account:
    """All sums of a trip. `currency` is the trip's, `today` where the travellers are."""
    first, last = _ends(facts, plan)
    days = (last - first).days + 1 if first and last else 0
    phase: Phase = "before" if not first or today < first else "after" if last and today > last else "during"
    lines = planned_lines(plan, currency, today, gazetteer) if plan else None
    coin = quantum(currency)

    def planned_by(
        name_of: Callable[[PlannedLine], str], until: dt.date = dt.date.max
    ) -> dict[str, Decimal] | None:
        if lines is None:
            return None
        groups: dict[str, Decimal] = {}
        for line in lines:
            if line.date > until:
                continue
            groups[name_of(line)] = groups.get(name_of(line), Decimal(0)) + line.value
        return {name: value.quantize(coin, ROUND_HALF_UP) for name, value in groups.items()}

    def planned_until(date: dt.date) -> Decimal | None:
        if lines is None:
            return None
        chosen = (line.value for line in lines if line.date <= date)
        return sum(chosen, Decimal(0)).quantize(coin, ROUND_HALF_UP)

    def kind_of(line: PlannedLine) -> str:
        return JOURNEYS if line.between_cities else line.category

    def journeys(so_far: Sequence[Total]) -> list[Total]:
        """A taxi noted tells nothing of the flight: ways between cities, where what is noted of transport
        until today is less than half of them."""
        planned = (planned_by(kind_of, today) or {}).get(JOURNEYS, Decimal(0))
        noted = next((one for one in so_far if one.name == "transport" and one.count), None)
        return [Total(JOURNEYS, Decimal(0), 0, planned)] if noted and 2 * noted.spent < planned else []

    by_day = totals(outlays, lambda one: one.date.isoformat(), planned_by(lambda line: line.date.isoformat()))
    so_far = totals(outlays, lambda one: one.category, planned_by(lambda line: line.category, today) or {})
    by_category = totals(outlays, lambda one: one.category, planned_by(lambda line: line.category))
    people = facts.party.size or (plan.travellers if plan else 1)
    return Account(
        currency=currency,
        today=today,
        phase=phase,
        spent=total(outlays),
        count=len(outlays),
        unvalued=tuple(one for one in outlays if one.value is None),
        reserved=tuple(reserved),
        budget=ceiling_of(facts, currency, max(1, people), days)
        if currency and _whole(facts, days)
        else None,
        planned=planned_until(dt.date.max),
        planned_so_far=planned_until(today),
        day=(today - first).days + 1 if first and phase == "during" else 0,
        days=days,
        days_left=days if phase == "before" else (last - today).days + 1 if last and phase == "during" else 0,
        by_category=by_category,
        by_kind=by_category if outlays else totals((), lambda one: one.category, planned_by(kind_of)),
        by_city=totals(
            outlays, lambda one: one.city or NO_CITY, planned_by(lambda line: line.city or NO_CITY)
        ),
        by_day=tuple(sorted(by_day, key=lambda one: one.name)),
        by_payer=totals(outlays, lambda one: one.payer or NOBODY),
        spent_so_far=total(one for one in outlays if one.date <= today),
        unnoted=(*(one for one in so_far if not one.count and one.planned), *journeys(so_far)),
    )


@dataclass(frozen=True, slots=True)
class PlannedLine:
    """A cost line of the plan. `value`: in the asked currency, not rounded."""

    date: dt.date
    city: str
    category: str
    value: Decimal
    between_cities: bool = False


def planned_lines(plan: Plan, currency: str, today: dt.date, gazetteer: Gazetteer) -> list[PlannedLine]:
    """The plan's lines by its own frozen rates, then in the trip's currency; none when that has no rate."""
    factor = {rate.base: rate.rate for rate in plan.rates if rate.quote == plan.currency}
    factor[plan.currency] = Decimal(1)
    change = gazetteer.rate(plan.currency, currency, today)
    if change is None:
        return []
    return [
        PlannedLine(
            day.date,
            day.city,
            line.category,
            line.amount * factor[line.currency] * change.rate,
            isinstance(item, Leg) and item.between_cities,
        )
        for day in plan.days
        for item in day.items
        for line in item.costs
        if line.currency in factor
    ]


def _ends(facts: TripFacts, plan: Plan | None) -> tuple[dt.date | None, dt.date | None]:
    if plan and plan.days:
        return plan.days[0].date, plan.days[-1].date
    dates = facts.dates
    return (dates.start, dates.end) if dates.start and dates.end else (None, None)


def _whole(facts: TripFacts, days: int) -> bool:
    """A sum a day is one for the trip only when its days are known."""
    return facts.budget.scope != "per_day" or days > 0
