"""Who did something often lately. Deleting a row lifts the limit (a process may remember it 5 seconds)."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from trips.admin.reading import ReadOnlyAdmin
from trips.models import Tally


class What(admin.SimpleListFilter):
    """The first word of a key."""

    title = parameter_name = "what"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        words = sorted({key.partition(" ")[0] for key in Tally.objects.values_list("key", flat=True)[:5000]})
        return [(word, word) for word in words]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        known = self.value() in dict(self.lookup_choices)
        return queryset.filter(key__startswith=f"{self.value()} ") if known else queryset


@admin.register(Tally)
class TallyAdmin(ReadOnlyAdmin):
    list_display = ("key", "count", "ends")
    list_filter = (What,)
    search_fields = ("key",)
    ordering = ("-until",)
    fields = ("key", "count", "ends")

    @admin.display(description="window ends", ordering="until")
    def ends(self, tally: Tally) -> dt.datetime:
        return dt.datetime.fromtimestamp(tally.until, dt.UTC)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm("trips.delete_tally")
