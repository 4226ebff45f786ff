"""The index of what can be searched, anew from its rows: after a restore, or a change of the stemmer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from memory.found import FINDING, INTEL, SUMMARY
from memory.indexing import BATCH, Kind, drop_rows, index_lines, index_messages, index_notes
from memory.indexing_found import index_trip
from memory.models import DocumentLine, Note, SearchRow
from trips.models import Message, Traveller, Trip


def reindex(owner: Traveller | None = None) -> int:
    """Every row anew, of one owner or of all, a trip at a time. How many rows there are afterwards.

    Also after rows changed hands: what the index had under another owner goes.
    """
    trips, notes, lines = Trip.objects.all(), Note.objects.all(), DocumentLine.objects.all()
    if owner is not None:
        trips = Trip.objects.owned_by(owner)
        notes, lines = notes.filter(owner=owner), lines.filter(document__owner=owner)
        SearchRow.objects.filter(owner=owner).delete()
    else:
        SearchRow.objects.all().delete()
    for trip in trips.order_by("pk").iterator(chunk_size=BATCH):
        for some in _batches(Message.objects.filter(trip=trip).order_by("position")):
            _anew(Kind.MESSAGE, some, partial(index_messages, beside=False))
        index_trip_anew(trip)
    for some in _batches(notes.order_by("pk")):
        _anew(Kind.NOTE, some, index_notes)
    for some in _batches(lines.select_related("document").order_by("pk")):
        _anew(Kind.LINE, some, index_lines)
    mine = SearchRow.objects.filter(owner=owner) if owner else SearchRow.objects.all()
    return mine.count()


@transaction.atomic
def index_trip_anew(trip: Trip) -> None:
    """Of a trip that may have changed hands: what was found out for it, and its summary."""
    SearchRow.objects.filter(trip=trip, kind__in=(FINDING, INTEL, SUMMARY)).delete()
    index_trip(trip)


@transaction.atomic
def _anew(kind: str, rows: Sequence[Any], index: Callable[[Sequence[Any]], None]) -> None:
    drop_rows(kind, [row.pk for row in rows])
    index(rows)


def _batches(rows: QuerySet) -> Iterator[list]:
    found = rows.iterator(chunk_size=BATCH)
    while some := list(islice(found, BATCH)):
        yield some
