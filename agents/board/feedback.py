"""Feedback on the board: what was told, by day, with the strength of each day and the change that waits."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

from agents.board.views import board_view
from trips import reporting
from trips.changing import open_proposal
from trips.models import Feedback, PlanProposal, Trip

#: Share of the bar, of 100, by what was said of a day.
STRENGTH = {"low": 25, "medium": 60, "high": 100}


@dataclass(frozen=True, slots=True)
class ReportLine:
    """One report. `about`: the title of the item it names."""

    row: Feedback
    about: str


@dataclass(frozen=True, slots=True)
class FeedbackDay:
    """A day so far. `energy`: the lowest that was said of it; `strength` of 100."""

    number: int
    date: dt.date
    city: str
    lines: list[ReportLine]

    @property
    def energy(self) -> str:
        said = {line.row.energy for line in self.lines}
        return next((level for level in ("low", "medium", "high") if level in said), "")

    @property
    def strength(self) -> int:
        return STRENGTH.get(self.energy, 0)

    @property
    def rating(self) -> str:
        given = [line.row.rating for line in self.lines if line.row.rating]
        return f"{sum(given) / len(given):.1f}".removesuffix(".0") if given else ""


@dataclass(frozen=True, slots=True)
class FeedbackView:
    """`proposal`: the change that waits for a yes, where a report called for it."""

    days: list[FeedbackDay]
    told: int
    begins: dt.date | None
    proposal: PlanProposal | None


def _worth_a_tab(trip: Trip) -> bool:
    return trip.feedback.exists() or bool(reporting.days_told(trip))


@board_view("feedback", "Feedback", "agents/board/_feedback.html", shown=_worth_a_tab, order=55)
def feedback_view(trip: Trip, query: Mapping[str, str]) -> FeedbackView:
    plan = trip.plan.plan if trip.plan else None
    rows = list(trip.feedback.order_by("date", "pk"))
    titles = {item.uid: item.title for item in plan.items()} if plan else {}
    places = {day.date: (number, day.city) for number, day in enumerate(plan.days, 1)} if plan else {}
    dates = sorted({*reporting.days_told(trip), *(row.date for row in rows)}, reverse=True)
    waits = open_proposal(trip)
    return FeedbackView(
        days=[
            FeedbackDay(
                number=places.get(date, (0, ""))[0],
                date=date,
                city=places.get(date, (0, ""))[1],
                lines=[ReportLine(row, titles.get(row.item_uid, "")) for row in rows if row.date == date],
            )
            for date in dates
        ],
        told=len(rows),
        begins=plan.days[0].date if plan and plan.days else None,
        proposal=waits if waits is not None and waits.cause.startswith("Feedback.") else None,
    )
