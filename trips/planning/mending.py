"""A draft whose plan fails a check, or is much like another: some of its days as another draft has them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence

from trips.planning.options import visits_of
from trips.schemas import DraftDay, Plan, PlanDraft, Verdict, Visit


def failing_days(plan: Plan, verdict: Verdict) -> list[dt.date]:
    """Days with an item that makes the plan one that can't be offered; none where it fails as a whole."""
    failing = {uid for result in verdict.errors for uid in result.items}
    return [day.date for day in plan.days if any(item.uid in failing for item in day.items)]


def repeated_days(plan: Plan, others: Sequence[Plan]) -> list[dt.date]:
    """Days with visits that another plan has as well, those with the most first."""
    known = set().union(*map(visits_of, others)) if others else set()
    shared = {
        day.date: sum(isinstance(item, Visit) and item.place_id in known for item in day.items)
        for day in plan.days
    }
    return sorted((date for date, count in shared.items() if count), key=lambda date: -shared[date])


def with_days_of(draft: PlanDraft, other: PlanDraft, dates: Collection[dt.date]) -> PlanDraft:
    """The draft with these days as the other one has them; nothing of its own other days comes twice."""
    theirs = {day.date: day for day in other.days if day.date in dates}
    own = [day for day in draft.days if day.date not in theirs]
    taken = {entry.place_id for day in own for entry in (*day.stops, *day.meals) if entry.place_id}
    days = [*own, *(_without(day, taken) for day in theirs.values())]
    return draft.model_copy(update={"days": sorted(days, key=lambda day: day.date)})


def _without(day: DraftDay, taken: Collection[str]) -> DraftDay:
    stops = [stop for stop in day.stops if stop.place_id not in taken]
    meals = [meal for meal in day.meals if meal.place_id not in taken]
    return day.model_copy(update={"stops": stops, "meals": meals})
