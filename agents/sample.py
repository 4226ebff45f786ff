"""The sample on the front page: a plan for Florence, made by the offline planner from the rows that ship."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from decimal import Decimal
from functools import lru_cache

from agents.board.board import PlanPage, page_of
from config import clock
from trips.catalogue.gazetteer import default_gazetteer
from trips.planning.compose import draft, outlines
from trips.planning.schedule import schedule
from trips.planning.validator import check_plan
from trips.schemas import Budget, Dates, Destination, Party, Plan, TripFacts, Verdict

DAYS = 4
#: The day that the front page shows: the first full one.
SHOWN = 2
#: It begins on a Saturday so far ahead, or one of the next where some check fails.
AHEAD = dt.timedelta(days=60)
TRIES = 4
FLORENCE = Destination(name="Florence", city_id=3176959, country="IT")
BUDGET = Decimal(1600)


def sample_page(query: Mapping[str, str]) -> PlanPage:
    """As the board shows a plan; `query`: day and frame."""
    today = clock.today()
    plan, verdict = _made(_saturday(today + AHEAD))
    return page_of(plan, verdict, default_gazetteer(), query, today, budget=BUDGET)


@lru_cache(maxsize=2)
def _made(first: dt.date) -> tuple[Plan, Verdict]:
    """The same for a week: a process makes it once, in about a fifth of a second."""
    made = (_plan(first + dt.timedelta(weeks=week)) for week in range(TRIES))
    return next((one for one in made if not one[1].failed), None) or _plan(first)


def _plan(start: dt.date) -> tuple[Plan, Verdict]:
    gazetteer, today = default_gazetteer(), start - AHEAD
    facts = TripFacts(
        destinations=[FLORENCE],
        dates=Dates(start=start, end=start + dt.timedelta(days=DAYS - 1)),
        party=Party(adults=2),
        budget=Budget(amount=BUDGET, currency="USD", scope="total"),
        pace="relaxed",
        interests=["history", "food"],
    )
    outline = outlines(facts, gazetteer)[0]
    plan = schedule(draft(facts, outline, gazetteer, used=set()), facts, gazetteer, today=today)
    return plan, check_plan(plan, facts, gazetteer, today=today)


def _saturday(date: dt.date) -> dt.date:
    return date + dt.timedelta(days=(5 - date.weekday()) % 7)
