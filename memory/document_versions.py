"""A document's versions: what it said after each change, how long it may be, and who was too late."""

from __future__ import annotations

from collections.abc import Iterable

from memory.models import Document, DocumentLine, DocumentVersion
from memory.text import Refused
from trips.models import Turn

#: Who keeps the documents of travellers, beside the agents; no person.
CURATOR = "documents"
LIMIT = 50_000  # characters of a document, unless its agent's declaration says otherwise


class VersionConflict(Exception):
    """Somebody has changed the document since it was read: read it again."""


class TooLong(Refused):
    """The document would be `size` characters long, and may be `limit`."""

    def __init__(self, size: int, limit: int) -> None:
        super().__init__(f"This document is full: {size} characters, and at most {limit} are kept.")
        self.size, self.limit = size, limit


def locked_document(**identity) -> Document:
    """The document, made if need be, locked until the transaction ends."""
    row, _made = Document.objects.get_or_create(**identity)
    return Document.objects.select_for_update(of=("self",)).get(pk=row.pk)


def text_of(lines: Iterable[DocumentLine]) -> str:
    return "\n".join(f"- {line.text}" for line in lines)


def next_version(
    document: Document, *, by: str, reason: str = "", turn: Turn | None = None, limit: int | None = LIMIT
) -> None:
    """Number the document as it is now and keep what it says. Raises TooLong; not of one that was longer
    already, as two that became one can be: it may get shorter."""
    if document.namespace:
        active = document.lines.filter(status=DocumentLine.Status.ACTIVE).order_by("position", "pk")
        text = text_of(active)
    else:
        text = document.text
    if limit is not None and len(text) > max(limit, _length_before(document)):
        raise TooLong(len(text), limit)
    document.version += 1
    document.save(update_fields=["text", "version", "updated"])
    DocumentVersion.objects.create(
        document=document, number=document.version, text=text, reason=reason[:300], by=by[:80], turn=turn
    )


def _length_before(document: Document) -> int:
    """Of its newest version; 0 before the first. An agent's own text is not kept over its limit."""
    if not document.namespace:
        return 0
    newest = document.versions.order_by("-number").values_list("text", flat=True)
    return max((len(text) - 1 for text in newest[:1]), default=0)
