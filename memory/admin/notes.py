"""Staff's page of notes: filtered, searched, edited in place. Every change goes through `memory.notes`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.models import LogEntry
from django.contrib.admin.views.main import ORDER_VAR, SEARCH_VAR
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.safestring import SafeString

from memory import notes, registry
from memory.admin import charts, proposals
from memory.admin.curators import HIDDEN
from memory.admin.hidden import seen
from memory.admin.history import HistoryPage
from memory.admin.lists import AT_ONCE, LISTED, AgentFilter, BoundedActions
from memory.admin.note_forms import NoteForm, RefusedNote, leave_out_gone
from memory.admin.note_search import FILTERED, Found, NoteList, matching, words_of
from memory.admin.shown import ByRight
from memory.models import DocumentLine, Note
from memory.text import Refused
from trips.admin.reading import link_to, part


class ScopeFilter(admin.SimpleListFilter):
    title = "about"
    parameter_name = "about"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("traveller", "the traveller"), ("trip", "one trip")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Note]) -> QuerySet[Note]:
        return queryset.filter(trip__isnull=self.value() == "traveller") if self.value() else queryset


class StateFilter(admin.ChoicesFieldListFilter):
    """By the states' plain names; what was forgotten is nobody's to look for."""

    def choices(self, changelist: Any) -> Iterator[dict]:
        names = ["all", *Note.Status.values]
        for choice, name in zip(super().choices(changelist), names, strict=True):
            if name != Note.Status.FORGOTTEN:
                yield {**choice, "display": name}


@admin.register(Note)
class NoteAdmin(HistoryPage, ByRight, BoundedActions):
    form = NoteForm
    list_display = (
        "row", "text", "marks", "whose", "author", "about", "version", "created",
    )  # fmt: skip
    list_display_links = ("row",)
    list_editable = ("text", "version")
    list_filter = (("status", StateFilter), "pinned", "shared", AgentFilter, "author", ScopeFilter, "created")
    list_select_related = ("owner", "trip")
    list_per_page = 20
    ordering = ("-created", "-pk")
    sortable_by = ("row", "created")
    search_fields = ("text", "quote")
    search_help_text = "Words, or their beginnings, in the note or its quote."
    actions = ("pin", "unpin", "share", "make_private", "accept", "retire", "merge")
    change_list_template = "memory/admin/notes.html"
    history_fields = ("text", "status", "pinned", "shared", "quote", "valid_from", "valid_to")
    fieldsets = (
        (None, {"fields": ("text", "pinned", "shared", "version")}),
        (
            "What it is about",
            {"fields": ("state", "owner_link", "trip_link", "member_name", "whose", "of_option",
                        "valid_from", "valid_to", "replaces", "replaced_by")},
        ),
        ("Where it comes from", {"fields": ("author", "quote", "source", "turn_link", "created", "updated")}),
        ("Who read it", {"fields": ("read_by",)}),
        ("Briefs", {"fields": ("briefs",)}),
    )  # fmt: skip
    readonly_fields = (
        "state", "owner_link", "trip_link", "member_name", "whose", "of_option", "valid_from", "valid_to",
        "replaces", "replaced_by", "author", "quote", "source", "turn_link", "created", "updated", "read_by",
        "briefs",
    )  # fmt: skip

    # --- Who may ----------------------------------------------------------------------------------

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Note | None = None) -> bool:
        return False  # retired by staff, forgotten by the traveller

    def has_change_permission(self, request: HttpRequest, obj: Note | None = None) -> bool:
        stands = obj is None or obj.status in Note.STANDING
        return stands and super().has_change_permission(request, obj)

    # --- Other pages ------------------------------------------------------------------------------

    def get_urls(self) -> list:
        guarded = self.admin_site.admin_view
        return [
            path("proposals/", guarded(self.proposals_page), name="memory_note_proposals"),
            path("charts/", guarded(self.charts_page), name="memory_note_charts"),
            *super().get_urls(),
        ]

    def proposals_page(self, request: HttpRequest) -> HttpResponse:
        """The queue; a POST answers one of it."""
        if not self.has_view_or_change_permission(request):
            raise PermissionDenied
        if request.method == "POST":
            self._answer(request)
            return redirect("admin:memory_note_proposals")
        context = self.admin_site.each_context(request) | {
            "title": "Proposals",
            "opts": self.opts,
            "proposals": proposals.queue(),
            "count": proposals.how_many(),
            "may_answer": self.has_change_permission(request),
        }
        return render(request, "memory/admin/proposals.html", context)

    def _answer(self, request: HttpRequest) -> None:
        if not self.has_change_permission(request):
            raise PermissionDenied
        row = proposals.find(request.POST.get("kind", ""), request.POST.get("pk", ""))
        if isinstance(row, DocumentLine) and not request.user.has_perm("memory.change_documentline"):
            raise PermissionDenied
        answer = request.POST.get("answer")
        if row is None or answer not in ("accept", "refuse"):
            self.message_user(request, "This does not wait any more.", messages.WARNING)
            return
        try:
            proposals.answer(row, accept=answer == "accept", by=request.user)
        except Refused as refused:
            self.message_user(request, str(refused), messages.ERROR)
            return
        done = "Accepted" if answer == "accept" else "Refused"
        self.log_change(request, row, f"{done} the proposal.")
        self.message_user(request, f"{done}.", messages.SUCCESS)

    def charts_page(self, request: HttpRequest) -> HttpResponse:
        if not self.has_view_or_change_permission(request):
            raise PermissionDenied
        weeks = charts.weeks_asked(request.GET.get("weeks", ""))
        context = self.admin_site.each_context(request) | {
            "title": "What is remembered, in figures",
            "opts": self.opts,
            "charts": charts.all_of(weeks),
            "weeks": weeks,
            "choices": charts.WEEKS,
        }
        return render(request, "memory/admin/charts.html", context)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Note]:
        return seen(super().get_queryset(request))

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> LogEntry:
        """Which row it was, not what it says: that may be forgotten."""
        entry = super().log_change(request, obj, message)
        LogEntry.objects.filter(pk=entry.pk).update(object_repr=f"{obj._meta.verbose_name} {obj.pk}")
        return entry

    # --- The list ---------------------------------------------------------------------------------

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Note], search_term: str
    ) -> tuple[QuerySet[Note], bool]:
        if search_term.strip() and ORDER_VAR not in request.GET:
            queryset = queryset.order_by("-pk")  # as the words' index has them: the newest, not sorting all
        request.before_search = queryset
        return matching(queryset, search_term), False

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[NoteList]:
        return NoteList

    def get_paginator(
        self, request: HttpRequest, queryset: QuerySet[Note], per_page: int, *args: Any, **kwargs: Any
    ) -> Paginator:
        if words_of(request.GET.get(SEARCH_VAR, "")):
            return Found(request.before_search, per_page, request.GET)
        return super().get_paginator(request, queryset, per_page, *args, **kwargs)

    def get_changelist_form(self, request: HttpRequest, **kwargs: Any) -> type[NoteForm]:
        return self._with_refusals(request, super().get_changelist_form(request, form=NoteForm, **kwargs))

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any):
        return self._with_refusals(request, super().get_form(request, obj, change, **kwargs))

    @staticmethod
    def _with_refusals(request: HttpRequest, form: type[NoteForm]) -> type[NoteForm]:
        form.refused = getattr(request, "refused", {})
        return form

    def changelist_view(self, request: HttpRequest, extra_context: dict | None = None) -> HttpResponse:
        context = {"listed": LISTED, "filtered": FILTERED}
        context |= extra_context or {}
        may_save = "_save" in request.POST and self.has_change_permission(request)
        if may_save and (gone := leave_out_gone(request, self.get_queryset(request))):
            told = "1 note of this page was" if gone == 1 else f"{gone} notes of this page were"
            self.message_user(request, f"{told} forgotten meanwhile.", messages.WARNING)
        return self._shown_again(request, lambda: super(NoteAdmin, self).changelist_view(request, context))

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: Any = None,
    ) -> HttpResponse:
        view = super().changeform_view
        return self._shown_again(request, lambda: view(request, object_id, form_url, extra_context))

    @staticmethod
    def _shown_again(request: HttpRequest, page: Callable[[], HttpResponse]) -> HttpResponse:
        """The page; where the door refused (and nothing was saved), again with what was typed, and why."""
        try:
            return page()
        except RefusedNote as refused:
            request.refused = {refused.pk: str(refused)}
            return page()

    def save_model(self, request: HttpRequest, obj: Note, form: NoteForm, change: bool) -> None:
        if not form.wanted:
            return
        try:
            notes.edit(obj, by=request.user, version=form.cleaned_data["version"], **form.wanted)
        except Refused as refused:
            raise RefusedNote(obj.pk, refused) from refused

    # --- Actions ----------------------------------------------------------------------------------

    @admin.action(description="Pin", permissions=["change"])
    def pin(self, request: HttpRequest, rows: QuerySet[Note]) -> None:
        self._each(request, rows, "pinned", lambda note: notes.edit(note, by=request.user, pinned=True))

    @admin.action(description="Unpin", permissions=["change"])
    def unpin(self, request: HttpRequest, rows: QuerySet[Note]) -> None:
        self._each(request, rows, "unpinned", lambda note: notes.edit(note, by=request.user, pinned=False))

    @admin.action(description="Share with the other agents", permissions=["change"])
    def share(self, request: HttpRequest, rows: QuerySet[Note]) -> None:
        self._each(request, rows, "shared", lambda note: notes.edit(note, by=request.user, shared=True))

    @admin.action(description="Make private", permissions=["change"])
    def make_private(self, request: HttpRequest, rows: QuerySet[Note]) -> None:
        self._each(request, rows, "private now", lambda note: notes.edit(note, by=request.user, shared=False))

    @admin.action(description="Accept (proposed ones)", permissions=["change"])
    def accept(self, request: HttpRequest, rows: QuerySet[Note]) -> None:
        self._each(request, rows, "accepted", lambda note: notes.accept(note, request.user))

    @admin.action(description="Retire", permissions=["change"])
    def retire(self, request: HttpRequest, rows: QuerySet[Note]) -> None:
        self._each(request, rows, "retired", lambda note: notes.retire(note, request.user))

    @admin.action(description="Merge into one …", permissions=["change"])
    def merge(self, request: HttpRequest, rows: QuerySet[Note]) -> HttpResponse | None:
        """Asks first which one stays."""
        chosen = list(rows.select_related("owner", "trip", "member", "option").order_by("pk")[:AT_ONCE])
        into = next((note for note in chosen if str(note.pk) == request.POST.get("into")), None)
        if len(chosen) < 2:
            self.message_user(request, "Choose two notes or more to merge.", messages.WARNING)
            return None
        if into is None:
            context = self.admin_site.each_context(request) | {
                "title": "Merge notes",
                "opts": self.opts,
                "notes": chosen,
                "first": next((note for note in chosen if note.status == Note.Status.ACTIVE), chosen[0]),
            }
            return render(request, "memory/admin/merge.html", context)
        try:
            kept = notes.merge(chosen, into, request.user)
        except Refused as refused:
            self.message_user(request, str(refused), messages.ERROR)
            return None
        self.log_change(request, kept, f"Merged {len(chosen) - 1} into it.")
        self.message_user(request, f"{len(chosen)} notes are one now.", messages.SUCCESS)
        return None

    def _each(
        self, request: HttpRequest, rows: QuerySet[Note], what: str, act: Callable[[Note], Any]
    ) -> None:
        done, refusals = 0, {}
        for note in rows.select_related("owner").order_by("pk")[:AT_ONCE]:
            try:
                act(note)
            except Refused as refused:
                refusals[str(refused)] = refusals.get(str(refused), 0) + 1
                continue
            self.log_change(request, note, f"{what.capitalize()}.")
            done += 1
        if done:
            self.message_user(request, f"{done} note{'s' if done > 1 else ''} {what}.", messages.SUCCESS)
        for sentence, count in refusals.items():
            self.message_user(request, f"{count} left alone: {sentence}", messages.WARNING)

    # --- Columns ----------------------------------------------------------------------------------

    @admin.display(description="note", ordering="pk")
    def row(self, note: Note) -> str:
        return f"note {note.pk}"

    @admin.display(description="state")
    def state(self, note: Note) -> str:
        return note.status

    @admin.display(description="state")
    def marks(self, note: Note) -> str:
        """With what sets it apart, in one column: a list this wide hid the last ones."""
        marks = (note.status, "pinned" if note.pinned else "", "shared" if note.shared else "")
        return ", ".join(filter(None, marks))

    @admin.display(description="about")
    def about(self, note: Note) -> str:
        return f"{note.owner}, {note.trip.name}" if note.trip else str(note.owner)

    @admin.display(description="whose")
    def whose(self, note: Note) -> str:
        return note.agent or "the traveller's own"

    @admin.display(description="of")
    def member_name(self, note: Note) -> str:
        return note.member.name if note.member else "–"

    @admin.display(description="draft of option")
    def of_option(self, note: Note) -> str:
        return f"{note.option.position} ({note.option.state})" if note.option else "–"

    @admin.display(description="replaces")
    def replaces(self, note: Note) -> SafeString:
        return link_to(seen(Note.objects.filter(pk=note.supersedes_id)).first())

    @admin.display(description="replaced by")
    def replaced_by(self, note: Note) -> SafeString:
        return link_to(seen(note.superseded_by.order_by("-pk")).first())

    @admin.display(description="message")
    def source(self, note: Note) -> SafeString:
        return part("memory/admin/_source.html", message=note.message)

    @admin.display(description="message")
    def source_hidden(self, note: Note) -> str:
        return HIDDEN if note.message_id else "–"

    @admin.display(description="reads")
    def read_by(self, note: Note) -> SafeString:
        uses = note.uses.select_related("turn").order_by("-pk")[:50]
        return part("memory/admin/_uses.html", uses=uses)

    @admin.display(description="what an agent would read now")
    def briefs(self, note: Note) -> SafeString:
        agents = sorted(name for name, policy in registry.policies().items() if policy.builder)
        page = reverse("admin:memory_agentmemory_now")
        return part("memory/admin/_briefs.html", page=page, agents=agents, trip=note.trip)
