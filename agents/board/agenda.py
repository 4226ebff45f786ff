"""The agenda on the board: two days at a time, and a row to reach the others."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

from agents.board.views import board_view, with_plan
from trips.agendas import agenda_of, today_there
from trips.models import Trip
from trips.planning.agenda_values import Agenda
from trips.understanding.agenda_words import read_day


@dataclass(frozen=True, slots=True)
class DayLink:
    """`here` = among the days that are shown."""

    number: int
    date: dt.date
    city: str
    here: bool
    today: bool


@dataclass(frozen=True, slots=True)
class AgendaView:
    agenda: Agenda
    links: list[DayLink]
    problem: str
    asked: str  # the day that was asked for, for the print page


@board_view("agenda", "Agenda", "agents/board/_agenda.html", shown=with_plan, order=20)
def agenda_view(trip: Trip, query: Mapping[str, str]) -> AgendaView:
    """`day` of the query is read like the argument of /agenda; what is no day shows the next two."""
    days = trip.plan.plan.days
    asked = read_day(query.get("day", ""), [day.date for day in days], today_there(trip))
    shown = agenda_of(trip, first=asked.index)
    numbers = {day.number for day in shown.days}
    links = [
        DayLink(number, day.date, day.city, number in numbers, day.date == shown.today)
        for number, day in enumerate(days, start=1)
    ]
    return AgendaView(shown, links, asked.problem, str(asked.index + 1) if asked.index is not None else "")
