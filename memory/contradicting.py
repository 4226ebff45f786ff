"""What was said later takes the place of what it contradicts, whoever wrote either down and wherever.

Sentences are compared as statements (`trips/reading/memory/statements.py`): of the same person and thing, the
other way, or of what there is only one of. The new one must hold for good: what is for one trip or until a
day contradicts nothing. And what corrects the words just said ("no wait, …"; `memory/amending.py`) takes
their place. What an old sentence says besides stands on, as a line of its own.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from django.db.models import Q, QuerySet

from memory.document_versions import CURATOR, locked_document, next_version
from memory.documents import LineEdit, close_line, edit_lines
from memory.models import Document, DocumentLine, Note
from memory.models.notes import AuthorKind
from memory.note_chains import close, replace
from memory.quotes import own_words
from memory.text import TRAVELLERS_WORDS, bare, digests_of_the_same, same_words
from memory.whose import owners_words
from trips.models import Message, Traveller, Trip
from trips.reading.bounded import SENTENCE
from trips.reading.memory import left_of, takes_back
from trips.reading.memory.amending import Told, amended, amends, corrects

NAMESPACES = (Document.Namespace.PROFILE, Document.Namespace.COMPANY, Document.Namespace.PREFERENCES)
#: So many of the newest sentences are compared.
MOST = 60

Row = Note | DocumentLine


def settle(row: Row) -> int:
    """A row was written that stands: what it contradicts stands no more. Returns how many gave way."""
    if not _settles(row):
        return 0
    owner = row.owner if isinstance(row, Note) else row.document.owner
    texts = [bare(row.text), *_as_said(row)]
    count = 0
    for old in [*_notes_beside(row, owner)[:MOST], *_lines_beside(row, owner)[:MOST]]:
        if _said_at(old) > _said_at(row):
            continue
        if any(takes_back(text, bare(old.text)) for text in texts) or _said_instead(old, row):
            _close(old, row)
            count += 1
        elif isinstance(old, DocumentLine) and old.quote:
            count += _leaves(old, row)
    return count


def standing(trip: Trip) -> list[Row]:
    """What stands of the owner's words: the newest lines, then the newest notes of the trip and of none."""
    owner = trip.owner
    if owner is None:
        return []
    notes = _of_owners_words(owner).filter(Q(trip=trip) | Q(trip=None), member=None)
    return [
        *_lines_of(owner).order_by("-since", "-pk")[:MOST],
        *notes.order_by("-created", "-pk")[:MOST],
    ]


def contradicted(rows: Iterable[Row], sentence: str) -> Row | None:
    """The first of the rows that a sentence contradicts."""
    return next((row for row in rows if _is_taken_back(row, sentence)), None)


# --- Within --------------------------------------------------------------------------------------


def _is_taken_back(row: Row, sentence: str) -> bool:
    """As a whole; of a line also in part."""
    left = left_of(bare(row.text), sentence)
    return left == [] or (left is not None and isinstance(row, DocumentLine))


def _settles(row: Row) -> bool:
    """Only what stands, for good, by the owner's own words or hand."""
    if row.status != Note.Status.ACTIVE:
        return False
    if isinstance(row, Note) and (row.valid_to is not None or row.option_id is not None):
        return False
    if row.message_id is not None and row.quote:
        return owners_words(row.message)
    return row.author == AuthorKind.TRAVELLER and row.message_id is None


def _leaves(old: DocumentLine, row: Row) -> bool:
    """Where only a part of a line is taken back, the rest of it stands in its place, by the same words."""
    if old.message_id == row.message_id:
        return False
    left = left_of(bare(old.text), bare(row.text)) or []
    announced = TRAVELLERS_WORDS if old.text.startswith(TRAVELLERS_WORDS) else ""
    for number, text in enumerate(left):
        sentence = f"{announced}{text[:1].upper()}{text[1:]}."
        edit = LineEdit(
            "add" if number else "replace", sentence, None if number else old.pk,
            reason=old.reason, quote=old.quote, by_code=True,
        )  # fmt: skip
        document = old.document
        edit_lines(
            document.owner, document.namespace, [edit], author=old.author, by=CURATOR, message=old.message,
            trip=old.trip, limit=None,
        )  # fmt: skip
    return bool(left)


def _said_instead(old: Row, row: Row) -> bool:
    """Do the words of the row correct those of the other one, which were said just before?"""
    message, before = row.message, old.message
    if message is None or before is None or before.trip_id != message.trip_id:
        return False
    if before.pk == message.pk and same_words(old.quote, row.quote, same_message=True):
        return False
    if before.pk not in {message.pk, *(one.pk for one in said_before(message))}:
        return False
    return any(
        amends(old.text, one.text, one.lead)
        for one in _as_meant(row)
        if before.pk != message.pk or not same_words(old.quote, one.quote, same_message=True)
    )


