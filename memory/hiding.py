"""Forget: hidden at once everywhere, back for some days on request, then purged (`memory/purging.py`).

What is forgotten takes along what it had replaced and the same sentence elsewhere. The message it came from
stays in the conversation and is no source any more: nothing is learnt from it, no search finds it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from django.conf import settings
from django.db import transaction

from config import clock
from memory.document_versions import next_version
from memory.indexing_found import index_all_found, leave_out
from memory.models import (
    AgentMemory,
    DocumentLine,
    DocumentVersion,
    Note,
    Summary,
    Tombstone,
)
from memory.note_chains import BROUGHT_BACK, options_settled
from memory.silencing import STANDING, Row, give_voice, silence, texts_kept, words_and_messages
from memory.text import (
    Refused,
    bare,
    digest,
    digests_of_the_same,
    digests_of_the_sentence,
    same_words,
)
from memory.tombstones import bury, locked_owner
from memory.words import MARK, Words
from trips.models import Message, Option, Traveller, Trip

FORGOTTEN = "forgotten"  # the status of both kinds
TOO_LATE = "This can't come back any more."


@transaction.atomic
def forget(row: Row, by: Traveller | str, *, sparing: Iterable[str] = ()) -> Row:
    """Hide a note or line, and all that says or said the same, at once. `by`: the person, or "traveller".
    `sparing`: sentences made of the same words that stay.

    Forgotten already: nothing happens. Raises Refused for a stranger, and when it is gone.
    """
    owner = locked_owner(owner_of(row))
    if isinstance(by, Traveller) and by.pk != owner.pk and not by.is_staff:
        raise Refused("This is somebody else's.")
    fresh = type(row).objects.filter(pk=row.pk).first()
    if fresh is None:
        raise Refused("This does not stand any more.")
    if fresh.status != FORGOTTEN:
        forget_rows(owner, _together(owner, fresh, sparing), by=by)
        fresh.refresh_from_db()
    return fresh


@transaction.atomic
def forget_together(rows: Iterable[Row], by: Traveller, *, sparing: Iterable[str] = ()) -> None:
    """As `forget`, of several rows of one owner as one forgetting."""
    found: dict[tuple[type, int], Row] = {}
    for row in rows:
        owner = locked_owner(owner_of(row))
        if by.pk != owner.pk and not by.is_staff:
            raise Refused("This is somebody else's.")
        fresh = type(row).objects.filter(pk=row.pk).first()
        if fresh is None:
            raise Refused("This does not stand any more.")
        _take_in(found, _together(owner, fresh, sparing))
    if found:
        forget_rows(owner, found.values(), by=by)


@transaction.atomic
def forget_all(owner: Traveller) -> int:
    """Hide everything that is kept of a traveller as one forgetting. Returns how many sentences."""
    rows = rows_of(locked_owner(owner))
    if rows:
        forget_rows(owner, rows, by=owner)
    return len(rows)


def forget_rows(owner: Traveller, rows: Iterable[Row], *, by: Traveller | str, at: dt.datetime | None = None):
    """Hide these rows as one forgetting, which an undo takes back as one. The owner's row is locked."""
    rows = list(rows)
    moment = _unused(owner, at or clock.now())
    texts = set().union(*(texts_kept(row) for row in rows))
    for row in rows:
        row.status_before, row.status, row.closed = row.status, FORGOTTEN, moment
        _save(row, "Forgotten.", by)
    standing = _hashes_standing(owner)
    gone = {text for text in texts if standing.isdisjoint(digests_of_the_sentence(text))}
    bury(owner, {digest(bare(text)) for text in gone})
    words, messages = words_and_messages(owner, rows)
    silence(owner, messages, words)
    leave_out(owner, words)
    _drop_copies(owner, set().union(*map(digests_of_the_sentence, texts)), words, messages)
    for document in {row.document for row in rows if isinstance(row, DocumentLine)}:
        own = not isinstance(by, str) and by.pk == owner.pk
        name = "traveller" if own else str(by)
        next_version(document, by=name, reason="Something was forgotten.", limit=None)


