"""What was said later takes the place of what it contradicts, whoever wrote either down and wherever.

Two readings, both by code. By claims: the new sentence takes back what the old one says of a fact of trips
("I am vegan now" and "vegetarian"; `memory/claimed.py`). By words: it has every telling word of the old one,
one of them turned round ("I no longer work for Acme"; `memory/polarity.py`). Both must be of the same person,
and the new one must hold for good: what is for one trip or until a day contradicts nothing.

What an old sentence says besides must not be lost with it: by claims one gives way only when each of its
clauses is taken back. What stands on in part is read with the later denial beside it (`agents/claims.py`).
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from typing import Any

from django.db.models import Q, QuerySet

from memory.claimed import Said, read, taken_back, who
from memory.clauses import clauses
from memory.document_versions import locked_document, next_version
from memory.documents import close_line
from memory.models import Document, DocumentLine, Note
from memory.models.notes import AuthorKind
from memory.note_chains import close, replace
from memory.polarity import contrary
from memory.text import bare
from memory.whose import owners_words
from trips.models import Traveller, Trip

NAMESPACES = (Document.Namespace.PROFILE, Document.Namespace.COMPANY, Document.Namespace.PREFERENCES)
#: So many of the newest sentences are compared: to read one takes milliseconds.
MOST = 60

Row = Note | DocumentLine
#: Who says none of it changes nothing: most messages are not compared at all.
_MAY_CONTRADICT = re.compile(
    r"\b(?:no|not|never|none|again|any ?more|longer|now|fine|ok(?:ay)?|mind|stopped|quit|gave up|over|"
    r"used to|since|these days|meanwhile|actually|after all|cannot)\b|n['’]t\b",
    re.IGNORECASE,
)


def gives_way(old: str, new: str, today: dt.date, denied: tuple[Said, ...] = ()) -> bool:
    """Does the later sentence contradict the earlier one as a whole? `denied`: what was claimed once and does
    not stand; a denial by itself claims nothing, and one more of the same stands for both."""
    if who(old) != who(new):
        return False
    old, new = bare(old), bare(new)
    if contrary(old, new):
        return True
    if claimed := read(old, today):
        held = {(path, value) for path, _op, value in claimed}
        gone = taken_back(new, claimed, today)
        return held <= gone and _each_clause(old, lambda part: _gone_with(part, gone, today))
    was = taken_back(old, denied, today)
    now = taken_back(new, denied, today) | {(path, value) for path, _op, value in read(new, today)}
    return bool(was) and was <= now and _each_clause(old, lambda part: taken_back(part, denied, today))


def settle(row: Row) -> int:
    """A row was written that stands: what it contradicts stands no more. Returns how many gave way."""
    if not _settles(row):
        return 0
    today = _said_at(row).date()
    owner = row.owner if isinstance(row, Note) else row.document.owner
    denied = _claimed_once(owner, today)
    count = 0
    for old in [*_notes_beside(row, owner)[:MOST], *_lines_beside(row, owner)[:MOST]]:
        if _said_at(old) <= _said_at(row) and gives_way(old.text, row.text, today, denied):
            _close(old, row)
            count += 1
    return count


def taken_back_by(owner: Traveller, sentence: str, namespace: str, today: dt.date) -> list[DocumentLine]:
    """The lines of a document that a sentence contradicts which is not kept itself."""
    lines = DocumentLine.objects.filter(
        document__owner=owner, document__namespace=namespace, status=DocumentLine.Status.ACTIVE
    )
    return [line for line in lines.order_by("-since", "-pk")[:MOST] if gives_way(line.text, sentence, today)]


def contradicted(trip: Trip, sentence: str, today: dt.date) -> Row | None:
    """What stands of the owner's words and a sentence contradicts: the newest line, else the newest note."""
    if trip.owner is None or not _MAY_CONTRADICT.search(sentence):
        return None
    notes = _of_owners_words(trip.owner).filter(Q(trip=trip) | Q(trip=None), member=None)
    rows = [
        *_lines_of(trip.owner).order_by("-since", "-pk")[:MOST],
        *notes.order_by("-created", "-pk")[:MOST],
    ]
    return next((row for row in rows if gives_way(row.text, sentence, today)), None)


# --- Within --------------------------------------------------------------------------------------


def _settles(row: Row) -> bool:
    """Only what stands, for good, by the owner's own words or hand."""
    if row.status != Note.Status.ACTIVE:
        return False
    if isinstance(row, Note) and (row.valid_to is not None or row.option_id is not None):
        return False
    if row.message_id is not None and row.quote:
        return owners_words(row.message)
    return row.author == AuthorKind.TRAVELLER and row.message_id is None


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


def _claimed_once(owner: Traveller, today: dt.date) -> tuple[Said, ...]:
    """By the owner's words that do not stand any more."""
    closed = (Note.Status.SUPERSEDED, Note.Status.RETIRED)
    notes = Note.objects.filter(owner=owner, status__in=closed).exclude(quote="").order_by("-closed")
    lines = DocumentLine.objects.filter(document__owner=owner, status__in=closed).exclude(quote="")
    lines = lines.filter(document__namespace__in=NAMESPACES).order_by("-closed")
    texts = [*notes.values_list("text", flat=True)[:MOST], *lines.values_list("text", flat=True)[:MOST]]
    return tuple(dict.fromkeys(claim for text in texts for claim in read(bare(text), today)))


def _gone_with(clause: str, gone: frozenset[tuple[str, Any]], today: dt.date) -> bool:
    """Does it claim something, and nothing but what is taken back? Also where its subject stands in the
    clause before: "… and allergic to nuts"."""
    claimed = read(clause, today) or read(f"I am {clause}", today)
    return bool(claimed) and {(path, value) for path, _op, value in claimed} <= gone


def _each_clause(sentence: str, about: Callable[[str], object]) -> bool:
    """What a sentence says besides must not be lost with it."""
    told = clauses(sentence)
    return len(told) < 2 or all(about(clause.text.strip()) for clause in told)


def _close(old: Row, row: Row) -> None:
    if isinstance(old, Note) and isinstance(row, Note):
        replace(old, row)
        return
    why = f"Replaced by {'note' if isinstance(row, Note) else 'line'} {row.pk}."
    if isinstance(old, Note):
        close(old, Note.Status.SUPERSEDED, why)
        return
    close_line(old, why, "curator")
    if isinstance(row, DocumentLine) and row.document_id == old.document_id and row.replaces_id is None:
        DocumentLine.objects.filter(pk=row.pk).update(replaces=old)
        row.replaces = old
    document = locked_document(owner=old.document.owner, namespace=old.document.namespace)
    next_version(document, by="curator", reason=why, limit=None)
