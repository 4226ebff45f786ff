"""Extractions: what a model was sent and returned, and what was added, merged or refused of it, and why."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString

from memory.admin.curators import HIDDEN
from memory.admin.hidden import hidden_words, masked, seen
from memory.admin.lists import AgentFilter, BoundedList
from memory.admin.reasons import of_result
from memory.admin.shown import ByRight
from memory.models import DocumentLine, Extraction, Note
from trips.admin.reading import ReadOnlyAdmin, part, pretty

#: How a line of an answer ends, in the order they are told.
OUTCOMES = ("added", "superseded", "merged", "proposed", "refused")


class OutcomeFilter(admin.SimpleListFilter):
    """Extractions that failed, were tried again, or have come to nothing yet."""

    title = "trouble"
    parameter_name = "trouble"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("failed", "failed"), ("again", "tried more than once")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Extraction]) -> QuerySet[Extraction]:
        if self.value() == "failed":
            return queryset.filter(status=Extraction.Status.FAILED)
        return queryset.filter(attempts__gt=1) if self.value() == "again" else queryset


@admin.register(Extraction)
class ExtractionAdmin(ByRight, ReadOnlyAdmin, BoundedList):
    told_by_right = {"sent", "answer", "source", "results"}
    list_display = ("row", "agent", "kind", "turn_link", "status", "attempts", "came_to", "error", "created")
    list_filter = (OutcomeFilter, "status", "kind", AgentFilter, "created")
    list_select_related = ("turn",)
    search_fields = ("error", "agent")
    ordering = ("-created", "-pk")
    sortable_by = ("row", "created")
    fieldsets = (
        (None, {"fields": ("agent", "kind", "turn_link", "option_position", "status", "attempts", "error")}),
        ("What came of it", {"fields": ("came_of_it",)}),
        ("Sent", {"fields": ("sent_words",)}),
        ("Returned", {"fields": ("returned_words",)}),
        ("Learnt from", {"fields": ("learnt_from",), "classes": ("collapse",)}),
        ("When", {"fields": ("created", "finished", "lease_until")}),
    )
    readonly_fields = ("turn_link", "came_of_it", "sent_words", "returned_words", "learnt_from")

    @admin.display(description="extraction", ordering="pk")
    def row(self, row: Extraction) -> str:
        return f"extraction {row.pk}"

    @admin.display(description="came to")
    def came_to(self, row: Extraction) -> str:
        counts = outcomes_of(row.results)
        return ", ".join(f"{count} {outcome}" for outcome, count in counts.items() if count) or "–"

    @admin.display(description="lines")
    def came_of_it(self, row: Extraction) -> SafeString:
        return self._lines(row, with_words=True)

    @admin.display(description="lines")
    def came_of_it_hidden(self, row: Extraction) -> SafeString:
        return self._lines(row, with_words=False)

    def _lines(self, row: Extraction, *, with_words: bool) -> SafeString:
        """Without the right: what became a note or a line of a document is shown as that row with its quote,
        the rest is not."""
        results = [line for line in row.results if isinstance(line, dict)]
        keys = [line["note"] for line in results if isinstance(line.get("note"), int)]
        kept = seen(Note.objects.filter(pk__in=keys)).in_bulk()
        keys = [line["document_line"] for line in results if isinstance(line.get("document_line"), int)]
        of_documents = seen(DocumentLine.objects.filter(pk__in=keys)).in_bulk()
        words = hidden_words(row.turn.trip.owner)
        lines = [
            {
                "words": words.scrubbed(str(line.get("line", ""))) if with_words else "",
                "outcome": line.get("outcome", ""),
                "reason": of_result(row, line, words, may_read=with_words),
                "note": kept.get(line.get("note")),
                "line": of_documents.get(line.get("document_line")),
            }
            for line in results
        ]
        return part("memory/admin/_results.html", lines=lines, hidden="" if with_words else HIDDEN)

    @admin.display(description="sent")
    def sent_words(self, row: Extraction) -> SafeString:
        return part("trips/admin/_stored.html", text=masked(row.turn.trip.owner, row.sent))

    @admin.display(description="returned")
    def returned_words(self, row: Extraction) -> SafeString:
        return part("trips/admin/_stored.html", text=masked(row.turn.trip.owner, row.answer))

    @admin.display(description="from")
    def learnt_from(self, row: Extraction) -> SafeString:
        return pretty(hidden_words(row.turn.trip.owner).scrubbed_value(row.source))

    @admin.display(description="sent")
    def sent_hidden(self, row: Extraction) -> str:
        return HIDDEN

    @admin.display(description="returned")
    def returned_hidden(self, row: Extraction) -> str:
        return HIDDEN

    @admin.display(description="from")
    def learnt_from_hidden(self, row: Extraction) -> str:
        return HIDDEN


def outcomes_of(results: Any) -> dict[str, int]:
    """How many lines of an answer ended how."""
    counts = dict.fromkeys(OUTCOMES, 0)
    for line in results if isinstance(results, list) else []:
        outcome = line.get("outcome") if isinstance(line, dict) else None
        if outcome:
            counts[outcome] = counts.get(outcome, 0) + 1
    return counts
