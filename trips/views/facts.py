"""The facts panel: one form a fact."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from trips import fact_history
from trips.access import editable_trip_for
from trips.agendas import today_there
from trips.fact_edits import ChangedMeanwhile, edit_facts
from trips.facts import unknown_places
from trips.forms.fact_groups import form_for
from trips.forms.facts import FactForm
from trips.models import Trip
from trips.places import current_gazetteer, save_own_rows
from trips.views.dialogs import opened, saved

MEANWHILE = (
    "This was changed meanwhile, and now reads: {now}. Nothing is saved yet; save again to replace it."
)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit_fact(request: HttpRequest, trip_uuid: UUID, path: str) -> HttpResponse:
    """The form of one group of facts, as a part for htmx or as a page; saves all of it or nothing."""
    trip = editable_trip_for(request.user, trip_uuid)
    form_class = form_for(path)
    if form_class is None:
        raise Http404
    form = form_class(trip.facts, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid() and _saved(trip, form):
        return saved(request, reverse("workspace", args=[trip.uuid]))
    unknown = [
        place
        for place in unknown_places(trip.facts, current_gazetteer())
        if place.path == form.group and not form.is_bound
    ]
    context = {"trip": trip, "form": form, "path": path, "unknown": unknown}
    return opened(request, "trips/fact_form", context, status=422 if form.is_bound else 200)


def _saved(trip: Trip, form: FactForm) -> bool:
    try:
        problems = edit_facts(trip, form.group, form.orders(), seen=form.seen_mark, today=today_there(trip))
    except ChangedMeanwhile:
        trip.refresh_from_db()
        form.facts = trip.facts
        now = fact_history.spoken(form.group, trip.facts.model_dump(mode="json")[form.group])
        form.show_what_stands_now()
        problems = [MEANWHILE.format(now=now or "not said")]
    else:
        save_own_rows(trip, None, form.places() if not problems else [])
    for problem in problems:
        form.add_error(None, problem)
    return not problems