def _as_said(row: Row) -> list[str]:
    """What a line of a fact was told by: "Interests: food" by "I love spicy food now"."""
    if isinstance(row, Note) or row.text.startswith(TRAVELLERS_WORDS):
        return []
    return [one.text for one in _as_meant(row)]


def _as_meant(row: Row) -> list[Told]:
    """The sentences of its message that hold its quote, as they are meant."""
    if row.message is None or not row.quote:
        return []
    found = [part.strip() for part in SENTENCE.findall(own_words(row.message.text))]
    before: list[str] = []
    if corrects(found):
        before = [part for one in said_before(row.message) for part in SENTENCE.findall(own_words(one.text))]
    told = amended(found, before)
    return [one for one in told if same_words(one.quote, row.quote, same_message=True)]


def said_otherwise_since(owner: Traveller, text: str, message: Message) -> bool:
    """Does something stand that was said later and contradicts this sentence?"""
    later = {"message__created__gt": message.created}
    rows = [
        *_of_owners_words(owner).filter(**later, member=None).order_by("-pk")[:MOST],
        *_lines_of(owner).filter(**later).order_by("-pk")[:MOST],
    ]
    closed = DocumentLine.objects.filter(
        document__owner=owner, message=message, hash__in=digests_of_the_same(text)
    ).exclude(status__in=(DocumentLine.Status.ACTIVE, DocumentLine.Status.PROPOSED))
    return closed.exists() or any(
        _settles(row) and (takes_back(bare(row.text), bare(text)) or _corrects(text, message, row))
        for row in rows
    )


def _corrects(text: str, message: Message, row: Row) -> bool:
    if row.message is None or message.pk not in {one.pk for one in said_before(row.message)}:
        return False
    return any(amends(text, one.text, one.lead) for one in _as_meant(row))


def said_before(message: Message) -> list[Message]:
    """The owner's message before this one in the conversation; [] where it is the first."""
    rows = Message.objects.filter(
        trip=message.trip_id, author=Message.Author.TRAVELLER, by_owner=True, position__lt=message.position
    )
    return list(rows.order_by("-position")[:1])


def _said_at(row: Row) -> dt.datetime:
    if row.message_id is not None:
        return row.message.created
    return row.created if isinstance(row, Note) else row.since


def _notes_beside(row: Row, owner: Traveller) -> QuerySet[Note]:
    """The owner's words that hold for good; beside a note of a trip those of that trip alone."""
    rows = _of_owners_words(owner)
    if isinstance(row, Note):
        rows = rows.exclude(pk=row.pk).filter(member=row.member_id)
        if row.trip_id is not None:
            rows = rows.filter(trip=row.trip_id)
    else:
        rows = rows.filter(member=None)
    return rows.order_by("-created", "-pk")


def _of_owners_words(owner: Traveller) -> QuerySet[Note]:
    rows = Note.objects.filter(owner=owner, status__in=Note.STANDING, valid_to=None, option=None)
    rows = rows.filter(Q(author=AuthorKind.TRAVELLER) | ~Q(quote="")).select_related("message")
    return rows.filter(Q(message=None) | Q(message__by_owner=True))


def _lines_of(owner: Traveller) -> QuerySet[DocumentLine]:
    return DocumentLine.objects.filter(
        document__owner=owner, document__namespace__in=NAMESPACES, status=DocumentLine.Status.ACTIVE
    ).select_related("document", "message")


def _lines_beside(row: Row, owner: Traveller) -> QuerySet[DocumentLine]:
    rows = _lines_of(owner)
    if isinstance(row, DocumentLine):
        rows = rows.exclude(pk=row.pk)
    elif row.trip_id is not None or row.member_id is not None:
        rows = rows.none()
    return rows.order_by("-since", "-pk")


def _close(old: Row, row: Row) -> None:
    if isinstance(old, Note) and isinstance(row, Note):
        replace(old, row)
        return
    why = f"Replaced by {'note' if isinstance(row, Note) else 'line'} {row.pk}."
    if isinstance(old, Note):
        close(old, Note.Status.SUPERSEDED, why)
        return
    close_line(old, why, CURATOR)
    if isinstance(row, DocumentLine) and row.document_id == old.document_id and row.replaces_id is None:
        DocumentLine.objects.filter(pk=row.pk).update(replaces=old)
        row.replaces = old
    document = locked_document(owner=old.document.owner, namespace=old.document.namespace)
    next_version(document, by=CURATOR, reason=why, limit=None)
