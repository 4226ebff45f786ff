"""Money: what was spent and is left, what things usually cost there, where to save. Code does the sums."""

from __future__ import annotations

from collections import defaultdict
from decimal import Decimal

from memory.briefing import Briefing, Spent
from memory.sections.fits import named, unlike_facts
from memory.sections.inline import inline
from memory.sections.research import in_order, since
from trips.catalogue.gazetteer import City
from trips.planning.benchmarks import benchmarks_of
from trips.planning.request import ceiling_of
from trips.schemas import TripFacts
from trips.wording import counted

FREE_SIGHTS = 6
TOPICS_OF_MONEY = ("money", "getting about")


def spending(briefing: Briefing) -> list[str]:
    """Spent in all and what is left, then by category and by city, all in the trip's currency."""
    if not briefing.expenses:
        return [_planned(briefing)] if briefing.plan else []
    spent = sum((row.in_trip_currency for row in _counted(briefing)), Decimal(0))
    lines = [f"- Spent: {_sum(spent, briefing)}{_left(spent, briefing)}", *_uncounted(briefing)]
    lines += [_planned(briefing)] if briefing.plan else []
    for label, totals in (
        ("category", _totals(briefing, lambda row: inline(row.category))),
        ("city", _totals(briefing, lambda row: named(briefing, row.city) if row.city else "")),
    ):
        lines += [
            f"- By {label}, {name}: {_sum(total, briefing)} in {count} "
            f"{'expense' if count == 1 else 'expenses'}"
            for name, total, count in totals
        ]
    return lines


def whole_budget(facts: TripFacts, currency: str) -> Decimal | None:
    """The sum for everybody and the whole trip, in the trip's currency; None when nobody named one."""
    if not currency:
        return None
    dates = facts.dates
    days = (dates.end - dates.start).days + 1 if dates.start and dates.end else dates.days or 0
    if facts.budget.scope == "per_day" and not days:
        return None
    return ceiling_of(facts, currency.upper(), max(1, facts.party.size), days)


def benchmarks(briefing: Briefing) -> list[str]:
    """Medians of our rows of each city: meals, sights, rooms; with how many rows, and their date."""
    found = benchmarks_of(briefing.facts, None, briefing.gazetteer) if briefing.gazetteer else []
    return [
        f"- {one.city}, {one.what}: {_money(one.amount)} {one.currency} "
        f"(median of {', '.join(filter(None, (counted(one.rows, 'row'), one.as_of)))})"
        for one in found
    ]


def savings_tips(briefing: Briefing) -> list[str]:
    """What costs nothing, what was researched about money and ways, and cheaper things found, not used."""
    lines = []
    for city in _cities(briefing):
        free = [
            inline(place.name)
            for place in briefing.gazetteer.places(city.curated, "visit")
            if place.price and place.price.adult == 0
        ]
        if free:
            lines.append(f"- {city.name}, free to visit: {', '.join(free[:FREE_SIGHTS])}")
    for known in in_order(briefing, briefing.intel):
        lines += [
            f"- {named(briefing, known.city)}, {topic}{since(briefing, known.city)}: "
            f"{inline(str(known.data[topic]))}"
            for topic in TOPICS_OF_MONEY
            if known.data.get(topic)
        ]
    for found in (briefing.plan or {}).get("alternatives", ()):
        because = f": {inline(found['reason'])}" if found.get("reason") else ""
        lines.append(f"- not used in the plan, {found['kind']}: {inline(found['name'])}{because}")
    return lines


def _planned(briefing: Briefing) -> str:
    plan = briefing.plan or {}
    unlike = unlike_facts(briefing)
    told = f"- Planned in all: {_money(Decimal(str(plan['total'])))} {plan['currency']}"
    return f"{told}; the plan is {unlike}" if unlike else told


def _left(spent: Decimal, briefing: Briefing) -> str:
    """Of the budget, and what is left of it or was spent beyond it."""
    whole = whole_budget(briefing.facts, briefing.currency)
    if whole is None:
        return ""
    beyond = spent > whole
    rest = _sum(spent - whole if beyond else whole - spent, briefing)
    return f" of {_sum(whole, briefing)}, {rest} {'over the budget' if beyond else 'left'}"


def _sum(amount: Decimal, briefing: Briefing) -> str:
    return f"{_money(amount)} {briefing.currency}".rstrip()


def _counted(briefing: Briefing) -> list[Spent]:
    return [row for row in briefing.expenses if row.in_trip_currency is not None]


def _uncounted(briefing: Briefing) -> list[str]:
    """What no sum holds, by currency."""
    sums: dict[str, Decimal] = defaultdict(Decimal)
    for row in briefing.expenses:
        if row.in_trip_currency is None:
            sums[row.currency] += row.amount
    told = ", ".join(f"{_money(amount)} {inline(currency)}" for currency, amount in sorted(sums.items()))
    return [f"- Not in these sums, no rate is known: {told}"] if told else []


def _totals(briefing: Briefing, name_of) -> list[tuple[str, Decimal, int]]:
    """Name, sum and count, the largest sum first."""
    groups: dict[str, list[Spent]] = defaultdict(list)
    for row in _counted(briefing):
        groups[name_of(row) or "elsewhere"].append(row)
    sums = [
        (name, sum((row.in_trip_currency for row in rows), Decimal(0)), len(rows))
        for name, rows in groups.items()
    ]
    return sorted(sums, key=lambda entry: (-entry[1], entry[0]))


def _cities(briefing: Briefing) -> list[City]:
    """The trip's cities that have rows."""
    if briefing.gazetteer is None:
        return []
    cities = briefing.gazetteer.cities(place.city_id for place in briefing.facts.destinations)
    return [city for city in cities if city.curated]


def _money(amount: Decimal) -> str:
    return f"{amount:,.0f}" if amount == amount.to_integral_value() else f"{amount:,.2f}"
