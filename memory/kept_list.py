"""Some of what is kept: by trip, document and state, a page at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q, QuerySet

from memory.kept import STATES, lines_of, notes_of
from memory.models import Document, DocumentLine, Note, Summary
from memory.models.notes import AuthorKind

#: Agents' notes of their own work on a trip.
WORKING = Q(author=AuthorKind.AGENT, quote="", pinned=False, member=None) & ~Q(trip=None)
#: Notes by what the page calls them, where `Filter.document` names them.
NOTES = {"told": ~WORKING, "working": WORKING}


@dataclass(frozen=True)
class Filter:
    """What of it to show. `trip` is a uuid, or "none": about the traveller whatever the trip; `document` is a
    namespace, or one of NOTES."""

    trip: str = ""
    document: str = ""
    state: str = "standing"

    @property
    def is_set(self) -> bool:
        return self != Filter()


class Several(Sequence):
    """Rows of several querysets one after the other, counted once, read by slices."""

    def __init__(self, parts: Sequence[QuerySet]) -> None:
        self._parts = parts
        self._counts: list[int] | None = None

    def __len__(self) -> int:
        if self._counts is None:
            self._counts = [part.count() for part in self._parts]
        return sum(self._counts)

    def __getitem__(self, wanted):
        if not isinstance(wanted, slice):
            return self[wanted : wanted + 1][0]
        start, stop, _step = wanted.indices(len(self))
        rows: list = []
        before = 0
        for part, count in zip(self._parts, self._counts or [], strict=True):
            if start < before + count and stop > before:
                keys = list(part.values_list("pk", flat=True)[max(0, start - before) : stop - before])
                found = part.in_bulk(keys)
                rows += [found[pk] for pk in keys if pk in found]
            before += count
        return rows


def rows_for(owner, choice: Filter) -> Several:
    """The rows that a filter leaves: lines of documents in their order, then notes, newest first."""
    statuses = STATES.get(choice.state, STATES["standing"])
    notes = notes_of(owner).filter(status__in=statuses).order_by("-pinned", "-created", "-pk")
    lines = lines_of(owner).filter(status__in=statuses).order_by("document", "position", "pk")
    if choice.trip == "none":
        notes = notes.filter(trip=None)
    elif choice.trip:
        uuid = uuid_of(choice.trip)
        notes, lines = (rows.filter(trip__uuid=uuid) if uuid else rows.none() for rows in (notes, lines))
    if choice.document in NOTES:
        return Several([notes.filter(NOTES[choice.document])])
    if choice.document:
        return Several([lines.filter(document__namespace=choice.document)])
    return Several([lines, notes])


def uuid_of(text: str) -> UUID | None:
    """None for what is none, as "none" itself."""
    try:
        return UUID(text)
    except ValueError:
        return None


def trips_of(notes: QuerySet[Note], lines: QuerySet[DocumentLine]) -> Q:
    """Trips of which something is kept: these notes and lines, agents' own texts, or summaries."""
    rule = Q(pk__in=notes.exclude(trip=None).order_by().values("trip"))
    rule |= Q(pk__in=lines.exclude(trip=None).order_by().values("trip"))
    rule |= Q(pk__in=Document.objects.exclude(text="").filter(trip__isnull=False).values("trip"))
    return rule | Q(pk__in=Summary.objects.values("trip"))
