"""Lists of very many rows: no full count, no full scan for the names of a filter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.functional import cached_property

#: A list ends here; who looks for something older filters or searches.
LISTED = 10_000
#: More at once is a mistake, or a job for a command.
AT_ONCE = 500


class BoundedPaginator(Paginator):
    """Counts up to `LISTED` and no further."""

    @cached_property
    def count(self) -> int:
        return self.object_list.order_by().values("pk")[:LISTED].count()


class BoundedList(admin.ModelAdmin):
    """A list whose cost does not grow with the table."""

    list_per_page = 50
    paginator = BoundedPaginator
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER


class BoundedActions(BoundedList):
    """Actions on at most `AT_ONCE` rows: of more, none is touched, and the page says so."""

    def response_action(self, request: HttpRequest, queryset: QuerySet) -> HttpResponse | None:
        if forms.BooleanField(required=False).to_python(request.POST.get("select_across")):
            chosen = queryset.order_by().values("pk")[: AT_ONCE + 1].count()
        else:
            chosen = len(request.POST.getlist(ACTION_CHECKBOX_NAME))
        if chosen > AT_ONCE:
            sentence = f"More than {AT_ONCE} were chosen: nothing was done. Filter or search for fewer."
            self.message_user(request, sentence, messages.ERROR)
            return None
        return super().response_action(request, queryset)


def values_in_use(rows: QuerySet, column: str) -> Iterator[str]:
    """The different values of an indexed column in order: one step into the index each, however many rows."""
    value = rows.order_by(column).values_list(column, flat=True).first()
    while value is not None:
        yield value
        value = (
            rows.filter(**{f"{column}__gt": value}).order_by(column).values_list(column, flat=True).first()
        )


class AgentFilter(admin.SimpleListFilter):
    """By agent; the empty name is the traveller's own."""

    title = "agent"
    parameter_name = "agent"
    OWN = "-"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        names = values_in_use(model_admin.model._default_manager.all(), "agent")
        return [(name or self.OWN, name or "the traveller's own") for name in names]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        if self.value() not in dict(self.lookup_choices):
            return queryset  # nobody's name: as if it had not been said
        return queryset.filter(agent="" if self.value() == self.OWN else self.value())
