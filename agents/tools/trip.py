"""The trip itself: its plan or an option day by day, and what was found in its cities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from agents.runtime.hooks import ToolError
from agents.runtime.masking import masked
from agents.tools import tool
from agents.view import TripView
from memory.sections.research import cities_of, findings, intel
from trips.exports.plan_markdown import day_markdown
from trips.planning.own_bookings import alone
from trips.schemas import Plan

#: Characters of a plan, whole days; and of findings, whole lines.
MOST = 20_000


class PlanInput(BaseModel):
    """`day` counts from 1; 0 = all of them. `option`: 0 = the chosen plan."""

    day: Annotated[int, Field(ge=0, le=400)] = 0
    option: Annotated[int, Field(ge=0, le=3)] = 0


class FindingsInput(BaseModel):
    city: Annotated[str, Field(max_length=100)] = ""
    kind: Literal["", "place", "activity", "food", "facts"] = ""


@tool(
    "read_plan",
    "The chosen plan in full: times, ways, hours, prices, notes, bookings. `day` 0 means all days; `option` "
    "is the number of one on offer, 0 the chosen plan.",
    PlanInput,
)
def read_plan(given: PlanInput, view: TripView) -> dict:
    """Whole days, as many as fit."""
    plan = _plan_meant(given.option, view)
    if given.day > len(plan.days):
        raise ToolError(f"There is no day {given.day}; it has {len(plan.days)} days.")
    noted = () if given.option else view.bookings.noted
    own = alone(noted, plan)
    told, length, left = [], 0, 0
    for number in [given.day] if given.day else range(1, len(plan.days) + 1):
        day = "\n".join(day_markdown(plan, number, view.gazetteer, noted, own, view.facts.dietary))
        length += len(day)
        if told and length > MOST:
            left += 1
        else:
            told.append(masked(day))
    more = {"not_shown": f"{left} more days: ask for them one by one."} if left else {}
    return {"title": masked(plan.title), "days": "\n\n".join(told), **more}


def _plan_meant(option: int, view: TripView) -> Plan:
    if not option and view.plan is not None:
        return view.plan
    for one in (*view.options, *view.choosable):
        if one.number == option:
            return one.plan
    numbers = ", ".join(str(one.number) for one in (*view.options, *view.choosable)) or "none"
    chosen = "a plan is chosen (0)" if view.plan else "no plan is chosen"
    raise ToolError(f"There is no such plan: {chosen}; options: {numbers}.")


@tool(
    "read_findings",
    "What was found in a city of this trip: areas, prices, hours, what was kept or dismissed. An empty "
    "`city` or `kind` means every one; the kind `facts` are the practical facts.",
    FindingsInput,
)
def read_findings(given: FindingsInput, view: TripView) -> dict:
    """The lines of a brief, what matters most first, as many as fit."""
    known = view.known
    cities = cities_of(known, (*known.findings, *known.intel))
    if given.city:
        wanted = given.city.strip().casefold()
        cities = [city for city in cities if city.casefold() == wanted]
        if not cities:
            raise ToolError(f"{given.city} is no city of this trip, and nothing was found there.")
    rows = [row for row in known.findings if row.city in cities and given.kind in ("", row.kind)]
    facts = [row for row in known.intel if row.city in cities and given.kind in ("", "facts")]
    told = replace(known, findings=tuple(rows), intel=tuple(facts))
    lines = sorted(findings(told), key=lambda line: -line.weight)
    return {
        "facts": [masked(line) for line in _that_fit(intel(told))],
        "findings": [masked(line) for line in _that_fit([line.text for line in lines])],
    }


def _that_fit(lines: Sequence[str]) -> list[str]:
    """The first ones, and how many are left out."""
    ends = list(accumulate(len(line) for line in lines))
    fitting = sum(end <= MOST // 2 for end in ends)
    left = len(lines) - fitting
    return [*lines[:fitting], *([f"- and {left} more: ask for one city and one kind"] if left else [])]