@transaction.atomic
def undo(row: Row) -> Row:
    """Bring back what was forgotten, with all that went with it. Raises Refused when its days are over."""
    owner = locked_owner(owner_of(row))
    fresh = type(row).objects.filter(pk=row.pk).first()
    if fresh is None or fresh.status != FORGOTTEN or not may_undo(fresh, clock.now()):
        raise Refused(TOO_LATE)
    rows = [
        *Note.objects.filter(owner=owner, status=FORGOTTEN, closed=fresh.closed),
        *DocumentLine.objects.filter(document__owner=owner, status=FORGOTTEN, closed=fresh.closed),
    ]
    for one in rows:
        one.status, one.status_before = _as_before(one), ""
        if one.status in STANDING:
            one.closed = None
        _save(one, BROUGHT_BACK, "traveller")
    still = _every_form(rows_forgotten(owner))
    back = _every_form(rows) - still
    Tombstone.objects.filter(owner=owner, hash__in=back).delete()
    give_voice(owner, rows_forgotten(owner))
    index_all_found(owner)
    for document in {one.document for one in rows if isinstance(one, DocumentLine)}:
        next_version(document, by="traveller", reason=BROUGHT_BACK, limit=None)
    _settle_options(one for one in rows if isinstance(one, Note) and one.option_id)
    fresh.refresh_from_db()
    return fresh


def may_undo(row: Row, now: dt.datetime) -> bool:
    """Is it forgotten, and not for longer than FORGET_UNDO_DAYS?"""
    return row.status == FORGOTTEN and row.closed is not None and row.closed > now - undo_days()


def forgotten_since(owner: Traveller | None, moment: dt.datetime) -> bool:
    """Was anything forgotten from this moment on that can come back?"""
    rows = rows_forgotten(owner) if owner is not None else []
    return any(row.closed is not None and row.closed >= moment for row in rows)


def undo_days() -> dt.timedelta:
    return dt.timedelta(days=settings.FORGET_UNDO_DAYS)


def owner_of(row: Row) -> Traveller:
    """Raises Refused for a line of no traveller."""
    owner = row.owner if isinstance(row, Note) else row.document.owner
    if owner is None:
        raise Refused("This is nobody's.")
    return owner


# --- Within -------------------------------------------------------------------------------------


def _together(owner: Traveller, row: Row, sparing: Iterable[str] = ()) -> list[Row]:
    """The row, the same sentence wherever else the owner has it in whatever form, what rests on the very same
    words, and all that these had replaced."""
    spared = set().union(*map(digests_of_the_same, sparing))
    found: dict[tuple[type, int], Row] = {(type(row), row.pk): row}
    _take_in(found, _saying_the_same(owner, [row]))
    mates = [mate for one in list(found.values()) for mate in _of_the_same_words(owner, one)]
    _take_in(found, [mate for mate in mates if mate.hash not in spared])
    _take_in(found, _saying_the_same(owner, found.values()))
    seen, found = set(found), list(found.values())
    for one in found:  # grows while it is walked
        older = one.supersedes if isinstance(one, Note) else one.replaces
        if older is None or older.status in STANDING:
            continue  # what is but proposed, or a draft, has replaced nothing yet
        if (type(older), older.pk) not in seen:
            seen.add((type(older), older.pk))
            found.append(older)
    return [one for one in found if one.status != FORGOTTEN]


def _take_in(found: dict[tuple[type, int], Row], rows: Iterable[Row]) -> None:
    for row in rows:
        found.setdefault((type(row), row.pk), row)


def _saying_the_same(owner: Traveller, rows: Iterable[Row]) -> list[Row]:
    hashes = set().union(*(digests_of_the_sentence(row.text) for row in rows))
    return [
        *Note.objects.filter(owner=owner, hash__in=hashes),
        *DocumentLine.objects.filter(document__owner=owner, hash__in=hashes),
    ]


