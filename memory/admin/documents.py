"""The traveller's documents with their lines and versions; agents' own texts are read, never edited."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString

from memory.admin.curators import HIDDEN, may_read_transcripts
from memory.admin.hidden import hidden_words, masked, seen
from memory.admin.history import HistoryPage, Step
from memory.admin.lists import BoundedList
from memory.admin.reasons import shown
from memory.admin.shown import ByRight, differences
from memory.models import Document, DocumentLine, DocumentVersion
from trips.admin.reading import ReadOnlyAdmin, link_to, part
from trips.models import Traveller

VERSIONS = 20


def _tells_hidden(model: type, lookup: str) -> bool:
    """Would a filter in the address say which words a whole text has? Forgotten ones are in it until the
    purge; of lines the forgotten ones are not listed."""
    return model is not DocumentLine and lookup.split("__")[0] == "text"


def owner_of(document: Document) -> Traveller | None:
    """Of a namespace, or of the trip that an agent's own text is about."""
    return document.owner or (document.trip.owner if document.trip else None)


@admin.register(Document)
class DocumentAdmin(ByRight, ReadOnlyAdmin, BoundedList):
    list_display = ("called", "owner_link", "trip_link", "version", "updated")
    list_filter = ("namespace", "updated")
    list_select_related = ("owner", "trip")
    search_fields = ("owner__username", "agent", "trip__title")
    ordering = ("-pk",)
    sortable_by = ("called",)
    fieldsets = (
        (None, {"fields": ("called", "owner_link", "trip_link", "version", "updated")}),
        ("Lines", {"fields": ("lines_now",)}),
        ("Text", {"fields": ("own_text",)}),
        ("Versions", {"fields": ("changes",)}),
    )
    readonly_fields = ("called", "owner_link", "trip_link", "lines_now", "own_text", "changes")

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        return not _tells_hidden(self.model, lookup) and super().lookup_allowed(lookup, value, request)

    @admin.display(description="document", ordering="pk")
    def called(self, row: Document) -> str:
        return str(row)

    @admin.display(description="lines")
    def lines_now(self, row: Document) -> SafeString:
        return self._lines(row, may_read=True)

    @admin.display(description="lines")
    def lines_now_hidden(self, row: Document) -> SafeString:
        return self._lines(row, may_read=False)

    @staticmethod
    def _lines(row: Document, *, may_read: bool) -> SafeString:
        lines, words = list(seen(row.lines.order_by("status", "position", "pk"))), hidden_words(owner_of(row))
        for line in lines:
            line.why = shown(line.reason, words, may_read=may_read)
        return part("memory/admin/_lines.html", lines=lines)

    @admin.display(description="text")
    def own_text(self, row: Document) -> SafeString:
        return part("trips/admin/_stored.html", text=masked(owner_of(row), row.text) or "–")

    @admin.display(description="what changed")
    def changes(self, row: Document) -> SafeString:
        return self._changes(row, may_read=True)

    @admin.display(description="what changed")
    def changes_hidden(self, row: Document) -> SafeString:
        return self._changes(row, may_read=False)

    @staticmethod
    def _changes(row: Document, *, may_read: bool) -> SafeString:
        newest = list(row.versions.order_by("-number")[: VERSIONS + 1])
        before = [*newest[1:], None][: len(newest)]
        words = hidden_words(owner_of(row))
        steps = [
            (
                version,
                differences(words.scrubbed(old.text if old else ""), words.scrubbed(version.text)),
                shown(version.reason, words, may_read=may_read),
            )
            for version, old in zip(newest, before, strict=True)
        ]
        return part("memory/admin/_versions.html", steps=steps[:VERSIONS])


class WithReason(ByRight):
    """A row with a reason, which may repeat what was said: to whoever may read that."""

    def may_look_for(self, request: HttpRequest | None) -> bool:
        return request is not None and may_read_transcripts(request)

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        if _tells_hidden(self.model, lookup):
            return False
        if lookup.split("__")[0] == "reason" and not self.may_look_for(request):
            return False
        return super().lookup_allowed(lookup, value, request)

    @admin.display(description="reason")
    def why(self, row: DocumentLine | DocumentVersion) -> str:
        return shown(row.reason, hidden_words(owner_of(row.document)), may_read=True) or "–"

    @admin.display(description="reason")
    def why_hidden(self, row: DocumentLine | DocumentVersion) -> str:
        return shown(row.reason, hidden_words(owner_of(row.document)), may_read=False) or "–"


