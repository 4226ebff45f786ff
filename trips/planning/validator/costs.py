"""F. Wishes, money: every sum is added up again from its lines, then held against the budget."""

from __future__ import annotations

from decimal import Decimal

from trips.planning.validator.context import Context
from trips.planning.validator.limits import APPROXIMATE_SHARE
from trips.planning.validator.registry import check
from trips.planning.validator.report import Report
from trips.planning.validator.sums import exchange, in_currency, people_who_pay, tickets_bought
from trips.schemas import Item, Leg, Meal, Stay, Visit
from trips.wording import counted, money_in_words, number, quantum, whole_money

#: Modes that sell a seat to each traveller.
_FARES = ("flight", "train", "coach", "ferry")


@check(
    id=22,
    title="Costs and budget",
    severity="error",
    sentence="Every amount is price times number, the total is their sum, and it keeps the budget.",
    data="the cost lines, prices of the rows, the plan's exchange rates",
)
def costs_and_budget(context: Context, report: Report) -> None:
    if context.tells("costs"):
        _people(context, report)
    for item in context.items:
        for line in item.costs:
            report.rests_on(line.grade)
            if line.amount != line.unit * line.quantity:
                report.fail(
                    f"{line.label}: {number(line.quantity)} × {money_in_words(line.unit, line.currency)} "
                    f"is not {money_in_words(line.amount, line.currency)}.",
                    [item.uid],
                    repair=f"Set it to {money_in_words(line.unit * line.quantity, line.currency)}.",
                )
            if line.amount < 0 or line.quantity < 0:
                report.fail(f"{line.label} is less than nothing.", [item.uid])
        if context.tells("costs"):
            _quantities(context, report, item)
    total = _total(context, report)
    if total is not None:
        _ceiling(context, report, total)


def _people(context: Context, report: Report) -> None:
    party, plan = context.facts.party, context.plan
    children = len(plan.ages)
    if party.adults is not None and plan.adults != party.adults:
        report.fail(
            f"The plan is for {counted(plan.adults, 'adult')}, "
            f"{number(party.adults)} {'travels' if party.adults == 1 else 'travel'}."
        )
    if party.children is not None and children != party.children:
        report.fail(f"The plan counts {children} children, {number(party.children)} travel.")
    elif party.ages and len(party.ages) == children and sorted(party.ages) != sorted(plan.ages):
        report.fail("The ages of the children are not those named.")


def _quantities(context: Context, report: Report, item: Item) -> None:
    """Fare × people, meal × people, room × rooms × nights: as many as there are."""
    bought = sum(line.quantity for line in item.costs if line.unit > 0)
    if isinstance(item, Stay):
        wanted = item.rooms * item.nights
        if item.costs and bought != wanted and any(line.unit > 0 for line in item.costs):
            report.fail(
                f"{item.title} is counted for {counted(bought, 'room night')}, "
                f"{counted(item.rooms, 'room')} for {counted(item.nights, 'night')} make {number(wanted)}.",
                [item.uid],
                repair=f"Count {counted(wanted, 'room night')}.",
            )
        if not item.costs and not item.unlisted and item.place_id:
            report.fail(f"{item.title} has no cost.", [item.uid])
    elif isinstance(item, Leg):
        _fares(context, report, item, bought)
    elif isinstance(item, Visit | Meal):
        row = context.rests_on(item)
        if row and row.price:
            wanted = sum(fee > 0 for fee in tickets_bought(context, item, row.price))
            if bought != wanted:
                report.fail(
                    f"{item.title} is counted for {counted(bought, 'person')}, {number(wanted)} pay.",
                    [item.uid],
                    repair=f"Count {counted(wanted, 'person')}.",
                )
        elif bought > context.plan.travellers or 0 < bought < context.plan.adults:
            report.fail(
                f"{item.title} is counted for {counted(bought, 'person')}, "
                f"{number(context.plan.travellers)} travel.",
                [item.uid],
            )


def _fares(context: Context, report: Report, leg: Leg, bought: int) -> None:
    if leg.mode not in _FARES or leg.unlisted:
        return
    row = context.connection(leg)
    if row:
        least = most = sum(fee > 0 for fee in people_who_pay(context.plan, row.price))
    else:
        least, most = context.plan.adults, context.plan.travellers
        if not leg.costs and not context.is_intercity(leg):
            return  # covered by a ticket counted elsewhere (a day pass, an airport included)
    if not least <= bought <= most:
        report.fail(
            f"{leg.title} is counted for {counted(bought, 'person')}, {number(most)} travel.",
            [leg.uid],
            repair=f"Count {counted(most, 'fare')}.",
        )


def _total(context: Context, report: Report) -> Decimal | None:
    """The sum of all lines in the plan's currency, rounded to its smallest coin; None without a rate.

    Each converted line may have been rounded before it was added: that much is allowed."""
    plan = context.plan
    exact, foreign = Decimal(0), 0
    for item in context.items:
        for line in item.costs:
            rate = exchange(context, line.currency, plan.currency)
            if rate is None:
                report.fail(
                    f"{line.label} is in {line.currency[:3]}, and the plan has no rate to "
                    f"{plan.currency[:3]}.",
                    [item.uid],
                    repair="Add the rate with its date.",
                )
                return None
            foreign += line.currency != plan.currency
            exact += line.amount * rate
    coin = quantum(plan.currency)
    allowed = coin / 2 * (foreign + 1) if foreign else Decimal(0)
    if abs(plan.total - exact) > allowed:
        report.fail(
            f"The total says {money_in_words(plan.total, plan.currency)}, the lines add up to "
            f"{money_in_words(exact.quantize(coin), plan.currency)}.",
            repair=f"Set the total to {money_in_words(exact.quantize(coin), plan.currency)}.",
        )
    report.note(f"The prices add up to {whole_money(plan.total, plan.currency)}.")
    return exact


def _ceiling(context: Context, report: Report, total: Decimal) -> None:
    """A sum is a bound; a rough one a wish, that is told where it is not kept."""
    budget, plan = context.facts.budget, context.plan
    if budget.amount is None:
        report.note("You named no budget.")
        return
    currency = budget.currency or plan.currency
    spent = in_currency(context, total, plan.currency, currency)
    if spent is None:
        report.unknown(f"The budget is in {currency[:3]}, and there is no rate for it.")
        return
    parts = {"per_person": max(1, plan.travellers), "per_day": max(1, len(plan.days))}
    times = parts.get(budget.scope or "total", 1)
    ceiling = budget.amount * times
    scope = {"per_person": " a person", "per_day": " a day"}.get(budget.scope or "", "")
    limit = f"{money_in_words(budget.amount, currency)}{scope}"
    coin = quantum(currency)
    over = spent - ceiling if currency == plan.currency else spent - ceiling - coin
    if over <= 0:
        report.note(f"That keeps the budget of {limit}.")
        return
    if budget.approximate and over <= ceiling * Decimal(APPROXIMATE_SHARE):
        report.note(f"That is close to the {limit} you had in mind.")
        return
    raise_by = money_in_words((over / times).quantize(coin) + (0 if over % coin == 0 else coin), currency)
    above = money_in_words(Decimal(f"{over / times:.2g}"), currency)
    named = f"about {above} above the {limit} you had in mind" if budget.approximate else f"{limit} was named"
    report.fail(
        f"The plan costs {money_in_words((spent / times).quantize(coin), currency)}{scope}, {named}.",
        repair=f"Raise the budget by {raise_by}{scope}, or choose cheaper places.",
        severity="warning" if budget.approximate else "error",
    )