def _of_the_same_words(owner: Traveller, row: Row) -> list[Row]:
    """What was written of the same words of one message: a model says them shorter, a line as they are."""
    if row.message_id is None or not row.quote:
        return []
    rows = [
        *Note.objects.filter(owner=owner, message=row.message_id),
        *DocumentLine.objects.filter(document__owner=owner, message=row.message_id),
    ]
    return [one for one in rows if same_words(row.quote, one.quote, same_message=True)]


def rows_forgotten(owner: Traveller) -> list[Row]:
    return [
        *Note.objects.filter(owner=owner, status=FORGOTTEN),
        *DocumentLine.objects.filter(document__owner=owner, status=FORGOTTEN),
    ]


def rows_of(owner: Traveller) -> list[Row]:
    """All that is kept and not forgotten, in use or not."""
    notes, lines = Note.objects.filter(owner=owner), DocumentLine.objects.filter(document__owner=owner)
    return [*notes.exclude(status=FORGOTTEN), *lines.exclude(status=FORGOTTEN)]


def _every_form(rows: Iterable[Row]) -> set[str]:
    return set().union(*(digests_of_the_sentence(text) for row in rows for text in texts_kept(row)))


def _hashes_standing(owner: Traveller) -> set[str]:
    notes = Note.objects.filter(owner=owner, status__in=STANDING)
    lines = DocumentLine.objects.filter(document__owner=owner, status__in=STANDING)
    return {*notes.values_list("hash", flat=True), *lines.values_list("hash", flat=True)}


def _unused(owner: Traveller, moment: dt.datetime) -> dt.datetime:
    """A moment at which nothing else of the owner was closed: it names this forgetting."""
    rows = (Note.objects.filter(owner=owner), DocumentLine.objects.filter(document__owner=owner))
    while any(one.filter(closed=moment).exists() for one in rows):
        moment += dt.timedelta(microseconds=1)
    return moment


def _as_before(row: Row) -> str:
    """Its status before; but what would stand twice then stays old."""
    before = row.status_before or "active"
    if before not in STANDING:
        return before
    if isinstance(row, Note):
        twins = Note.objects.filter(owner=row.owner, scope=row.scope)
    else:
        twins = row.document.lines.all()
    twins = twins.filter(hash__in=digests_of_the_same(row.text), status__in=STANDING)
    return "retired" if twins.exclude(pk=row.pk).exists() else before


def _settle_options(notes: Iterable[Note]) -> None:
    """An option was chosen while these were forgotten: its notes stand, those of others don't."""
    for turn in {note.option.turn_id for note in notes}:
        chosen = Option.objects.filter(turn=turn, state=Option.State.SELECTED).first()
        if chosen is not None:
            options_settled(chosen.trip, chosen)


def _drop_copies(owner: Traveller, hashes: set[str], words: Words, messages: set[int]) -> None:
    """Copies that can be made anew say it no more: briefs, summaries, what documents said before."""
    trips = Trip.objects.owned_by(owner)
    for copy in AgentMemory.objects.filter(trip__in=trips).only("pk", "text"):
        if words.within(copy.text):
            copy.delete()
    said = dict(Message.objects.filter(pk__in=messages).values_list("trip", "position"))
    for summary in Summary.objects.filter(trip__in=trips).only("pk", "text", "trip", "up_to"):
        covers = summary.trip_id in said and summary.up_to >= said[summary.trip_id]
        if covers or words.within(summary.text):
            summary.delete()
    for version in DocumentVersion.objects.filter(document__owner=owner).only("pk", "text"):
        lines = [MARK if digest(line[2:]) in hashes else line for line in version.text.split("\n")]
        if MARK in lines:
            version.text = "\n".join(lines)
            version.save(update_fields=["text"])


def _save(row: Row, reason: str, by: Traveller | str) -> None:
    if isinstance(by, Traveller):
        row._history_user = by
    row._change_reason = reason
    if isinstance(row, Note):
        row.version += 1
    row.save()
