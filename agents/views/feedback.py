"""Feedback by a form: how a day was, corrected, or taken back (asks first)."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from agents.offering import offer
from agents.views.rows import Kind
from trips import reporting
from trips.access import editable_trip_for
from trips.forms.feedback import FeedbackForm
from trips.models import Trip
from trips.places import gazetteer_for

FEEDBACK = Kind("feedback", "feedback", "Tell of a day", "Correct a report")
NO_DAY_YET = "The trip has not begun: there is no day to tell of yet."


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def feedback_form(request: HttpRequest, trip_uuid: UUID, feedback: int | None = None) -> HttpResponse:
    """A new report, for which `day`, a date, is chosen in the form, or the one of this key."""
    trip = editable_trip_for(request.user, trip_uuid)
    row = None if feedback is None else get_object_or_404(trip.feedback, pk=feedback)
    form = FeedbackForm(
        reporting.days_told(trip),
        request.POST if request.method == "POST" else None,
        feedback=row,
        day=request.GET.get("day", ""),
    )
    if form.is_bound and form.is_valid():
        try:
            _keep(trip, form)
            return FEEDBACK.kept(request, trip)
        except reporting.Refused as refused:
            form.add_error(None, str(refused))
    note = "" if form.fields["date"].choices else NO_DAY_YET
    return FEEDBACK.form(request, trip, row, form, note=note)


def _keep(trip: Trip, form: FeedbackForm) -> None:
    """A correction is taken as it is; a new report may call for something. Raises reporting.Refused."""
    if form.feedback is not None:
        reporting.correct(form.feedback, form.entry())
        return
    reports = form.reports(trip.plan.plan, gazetteer_for(trip))
    entry = form.entry(reports)
    reporting.report(trip, [entry])
    offer(trip, entry, reports)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def delete_feedback(request: HttpRequest, trip_uuid: UUID, feedback: int) -> HttpResponse:
    """Asks first."""
    trip = editable_trip_for(request.user, trip_uuid)
    row = get_object_or_404(trip.feedback, pk=feedback)
    return FEEDBACK.deletion(request, trip, row, reporting.remove, "Delete this report?")


#: Below the trip's own address (agents/urls.py).
urlpatterns = [
    path("new", feedback_form, name="new_feedback"),
    path("<int:feedback>", feedback_form, name="edit_feedback"),
    path("<int:feedback>/delete", delete_feedback, name="delete_feedback"),
]
