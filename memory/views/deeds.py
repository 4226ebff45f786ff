"""One remembered sentence: shown with its form, corrected, pinned, shared, accepted, refused, forgotten."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from memory import documents, forgetting, kept, notes
from memory.models import DocumentLine, Note
from memory.models.notes import AuthorKind
from memory.text import Refused

Row = Note | DocumentLine

READ = "It is used from now on."
THIS_TRIP = "Kept for this trip only."
ACCEPTED = "This was accepted meanwhile and is in use: correct it, or forget it."

page_or_form = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@login_required
@page_or_form
def remembered_note(request: HttpRequest, pk: int) -> HttpResponse:
    return _one(request, get_object_or_404(kept.notes_of(request.user), pk=pk))


@never_cache
@login_required
@page_or_form
def remembered_line(request: HttpRequest, pk: int) -> HttpResponse:
    return _one(request, get_object_or_404(kept.lines_of(request.user), pk=pk))


def _one(request: HttpRequest, row: Row) -> HttpResponse:
    if request.method == "POST":
        return _done(request, row)
    editing = "keep" not in request.GET and row.status in Note.STANDING
    template = "memory/_line.html" if request.htmx else "memory/line.html"
    return render(request, template, _context(request, row, editing=editing))


def _done(request: HttpRequest, row: Row) -> HttpResponse:
    """Do what the pressed button says. A refusal stands beside the line, with what was typed."""
    deed = DEEDS.get(request.POST.get("deed", ""))
    if deed is None:
        raise Http404
    problem, sentence, now = "", "", row
    try:
        sentence, now = deed(request, row)
    except documents.TooLong as too_long:
        problem = f"{too_long} Forget something in it first."
    except Refused as refused:
        problem = str(refused)
    except documents.VersionConflict:
        problem = notes.CHANGED
    status = 422 if problem else 200
    now = _again(request, now)
    if request.htmx:
        typed = request.POST.get("text", "") if problem and now.status in Note.STANDING else None
        context = _context(request, now, problem=problem, said=sentence, editing=bool(typed), typed=typed)
        return render(request, "memory/_answer.html", context, status=status)
    if problem and request.POST["deed"] == "correct" and now.status in Note.STANDING:
        context = _context(request, now, problem=problem, editing=True, typed=request.POST.get("text", ""))
        return render(request, "memory/line.html", context, status=status)
    (messages.error if problem else messages.success)(request, problem or sentence)
    return redirect(f"{_back(request)}#{kept.key_of(now)}")


def _again(request: HttpRequest, row: Row) -> Row:
    rows = kept.notes_of if isinstance(row, Note) else kept.lines_of
    return get_object_or_404(rows(request.user), pk=row.pk)


def _context(
    request: HttpRequest,
    row: Row,
    *,
    problem: str = "",
    said: str = "",
    editing: bool = False,
    typed: str | None = None,
) -> dict:
    here = request.htmx.current_url_abs_path if request.htmx else None
    return {
        "kept": kept.kept([row])[0],
        "here": here or _back(request),
        "problem": problem,
        "said": said,
        "editing": editing,
        "typed": row.text if typed is None else typed,
        "focus": bool(request.htmx),  # the button that was pressed is gone
    }


def _back(request: HttpRequest) -> str:
    """Where the line stood, when it is a page of this site; else the page of everything."""
    address = request.POST.get("next") or request.GET.get("next") or ""
    safe = url_has_allowed_host_and_scheme(
        address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return address.partition("#")[0] if safe else reverse("memory")


# --- Deeds -------------------------------------------------------------------------------------


@transaction.atomic
def _correct(request: HttpRequest, row: Row) -> tuple[str, Row]:
    """What waits is in their own words then, and stands."""
    done = f"Corrected. {READ}" if row.status == Note.Status.PROPOSED else "Corrected."
    text = request.POST.get("text", "")
    version = request.POST.get("version", "")
    seen = int(version) if version.isdecimal() and len(version) < 10 else None
    if isinstance(row, Note):
        now = notes.edit(row, by=request.user, version=seen, text=text)
        return done, notes.accept(now, request.user)
    if row.status == DocumentLine.Status.PROPOSED:  # what it was to replace goes, too
        if seen not in (None, row.document.version):
            raise documents.VersionConflict
        row, seen = documents.accept_line(row, request.user), None
    edit = documents.LineEdit(op="replace", text=text, line=row.pk, reason="corrected by the traveller")
    made = documents.edit_lines(
        request.user,
        row.document.namespace,
        [edit],
        author=AuthorKind.TRAVELLER,
        by=request.user,
        version=seen,
    )
    if made[0].outcome == "refused":
        raise Refused(made[0].reason)
    return done, made[0].line or row


def _mark(sentence: str, **mark: bool) -> Callable[[HttpRequest, Row], tuple[str, Row]]:
    """Pin, share, and back: of notes only, for every agent reads the documents."""

    def deed(request: HttpRequest, row: Row) -> tuple[str, Row]:
        if not isinstance(row, Note):
            raise Http404
        notes.edit(row, by=request.user, **mark)
        return sentence, row

    return deed


def _accept(request: HttpRequest, row: Row) -> tuple[str, Row]:
    if request.POST.get("hash", row.hash) != row.hash:  # somebody has corrected it since it was read
        raise Refused(notes.CHANGED)
    (notes.accept if isinstance(row, Note) else documents.accept_line)(row, request.user)
    return f"Accepted. {READ}", row


def _refuse(request: HttpRequest, row: Row) -> tuple[str, Row]:
    if row.status == Note.Status.ACTIVE:  # a page that is older than that
        raise Refused(ACCEPTED)
    if isinstance(row, Note):
        notes.retire(row, request.user, reason="refused by the traveller")
    else:
        documents.refuse_line(row, request.user)
    return "Refused: it is not used.", row


@transaction.atomic
def _this_trip(request: HttpRequest, row: Row) -> tuple[str, Row]:
    """Of no other trip than the one it was noticed on: a note there in its place."""
    trip = row.turn.trip if row.turn else None
    if trip is None or row.status not in Note.STANDING:
        raise Refused(notes.GONE)
    if isinstance(row, Note):
        notes.retire(row, request.user, reason=f"{THIS_TRIP} (traveller)")
    else:
        edit = documents.LineEdit("retire", line=row.pk, reason=THIS_TRIP)
        documents.edit_lines(
            request.user, row.document.namespace, [edit], author=AuthorKind.TRAVELLER, by=request.user
        )
    said = row.message if row.quote else None
    done = notes.write(
        owner=request.user, trip=trip, text=row.text, author=AuthorKind.TRAVELLER, turn=row.turn,
        message=said, quote=row.quote, pinned=True, valid_to=trip.end,
    )  # fmt: skip
    if done.note is None:
        raise Refused(done.reason)
    return THIS_TRIP, row


def _forget(request: HttpRequest, row: Row) -> tuple[str, Row]:
    forgetting.forget(row, request.user)
    return f"Forgotten. You can undo this for {forgetting.undo_days().days} days.", row


def _undo(request: HttpRequest, row: Row) -> tuple[str, Row]:
    if row.status != Note.Status.FORGOTTEN:  # pressed twice
        return "It is back.", row
    forgetting.undo(row)
    return "It is back.", row


def _erase_words(request: HttpRequest, row: Row) -> tuple[str, Row]:
    """Of the source message too: only of a sentence that is forgotten, and for good."""
    if row.status != Note.Status.FORGOTTEN or not kept.Kept(row).has_words_elsewhere:
        raise Http404
    forgetting.redact_message(row.message)
    return "The words of the message are gone from the conversation.", row


DEEDS: dict[str, Callable[[HttpRequest, Row], tuple[str, Row]]] = {
    "correct": _correct,
    "pin": _mark("Pinned: it always comes along.", pinned=True),
    "unpin": _mark("Not pinned any more.", pinned=False),
    "share": _mark("Used everywhere from now on.", shared=True),
    "unshare": _mark("No longer used everywhere.", shared=False),
    "accept": _accept,
    "refuse": _refuse,
    "this_trip": _this_trip,
    "forget": _forget,
    "undo": _undo,
    "erase_words": _erase_words,
}
