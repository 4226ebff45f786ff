"""The history of a remembered sentence: what it was, what it became, who did it, and when."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from memory.hidden_words import hidden_words
from memory.hiding import owner_of
from memory.words import Words

#: The newest so many.
SHOWN = 200


@dataclass(frozen=True)
class Step:
    """One change: `changes` as (name, was, became)."""

    when: Any
    by: str
    reason: str
    changes: list[tuple[str, Any, Any]]


class HistoryPage(admin.ModelAdmin):
    """Read only: what is to hold again is written again, through the door. No message's words are in it."""

    history_fields: tuple[str, ...] = ("text", "status")

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict | None = None
    ) -> HttpResponse:
        row = get_object_or_404(self.get_queryset(request), pk=unquote(object_id))
        if not self.has_view_or_change_permission(request, row):
            raise PermissionDenied
        context = self.admin_site.each_context(request) | {
            "title": f"History: {row}",
            "opts": self.opts,
            "object": row,
            "steps": self.steps(request, row),
            **(extra_context or {}),
        }
        return render(request, "memory/admin/history.html", context)

    def steps(self, request: HttpRequest, row: Any) -> list[Step]:
        """As this reader may see them: without what was forgotten elsewhere and was said here once."""
        words = hidden_words(owner_of(row))
        return [without(step, words) for step in steps_of(row, self.history_fields)]


def without(step: Step, words: Words) -> Step:
    """The step with a mark in the place of these words."""
    changes = [
        (name, *(words.scrubbed(one) if isinstance(one, str) else one for one in pair))
        for name, *pair in step.changes
    ]
    return replace(step, reason=words.scrubbed(step.reason), changes=changes)


def steps_of(row: Any, names: tuple[str, ...]) -> list[Step]:
    """The newest first."""
    records = list(
        row.history.select_related("history_user").order_by("-history_date", "-history_id")[:SHOWN]
    )
    steps = []
    for record, before in zip(records, [*records[1:], None], strict=True):
        pairs = [(name, getattr(before, name, None), getattr(record, name)) for name in names]
        steps.append(
            Step(
                when=record.history_date,
                by=str(record.history_user or ""),
                reason=record.history_change_reason or record.get_history_type_display(),
                changes=[
                    (name.replace("_", " "), was, became)
                    for name, was, became in pairs
                    if was != became and (before is not None or became)  # of a new one what it has
                ],
            )
        )
    return steps
