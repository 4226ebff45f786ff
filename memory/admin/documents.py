"""The traveller's documents with their lines and versions; agents' own texts are read, never edited."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString

from memory.admin.curators import HIDDEN
from memory.admin.hidden import hidden_words, masked, seen
from memory.admin.history import HistoryPage
from memory.admin.lists import BoundedList
from memory.admin.shown import ByRight, differences
from memory.models import Document, DocumentLine, DocumentVersion
from trips.admin.reading import ReadOnlyAdmin, link_to, part
from trips.models import Traveller

VERSIONS = 20


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

    class Media:
        css = {"all": ("css/staff.css",)}

    @admin.display(description="document", ordering="pk")
    def called(self, row: Document) -> str:
        return str(row)

    @admin.display(description="lines")
    def lines_now(self, row: Document) -> SafeString:
        lines = seen(row.lines.order_by("status", "position", "pk"))
        return part("memory/admin/_lines.html", lines=lines)

    @admin.display(description="text")
    def own_text(self, row: Document) -> SafeString:
        return part("trips/admin/_stored.html", text=masked(owner_of(row), row.text) or "–")

    @admin.display(description="what changed")
    def changes(self, row: Document) -> SafeString:
        newest = list(row.versions.order_by("-number")[: VERSIONS + 1])
        before = [*newest[1:], None][: len(newest)]
        words = hidden_words(owner_of(row))
        steps = [
            (version, differences(words.scrubbed(old.text if old else ""), words.scrubbed(version.text)))
            for version, old in zip(newest, before, strict=True)
        ]
        return part("memory/admin/_versions.html", steps=steps[:VERSIONS])


@admin.register(DocumentVersion)
class DocumentVersionAdmin(ReadOnlyAdmin, BoundedList):
    list_display = ("row", "number", "by", "reason", "created")
    list_filter = ("document__namespace", "created")
    list_select_related = ("document",)
    search_fields = ("by", "reason")
    ordering = ("-pk",)
    sortable_by = ("row",)
    fieldsets = ((None, {"fields": ("row", "number", "by", "reason", "created", "changed", "words")}),)
    readonly_fields = ("row", "changed", "words")

    class Media:
        css = {"all": ("css/staff.css",)}

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
class DocumentLineAdmin(HistoryPage, ByRight, ReadOnlyAdmin, BoundedList):
    list_display = ("row", "text", "document_link", "status", "author", "since")
    list_filter = ("status", "author", "document__namespace")
    list_select_related = ("document__owner",)
    search_fields = ("text",)
    ordering = ("-pk",)
    sortable_by = ("row",)
    history_fields = ("text", "status", "position", "quote", "reason")
    fieldsets = (
        (None, {"fields": ("text", "document_link", "status", "position", "reason")}),
        ("Where it comes from", {"fields": ("author", "quote", "source", "trip_link", "turn_link", "since")}),
        ("Who read it", {"fields": ("read_by",)}),
    )
    readonly_fields = ("document_link", "source", "trip_link", "turn_link", "read_by")

    def get_queryset(self, request: HttpRequest) -> QuerySet[DocumentLine]:
        return seen(super().get_queryset(request))

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
