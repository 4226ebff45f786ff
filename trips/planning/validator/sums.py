"""Money, added up again: conversions by the plan's own frozen rates, who pays what."""

from __future__ import annotations

import math
from collections.abc import Iterable
from decimal import Decimal

from trips.planning.validator.context import Context
from trips.schemas import CostLine, Item, Plan, Price, Rate, Visit


def exchange(context: Context, base: str, quote: str) -> Decimal | None:
    """1 `base` in `quote` by the plan's rates: given, turned round, or over one currency between;
    None without one. Exact to the precision of the decimal context."""
    if base == quote:
        return Decimal(1)
    rates = context.plan.rates
    direct = _direct(rates, base, quote)
    if direct is not None:
        return direct
    between = {code for rate in rates for code in (rate.base, rate.quote)} - {base, quote}
    for middle in sorted(between):
        first, second = _direct(rates, base, middle), _direct(rates, middle, quote)
        if first is not None and second is not None:
            return first * second
    return None


def _direct(rates: Iterable[Rate], base: str, quote: str) -> Decimal | None:
    for rate in rates:
        if rate.rate <= 0:
            continue
        if (rate.base, rate.quote) == (base, quote):
            return rate.rate
        if (rate.base, rate.quote) == (quote, base):
            return Decimal(1) / rate.rate
    return None


def converted(context: Context, lines: Iterable[CostLine], currency: str) -> Decimal | None:
    """The sum of the lines' amounts in `currency`, not rounded; None when a rate is missing."""
    total = Decimal(0)
    for line in lines:
        rate = exchange(context, line.currency, currency)
        if rate is None:
            return None
        total += line.amount * rate
    return total


def in_currency(context: Context, amount: Decimal, base: str, quote: str) -> Decimal | None:
    """For comparing with a sum the traveller named: by the plan's rates, else by the gazetteer's of
    the first day (or today)."""
    rate = exchange(context, base, quote)
    if rate is None:
        day = context.today or (context.plan.days[0].date if context.plan.days else None)
        row = context.gazetteer.rate(base, quote, day) if day else None
        rate = row.rate if row else None
    return None if rate is None else amount * rate


def tickets_bought(context: Context, item: Item, price: Price) -> list[Decimal]:
    """The fee of each traveller; none of a visit on the ticket of another place."""
    on_another = isinstance(item, Visit) and item.uid in context.covered
    return [] if on_another else people_who_pay(context.plan, price)


def people_who_pay(plan: Plan, price: Price) -> list[Decimal]:
    """The fee of each traveller, adults first, 0 for children who go free; of what they share, each time."""
    adults = max(0, min(plan.adults, 10_000))
    if price.shared_by > 1:
        people = adults + sum(age >= price.free_under for age in plan.ages)
        return [price.adult] * math.ceil(people / price.shared_by)
    fees = [price.adult] * adults
    for age in plan.ages:
        if age < price.free_under:
            fees.append(Decimal(0))
        else:
            fees.append(price.adult if price.child is None else price.child)
    return fees
