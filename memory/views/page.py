"""What we remember: everything kept, some of it, what a search finds, and all of it as a file."""

from __future__ import annotations

import time

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_safe

from config import clock
from memory import account_file, forgetting, kept, kept_list, kept_overview
from memory.found import FINDING, INTEL, SUMMARY
from memory.hidden_words import hidden_words, masked_texts
from memory.kept_list import Filter
from memory.kept_search import LOOKED_AT, beside
from memory.models import Document, DocumentLine, Note, Summary
from memory.search import Hit, record, search
from memory.views.switches import switches_of
from trips import limits
from trips.models import Message, Trip
from trips.senders import senders_of

A_PAGE = 50
MOST_FOUND = 30
LONGEST_QUESTION = 400
#: What a traveller reads of what was found out.
FOUND_OUT = {FINDING: "Finding", INTEL: "Practical facts", SUMMARY: "Summary"}


@never_cache
@gzip_page
@login_required
@require_safe
def memory(request: HttpRequest) -> HttpResponse:
    query = request.GET.get("q", "").strip()[:LONGEST_QUESTION]
    choice = _choice(request)
    context = {"query": query, "choice": choice, "switches": switches_of(request.user)}
    if query:
        context |= _search(request.user, query)
    elif choice.is_set or "page" in request.GET:
        context |= _some(request, choice)
    else:
        context |= {"overview": kept_overview.overview(request.user)}
    return render(request, "memory/page.html", context)


@never_cache
@login_required
@require_safe
def download_memory(request: HttpRequest) -> HttpResponse:
    limits.count(request, limits.DOWNLOADS)
    document = account_file.memory_file(request.user, now=clock.now())
    headers = {"Content-Disposition": 'attachment; filename="wayfare-memory.json"'}
    return JsonResponse(document, json_dumps_params={"indent": 2, "ensure_ascii": False}, headers=headers)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def forget_all(request: HttpRequest) -> HttpResponse:
    """Says what goes; pressed, it is gone, and comes back by one undo."""
    days = forgetting.undo_days().days
    if request.method != "POST":
        context = {"count": len(forgetting.rows_of(request.user)), "days": days}
        return render(request, "memory/forget_all.html", context)
    forgetting.forget_all(request.user)
    messages.success(request, f"All of it is forgotten. Any line’s undo brings all back, for {days} days.")
    return redirect("memory")


def _choice(request: HttpRequest) -> Filter:
    """What is asked for; a word that means nothing here is as if it had not been said."""
    state, document = request.GET.get("state", ""), request.GET.get("document", "")
    return Filter(
        trip=request.GET.get("trip", "")[:40],
        document=document if document in (*kept.NAMESPACES, *kept_list.NOTES) else "",
        state=state if state in kept.STATES else "standing",
    )


def _some(request: HttpRequest, choice: Filter) -> dict:
    """One page of the rows that a filter leaves, with what else can be chosen."""
    page = Paginator(kept_list.rows_for(request.user, choice), A_PAGE).get_page(request.GET.get("page"))
    trips = Trip.objects.owned_by(request.user).order_by("-updated")
    uuid = kept_list.uuid_of(choice.trip)
    of_trip = trips.filter(uuid=uuid).first() if uuid else None
    notes, lines = kept.notes_of(request.user), kept.lines_of(request.user)
    return {
        "listed": True,
        "page": page,
        "lines": kept.kept(page.object_list),
        "trips": trips.filter(kept_list.trips_of(notes, lines) | Q(pk=of_trip and of_trip.pk)),
        "namespaces": kept.NAMESPACES,
        "of_trip": of_trip,
        "own_texts": masked_texts(request.user, Document.objects.filter(trip=of_trip).exclude(text=""))
        if of_trip
        else (),
        "summaries": Summary.objects.filter(trip=of_trip) if of_trip else (),
        "address": kept_overview.query_of(choice),
        "waiting": kept_overview.waiting(request.user, choice)
        if choice.state == "standing" and page.number == 1
        else None,
    }


def _search(owner, query: str) -> dict:
    """What the index finds, and what else there is; counted for staff, never what was asked."""
    began = time.monotonic()
    found = _found(owner, query)
    shown = {(one["kept"].kind, one["kept"].row.pk) for one in found if "kept" in one}
    shown |= {(one["hit"].kind, one["hit"].object_id) for one in found if "hit" in one}
    others = beside(owner, query, shown)
    record(owner, len(found) + len(others), 1000 * (time.monotonic() - began))
    return {"found": found, "beside": others, "looked_at": LOOKED_AT}


def _found(owner, query: str) -> list[dict]:
    """What a search finds, best first: remembered sentences with their controls, messages and what was found
    out with a link to their trip."""
    hits = _fitting(search(owner, query, limit=MOST_FOUND))
    rows = {
        "note": kept.notes_of(owner).in_bulk([hit.object_id for hit in hits if hit.kind == "note"]),
        "line": kept.lines_of(owner).in_bulk([hit.object_id for hit in hits if hit.kind == "line"]),
        "message": _messages(owner).in_bulk([hit.object_id for hit in hits if hit.kind == "message"]),
    }
    there = [row for kind in ("note", "line") for row in rows[kind].values()]
    lines = {(one.kind, one.row.pk): one for one in kept.kept(there)}
    names = senders_of(rows["message"].values())
    others = [hit for hit in hits if hit.kind in FOUND_OUT]
    trips = Trip.objects.owned_by(owner).in_bulk({hit.trip_id for hit in others})
    hidden = hidden_words(owner) if others else None
    found = []
    for hit in hits:
        row = rows.get(hit.kind, {}).get(hit.object_id)
        if isinstance(row, Note | DocumentLine):
            found.append({"kept": lines[hit.kind, hit.object_id]})
        elif isinstance(row, Message):
            found.append({"message": row, "sender": names.get(row.pk) or kept.agent_name(row.agent)})
        elif hit.kind in FOUND_OUT and hit.trip_id in trips and not hidden.within(hit.body):
            found.append({"hit": hit, "trip": trips[hit.trip_id], "name": FOUND_OUT[hit.kind]})
    return found


def _fitting(hits: list[Hit]) -> list[Hit]:
    """Without messages that only stand beside one with the words, where anything else was found."""
    fitting = [
        one for one in hits if one.kind != "message" or one.why.get("matched") or one.why.get("author")
    ]
    return fitting or hits


def _messages(owner):
    return Message.objects.filter(trip__in=Trip.objects.owned_by(owner)).select_related("trip", "turn")
