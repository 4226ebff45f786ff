"""Feedback on the board: what was told, by day, with the strength of each day and the change that waits."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from agents.board.views import board_view
from trips import reporting
from trips.changing import open_proposal
from trips.models import Feedback, Trip

#: Share of the bar, of 100, by what was said of a day.
STRENGTH = {"low": 25, "medium": 60, "high": 100}


def _worth_a_tab(trip: Trip) -> bool:
    return trip.feedback.exists() or bool(reporting.days_told(trip))


@board_view("feedback", "Feedback", "agents/board/_feedback.html", shown=_worth_a_tab, order=55)
def feedback_view(trip: Trip, query: Mapping[str, str]) -> dict[str, Any]:
    """`proposal`: the change that waits for a yes, where a report called for it."""
    plan = trip.plan.plan if trip.plan else None
    rows = list(trip.feedback.order_by("date", "pk"))
    titles = {item.uid: item.title for item in plan.items()} if plan else {}
    places = {day.date: day.city for day in plan.days} if plan else {}
    dates = sorted({*reporting.days_told(trip), *(row.date for row in rows)}, reverse=True)
    waits = open_proposal(trip)
    of_date = {date: [row for row in rows if row.date == date] for date in dates}
    return {
        "days": [_day(date, places.get(date, ""), of_date[date], titles) for date in dates],
        "told": len(rows),
        "proposal": waits if waits is not None and waits.cause.startswith("Feedback.") else None,
    }


def _day(date: dt.date, city: str, rows: list[Feedback], titles: Mapping[str, str]) -> dict[str, Any]:
    """A day so far. `energy`: the lowest that was said of it; `lines`: reports with the title they name."""
    energy = min((row.energy for row in rows if row.energy), key=list(STRENGTH).index, default="")
    given = [row.rating for row in rows if row.rating]
    return {
        "date": date,
        "city": city,
        "lines": [(row, titles.get(row.item_uid, "")) for row in rows],
        "energy": energy,
        "strength": STRENGTH.get(energy, 0),
        "rating": f"{sum(given) / len(given):.1f}".removesuffix(".0") if given else "",
    }
