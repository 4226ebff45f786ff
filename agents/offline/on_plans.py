"""Answers about the options on offer and the chosen plan, read from the plans themselves.

Which plans a question means is read first (a number, a title, "the cheapest"); then what it asks of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal

from agents.offline.told_of_a_plan import (
    ASPECTS,
    CATEGORIES,
    for_children,
    museums,
    spent,
    stays,
    sums,
    visits,
    walking,
)
from agents.view import OptionView, TripView
from trips.catalogue.names import key
from trips.facts.describing import money
from trips.planning.options import hurries
from trips.planning.request import city_named
from trips.planning.wishes import place_meant
from trips.reading.questions import asked, options_named
from trips.schemas import Plan

NOT_OF_A_PLAN = "That is not a thing I can read from a plan."
NOTHING_YET = "There is no option and no plan yet that could tell."
_MOST_OPTIONS_TOLD = 3

Meant = Sequence[OptionView]


def about_plans(question: str, view: TripView) -> str | None:
    """The answer, when the question is about options or plan; None = it is about something else."""
    offered, of = _offered(view), asked(question, "of_options")
    if not offered:
        return NOTHING_YET if "to_come" in of else None
    numbers = options_named(question)
    if unknown := [number for number in numbers if number not in {one.number for one in offered}]:
        on_offer = ", ".join(str(one.number) for one in offered)
        return f"There is no option {unknown[0]}. On offer: {on_offer}."
    named = [one for number in numbers for one in offered if one.number == number]
    named = named or [one for one in offered if _titled(question, one.plan)]
    if _compares(of, named) and len(offered) > 1:
        return _differences(named, offered)
    if "which" in of and len(offered) > 1 and not named:
        return _which(question, offered, view)
    meant = named or _meant(view, offered)
    for aspect in asked(question, "of_an_option"):
        tells, of_a_plan, of_places = ASPECTS[aspect]
        if not named and (
            (of_a_plan and "of_a_plan" not in of)
            or (of_places and _names_a_place(question, view))
            or (aspect == "sleeping" and "advised" in of)
        ):
            continue
        told = [(one, tells(question, one, view)) for one in meant[:_MOST_OPTIONS_TOLD]]
        return _together([(one, words) for one, words in told if words]) or None
    if not named:
        return None
    return _overview(named) if "at_large" in of or "why" in of else f"{NOT_OF_A_PLAN} {_overview(named)}"


def names_a_part(question: str) -> bool:
    """Does it name an option by its number, or a day of a plan?"""
    return bool(options_named(question) or "day" in asked(question, "of_an_option"))


def _offered(view: TripView) -> list[OptionView]:
    return list(view.choosable or view.options)


def _meant(view: TripView, offered: list[OptionView]) -> list[OptionView]:
    """The chosen plan where there is one, else all that is on offer."""
    if view.plan is None or view.options:
        return offered
    return [OptionView(0, view.plan, offered[0].verdict)]


def _titled(question: str, plan: Plan) -> bool:
    """Is the option named by its title, or by what stands before the colon in it?"""
    asked = f" {key(question)} "
    names = {key(plan.title), key(plan.title.partition(":")[0])}
    return any(len(name.split()) > 1 and f" {name} " in asked for name in names)


def _names_a_place(question: str, view: TripView) -> bool:
    cities = (city_named(destination, view.gazetteer) for destination in view.facts.destinations)
    return any(city and place_meant(question, city, view.gazetteer) for city in cities)


def _together(told: list[tuple[OptionView, str]]) -> str:
    if len(told) == 1:
        one, words = told[0]
        return f"{_name(one)}: {words}"
    return " ".join(f"Option {one.number}: {words}" for one, words in told)


def _name(one: OptionView) -> str:
    return f"Option {one.number}" if one.number else f"“{one.plan.title}”"


def _overview(named: Meant) -> str:
    return " ".join(
        f"Option {one.number}, “{one.plan.title}”: {sums(one.plan)}, {len(visits(one.plan))} visits, "
        f"{stays(one.plan)}."
        for one in named
    )


# --- Comparing --------------------------------------------------------------------------------------


def _compares(of: Sequence[str], named: Meant) -> bool:
    if len(named) == 2 and "better" in of:
        return True
    if "differs" in of:
        return len(named) != 1 or "why" in of or "against" in of
    return len(named) == 1 and "so_much" in of


def _differences(named: Meant, offered: Meant) -> str:
    """Where the money goes in one and not in the other; one alone beside the cheapest of the others."""
    if len(named) == 1:
        others = [one for one in offered if one.number != named[0].number]
        named = [named[0], min(others, key=lambda one: one.plan.total)]
    plans = named or offered
    if len(plans) != 2 or len({one.plan.currency for one in plans}) > 1:
        return _overview(plans)
    dear, cheap = sorted(plans, key=lambda one: -one.plan.total)
    more = dear.plan.total - cheap.plan.total
    currency = dear.plan.currency
    if not more:
        return f"{_overview(plans)} They cost the same."
    by_part = {part: spent(dear.plan, part) - spent(cheap.plan, part) for part in CATEGORIES}
    parts = sorted((part for part in by_part if by_part[part]), key=lambda part: -abs(by_part[part]))
    listed = ", ".join(
        f"{CATEGORIES[part]} {money(abs(by_part[part]), currency)} {'more' if by_part[part] > 0 else 'less'}"
        for part in parts
    )
    return (
        f"Option {dear.number} comes to {money(dear.plan.total, currency)}, option {cheap.number} to "
        f"{money(cheap.plan.total, currency)}: {money(more, currency)} apart. "
        f"In option {dear.number}: {listed}. "
        f"It sleeps at {stays(dear.plan)}, the other at {stays(cheap.plan)}."
    )


def _which(question: str, offered: Meant, view: TripView) -> str:
    """The option that has most or least of what is asked for; else the one that answers the wish."""
    for row in asked(question, "most")[:1]:
        figure, sign, unit = _RANKS[row]
        ranked = sorted(offered, key=lambda one: sign * figure(one.plan, view))
        figures = (f"option {one.number} {_figure(figure(one.plan, view), unit, one)}" for one in ranked)
        return f"Option {ranked[0].number}, “{ranked[0].plan.title}”: {', '.join(figures)}."
    best = next((one for one in offered if not hurries(one.plan, view.facts)), None)  # in the planner's order
    if best is None:
        return "None of them: all have packed days. Tell me to slow down and I plan again."
    cheapest = min(offered, key=lambda one: one.plan.total)
    words = (
        f"Option {best.number}, “{best.plan.title}”, is the one I would take: {sums(best.plan)}, "
        f"{len(visits(best.plan))} visits."
    )
    if cheapest.number != best.number:
        least = money(cheapest.plan.total, cheapest.plan.currency)
        words += f" The cheapest is option {cheapest.number} at {least}."
    return words


def _figure(value: Decimal | float, unit: str, one: OptionView) -> str:
    if unit == "money":
        return money(Decimal(value), one.plan.currency)
    return f"{value:.1f} {unit}" if isinstance(value, float) else f"{value} {unit}"


def _total(plan: Plan, view: TripView) -> Decimal:
    return plan.total


def _on_foot(plan: Plan, view: TripView) -> float:
    return walking(plan)


def _visits(plan: Plan, view: TripView) -> int:
    return len(visits(plan))


#: Of a row of `most`: the figure, whether the least (1) or the most (-1) of it wins, its unit.
_RANKS: dict[str, tuple[Callable[[Plan, TripView], Decimal | float | int], int, str]] = {
    "children": (for_children, -1, "visits for children"), "museums": (museums, -1, "museums"),
    "cheapest": (_total, 1, "money"), "dearest": (_total, -1, "money"),
    "least_walking": (_on_foot, 1, "km on foot"), "most_walking": (_on_foot, -1, "km on foot"),
    "calmest": (_visits, 1, "visits"), "fullest": (_visits, -1, "visits"),
}  # fmt: skip
