"""Who read whose text, what was searched, what is indexed, what may never be learnt again."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString

from memory.admin.hidden import OF_HIDDEN
from memory.admin.lists import AgentFilter, BoundedList
from memory.admin.shown import ByRight
from memory.models import NoteUse, SearchLog, SearchRow, SilentMessage, Tombstone, UnheardMessage
from trips.admin.reading import ReadOnlyAdmin, link_to


@admin.register(NoteUse)
class NoteUseAdmin(ByRight, ReadOnlyAdmin, BoundedList):
    """One row: this agent had this sentence before it in this turn."""

    list_display = ("reader", "sentence", "written_by", "traveller", "turn_link", "how", "created")
    list_filter = (AgentFilter, "searched")
    list_select_related = ("note__owner", "line__document__owner", "turn")
    search_fields = ("agent",)
    search_help_text = "The name of an agent."
    ordering = ("-pk",)
    sortable_by = ("reader",)
    fieldsets = (
        (None, {"fields": ("reader", "sentence", "written_by", "traveller", "turn_link", "how", "created")}),
    )
    readonly_fields = ("reader", "sentence", "written_by", "traveller", "turn_link", "how")

    def get_queryset(self, request: HttpRequest) -> QuerySet[NoteUse]:
        return super().get_queryset(request).exclude(OF_HIDDEN)

    @admin.display(description="read by", ordering="pk")
    def reader(self, use: NoteUse) -> str:
        return use.agent

    @admin.display(description="what")
    def sentence(self, use: NoteUse) -> SafeString:
        return link_to(use.note or use.line)

    @admin.display(description="whose text")
    def written_by(self, use: NoteUse) -> str:
        if use.note is not None:
            return f"{use.note.agent or 'the traveller'} ({use.note.author}’s words)"
        return f"{use.line.document} ({use.line.author}’s words)" if use.line else "–"

    @admin.display
    def traveller(self, use: NoteUse) -> str:
        return str((use.note.owner if use.note else use.line.document.owner) or "–")

    @admin.display
    def how(self, use: NoteUse) -> str:
        return "found by a search" if use.searched else "in the brief"


@admin.register(SearchLog)
class SearchLogAdmin(ByRight, ReadOnlyAdmin, BoundedList):
    list_display = ("row", "owner_link", "namespace", "found", "milliseconds", "turn_link", "created")
    list_filter = (AgentFilter, "namespace", "created")
    list_select_related = ("owner", "turn")
    search_fields = ("agent",)
    ordering = ("-pk",)
    sortable_by = ("row",)
    fieldsets = (
        (
            None,
            {"fields": ("row", "owner_link", "namespace", "found", "milliseconds", "turn_link", "created")},
        ),
    )
    readonly_fields = ("row", "owner_link", "turn_link")

    @admin.display(description="searched by", ordering="pk")
    def row(self, log: SearchLog) -> str:
        return log.agent or "the traveller"


@admin.register(SearchRow)
class SearchRowAdmin(ByRight, ReadOnlyAdmin, BoundedList):
    """That something is indexed, and under what; never its words."""

    list_display = ("kind", "object_id", "owner_link", "trip_link", "namespace", "said_at")
    list_filter = ("kind", "namespace")
    list_select_related = ("owner", "trip")
    search_fields = ("owner__username",)
    ordering = ("-pk",)
    sortable_by = ("kind",)
    fieldsets = (
        (
            None,
            {"fields": ("kind", "object_id", "owner_link", "trip_link", "namespace", "group", "position",
                        "said_at")},
        ),
    )  # fmt: skip
    readonly_fields = ("owner_link", "trip_link")

    def lookup_allowed(self, lookup: str, value: object, request=None) -> bool:
        shown = {"kind", "namespace", "owner", "trip", "object_id"}
        return lookup.split("__")[0] in shown and super().lookup_allowed(lookup, value, request)


@admin.register(Tombstone)
class TombstoneAdmin(ByRight, ReadOnlyAdmin, BoundedList):
    list_display = ("row", "owner_link", "created")
    list_filter = ("created",)
    list_select_related = ("owner",)
    search_fields = ("owner__username",)
    ordering = ("-pk",)
    fieldsets = ((None, {"fields": ("owner_link", "hash", "created")}),)
    readonly_fields = ("owner_link",)

    @admin.display(description="sentence", ordering="pk")
    def row(self, row: Tombstone) -> str:
        return f"forgotten sentence {row.pk}"


class _MessageAdmin(ByRight, ReadOnlyAdmin, BoundedList):
    """Which message it is, never what it says."""

    list_display = ("row", "trip_name", "created")
    list_filter = ("created",)
    list_select_related = ("message__trip",)
    search_fields = ("message__trip__title",)
    ordering = ("-pk",)
    sortable_by = ("row",)
    fieldsets = ((None, {"fields": ("row", "trip_name", "created")}),)
    readonly_fields = ("row", "trip_name")

    @admin.display(description="message", ordering="pk")
    def row(self, row: SilentMessage | UnheardMessage) -> str:
        return f"message {row.message.position}"

    @admin.display(description="trip")
    def trip_name(self, row: SilentMessage | UnheardMessage) -> str:
        return row.message.trip.name


@admin.register(SilentMessage)
class SilentMessageAdmin(_MessageAdmin):
    """Something forgotten came from it."""


@admin.register(UnheardMessage)
class UnheardMessageAdmin(_MessageAdmin):
    """Said while nothing was to be remembered."""
