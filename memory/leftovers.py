"""What a full text index of SQLite keeps of rows that are gone: it marks their words and drops them when it
merges its lists. After a purge, and after a trip was deleted, it merges them at once."""

from __future__ import annotations

import time
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
PAGES = 500  # of the index, in one step
PAUSE = 0.02  # seconds between two steps


def clear() -> None:
    """No trace of deleted words in the indexes' own pages. In steps, so that other writers get in between
    (outside of a transaction). PostgreSQL's vacuum does it by itself."""
    if connection.vendor != "sqlite":
        return
    pause = 0.0 if connection.in_atomic_block else PAUSE
    with connection.cursor() as cursor:
        there = set(connection.introspection.table_names(cursor))
        for index in INDEXES:
            if index in there:
                _merge(cursor, index, pause)


def _merge(cursor: Any, index: str, pause: float) -> None:
    """All of its lists into one: the first step says so by its sign, and a step without work is the last."""
    step = f"INSERT INTO {index} ({index}, rank) VALUES ('merge', %s)"  # noqa: S608  (a constant)
    cursor.execute(step, [-PAGES])
    while True:
        before = connection.connection.total_changes
        cursor.execute(step, [PAGES])
        if connection.connection.total_changes - before < 2:
            return
        time.sleep(pause)


@receiver(post_delete, sender=Trip, dispatch_uid="memory.leftovers.trip")
def _trip_gone(**_: Any) -> None:
    if connection.vendor == "sqlite" and not SearchRow.objects.order_by()[AT_ONCE : AT_ONCE + 1]:
        clear()
