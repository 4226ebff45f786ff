"""The chosen plan as a file to take along: for calendars, to read offline, for programs."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config import clock
from trips import bookings, limits
from trips.access import trip_for
from trips.agendas import today_there
from trips.exports.ics import Edition, plan_ics
from trips.exports.plan_file import plan_json
from trips.exports.plan_markdown import plan_markdown
from trips.models import PlanVersion, Trip
from trips.places import gazetteer_for
from trips.planning.validator import check_plan
from trips.schemas import Verdict


@never_cache
@require_safe
def download_ics(request: HttpRequest, trip_uuid: UUID) -> HttpResponse:
    """One event an item, for whoever may read the trip. Without a plan there is nothing to take."""
    trip = trip_for(request.user, trip_uuid)
    if trip.plan is None:
        return _to_trip(trip)
    limits.count(request, limits.DOWNLOADS)
    body = plan_ics(
        trip.plan.plan,
        gazetteer_for(trip),
        edition_of(trip, trip.plan),
        name=trip.name,
        bookings=bookings.reservations(trip),
        diets=trip.facts.dietary,
    )
    return _file(trip, body, "text/calendar", "ics")


@never_cache
@require_safe
def download_markdown(request: HttpRequest, trip_uuid: UUID) -> HttpResponse:
    trip = trip_for(request.user, trip_uuid)
    if trip.plan is None:
        return _to_trip(trip)
    limits.count(request, limits.DOWNLOADS)
    verdict = verdict_of(trip, trip.plan)
    plan, today = trip.plan.plan, today_there(trip)
    body = plan_markdown(
        plan,
        verdict,
        gazetteer_for(trip),
        name=trip.name,
        written=today,
        bookings=bookings.reservations(trip),
        diets=trip.facts.dietary,
    )
    return _file(trip, body.encode("utf-8"), "text/markdown", "md")


@never_cache
@require_safe
def download_plan(request: HttpRequest, trip_uuid: UUID) -> HttpResponse:
    """In the form of docs/plan-json.md."""
    trip = trip_for(request.user, trip_uuid)
    if trip.plan is None:
        return _to_trip(trip)
    limits.count(request, limits.DOWNLOADS)
    return _file(trip, plan_json(trip, trip.plan).encode("utf-8"), "application/json", "json")


def edition_of(trip: Trip, version: PlanVersion) -> Edition:
    """The revision is that of the newest version there is: going back to an earlier one must not look like
    an old file to a calendar."""
    newest = trip.plan_versions.aggregate(newest=Max("number"))["newest"] or version.number
    return Edition(
        mark=str(trip.uuid),
        revision=newest,
        made=clock.now(),
        changed=version.created,
        touched=trip.revision,
    )


def verdict_of(trip: Trip, version: PlanVersion) -> Verdict:
    """As the board shows it: a new one where the facts changed since."""
    if version.facts_version == trip.facts_version:
        return version.verdict
    return check_plan(version.plan, trip.facts, gazetteer_for(trip), today=today_there(trip))


def _file(trip: Trip, body: bytes, kind: str, ending: str) -> HttpResponse:
    name = slugify(trip.name)[:60] or "trip"
    headers = {
        "Content-Disposition": f'attachment; filename="{name}.{ending}"',
        "X-Content-Type-Options": "nosniff",
    }
    return HttpResponse(body, content_type=f"{kind}; charset=utf-8", headers=headers)


def _to_trip(trip: Trip) -> HttpResponse:
    return redirect(reverse("workspace", args=[trip.uuid]))


#: Below the trip's own address (agents/urls.py).
urlpatterns = [
    path("ics", download_ics, name="download_ics"),
    path("markdown", download_markdown, name="download_markdown"),
    path("json", download_plan, name="download_plan"),
]
