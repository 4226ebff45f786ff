"""The words of what was forgotten, for whoever shows a copy that still has them.

The copies hold the words until the purge takes them (`memory/purging.py`). Whoever reads one shows a mark
instead, so that an undo brings the words back by itself.
"""

from __future__ import annotations

from collections.abc import Iterable

from memory.models import Document, DocumentLine, Note
from memory.words import MARK, Words, words_of
from trips.models import Traveller


def hidden_words(owner: Traveller | int | None) -> Words:
    """What this traveller (or the one of this key) has forgotten and may still undo: the sentences as they
    are and as they were before an edit, and the quotes they rested on."""
    said: set[str] = set()
    for rows in (
        Note.objects.filter(owner=owner, status=Note.Status.FORGOTTEN),
        DocumentLine.objects.filter(document__owner=owner, status=DocumentLine.Status.FORGOTTEN),
    ):
        keys = set()
        for pk, text, quote in rows.values_list("pk", "text", "quote"):
            keys.add(pk)
            said |= {text, quote}
        if keys:
            for pair in rows.model.history.filter(id__in=keys).values_list("text", "quote"):
                said.update(pair)
    return words_of({text for text in said if MARK not in text}, (), telling=False)


def masked_texts(owner: Traveller, documents: Iterable[Document]) -> list[Document]:
    """Agents' own texts as they may be shown; not to be saved."""
    found = list(documents)
    words = hidden_words(owner) if found else None
    for document in found:
        document.text = words.scrubbed(document.text)
    return found


def masked(owner: Traveller | None, text: str) -> str:
    """The text with a mark in the place of what was forgotten."""
    return hidden_words(owner).scrubbed(text) if text else text
