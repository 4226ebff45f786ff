"""What was forgotten is hidden from staff as well, at once: its rows, and its words in copies.

The copies hold the words until the purge takes them (`memory/purging.py`); these pages show a mark instead.
"""

from __future__ import annotations

from django.db.models import Q, QuerySet

from memory.models import DocumentLine, Note
from memory.words import Words, words_of
from trips.models import Traveller

FORGOTTEN = Note.Status.FORGOTTEN
#: Uses of what is hidden.
OF_HIDDEN = Q(note__status=FORGOTTEN) | Q(line__status=DocumentLine.Status.FORGOTTEN)


def seen(rows: QuerySet) -> QuerySet:
    """Notes or lines without the hidden ones."""
    return rows.exclude(status=FORGOTTEN)


def hidden_words(owner: Traveller | None) -> Words:
    """The sentences this traveller has forgotten and may still undo, and the quotes they rested on."""
    notes = Note.objects.filter(owner=owner, status=FORGOTTEN)
    lines = DocumentLine.objects.filter(document__owner=owner, status=FORGOTTEN)
    said = {text for rows in (notes, lines) for pair in rows.values_list("text", "quote") for text in pair}
    return words_of(said, (), telling=False)


def masked(owner: Traveller | None, text: str) -> str:
    return hidden_words(owner).scrubbed(text)
