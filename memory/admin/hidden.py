"""What was forgotten is hidden from staff as well, at once: its rows, and its words in copies.

The copies hold the words until the purge takes them (`memory/purging.py`); these pages show a mark instead.
"""

from __future__ import annotations

from django.db.models import Q, QuerySet

from memory.hidden_words import hidden_words, masked
from memory.models import DocumentLine, Note

__all__ = ["FORGOTTEN", "OF_HIDDEN", "hidden_words", "masked", "seen"]

FORGOTTEN = Note.Status.FORGOTTEN
#: Uses of what is hidden.
OF_HIDDEN = Q(note__status=FORGOTTEN) | Q(line__status=DocumentLine.Status.FORGOTTEN)


def seen(rows: QuerySet) -> QuerySet:
    """Notes or lines without the hidden ones."""
    return rows.exclude(status=FORGOTTEN)
