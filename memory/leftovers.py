"""What a full text index of SQLite keeps of rows that are gone: it marks their words and drops them when it
merges its lists. After a purge, and after a trip was deleted, it merges them at once."""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.db.models.signals import post_delete
from django.dispatch import receiver

from memory.models import SearchRow
from trips.models import Trip

#: The index of what can be searched, and that of staff's search of notes.
INDEXES = ("memory_searchwords", "memory_note_words")
#: Merging takes about a second for 100,000 rows: of more than these, the daily cleanup does it.
AT_ONCE = 20_000


def clear() -> None:
    """No trace of deleted words in the index's own pages. PostgreSQL's vacuum does that by itself."""
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        there = set(connection.introspection.table_names(cursor))
        for index in INDEXES:
            if index in there:
                cursor.execute(f"INSERT INTO {index} ({index}) VALUES ('optimize')")  # noqa: S608  (constants)


@receiver(post_delete, sender=Trip, dispatch_uid="memory.leftovers.trip")
def _trip_gone(**_: Any) -> None:
    if connection.vendor == "sqlite" and not SearchRow.objects.order_by()[AT_ONCE : AT_ONCE + 1]:
        clear()
