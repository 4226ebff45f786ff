"""Spending on the board: where the money stands, charts with their tables, every expense, where to save."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from agents.board.charts import bars_of, days_of_spending
from agents.board.views import always, board_view
from trips import changing, spending
from trips.forms.expenses import CATEGORY_NAMES
from trips.models import Expense, Trip
from trips.places import gazetteer_for
from trips.planning.benchmarks import benchmarks_of
from trips.planning.outlays import JOURNEYS, Account
from trips.planning.savings import savings
from trips.schemas import Leg
from trips.spending import name_of, unpriced_sentence
from trips.templatetags.money import cents, money
from trips.wording import listed, rate_in_words

#: Shown at first; "all=1" shows the others as well.
NEWEST = 30
#: Of what the plan comes to; a smaller saving is not shown.
WORTH_A_WORD = Decimal("0.01")


@board_view("spending", "Costs", "agents/board/_spending.html", shown=always, order=30, in_bar=True)
def spending_view(trip: Trip, query: Mapping[str, str]) -> dict[str, Any]:
    """`sum`: what was spent, before that what the plan comes to; `left`: what the budget has beyond it;
    `share`: its part of the budget, 0 to 1000; `rows`: what the plan and bookings come to, each with what is
    said beside it."""
    gazetteer = gazetteer_for(trip)
    base = changing.base_of(trip) if trip.plan else None
    plan = base.plan if base else None
    account = spending.account(trip)
    rows = list(trip.expenses.select_related("paid_by__traveller").order_by("-date", "-pk"))
    shown = rows if query.get("all") == "1" else rows[:NEWEST]
    tips = (
        savings(
            base.plan, base.facts, gazetteer, today=account.today, currency=account.currency, now=base.now
        )
        if base and account.phase != "after"
        else []
    )
    spends = bool(account.count) or account.phase != "before" or account.planned is None
    amount = account.spent if spends else account.planned or Decimal(0)
    left = (account.budget or amount) - amount
    written = cents if spends else money
    together = trip.members.count() > 1
    modes = {one.mode for one in plan.items() if isinstance(one, Leg) and one.between_cities} if plan else ()
    names = CATEGORY_NAMES | {JOURNEYS: "Flights" if modes == {"flight"} else "Between cities"}
    charts = [
        bars_of("category", "By kind", account.by_kind, names),
        bars_of("city", "By city", account.by_city),
        bars_of("payer", "By who paid", account.by_payer),
        days_of_spending(account),
    ]
    share = round(float(amount / account.budget) * 1000) if account.budget else 0
    return {
        "account": account,
        "spending": spends,
        "sum": written(amount, account.currency),
        "left": written(abs(left), account.currency),
        "over": left < 0,
        "share": max(0, min(1000, share)),
        "rows": list(_rows(account)),
        "charts": [one for one in charts if one],
        "lines": [_line(row, together=together) for row in shown],
        "more": len(rows) - len(shown),
        "benchmarks": benchmarks_of(trip.facts, plan, gazetteer),
        "savings": [tip for tip in tips if tip.amount >= WORTH_A_WORD * (account.planned or 0)],
    }


def _rows(account: Account) -> Iterator[tuple[str, str, Decimal]]:
    """Name, what is said beside it, and sum."""
    if account.planned and (account.count or account.phase != "before"):
        title = "The plan had" if account.phase == "after" else "The plan comes to"
        yield title, _beside_plan(account), account.planned
    if account.phase == "during" and account.planned_so_far is not None:
        yield "Planned so far", "", account.planned_so_far
    if account.reserved and account.phase != "after":
        yield "Booked, not noted as spent", _beside_booked(account), account.booked
    if account.phase == "during" and account.count and account.planned and account.expected is not None:
        yield "The trip comes to", "if the rest goes as planned", account.expected


def _beside_booked(account: Account) -> str:
    """What is in the sum, and what is left out of it."""
    known = listed(one.what for one in account.reserved if one.value is not None)
    unknown = listed(one.what for one in account.reserved if one.value is None)
    return "; ".join(filter(None, (known, unknown and f"without a known rate left out: {unknown}")))


def _beside_plan(account: Account) -> str:
    """What the plan leaves of the budget; after the trip how far they kept to the plan."""
    planned = account.planned or Decimal(0)
    if account.phase == "after":
        more = account.spent - planned if account.count else 0
        return f"you spent {_whole(account, more)} {'more' if more > 0 else 'less'}" if more else ""
    spare = account.budget - planned if account.budget else 0
    return f"{_whole(account, spare)} {'to spare' if spare > 0 else 'over the budget'}" if spare else ""


def _whole(account: Account, amount: Decimal) -> str:
    return money(abs(amount), account.currency)


def _line(row: Expense, *, together: bool) -> dict[str, Any]:
    """`together`: several are on the trip, so who paid matters."""
    priced = row.amount_in_trip_currency is not None
    rate = ""
    if priced and row.currency != row.trip_currency and row.rate is not None:
        when = f", {row.rate_date:%-d %B %Y}" if row.rate_date else ""
        rate = f"1 {row.currency} = {rate_in_words(row.rate)} {row.trip_currency}{when}, {row.rate_source}"
    return {
        "row": row,
        "category": CATEGORY_NAMES.get(row.category, row.category),
        "payer": name_of(row.paid_by) if together else "",
        "rate": rate,
        "problem": "" if priced else unpriced_sentence(row),
    }
