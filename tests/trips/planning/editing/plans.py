"""Plans to edit, made once, and the ways to look at what an edit did."""

from __future__ import annotations

import datetime as dt
from functools import cache
from pathlib import Path

from tests.trips.planning.asking import (
    BOSTON,
    JAPAN,
    MARRAKESH,
    PARIS,
    TODAY,
    facts_for,
    gazetteer,
    options_of,
)
from trips.planning.editing import Edit, Edited, apply_edits
from trips.planning.validator import check_plan
from trips.schemas import Item, Leg, Plan, Stay, TripFacts, Verdict

#: Not in the curated files: days are free time and free choices.
BRAGA = facts_for("Madrid", ["Braga"], "2027-03-08", "2027-03-12", level="mid")
#: Without an origin: it begins and ends in the city.
NO_ORIGIN = facts_for(None, ["Boston"], "2027-06-08", "2027-06-12", level="low")
DAY_TRIP = facts_for("New York", ["Boston"], "2027-06-08", "2027-06-08", level="low")
#: A sum so small that the schedule had to economize.
TIGHT = facts_for("New York", ["Boston"], "2027-02-15", "2027-02-18", total=1200, currency="USD")
HIRED_CAR = facts_for(None, ["Boston", "New York"], "2027-06-08", "2027-06-13", car={"wanted": True})

ALL: dict[str, TripFacts] = {
    "Boston": BOSTON,
    "Japan": JAPAN,
    "Paris": PARIS,
    "Marrakesh": MARRAKESH,
    "Braga": BRAGA,
    "no origin": NO_ORIGIN,
    "day trip": DAY_TRIP,
    "tight": TIGHT,
    "hired car": HIRED_CAR,
}


#: Plans that an earlier release made: what is read of them does not depend on which sights are chosen today.
MADE_BEFORE = Path(__file__).parent / "data"


@cache
def options(name: str) -> tuple[Plan, ...]:
    kept = MADE_BEFORE / f"{name.lower()}.jsonl"
    if kept.exists():
        return tuple(map(Plan.model_validate_json, kept.read_text("utf-8").splitlines()))
    return tuple(options_of(ALL[name]))


def plan_of(name: str, option: int = 0) -> Plan:
    return options(name)[option]


def edited(
    name: str,
    *edits: Edit,
    plan: Plan | None = None,
    facts: TripFacts | None = None,
    today: dt.date = TODAY,
) -> Edited:
    plan = plan or plan_of(name)
    return apply_edits(plan, list(edits), facts or ALL[name], gazetteer(), today=today)


def verdict_of(name: str, plan: Plan | None = None) -> Verdict:
    return check_plan(plan or plan_of(name), ALL[name], gazetteer(), today=TODAY)


def item(plan: Plan, title: str) -> Item:
    """The first item, no way, with these words in its title."""
    return next(one for one in plan.items() if title in one.title and not isinstance(one, Leg))


def stay(plan: Plan, number: int = 0) -> Stay:
    return [one for one in plan.items() if isinstance(one, Stay)][number]


def titles(plan: Plan, day: int) -> list[str]:
    return [one.title for one in plan.days[day - 1].items if not isinstance(one, Leg | Stay)]


def visits(plan: Plan, day: int) -> list[str]:
    return [one.title for one in plan.days[day - 1].items if one.kind == "visit"]


def meal(plan: Plan, day: int, name: str) -> Item:
    return next(one for one in plan.days[day - 1].items if one.kind == "meal" and one.meal == name)


def on_foot(plan: Plan, day: int) -> int:
    """Minutes."""
    items = plan.days[day - 1].items
    return sum(one.minutes for one in items if isinstance(one, Leg) and one.mode == "walk")
