"""G. Measures of a plan as a whole: distances, likings, spread of prices.

Each says what it found; what is far from usual is remarked on. Never a gate.
"""

from __future__ import annotations

from collections import Counter
from decimal import Decimal

from trips.catalogue.matching import is_among
from trips.planning.validator import limits
from trips.planning.validator.context import Context, is_stop
from trips.planning.validator.moments import naive
from trips.planning.validator.position import straight_km
from trips.planning.validator.report import Report
from trips.planning.validator.sums import converted
from trips.schemas import CostLine, Day, Leg, Place, Visit
from trips.wording import counted, day_in_words, whole_money


def distances(context: Context, report: Report) -> None:
    """From each stop to the next of its day, in a straight line."""
    every: list[float] = []
    for day in context.plan.days:
        steps = _steps(context, day)
        every += steps
        if steps and sum(steps) / len(steps) > limits.KM_BETWEEN_STOPS:
            mean = sum(steps) / len(steps)
            report.fail(
                f"The stops of {day_in_words(day.date)} are {mean:.0f} km apart on average.",
                repair="Take stops of one part of the town together.",
            )
    if every:
        report.note(f"From stop to stop {sum(every) / len(every):.1f} km on average.")


def _steps(context: Context, day: Day) -> list[float]:
    """Two stops that a way between cities parts are no step."""
    steps: list[float] = []
    here = None
    for item in sorted(day.items, key=lambda one: naive(one.start)):
        if isinstance(item, Leg) and context.is_intercity(item):
            here = None
        elif is_stop(item):
            there = context.position_of_item(item)
            far = straight_km(here, there) if here else None
            steps += [far] if far is not None else []
            here = there
    return steps


def likings(context: Context, report: Report) -> None:
    """How many visits are about what the travellers like, by the tags of our rows."""
    rows = [row for visit in context.visits if (row := context.row(visit))]
    liked = [one for one in context.facts.interests if one.strip() and _can_be_had(context, one)]
    if not rows or not liked:
        return
    fitting = Counter(any(_about(row, interest) for interest in liked) for row in rows)[True]
    if len(rows) >= limits.VISITS_TO_JUDGE and not fitting:
        report.fail(
            f"None of {counted(len(rows), 'visit')} is about what was named as liked.",
            repair=f"Add places marked {liked[0]}.",
        )
    report.note(
        f"{fitting} of {counted(len(rows), 'visit')} {'is' if fitting == 1 else 'are'} about what you like."
    )


def _about(row: Place, interest: str) -> bool:
    tags = [tag.replace("_", " ") for tag in row.tags]
    return is_among(interest, [*tags, row.area, row.name])


def _can_be_had(context: Context, interest: str) -> bool:
    return any(row.kind == "visit" and _about(row, interest) for row in context.rows)


def prices(context: Context, report: Report) -> None:
    """What the days cost without rooms and travel between cities: the cheapest and the dearest."""
    plan = context.plan
    sums = [_spent(context, day) for day in plan.days]
    if len(sums) < 2 or any(one is None for one in sums):
        return
    spent = [one for one in sums if one is not None]
    dearest = max(range(len(spent)), key=lambda index: spent[index])
    mean = (sum(spent, Decimal(0)) - spent[dearest]) / (len(spent) - 1)
    food = [line for meal in context.meals for line in meal.costs if line.quantity > 0]
    meals = converted(context, food, plan.currency) or Decimal(0)
    one_meal = meals / len(context.meals) if context.meals else Decimal(0)
    matters = spent[dearest] > one_meal * limits.DEAREST_DAY_MEALS
    if mean > 0 and matters and spent[dearest] > mean * limits.DEAREST_DAY:
        date = day_in_words(plan.days[dearest].date)
        report.fail(
            f"{date} costs {whole_money(spent[dearest], plan.currency)}, the other days "
            f"{whole_money(mean, plan.currency)} each.",
            repair=f"Look at what is dear on {date}.",
        )
    low, high = (whole_money(one, plan.currency) for one in (min(spent), max(spent)))
    report.note(f"Days cost {low} to {high}, not counting rooms and travel between cities.")


def _spent(context: Context, day: Day) -> Decimal | None:
    lines: list[CostLine] = [
        line
        for item in day.items
        if isinstance(item, Visit)
        or item.kind == "meal"
        or (isinstance(item, Leg) and not context.is_intercity(item))
        for line in item.costs
    ]
    return converted(context, lines, context.plan.currency)
