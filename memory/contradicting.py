"""What was said later takes the place of what it contradicts, whoever wrote either down and wherever.

Four readings, all by code. By claims: the new sentence takes back what the old one says of a fact of trips
("I am vegan now" and "vegetarian"; `memory/claimed.py`). By words: it has every telling word of the old one,
one of them turned round ("I no longer work for Acme"; `memory/polarity.py`). By stances: it is for what the
old one was against ("heights don't scare me any more"; `memory/stances.py`). By subjects: it tells anew what
there is only one of ("I moved to Leeds"; `memory/subjects.py`). Both must be of the same person, and the new
one must hold for good: what is for one trip or until a day contradicts nothing.

And what corrects the words just said ("no wait, …"; `memory/amending.py`) takes their place.

What an old sentence says besides must not be lost with it: by claims one gives way only when each of its
clauses is taken back. What stands on in part is read with the later denial beside it
(`agents/validation/assumptions.py`).
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from typing import Any

from django.db.models import Q, QuerySet

from memory.amending import Told, amended, amends, corrects, set_right
from memory.claimed import Said, read, taken_back, who
from memory.clauses import SENTENCE, clauses
from memory.document_versions import CURATOR, locked_document, next_version
from memory.documents import LineEdit, close_line, edit_lines
from memory.healed import healed, over_now
from memory.models import Document, DocumentLine, Note
from memory.models.notes import AuthorKind
from memory.note_chains import close, replace
from memory.polarity import contrary
from memory.quotes import own_words
from memory.stances import stances, turned
from memory.still_true import still_true
from memory.subjects import AGE, retold, subjects
from memory.text import TRAVELLERS_WORDS, bare, digests_of_the_same, same_words
from memory.whose import owners_words
from trips.models import Message, Traveller, Trip

#: Said of the child, or by both parents.
_BORN = re.compile(r"^\W*(?:we\b(?!['’]re\b|\s+are\b)|(?:the|our)\s+baby\b)", re.IGNORECASE)

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
    if retold(old, new) and all(one.startswith(AGE) for one in subjects(old)):
        return True  # of a child, however it is called
    if subjects(old) == {"pregnancy"} <= subjects(new) and _BORN.search(bare(new)):
        return True  # whoever of them was pregnant
    old, new = bare(old), bare(new)
    if _whose(old, new) != _whose(new, old):
        return False
    if healed(old, new):
        return _each_clause(old, lambda part: healed(part, new))
    if contrary(old, new) or turned(old, new) or retold(old, new) or set_right(old, new):
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
    texts = [row.text, *_as_said(row)]
    count = 0
    for old in [*_notes_beside(row, owner)[:MOST], *_lines_beside(row, owner)[:MOST]]:
        if _said_at(old) > _said_at(row):
            continue
        if any(gives_way(old.text, text, today, denied) for text in texts) or _said_instead(old, row):
            _close(old, row)
            count += 1
        elif isinstance(old, DocumentLine) and old.quote:
            count += _leaves(old, row, today, denied)
    return count


def contradicted(trip: Trip, sentence: str, today: dt.date) -> Row | None:
    """What stands of the owner's words and a sentence contradicts: the newest line, else the newest note."""
    if trip.owner is None or not _may_contradict(sentence):
        return None
    notes = _of_owners_words(trip.owner).filter(Q(trip=trip) | Q(trip=None), member=None)
    rows = [
        *_lines_of(trip.owner).order_by("-since", "-pk")[:MOST],
        *notes.order_by("-created", "-pk")[:MOST],
    ]
    return next((row for row in rows if _is_taken_back(row, sentence, today)), None)


# --- Within --------------------------------------------------------------------------------------


def _may_contradict(sentence: str) -> bool:
    told = _MAY_CONTRADICT.search(sentence) or stances(sentence)
    return bool(told or subjects(sentence) or over_now(sentence))


def _whose(sentence: str, other: str) -> str:
    """Of whom it tells; a word that begins it and is a thing in the other one is no name: "Pork is fine"."""
    whose = who(sentence)
    begins = sentence.strip().casefold().startswith(whose)
    return "" if whose and begins and re.search(rf"(?<!\w){re.escape(whose)}(?!\w)", other) else whose


def _is_taken_back(row: Row, sentence: str, today: dt.date) -> bool:
    """As a whole; of a line also in part."""
    if gives_way(row.text, sentence, today):
        return True
    if isinstance(row, Note):
        return False
    return bool(still_true(row.text, sentence, lambda piece: gives_way(piece, sentence, today)))


def _settles(row: Row) -> bool:
    """Only what stands, for good, by the owner's own words or hand."""
    if row.status != Note.Status.ACTIVE:
        return False
    if isinstance(row, Note) and (row.valid_to is not None or row.option_id is not None):
        return False
    if row.message_id is not None and row.quote:
        return owners_words(row.message)
    return row.author == AuthorKind.TRAVELLER and row.message_id is None


def _leaves(old: DocumentLine, row: Row, today: dt.date, denied: tuple[Said, ...]) -> bool:
    """Where only a part of a line is taken back, the rest of it stands in its place, by the same words."""
    if old.message_id == row.message_id:
        return False
    left = still_true(old.text, row.text, lambda piece: gives_way(piece, row.text, today, denied))
    announced = TRAVELLERS_WORDS if old.text.startswith(TRAVELLERS_WORDS) else ""
    for number, text in enumerate(left):
        edit = LineEdit(
            "add" if number else "replace", f"{announced}{text}", None if number else old.pk,
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
    today = message.created.date()
    later = {"message__created__gt": message.created}
    rows = [
        *_of_owners_words(owner).filter(**later, member=None).order_by("-pk")[:MOST],
        *_lines_of(owner).filter(**later).order_by("-pk")[:MOST],
    ]
    closed = DocumentLine.objects.filter(
        document__owner=owner, message=message, hash__in=digests_of_the_same(text)
    ).exclude(status__in=(DocumentLine.Status.ACTIVE, DocumentLine.Status.PROPOSED))
    return closed.exists() or any(
        _settles(row) and (gives_way(text, row.text, today) or _corrects(text, message, row)) for row in rows
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
    close_line(old, why, CURATOR)
    if isinstance(row, DocumentLine) and row.document_id == old.document_id and row.replaces_id is None:
        DocumentLine.objects.filter(pk=row.pk).update(replaces=old)
        row.replaces = old
    document = locked_document(owner=old.document.owner, namespace=old.document.namespace)
    next_version(document, by=CURATOR, reason=why, limit=None)
