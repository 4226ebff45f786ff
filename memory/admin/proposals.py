"""The queue of proposals: what waits to be accepted, the oldest first, notes and lines together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from memory import documents, notes
from memory.admin.hidden import FORGOTTEN
from memory.models import DocumentLine, Note
from trips.models import Traveller

#: On one page, of each kind.
SHOWN = 50
#: Counted up to this many.
COUNTED = 1_000


@dataclass(frozen=True)
class Proposal:
    """`kind` is note or line. `place` says what it would become part of."""

    kind: str
    row: Note | DocumentLine
    owner: Any
    place: str
    replaces: str
    since: Any

    @property
    def why(self) -> str:
        """Why it waits: with the traveller's words it would stand already."""
        return "" if self.row.quote else "It rests on no words of the traveller."


def queue() -> list[Proposal]:
    return sorted([*_notes(), *_lines()], key=lambda one: one.since)


def how_many() -> int:
    """Up to `COUNTED`."""
    found = Note.objects.filter(status=Note.Status.PROPOSED).values("pk")[:COUNTED].count()
    lines = DocumentLine.objects.filter(status=DocumentLine.Status.PROPOSED).values("pk")[:COUNTED].count()
    return min(found + lines, COUNTED)


def find(kind: str, pk: str) -> Note | DocumentLine | None:
    """The row, if it (still) waits."""
    if not pk.isdecimal() or len(pk) > 18:
        return None
    if kind == "note":
        return Note.objects.filter(status=Note.Status.PROPOSED, pk=pk).select_related("owner").first()
    if kind == "line":
        return DocumentLine.objects.filter(status=DocumentLine.Status.PROPOSED, pk=pk).first()
    return None


def answer(row: Note | DocumentLine, *, accept: bool, by: Traveller) -> None:
    """Raises memory.text.Refused."""
    if isinstance(row, Note):
        notes.accept(row, by) if accept else notes.retire(row, by, "The proposal was refused.")
    elif accept:
        documents.accept_line(row, by)
    else:
        documents.refuse_line(row, by)


def _notes() -> Iterator[Proposal]:
    rows = Note.objects.filter(status=Note.Status.PROPOSED).select_related("owner", "trip", "supersedes")
    for note in rows.order_by("created", "pk")[:SHOWN]:
        place = f"notes of {note.agent or 'the traveller'}"
        place += f", {note.trip.name}" if note.trip else ", every trip"
        replaces = _words_of(note.supersedes)
        yield Proposal("note", note, note.owner, place, replaces, note.created)


def _lines() -> Iterator[Proposal]:
    rows = DocumentLine.objects.filter(status=DocumentLine.Status.PROPOSED)
    rows = rows.select_related("document__owner", "replaces")
    for line in rows.order_by("since", "pk")[:SHOWN]:
        replaces = _words_of(line.replaces)
        yield Proposal("line", line, line.document.owner, str(line.document), replaces, line.since)


def _words_of(row: Note | DocumentLine | None) -> str:
    return row.text if row is not None and row.status != FORGOTTEN else ""
