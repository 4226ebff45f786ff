"""Changes of the plan: by hand, a yes or a no to a proposal, undone and done again."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID

from django import forms
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from agents.board.changes import day_forms, item_forms
from agents.commands.plan import acceptance, refusal
from agents.commands.undo import again, way_back
from agents.companions.research import cities_of
from agents.edit_forms import GONE, EditForm
from agents.outcome import Outcome
from agents.record import record_click
from agents.views.board import board_or_page
from trips import changing, plan_versions
from trips.access import editable_trip_for
from trips.catalogue.credits import credits_of, sources_of
from trips.models import Trip
from trips.places import Misplaced, gazetteer_for
from trips.views.dialogs import opened, saved, view_of

NO_PLAN = "No plan is chosen yet, so there is nothing to change."
OUTDATED = "The plan or the facts were changed meanwhile. Nothing was done; this is how it is now."
NOT_OPEN = "This can not be changed any more: something else was changed meanwhile, or it was decided before."
NOTHING_TO_UNDO = "Nothing was changed since this plan was chosen."
NOTHING_TO_REDO = "Nothing was undone that could be done again."


# --- By hand -----------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit_plan(request: HttpRequest, trip_uuid: UUID) -> HttpResponse:
    """The forms of one item (`?item=`) or of one day (`?day=`), as a part for htmx or as a page; a POST makes
    the change, or asks once more when it breaks something."""
    trip = editable_trip_for(request.user, trip_uuid)
    if request.method != "POST":
        return _forms(request, trip)
    form = EditForm(request.POST)
    if not form.is_valid():
        return _forms(request, trip, problem=form.sentence, status=422)
    given = form.cleaned_data
    try:
        plan = changing.base_of(trip).plan
        by_hand = form.by_hand(plan)
        rows = form.rows(cities_of(trip.facts, plan, gazetteer_for(trip)))
        changing.edit_now(
            trip,
            by_hand.edits,
            seen=given["seen"],
            despite=given["despite"],
            cause=by_hand.cause,
            rows=rows,
        )
    except forms.ValidationError as problem:
        return _forms(request, trip, problem=problem.messages[0], status=422)
    except Misplaced as problem:
        return _forms(request, trip, problem=str(problem), status=422)
    except changing.NotPossible as problem:
        return _forms(request, trip, problem=" ".join(problem.sentences), status=422)
    except changing.Warned as warned:
        return _asked_again(request, trip, warned)
    except plan_versions.Outdated:
        return _forms(request, trip, problem=OUTDATED, status=409)
    except plan_versions.NoPlan:
        return _forms(request, trip, problem=NO_PLAN, status=409)
    return saved(request, view_of(trip, at=f"item-{given['uid']}" if given["uid"] else ""))


@require_POST
def propose_edit(request: HttpRequest, trip_uuid: UUID) -> HttpResponse:
    """What a form asks for, as a proposal: it stands in the plan until somebody says yes or no."""
    trip = editable_trip_for(request.user, trip_uuid)
    form, problem = EditForm(request.POST), ""
    try:
        if not form.is_valid():
            raise forms.ValidationError(form.sentence)
        base = changing.base_of(trip)
        if form.cleaned_data["seen"] != base.version:
            raise plan_versions.Outdated
        changing.propose(trip, form.by_hand(base.plan).edits, base=base)
    except (forms.ValidationError, changing.NotPossible) as why:
        problem = " ".join(getattr(why, "messages", None) or why.sentences)
    except plan_versions.Outdated:
        problem = OUTDATED
    except plan_versions.NoPlan:
        problem = NO_PLAN
    return board_or_page(request, trip, view_of(trip, at="proposal"), problem=problem)


def _forms(request: HttpRequest, trip: Trip, *, problem: str = "", status: int = 200) -> HttpResponse:
    """What can be done now with what was asked for."""
    asked = request.POST if request.method == "POST" else request.GET
    try:
        base = changing.base_of(trip)
    except plan_versions.NoPlan:
        context = {"problem": problem or NO_PLAN}
    else:
        uid, day = asked.get("uid") or asked.get("item", ""), asked.get("day", "")
        item = item_forms(trip, base.plan, uid) if uid else None
        number = int(day) if day.isdigit() and len(day) < 4 and not uid else 0
        of_day = day_forms(trip, base.plan, number)
        problem = problem or ("" if item or of_day else GONE)
        offered = [*(item["instead"] if item else []), *(of_day["choices"] if of_day else [])]
        named = (value for _label, found in offered for value, _words in found)
        credits = credits_of(sources_of(named, base.gazetteer))
        context = {"item": item, "day": of_day, "seen": base.version, "problem": problem, "credits": credits}
    return opened(request, "agents/edit_plan", {"trip": trip, **context}, status=status)


def _asked_again(request: HttpRequest, trip: Trip, warned: changing.Warned) -> HttpResponse:
    """What it would break, and "do it anyway": the same form once more."""
    sent = [(name, value) for name, value in request.POST.items() if name in EditForm.base_fields]
    context = {
        "trip": trip,
        "sentences": warned.sentences,
        "edited": warned.edited,
        "diff": warned.edited.diff,
        "credits": warned.edited.plan.credits,
        "sent": [(name, value) for name, value in sent if name != "despite"],
    }
    return opened(request, "agents/warned", context)


# --- A yes or a no -----------------------------------------------------------------------------


@require_POST
def accept_proposal(request: HttpRequest, trip_uuid: UUID, proposal: int) -> HttpResponse:
    trip = editable_trip_for(request.user, trip_uuid)
    row = get_object_or_404(trip.proposals, pk=proposal)
    deed = partial(changing.accept, trip, row)
    return _done(request, trip, deed, lambda _plan: acceptance(row), outdated=NOT_OPEN, undoes=True)


@require_POST
def refuse_proposal(request: HttpRequest, trip_uuid: UUID, proposal: int) -> HttpResponse:
    trip = editable_trip_for(request.user, trip_uuid)
    row = get_object_or_404(trip.proposals, pk=proposal)
    reason = request.POST.get("reason", "")[:500]
    return _done(
        request, trip, partial(changing.refuse, trip, row, reason), lambda _yes: refusal(row, reason)
    )


# --- Back and forth ----------------------------------------------------------------------------


@require_POST
def undo_version(request: HttpRequest, trip_uuid: UUID, version: int) -> HttpResponse:
    """Back from this version, when it is the plan."""
    trip = editable_trip_for(request.user, trip_uuid)
    row = get_object_or_404(trip.plan_versions, number=version)
    deed = partial(plan_versions.undo, trip, seen=row.number)
    return _done(request, trip, deed, lambda _plan: way_back(row), nothing=NOTHING_TO_UNDO)


@require_POST
def redo_version(request: HttpRequest, trip_uuid: UUID, version: int) -> HttpResponse:
    """Forth from this version, when it is the plan."""
    trip = editable_trip_for(request.user, trip_uuid)
    row = get_object_or_404(trip.plan_versions, number=version)
    deed = partial(plan_versions.redo, trip, seen=row.number)
    return _done(request, trip, deed, again, nothing=NOTHING_TO_REDO)


@require_POST
def choose_version(request: HttpRequest, trip_uuid: UUID, version: int) -> HttpResponse:
    """Any version becomes the plan again."""
    trip = editable_trip_for(request.user, trip_uuid)
    row = get_object_or_404(trip.plan_versions, number=version)
    return _done(request, trip, partial(plan_versions.go_to, trip, row), again)


def _done(
    request: HttpRequest,
    trip: Trip,
    deed: Callable[[], Any],
    said: Callable[[Any], Outcome],
    *,
    outdated: str = OUTDATED,
    nothing: str = "",
    undoes: bool = False,
) -> HttpResponse:
    """Do it, say it in the conversation unless it was done before, and show the board as it is then."""
    problem, before = "", trip.plan_id
    with transaction.atomic():
        try:
            done = deed()
            if done is True or trip.plan_id != before:
                record_click(trip, said(done), undoes=undoes)
        except plan_versions.Outdated:
            problem = outdated
        except plan_versions.NothingToUndo:
            problem = nothing
        except plan_versions.NoPlan:
            problem = NO_PLAN
    trip.refresh_from_db()
    return board_or_page(request, trip, view_of(trip), problem=problem)


#: Below /trips/ID/plan/.
urlpatterns = [
    path("edit", edit_plan, name="edit_plan"),
    path("propose", propose_edit, name="propose_edit"),
    path("proposals/<int:proposal>/accept", accept_proposal, name="accept_proposal"),
    path("proposals/<int:proposal>/refuse", refuse_proposal, name="refuse_proposal"),
    path("versions/<int:version>/undo", undo_version, name="undo_version"),
    path("versions/<int:version>/redo", redo_version, name="redo_version"),
    path("versions/<int:version>/choose", choose_version, name="choose_version"),
]