@admin.register(DocumentVersion)
class DocumentVersionAdmin(WithReason, ReadOnlyAdmin, BoundedList):
    list_display = ("row", "number", "by", "created")
    list_filter = ("document__namespace", "created")
    list_select_related = ("document",)
    search_fields = ("by", "reason")
    ordering = ("-pk",)
    sortable_by = ("row",)
    fieldsets = ((None, {"fields": ("row", "number", "by", "why", "created", "changed", "words")}),)
    readonly_fields = ("row", "why", "changed", "words")

    def get_search_fields(self, request: HttpRequest) -> tuple[str, ...]:
        return self.search_fields if self.may_look_for(request) else ("by",)

    @admin.display(description="document", ordering="pk")
    def row(self, row: DocumentVersion) -> str:
        return str(row.document)

    @admin.display(description="what changed")
    def changed(self, row: DocumentVersion) -> SafeString:
        before = DocumentVersion.objects.filter(document=row.document_id, number__lt=row.number)
        old = before.order_by("-number").values_list("text", flat=True).first() or ""
        words = hidden_words(owner_of(row.document))
        lines = differences(words.scrubbed(old), words.scrubbed(row.text))
        return part("memory/admin/_diff.html", lines=lines)

    @admin.display(description="text")
    def words(self, row: DocumentVersion) -> SafeString:
        return part("trips/admin/_stored.html", text=masked(owner_of(row.document), row.text))


@admin.register(DocumentLine)
class DocumentLineAdmin(HistoryPage, WithReason, ReadOnlyAdmin, BoundedList):
    list_display = ("row", "text", "document_link", "status", "author", "since")
    list_filter = ("status", "author", "document__namespace")
    list_select_related = ("document__owner",)
    search_fields = ("text",)
    ordering = ("-pk",)
    sortable_by = ("row",)
    history_fields = ("text", "status", "position", "quote", "reason")
    fieldsets = (
        (None, {"fields": ("text", "document_link", "status", "position", "why")}),
        ("Where it comes from", {"fields": ("author", "quote", "source", "trip_link", "turn_link", "since")}),
        ("Who read it", {"fields": ("read_by",)}),
    )
    readonly_fields = ("document_link", "why", "source", "trip_link", "turn_link", "read_by")

    def get_queryset(self, request: HttpRequest) -> QuerySet[DocumentLine]:
        return seen(super().get_queryset(request))

    def steps(self, request: HttpRequest, row: DocumentLine) -> list[Step]:
        words, may_read = hidden_words(owner_of(row.document)), may_read_transcripts(request)
        return [
            replace(
                step,
                reason=shown(step.reason, words, may_read=may_read),
                changes=[
                    (name, *(shown(str(one or ""), words, may_read=may_read) for one in pair))
                    if name == "reason"
                    else (name, *pair)
                    for name, *pair in step.changes
                ],
            )
            for step in super().steps(request, row)
        ]

    @admin.display(description="line", ordering="pk")
    def row(self, row: DocumentLine) -> str:
        return f"line {row.pk}"

    @admin.display(description="document")
    def document_link(self, row: DocumentLine) -> SafeString:
        return link_to(row.document, f"{row.document} of {row.document.owner}")

    @admin.display(description="message")
    def source(self, row: DocumentLine) -> SafeString:
        return part("memory/admin/_source.html", message=row.message)

    @admin.display(description="message")
    def source_hidden(self, row: DocumentLine) -> str:
        return HIDDEN if row.message_id else "–"

    @admin.display(description="reads")
    def read_by(self, row: DocumentLine) -> SafeString:
        uses = row.uses.select_related("turn").order_by("-pk")[:50]
        return part("memory/admin/_uses.html", uses=uses)
