"""Writes the searchable words of messages, notes and lines, in the same transaction as these.

A message is indexed with the one before and the one after it (an answer makes sense beside its question),
unless six hours lie between them. Findings and summaries: `memory/indexing_found.py`. What bypasses the
signals (`update`, `bulk_create`) calls `index_*` or `reindex` (`memory/reindexing.py`); `memory/search.py`
reads what it shows from the live rows, so a stale row can only miss something.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import timedelta
from typing import Any

from django.db.models import Q
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver

from memory.models import DocumentLine, Note, SearchRow, SilentMessage
from memory.ranking import joined
from memory.stemming import terms, words
from trips.models import Member, Message
from trips.senders import sender_among
from trips.signals import message_redacted

Kind = SearchRow.Kind
#: A longer silence ends a session: what was said before it is no neighbour.
SESSION = timedelta(hours=6)
#: Words of a neighbour that are indexed: it lends its subject, not its length.
NEIGHBOUR_WORDS = 120
BATCH = 500
TRAVELLER = "traveller"


def owned(owner_id: int, stems: Iterable[str]) -> list[str]:
    """Tokens of one owner. `o12` ends before a letter (`x`, or `y` for a foreign script): 12 is never 1."""
    return [f"o{owner_id}{stem}" for stem in stems]


# --- Rows ----------------------------------------------------------------------------------------


def note_row(note: Note) -> SearchRow:
    author = note.agent or note.author
    return search_row(
        note.owner_id,
        Kind.NOTE,
        note.pk,
        (f"{author}: {note.text}",),
        trip_id=note.trip_id,
        author=author,
        said_at=note.created,
    )


def line_row(line: DocumentLine) -> SearchRow | None:
    """A line of the traveller's namespaces; an agent's own document has no lines to search."""
    document = line.document
    if document.owner_id is None:
        return None
    return search_row(
        document.owner_id,
        Kind.LINE,
        line.pk,
        (line.text,),
        namespace=document.namespace,
        author=line.author,
        said_at=line.since,
    )


def message_row(
    message: Message,
    before: Message | None,
    after: Message | None,
    *,
    owner_id: int,
    name: str,
    members: Collection[Member] = (),
) -> SearchRow:
    texts = [_said(message, name, members)]
    for neighbour in (before, after):
        near = neighbour is not None and abs(neighbour.created - message.created) <= SESSION
        texts.append(_said(neighbour, name, members) if near else "")
    return search_row(
        owner_id,
        Kind.MESSAGE,
        message.pk,
        tuple(texts),
        trip_id=message.trip_id,
        author=author_of(message, name, members),
        group=f"trip {message.trip_id}",
        position=message.position,
        said_at=message.created,
    )


def author_of(message: Message, name: str, members: Collection[Member] = ()) -> str:
    """Whose words: the owner's name on the trip, or "traveller"; another member's; else the agent's, or
    "system"."""
    if message.author == Message.Author.TRAVELLER:
        return sender_among(message, members) or name or TRAVELLER
    return message.agent or message.author


def _said(message: Message, name: str, members: Collection[Member]) -> str:
    day = message.created
    return f"{day.day} {day:%B %Y} {author_of(message, name, members)}: {message.text}"


def search_row(owner_id: int, kind: str, object_id: int, texts: Sequence[str], **more: Any) -> SearchRow:
    body, *beside = texts
    beside = [" ".join(text.split()[:NEIGHBOUR_WORDS]) for text in beside] or ["", ""]
    fields = [owned(owner_id, terms(text)) for text in (body, *beside)]
    return SearchRow(
        owner_id=owner_id,
        kind=kind,
        object_id=object_id,
        terms=joined(*fields),
        words=sum(len(words(text)) for text in (body, *beside)),
        **more,
    )


# --- Writing them --------------------------------------------------------------------------------


def write_rows(rows: Sequence[SearchRow]) -> None:
    SearchRow.objects.bulk_create(
        rows,
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["kind", "object_id", "owner"],
        update_fields=["trip", "namespace", "author", "group", "position", "terms", "words", "said_at"],
    )


def drop_rows(kind: str, object_ids: Iterable[int]) -> None:
    SearchRow.objects.filter(kind=kind, object_id__in=list(object_ids)).delete()


def index_notes(notes: Iterable[Note]) -> None:
    """Words of these notes as they stand now: only standing ones are to be found."""
    notes = list(notes)
    write_rows([note_row(note) for note in notes if note.status == Note.Status.ACTIVE])
    drop_rows(Kind.NOTE, [note.pk for note in notes if note.status != Note.Status.ACTIVE])


def index_lines(lines: Iterable[DocumentLine]) -> None:
    lines = list(lines)
    rows = [line_row(line) for line in lines if line.status == DocumentLine.Status.ACTIVE]
    write_rows([row for row in rows if row])
    drop_rows(Kind.LINE, [line.pk for line in lines if line.status != DocumentLine.Status.ACTIVE])


def index_messages(messages: Iterable[Message], *, beside: bool = True) -> None:
    """These messages of one trip and, with `beside`, the ones next to them, whose words they are as well.

    One that is no source any more (SilentMessage) is not found, nor are its words beside it.
    """
    wanted = list(messages)
    if not wanted:
        return
    trip_id = wanted[0].trip_id
    members = list(Member.objects.filter(trip=trip_id, traveller__isnull=False))
    owner = next((member for member in members if member.role == Member.Role.OWNER), None)
    if owner is None:
        return
    positions = {message.position for message in wanted}
    if beside:
        positions |= {position + step for position in positions for step in (-1, 1) if position + step >= 0}
    near = {position + step for position in positions for step in (-1, 0, 1) if position + step >= 0}
    rows = Message.objects.filter(trip=trip_id, position__in=near, silence=None)
    at = {message.position: message for message in rows}
    drop_rows(Kind.MESSAGE, [message.pk for message in wanted if message.position not in at])
    write_rows(
        [
            message_row(
                at[position],
                at.get(position - 1),
                at.get(position + 1),
                owner_id=owner.traveller_id,
                name=owner.name,
                members=members,
            )
            for position in sorted(positions)
            if position in at
        ]
    )


# --- Listening -----------------------------------------------------------------------------------


@receiver(post_save, sender=Note, dispatch_uid="memory.indexing.note")
def _note_saved(instance: Note, raw: bool = False, **_: Any) -> None:
    if not raw:
        index_notes([instance])


@receiver(post_save, sender=DocumentLine, dispatch_uid="memory.indexing.line")
def _line_saved(instance: DocumentLine, raw: bool = False, **_: Any) -> None:
    if not raw:
        index_lines([instance])


@receiver(post_save, sender=Message, dispatch_uid="memory.indexing.message")
def _message_saved(instance: Message, raw: bool = False, **_: Any) -> None:
    if not raw:
        index_messages([instance])


@receiver(message_redacted, dispatch_uid="memory.indexing.redacted")
def _message_redacted(message: Message, **_: Any) -> None:
    index_messages([message])


@receiver([post_save, post_delete], sender=SilentMessage, dispatch_uid="memory.indexing.silence")
def _source_changed(instance: SilentMessage, raw: bool = False, **_: Any) -> None:
    if not raw:
        index_messages(Message.objects.filter(pk=instance.message_id))


@receiver(post_delete, sender=Note, dispatch_uid="memory.indexing.note_gone")
def _note_gone(instance: Note, **_: Any) -> None:
    drop_rows(Kind.NOTE, [instance.pk])


@receiver(post_delete, sender=DocumentLine, dispatch_uid="memory.indexing.line_gone")
def _line_gone(instance: DocumentLine, **_: Any) -> None:
    drop_rows(Kind.LINE, [instance.pk])


@receiver(post_delete, sender=Message, dispatch_uid="memory.indexing.message_gone")
def _message_gone(instance: Message, origin: Any = None, **_: Any) -> None:
    drop_rows(Kind.MESSAGE, [instance.pk])
    source = getattr(origin, "model", type(origin))
    if source is Message or (source.__name__ == "Turn"):  # with its trip the whole conversation goes
        index_messages(
            Message.objects.filter(
                Q(position=instance.position - 1) | Q(position=instance.position + 1), trip=instance.trip_id
            ),
            beside=False,
        )
