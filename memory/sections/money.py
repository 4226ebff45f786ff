"""Money: what was spent and is left, what things usually cost there, where to save. Code does the sums."""

from __future__ import annotations

from collections import defaultdict
from decimal import Decimal
from statistics import median

from memory.briefing import Briefing, Spent
from memory.sections.inline import inline
from trips.planning.gazetteer import City
from trips.planning.request import ceiling_of
from trips.schemas import Place

FREE_SIGHTS = 6
TOPICS_OF_MONEY = ("money", "getting about")


def spending(briefing: Briefing) -> list[str]:
    """Spent in all and what is left, then by category and by city, all in the trip's currency."""
    if not briefing.expenses:
        return [_planned(briefing)] if briefing.plan else []
    spent = sum((row.in_trip_currency for row in briefing.expenses), Decimal(0))
    whole = _budget(briefing)
    left = f" of {_money(whole)}, {_money(whole - spent)} left" if whole is not None else ""
    lines = [f"- Spent: {_money(spent)}{left} {briefing.currency}".rstrip()]
    lines += [_planned(briefing)] if briefing.plan else []
    for label, totals in (
        ("category", _totals(briefing, lambda row: row.category)),
        ("city", _totals(briefing, lambda row: row.city)),
    ):
        lines += [
            f"- By {label}, {inline(name)}: {_money(total)} {briefing.currency} in {count} "
            f"{'expense' if count == 1 else 'expenses'}"
            for name, total, count in totals
        ]
    return lines


def benchmarks(briefing: Briefing) -> list[str]:
    """Medians of the curated rows of each city: meals, sights, rooms; with how many rows, and their date."""
    return [line for city in _curated(briefing) for line in _medians(city, _rows(briefing, city))]


def savings_tips(briefing: Briefing) -> list[str]:
    """What costs nothing, what was researched about money and ways, and cheaper things found, not used."""
    lines = []
    for city in _curated(briefing):
        free = [
            inline(place.name)
            for place in _rows(briefing, city)
            if place.kind == "visit" and place.price.adult == 0
        ]
        if free:
            lines.append(f"- {city.name}, free to visit: {', '.join(free[:FREE_SIGHTS])}")
    for known in briefing.intel:
        lines += [
            f"- {inline(known.city)}, {topic}: {inline(str(known.data[topic]))}"
            for topic in TOPICS_OF_MONEY
            if known.data.get(topic)
        ]
    for found in (briefing.plan or {}).get("alternatives", ()):
        because = f": {inline(found['reason'])}" if found.get("reason") else ""
        lines.append(f"- not used in the plan, {found['kind']}: {inline(found['name'])}{because}")
    return lines


def _planned(briefing: Briefing) -> str:
    plan = briefing.plan or {}
    return f"- Planned in all: {_money(Decimal(str(plan['total'])))} {plan['currency']}"


def _budget(briefing: Briefing) -> Decimal | None:
    """The sum for everybody and the whole trip, in the trip's currency; None when nobody named one."""
    facts = briefing.facts
    if not briefing.currency:
        return None
    dates = facts.dates
    days = (dates.end - dates.start).days + 1 if dates.start and dates.end else dates.days or 0
    return ceiling_of(facts, briefing.currency.upper(), max(1, facts.party.size), days)


def _totals(briefing: Briefing, name_of) -> list[tuple[str, Decimal, int]]:
    """Name, sum and count, the largest sum first."""
    groups: dict[str, list[Spent]] = defaultdict(list)
    for row in briefing.expenses:
        groups[name_of(row) or "elsewhere"].append(row)
    sums = [
        (name, sum((row.in_trip_currency for row in rows), Decimal(0)), len(rows))
        for name, rows in groups.items()
    ]
    return sorted(sums, key=lambda entry: (-entry[1], entry[0]))


def _curated(briefing: Briefing) -> list[City]:
    """The trip's cities that have curated rows."""
    if briefing.gazetteer is None:
        return []
    ids = [place.city_id for place in briefing.facts.destinations if place.city_id]
    cities = [briefing.gazetteer.city(city_id) for city_id in ids]
    return [city for city in cities if city and city.curated]


def _rows(briefing: Briefing, city: City) -> list[Place]:
    return briefing.gazetteer.places(city.curated) if briefing.gazetteer and city.curated else []


def _medians(city: City, places: list[Place]) -> list[str]:
    groups: dict[tuple[str, str], list[Place]] = defaultdict(list)
    for place in places:
        groups[(_what(place), place.price.currency)].append(place)
    lines = []
    for (what, currency), rows in sorted(groups.items()):
        dated = max(row.as_of for row in rows)
        when = f", {dated}" if dated else ""
        middle = median(row.price.adult for row in rows)
        count = "1 curated row" if len(rows) == 1 else f"{len(rows)} curated rows"
        lines.append(f"- {city.name}, {what}: {_money(middle)} {currency} (median of {count}{when})")
    return lines


def _what(place: Place) -> str:
    if place.kind == "visit":
        return "a sight, a person"
    level = f"{place.band} level" if place.band else "any level"
    return f"a meal, a person, {level}" if place.kind == "food" else f"a room, a night, {level}"


def _money(amount: Decimal) -> str:
    return f"{amount:,.0f}" if amount == amount.to_integral_value() else f"{amount:,.2f}"
