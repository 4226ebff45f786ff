"""F. Wishes that cannot be had together: the smallest set of them, and what would help.

No check of the plan but an explanation of why none can pass: it stands in a verdict only where there is
something to explain. What no row denies is not called impossible: sums are the least that our rows ask, a row
that does not say suits.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from decimal import ROUND_CEILING, Decimal
from itertools import combinations

from trips.catalogue.matching import means
from trips.planning.validator import limits
from trips.planning.validator.clash_rows import (
    Clash,
    cities_with_rows,
    clashes_of_rows,
    musts,
    stay_wishes,
)
from trips.planning.validator.context import Context
from trips.planning.validator.registry import check
from trips.planning.validator.report import Report
from trips.planning.validator.sums import in_currency, people_who_pay
from trips.schemas import Appointment, Destination
from trips.wording import counted, day_in_words, listed, money_in_words, quantum, upper_first

#: Continents that ways by land join; to the others one flies or sails.
_JOINED = ({"Europe", "Asia", "Africa"}, {"North America", "South America"}, {"Oceania"}, {"Antarctica"})


@check(
    id=27,
    title="Wishes that go together",
    severity="warning",
    sentence="No two wishes exclude each other; where they do, the fewest that clash are named, with offers.",
    data="stays, food and sights of our data, their prices and hours; the dates and sums named",
    applies=lambda context: any(_clashes(context)),
)
def wishes_together(context: Context, report: Report) -> None:
    report.rests_on("curated" if cities_with_rows(context) else "official")
    for clash in _each_once(sorted(_clashes(context), key=lambda one: len(one.wishes))):
        report.fail(
            f"Not together: {listed(clash.wishes)}. {clash.why}",
            repair=f"{upper_first(' or '.join(dict.fromkeys(clash.offers)))}.",
        )


def _clashes(context: Context) -> Iterator[Clash]:
    yield from _nights(context)
    yield from _appointments(context)
    yield from _wanted_and_avoided(context)
    yield from _transport(context)
    yield from clashes_of_rows(context)
    yield from _money(context)


def _each_once(found: Iterable[Clash]) -> list[Clash]:
    """Each set once; a set that holds a smaller one says nothing new."""
    kept: list[Clash] = []
    for clash in found:
        if not any(set(one.wishes) <= set(clash.wishes) for one in kept):
            kept.append(clash)
    return kept


# --- Time ----------------------------------------------------------------------------------------


def _nights(context: Context) -> Iterator[Clash]:
    """More nights than the dates have: the fewest cities whose nights are too many already."""
    days = _days_named(context)
    asked = [one for one in context.facts.destinations if (one.nights or 0) > 0]
    if days is None or not asked:
        return
    for size in range(1, len(asked[:8]) + 1):
        for some in combinations(asked[:8], size):
            nights = sum(one.nights or 0 for one in some)
            if nights > days - 1:
                yield _too_many(some, nights - (days - 1), days)
                return


def _days_named(context: Context) -> int | None:
    dates = context.facts.dates
    if dates.start and dates.end and dates.end >= dates.start:
        return (dates.end - dates.start).days + 1
    return dates.days


def _too_many(some: tuple[Destination, ...], over: int, days: int) -> Clash:
    wishes = (*(f"{counted(one.nights or 0, 'night')} in {one.name}" for one in some), counted(days, "day"))
    most = max(some, key=lambda one: one.nights or 0)
    return Clash(
        wishes,
        f"{counted(days, 'day')} have {counted(max(0, days - 1), 'night')}.",
        (f"stay {counted(over, 'day')} longer", f"take {counted(over, 'night')} less in {most.name}"),
    )


def _appointments(context: Context) -> Iterator[Clash]:
    dates = context.facts.dates
    fixed = [one for one in context.facts.appointments if one.date]
    for one in fixed:
        if dates.start and dates.end and one.date and not dates.start <= one.date <= dates.end:
            yield Clash(
                (one.what, "the dates"),
                f"{one.what} is on {day_in_words(one.date)}, which is no day of the trip.",
                (f"travel on {day_in_words(one.date)} too", f"drop {one.what}"),
            )
    for first, second in combinations(fixed[:20], 2):
        if first.date == second.date and _overlap(first, second):
            yield Clash(
                (first.what, second.what),
                f"Both are on {day_in_words(first.date)} at the same time.",
                (f"move {first.what}", f"move {second.what}"),
            )


def _overlap(one: Appointment, other: Appointment) -> bool:
    hours = [_clock(time) for time in (one.start, other.start, one.end, other.end)]
    first, second, ends, also_ends = hours
    if first is None or second is None or ends is None or also_ends is None:
        return first is not None and first == second
    return max(first, second) < min(ends, also_ends)


def _clock(time: dt.time | None) -> dt.time | None:
    """Local, whatever zone somebody put on it."""
    return time.replace(tzinfo=None) if time else time


# --- For and against -----------------------------------------------------------------------------


def _wanted_and_avoided(context: Context) -> Iterator[Clash]:
    facts = context.facts
    rows = dict(musts(context))
    for must in facts.must_do:
        row = rows.get(must)
        names = [must, *([row.name, *row.aliases] if row else [])]
        for thing in facts.avoid:
            if thing.strip() and must.strip() and means(thing, names):
                yield Clash(
                    (f"see {must}", f"avoid {thing}"),
                    "One is the other.",
                    (f"drop {must}", "see it after all"),
                )
    for cuisine in facts.cuisines:
        for thing in facts.avoid:
            if thing.strip() and cuisine.strip() and means(thing, [f"{cuisine} food", cuisine]):
                yield Clash(
                    (f"{cuisine} food", f"avoid {thing}"), "One is the other.", (f"drop {cuisine} food",)
                )


def _transport(context: Context) -> Iterator[Clash]:
    facts = context.facts
    bans = set(facts.transport_bans)
    if facts.car.wanted and "car" in bans:
        yield Clash(("a rental car", "no car"), "One is the other.", ("drop the car", "allow the car"))
    if "flight" not in bans or context.origin is None:
        return
    for city in {city.id: city for city in context.day_cities if city}.values():
        here, there = (_continent(context, code) for code in (context.origin.country, city.country))
        joined = not here or not there or any({here, there} <= group for group in _JOINED)
        rows = context.gazetteer.connections(context.origin.id, city.id)
        if joined or any(row.mode not in bans for row in rows):
            continue
        yield Clash(
            ("no flights", f"from {context.origin.name} to {city.name}"),
            "No way by land leads there, and our data has no ship.",
            ("allow a flight", f"drop {city.name}"),
        )
        return


def _continent(context: Context, code: str) -> str:
    country = context.gazetteer.country(code)
    return country.continent if country else ""


# --- Money ---------------------------------------------------------------------------------------


def _money(context: Context) -> Iterator[Clash]:
    """A sum below the least that beds and what must be seen cost. The plan itself shows that it is enough
    where it keeps the sum."""
    budget, plan = context.facts.budget, context.plan
    if budget.amount is None or not any(context.city_id_of(stay) for stay in context.stays):
        return
    currency = budget.currency or plan.currency
    people, days = max(1, plan.travellers), max(1, len(plan.days))
    times = {"per_person": people, "per_day": days}.get(budget.scope or "total", 1)
    ceiling = budget.amount * times
    if budget.approximate:
        ceiling *= 1 + Decimal(limits.APPROXIMATE_SHARE)
    spent = in_currency(context, plan.total, plan.currency, currency)
    beds, named = _beds(context, currency), _tickets(context, currency)
    if beds is None or not ceiling.is_finite() or spent is None or spent <= ceiling:
        return
    tickets = sum(named.values(), Decimal(0))
    if beds + tickets <= ceiling:
        return
    scope = {"per_person": " a person", "per_day": " a day"}.get(budget.scope or "", "")
    limit = f"{money_in_words(budget.amount, currency)}{scope}"
    missing = ((beds + tickets - ceiling) / times).quantize(quantum(currency), ROUND_CEILING)
    nights = sum(max(0, stay.nights) for stay in context.stays)
    raised = f"raise the budget by {money_in_words(missing, currency)}{scope} at least"
    if beds > ceiling:
        fewer = int(ceiling / (beds / nights)) if nights and beds else 0
        offers = (raised, f"stay {counted(fewer, 'night')}" if fewer else "sleep elsewhere")
        yield Clash(
            (f"a budget of {limit}", counted(nights, "night"), counted(people, "traveller")),
            f"The cheapest beds of our data cost {money_in_words(beds, currency)}.",
            offers,
        )
        return
    needed = _fewest(named, ceiling - beds)
    why = f"With the cheapest beds ({money_in_words(beds, currency)}) that is too much."
    yield Clash((f"a budget of {limit}", *needed), why, (raised, *(f"drop {must}" for must in needed)))


def _fewest(named: dict[str, Decimal], left: Decimal) -> list[str]:
    """The fewest tickets that are more than what is left: the dearest ones."""
    chosen: list[str] = []
    total = Decimal(0)
    for must, cost in sorted(named.items(), key=lambda pair: -pair[1]):
        chosen.append(must)
        total += cost
        if total > left:
            break
    return chosen


def _beds(context: Context, currency: str) -> Decimal | None:
    """The plan's nights at the lowest price a night of any stay of ours that suits, in the cheapest season,
    as few rooms as hold everybody; None where a city of the plan has no rows or a price no rate."""
    suiting = stay_wishes(context)
    total = Decimal(0)
    cities = {city.id: city for city in cities_with_rows(context)}
    for stay in context.stays:
        city = cities.get(context.city_id_of(stay) or 0)
        rows = context.gazetteer.places(city.curated, "stay") if city else []
        prices = []
        for row in rows:
            if row.price is None or not all(wish.holds(row) for wish in suiting):
                continue
            rooms = -(-context.plan.travellers // row.occupancy) if row.occupancy else 1
            a_night = row.price.adult if row.price.low is None else row.price.low
            value = in_currency(context, a_night * max(1, rooms), row.price.currency, currency)
            if value is None:
                return None
            prices.append(value)
        if not prices:
            return None
        total += min(prices) * max(0, min(stay.nights, 1000))
    return total


def _tickets(context: Context, currency: str) -> dict[str, Decimal]:
    """What each sight costs that must be seen, for everybody."""
    found = {}
    for must, row in musts(context):
        if row.price is None:
            continue
        fees = sum(people_who_pay(context.plan, row.price), Decimal(0))
        value = in_currency(context, fees, row.price.currency, currency)
        if value:
            found[must] = value
    return found
