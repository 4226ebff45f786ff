"""Messages, questions and changes of facts across trips: to search and to read."""

from __future__ import annotations

from django.contrib import admin
from django.template.defaultfilters import truncatechars

from trips.admin.reading import OfTrip, ReadOnlyAdmin
from trips.fact_history import spoken
from trips.facts import label_of
from trips.models import FactChange, Message, Question


@admin.register(Message)
class MessageAdmin(OfTrip, ReadOnlyAdmin):
    list_display = ("__str__", "trip_link", "position", "author", "agent", "turn", "created")
    list_filter = ("author", "agent", "created")
    search_fields = ("text", "trip__title", "trip__uuid")
    date_hierarchy = "created"
    list_select_related = ("trip", "turn")
    ordering = ("-created", "-pk")


@admin.register(Question)
class QuestionAdmin(OfTrip, ReadOnlyAdmin):
    list_display = ("text", "trip_link", "topic", "subject", "status", "required", "asked_by", "created")
    list_filter = ("status", "required", "asked_by", "topic", "created")
    search_fields = ("text", "answer", "assumption", "topic", "trip__title", "trip__uuid")
    date_hierarchy = "created"
    list_select_related = ("trip",)
    ordering = ("-created", "-pk")


@admin.register(FactChange)
class FactChangeAdmin(OfTrip, ReadOnlyAdmin):
    list_display = ("label", "trip_link", "seq", "was", "became", "by", "short_quote", "created")
    list_filter = ("by", "op", "path", "created")
    search_fields = ("path", "subject", "quote", "reason", "trip__title", "trip__uuid")
    date_hierarchy = "created"
    list_select_related = ("trip",)
    ordering = ("-created", "-pk")

    @admin.display(description="fact", ordering="path")
    def label(self, change: FactChange) -> str:
        return label_of(change.path, change.subject)

    @admin.display(description="old")
    def was(self, change: FactChange) -> str:
        return spoken(change.path, change.old) or "–"

    @admin.display(description="new")
    def became(self, change: FactChange) -> str:
        return spoken(change.path, change.new) or "–"

    @admin.display(description="quote or reason")
    def short_quote(self, change: FactChange) -> str:
        return truncatechars(change.quote or change.reason or "–", 80)
