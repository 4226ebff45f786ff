"""The agenda on the board: two days at a time, and a row to reach the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agents.board.views import board_view, with_plan
from trips.agendas import agenda_of, today_there
from trips.models import Trip
from trips.reading.routing.days import read_day


@board_view("agenda", "Agenda", "agents/board/_agenda.html", shown=with_plan, order=40)
def agenda_view(trip: Trip, query: Mapping[str, str]) -> dict[str, Any]:
    """`day` of the query is read like the argument of /agenda; what is no day shows the next two.
    `asked`: the day that was asked for, for the print page."""
    days = trip.plan.plan.days
    asked = read_day(query.get("day", ""), [day.date for day in days], today_there(trip))
    shown = agenda_of(trip, first=asked.index)
    return {
        "agenda": shown,
        "days": days,
        "problem": asked.problem,
        "asked": str(asked.index + 1) if asked.index is not None else "",
    }
