"""Briefs: the copies of what agents last read, what one would read now, and the difference; summaries."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils.safestring import SafeString

from memory import registry
from memory.admin.before import before_last_change
from memory.admin.curators import HIDDEN, may_read_transcripts
from memory.admin.hidden import masked
from memory.admin.lists import AgentFilter, BoundedList
from memory.admin.shown import ByRight, differences
from memory.brief import brief_for, traveller_zone
from memory.models import AgentMemory, Summary
from trips.admin.reading import ReadOnlyAdmin, part
from trips.models import Trip

#: It has no brief of its own, but two parts of what it reads come from memory.
ORCHESTRATOR = "orchestrator"
#: The sections with the traveller's reports, word for word.
_FEEDBACK = re.compile(
    r"^(## (?:Feedback History|Recent Feedback)\b[^\n]*\n).*?(\n(?=## |--- END )|\Z)",
    re.DOTALL | re.MULTILINE,
)


def agents_with_briefs() -> list[str]:
    return [ORCHESTRATOR, *sorted(name for name, policy in registry.policies().items() if policy.builder)]


class BriefChoice(forms.Form):
    """Which brief to look at. The trip by its number, as in the addresses of these pages."""

    trip = forms.ModelChoiceField(
        Trip.objects.all(),
        widget=forms.NumberInput(attrs={"min": 1}),
        error_messages={"invalid_choice": "There is no such trip."},
    )
    agent = forms.ChoiceField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["agent"].choices = [(name, name) for name in agents_with_briefs()]


def text_now(trip: Trip, agent: str) -> tuple[str, int | None, list[str]]:
    """What the agent would read of memory if it were asked now, its tokens, and what did not fit."""
    if agent == ORCHESTRATOR:
        return traveller_zone(trip.owner, trip=trip).text, None, []
    brief = brief_for(trip, agent)
    return brief.text, brief.tokens, brief.lost


def without_feedback(text: str) -> str:
    """A brief without what was reported of days, for whoever may not read conversations."""
    return _FEEDBACK.sub(rf"\1{HIDDEN}\n\2", text)


@admin.register(AgentMemory)
class AgentMemoryAdmin(ByRight, ReadOnlyAdmin, BoundedList):
    told_by_right = {"text"}
    list_display = ("agent", "trip_link", "tokens", "did_not_fit", "updated", "as_of_now")
    list_filter = (AgentFilter, "updated")
    list_select_related = ("trip",)
    search_fields = ("trip__title",)
    ordering = ("-pk",)
    sortable_by = ("agent",)
    fieldsets = (
        (None, {"fields": ("agent", "trip_link", "tokens", "did_not_fit", "updated", "as_of_now", "read")}),
    )
    readonly_fields = ("trip_link", "did_not_fit", "as_of_now", "read")
    change_list_template = "memory/admin/agent_memories.html"

    def get_urls(self) -> list:
        page = path("now/", self.admin_site.admin_view(self.brief_now), name="memory_agentmemory_now")
        return [page, *super().get_urls()]

    def brief_now(self, request: HttpRequest) -> HttpResponse:
        """The brief as it would be built now, and what has changed: since the agent last read its own, and by
        the last change of what is remembered, whether it has read or not."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        choice = BriefChoice(request.GET) if request.GET else BriefChoice()
        context = self.admin_site.each_context(request) | {
            "title": "What an agent would read now",
            "opts": self.opts,
            "choice": choice,
        }
        if choice.is_bound and choice.is_valid():
            trip, agent = choice.cleaned_data["trip"], choice.cleaned_data["agent"]
            text, tokens, lost = text_now(trip, agent)
            copy = AgentMemory.objects.filter(trip=trip, agent=agent).first()
            before = before_last_change(trip, lambda: text_now(trip, agent)[0])
            last_read, unchanged = (
                masked(trip.owner, copy.text if copy else ""),
                before.text if before else "",
            )
            size = len(text.encode())
            if not may_read_transcripts(request):
                text, last_read, unchanged = map(without_feedback, (text, last_read, unchanged))
            context |= {
                "trip": trip,
                "agent": agent,
                "text": text,
                "tokens": tokens,
                "lost": lost,
                "kilobytes": round(size / 1024, 1),
                "copy": copy,
                "lines": differences(last_read, text) if copy else [],
                "before": before,
                "lines_before": differences(unchanged, masked(trip.owner, text)) if before else [],
            }
        return render(request, "memory/admin/brief_now.html", context)

    @admin.display(description="did not fit")
    def did_not_fit(self, row: AgentMemory) -> str:
        return "; ".join(map(str, row.lost)) or "–"

    @admin.display(description="now")
    def as_of_now(self, row: AgentMemory) -> SafeString:
        address = f"{reverse('admin:memory_agentmemory_now')}?trip={row.trip_id}&agent={row.agent}"
        return part("trips/admin/_link.html", address=address, words="as it would be now")

    @admin.display(description="what it last read")
    def read(self, row: AgentMemory) -> SafeString:
        return part("trips/admin/_stored.html", text=masked(row.trip.owner, row.text))

    @admin.display(description="what it last read")
    def read_hidden(self, row: AgentMemory) -> SafeString:
        return part("trips/admin/_stored.html", text=without_feedback(masked(row.trip.owner, row.text)))


@admin.register(Summary)
class SummaryAdmin(ByRight, ReadOnlyAdmin, BoundedList):
    """What replaced old messages: a conversation in short, so its words need the right to read messages."""

    told_by_right = {"text"}
    list_display = (
        "row", "trip_link", "reason", "messages_removed", "messages_kept", "tokens_before", "tokens_after",
        "created",
    )  # fmt: skip
    list_filter = ("reason", "created")
    list_select_related = ("trip",)
    search_fields = ("trip__title",)
    ordering = ("-pk",)
    fieldsets = (
        (
            None,
            {"fields": ("trip_link", "up_to", "reason", "messages_removed", "messages_kept",
                        "tokens_before", "tokens_after", "created", "summary_text")},
        ),
    )  # fmt: skip
    readonly_fields = ("trip_link", "summary_text")

    @admin.display(description="summary", ordering="pk")
    def row(self, row: Summary) -> str:
        return f"up to message {row.up_to}"

    @admin.display(description="text")
    def summary_text(self, row: Summary) -> SafeString:
        return part("trips/admin/_stored.html", text=masked(row.trip.owner, row.text))

    @admin.display(description="text")
    def summary_hidden(self, row: Summary) -> str:
        return HIDDEN
