"""The agenda on paper: a page of its own without navigation."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from trips.access import trip_for
from trips.agendas import agenda_of, today_there
from trips.exports.item_words import Told
from trips.places import gazetteer_for
from trips.reading.routing.days import read_day
from trips.schemas import Stay


@never_cache
@require_safe
def print_agenda(request: HttpRequest, trip_uuid: UUID) -> HttpResponse:
    """`?day=` as in /agenda: two days from there; `?days=all`: the whole plan."""
    trip = trip_for(request.user, trip_uuid)
    whole = request.GET.get("days") == "all"
    if trip.plan is None:
        return render(request, "agents/agenda_print.html", {"trip": trip, "whole": whole})
    plan = trip.plan.plan
    dates = [day.date for day in plan.days]
    asked = read_day(request.GET.get("day", ""), dates, today_there(trip))
    shown = agenda_of(trip, days=None) if whole else agenda_of(trip, first=asked.index)
    return render(
        request,
        "agents/agenda_print.html",
        {
            "trip": trip,
            "plan": plan,
            "agenda": shown,
            "whole": whole,
            "problem": asked.problem,
            "stays": [
                Told(item, plan, gazetteer_for(trip)) for item in plan.items() if isinstance(item, Stay)
            ],
        },
    )
