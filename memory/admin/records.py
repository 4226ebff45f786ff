"""What happened in memory: read, never edited."""

from __future__ import annotations

from django.contrib import admin

from memory.models import (
    AgentMemory,
    Document,
    DocumentLine,
    DocumentVersion,
    Extraction,
    Note,
    NoteUse,
    SearchLog,
    SearchRow,
    Summary,
    Tombstone,
)
from trips.admin.reading import ReadOnlyAdmin


@admin.register(AgentMemory)
class AgentMemoryAdmin(ReadOnlyAdmin):
    list_display = ("agent", "trip", "tokens", "updated")
    list_filter = ("agent",)
    list_select_related = ("trip",)
    search_fields = ("trip__title",)


@admin.register(Document)
class DocumentAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "owner", "trip", "version", "updated")
    list_filter = ("namespace", "agent")
    list_select_related = ("owner", "trip")
    search_fields = ("owner__username",)


@admin.register(DocumentLine)
class DocumentLineAdmin(ReadOnlyAdmin):
    list_display = ("text", "document", "status", "author", "since")
    list_filter = ("status", "author")
    list_select_related = ("document",)
    search_fields = ("text",)


@admin.register(DocumentVersion)
class DocumentVersionAdmin(ReadOnlyAdmin):
    list_display = ("document", "number", "by", "reason", "created")
    list_filter = ("document__namespace",)
    list_select_related = ("document",)
    search_fields = ("by",)


@admin.register(Extraction)
class ExtractionAdmin(ReadOnlyAdmin):
    list_display = ("agent", "turn", "kind", "status", "attempts", "created")
    list_filter = ("status", "kind", "agent")
    list_select_related = ("turn",)
    search_fields = ("agent",)


@admin.register(Note)
class NoteAdmin(ReadOnlyAdmin):
    list_display = ("text", "agent", "status", "pinned", "shared", "author", "created")
    list_filter = ("pinned", "shared", "status", "agent", "author")
    search_fields = ("text",)


@admin.register(NoteUse)
class NoteUseAdmin(ReadOnlyAdmin):
    list_display = ("note", "line", "agent", "turn", "created")
    list_filter = ("agent", "searched")
    list_select_related = ("note", "line", "turn")
    search_fields = ("agent",)


@admin.register(SearchRow)
class SearchRowAdmin(ReadOnlyAdmin):
    list_display = ("kind", "owner", "trip", "author", "said_at")
    list_filter = ("kind",)
    list_select_related = ("owner", "trip")
    search_fields = ("author",)


@admin.register(SearchLog)
class SearchLogAdmin(ReadOnlyAdmin):
    list_display = ("owner", "agent", "namespace", "found", "milliseconds", "created")
    list_filter = ("agent", "namespace")
    list_select_related = ("owner",)
    search_fields = ("agent",)


@admin.register(Summary)
class SummaryAdmin(ReadOnlyAdmin):
    list_display = ("trip", "up_to", "messages_removed", "messages_kept", "reason", "created")
    list_filter = ("reason",)
    list_select_related = ("trip",)
    search_fields = ("trip__title",)


@admin.register(Tombstone)
class TombstoneAdmin(ReadOnlyAdmin):
    list_display = ("owner", "created")
    list_filter = ("created",)
    list_select_related = ("owner",)
    search_fields = ("owner__username",)
