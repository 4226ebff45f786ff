"""What staff's pages of memory share: columns that depend on rights, and differences between two texts."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.safestring import SafeString

from memory.admin.curators import TRANSCRIPTS, may_read_transcripts
from trips.admin.reading import link_to

#: What is shown to whoever has the right, and what to everybody else.
BY_RIGHT = {
    "source": (TRANSCRIPTS, "source_hidden"),
    "sent_words": (TRANSCRIPTS, "sent_hidden"),
    "returned_words": (TRANSCRIPTS, "returned_hidden"),
    "learnt_from": (TRANSCRIPTS, "learnt_from_hidden"),
    "summary_text": (TRANSCRIPTS, "summary_hidden"),
    "came_of_it": (TRANSCRIPTS, "came_of_it_hidden"),
    "lines_now": (TRANSCRIPTS, "lines_now_hidden"),
    "changes": (TRANSCRIPTS, "changes_hidden"),
    "why": (TRANSCRIPTS, "why_hidden"),
    "read": (TRANSCRIPTS, "read_hidden"),
    "trip_link": ("trips.view_trip", "trip_name"),
    "owner_link": ("trips.view_traveller", "owner_name"),
    "turn_link": ("trips.view_turn", "turn_name"),
}


class ByRight(admin.ModelAdmin):
    """Columns and fields as the reader's rights have them. A page has both of a pair it names."""

    #: Fields that a filter in the address would tell, word by word.
    told_by_right: Collection[str] = ()

    class Media:
        css = {"all": ("css/staff.css",)}

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        hides = lookup.split("__")[0] in self.told_by_right
        may = not hides or bool(request and may_read_transcripts(request))
        return may and super().lookup_allowed(lookup, value, request)

    def get_list_display(self, request: HttpRequest) -> list[str]:
        return [permitted(request, name) for name in super().get_list_display(request)]

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> list[tuple[str | None, dict]]:
        return [
            (title, {**words, "fields": [permitted(request, name) for name in words["fields"]]})
            for title, words in super().get_fieldsets(request, obj)
        ]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        return [permitted(request, name) for name in super().get_readonly_fields(request, obj)]

    @admin.display(description="trip")
    def trip_link(self, row: Any) -> SafeString:
        return link_to(row.trip, row.trip.name if row.trip else "")

    @admin.display(description="trip")
    def trip_name(self, row: Any) -> str:
        return row.trip.name if row.trip else "–"

    @admin.display(description="traveller")
    def owner_link(self, row: Any) -> SafeString:
        return link_to(row.owner, str(row.owner or ""))

    @admin.display(description="traveller")
    def owner_name(self, row: Any) -> str:
        return str(row.owner or "–")

    @admin.display(description="turn")
    def turn_link(self, row: Any) -> SafeString:
        return link_to(row.turn, f"turn {row.turn.number}" if row.turn else "")

    @admin.display(description="turn")
    def turn_name(self, row: Any) -> str:
        return f"turn {row.turn.number}" if row.turn else "–"


def permitted(request: HttpRequest, name: str) -> str:
    right, instead = BY_RIGHT.get(name, ("", ""))
    return name if not right or request.user.has_perm(right) else instead


@dataclass(frozen=True)
class Difference:
    """A line of a comparison: kind is added, taken, same, or gap (lines that are the same were left out)."""

    kind: str
    text: str = ""


def differences(before: str, after: str, *, around: int = 2) -> list[Difference]:
    """What became of the lines, with so many unchanged ones around each change; empty when nothing did."""
    old, new = before.splitlines(), after.splitlines()
    groups = list(SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(around))
    found: list[Difference] = []
    for group in groups:
        if found or group[0][1] > 0:
            found.append(Difference("gap"))
        found += _lines_of(group, old, new)
    if groups and groups[-1][-1][2] < len(old):
        found.append(Difference("gap"))
    return found


def _lines_of(group: list, old: list[str], new: list[str]) -> Iterator[Difference]:
    for kind, old_from, old_to, new_from, new_to in group:
        if kind == "equal":
            yield from (Difference("same", line) for line in old[old_from:old_to])
            continue
        yield from (Difference("taken", line) for line in old[old_from:old_to])
        yield from (Difference("added", line) for line in new[new_from:new_to])
