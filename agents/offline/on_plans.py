"""Answers about the options on offer and the chosen plan, read from the plans themselves.

Which plans a question means is read first (a number, a title, "the cheapest"); then what it asks of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import Decimal

from agents.offline.told_of_a_plan import (
    ASPECTS,
    CATEGORIES,
    DAY,
    NUMBERS,
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
from trips.planning.request import city_named
from trips.planning.wishes import place_meant
from trips.schemas import Plan

_NUMBERED = re.compile(
    r"\b(?:option|plan|number|no\.)s?\s*(?:no\.?\s*|number\s*)?#?(?P<after>\d{1,2}|one|two|three|four)\b|#(?P<mark>\d)\b|"
    r"\bthe\s+(?P<before>first|second|third|fourth)(?:\s+(?:option|one|plan)\b|\W*$)|"
    r"(?<=\band\s)(?P<next>\d)\b(?!\s*(?:days?|nights?|people|:|\.\d))",
    re.I,
)
_WHICH = re.compile(
    r"\b(?:which|what)(?:\s+(?:one|option|plan|of\s+(?:them|these|those|the\s+(?:options|three|two)))\b|'?s?\s+(?:is\s+)?"
    r"the\s+\w+\s+(?:option|plan)\b|\s+(?:do|would)\s+you\s+(?:recommend|choose|pick|take|prefer)\b|"
    r"\s+(?:should|shall)\s+(?:i|we)\s+(?:choose|pick|take)\b)|\bwhose\s+option\b|"
    r"\b(?:your|the)\s+(?:favou?rite|best)\s+option\b",
    re.I,
)
_ABOUT_A_PLAN = re.compile(
    r"\b(?:options?|plans?|trip|itinerary|it|this|that|they|these|them|each|included|per\s+(?:person|head)|(?:do|will|are)\s+we)\b",
    re.I,
)
#: What only a plan can tell.
_OF_WHAT_IS_TO_COME = re.compile(
    r"\boptions?\s*#?\d|\b(?:on|of)\s+day\s+\d|\bhow\s+far\b.*\b(?:the|our|my)\s+(?:hotel|stay)\b|"
    r"\bwhat\s+time\b.*\bwe\b|\bwhich\s+(?:one|option|plan)\b",
    re.I,
)
_AT_LARGE = re.compile(
    r"\b(?:about|like|tell|show|describe|explain|why|what\s+is|what's|looks?|details?)\b", re.I
)
NOT_OF_A_PLAN = "That is not a thing I can read from a plan."
NOTHING_YET = "There is no option and no plan yet that could tell."
_MOST_OPTIONS_TOLD = 3

Meant = Sequence[OptionView]


def about_plans(question: str, view: TripView) -> str | None:
    """The answer, when the question is about options or plan; None = it is about something else."""
    offered = _offered(view)
    if not offered:
        return NOTHING_YET if _OF_WHAT_IS_TO_COME.search(question) else None
    numbers = _numbers(question)
    if unknown := [number for number in numbers if number not in {one.number for one in offered}]:
        on_offer = ", ".join(str(one.number) for one in offered)
        return f"There is no option {unknown[0]}. On offer: {on_offer}."
    named = [one for number in numbers for one in offered if one.number == number]
    named = named or [one for one in offered if _titled(question, one.plan)]
    if _compares(question, named) and len(offered) > 1:
        return _differences(question, named, offered)
    if _WHICH.search(question) and len(offered) > 1 and not named:
        return _which(question, offered, view)
    meant = named or _meant(view, offered)
    for aspect in ASPECTS:
        if not aspect.pattern.search(question):
            continue
        if not named and (
            (aspect.of_a_plan and not _ABOUT_A_PLAN.search(question))
            or (aspect.of_places and _names_a_place(question, view))
        ):
            continue
        told = [(one, aspect.tells(question, one, view)) for one in meant[:_MOST_OPTIONS_TOLD]]
        return _together([(one, words) for one, words in told if words]) or None
    if not named:
        return None
    return _overview(named) if _AT_LARGE.search(question) else f"{NOT_OF_A_PLAN} {_overview(named)}"


def names_a_part(question: str) -> bool:
    """Does it name an option by its number, or a day of a plan?"""
    return bool(_numbers(question) or DAY.search(question))


def _offered(view: TripView) -> list[OptionView]:
    return list(view.choosable or view.options)


def _meant(view: TripView, offered: list[OptionView]) -> list[OptionView]:
    """The chosen plan where there is one, else all that is on offer."""
    if view.plan is None or view.options:
        return offered
    return [OptionView(0, view.plan, offered[0].verdict)]


def _numbers(question: str) -> list[int]:
    found = []
    has_number = re.search(r"\b(?:option|plan)s?\b|#\d|\bthe\s+(?:first|second|third)\b", question, re.I)
    for match in _NUMBERED.finditer(question) if has_number else ():
        word = next(group for group in match.groups() if group).casefold()
        number = int(word) if word.isdigit() else NUMBERS[word]
        if number not in found:
            found.append(number)
    return found


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


_MORE_OR_LESS = re.compile(
    r"\b(?:more\s+expensive|dearer|cheaper|costs?\s+(?:more|less)|differ\w*|compare\w*|versus|vs)\b",
    re.I,
)


# --- Comparing --------------------------------------------------------------------------------------


def _compares(question: str, named: Meant) -> bool:
    if len(named) == 2 and re.search(r"\b(?:better|best)\b", question, re.I):
        return True
    if _MORE_OR_LESS.search(question):
        return len(named) != 1 or bool(re.search(r"\bwhy\b|\bthan\b|\bfrom\b", question, re.I))
    return len(named) == 1 and bool(re.search(r"\bwhy\b.*\bso\s+(?:expensive|dear|cheap)\b", question, re.I))


def _differences(question: str, named: Meant, offered: Meant) -> str:
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
    for pattern, figure, sign, unit in _RANKS:
        if pattern.search(question):
            ranked = sorted(offered, key=lambda one: sign * figure(one.plan, view))
            listed = ", ".join(
                f"option {one.number} {_figure(figure(one.plan, view), unit, one)}" for one in ranked
            )
            return f"Option {ranked[0].number}, “{ranked[0].plan.title}”: {listed}."
    level = view.facts.budget.level or "mid"
    best = min(offered, key=lambda one: (one.plan.label != "balanced", one.plan.level != level, one.number))
    cheapest = min(offered, key=lambda one: one.plan.total)
    words = (
        f"Option {best.number}, “{best.plan.title}”, answers what you said most plainly: {sums(best.plan)}, "
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


_RANKS: tuple[tuple[re.Pattern[str], Callable[[Plan, TripView], Decimal | float | int], int, str], ...] = (
    (
        re.compile(r"\b(?:kids?|child(?:ren)?|toddlers?|famil(?:y|ies))\b", re.I),
        for_children,
        -1,
        "visits for children",
    ),
    (re.compile(r"\bmuseums?\b", re.I), museums, -1, "museums"),
    (
        re.compile(r"\b(?:cheap\w*|least\s+expensive|lowest|costs?\s+least)\b", re.I),
        lambda plan, view: plan.total,
        1,
        "money",
    ),
    (
        re.compile(
            r"\b(?:most\s+expensive|dearest|priciest|luxur\w*|highest|costs?\s+(?:the\s+)?most)\b", re.I
        ),
        lambda plan, view: plan.total,
        -1,
        "money",
    ),
    (
        re.compile(r"\b(?:less|least|little)\s+walking|walk\s+(?:the\s+)?least\b", re.I),
        lambda plan, view: walking(plan),
        1,
        "km on foot",
    ),
    (
        re.compile(r"\bmost\s+walking|walk\s+(?:the\s+)?most\b", re.I),
        lambda plan, view: walking(plan),
        -1,
        "km on foot",
    ),
    (
        re.compile(r"\b(?:relax\w*|slow\w*|calm\w*|easi\w+|fewest|least\s+(?:busy|full|packed))\b", re.I),
        lambda plan, view: len(visits(plan)),
        1,
        "visits",
    ),
    (
        re.compile(
            r"\b(?:full\w*|packed|busi\w+|most\s+(?:visits|sights|to\s+see)|see\s+(?:the\s+)?most)\b", re.I
        ),
        lambda plan, view: len(visits(plan)),
        -1,
        "visits",
    ),
)
