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
from memory.models import (
    AgentMemory,
    DocumentLine,
    DocumentVersion,
    Extraction,
    Note,
    SilentMessage,
    Summary,
    Tombstone,
)
from memory.text import Refused, digest
from memory.tombstones import bury, locked_owner
from memory.words import MARK, words_of
from trips.models import Message, Traveller, Trip

Row = Note | DocumentLine
FORGOTTEN = "forgotten"  # the status of both kinds
STANDING = ("proposed", "active")
TOO_LATE = "This can't come back any more."


@transaction.atomic
def forget(row: Row, by: Traveller | str) -> Row:
    """Hide a note or line, and all that says or said the same, at once. `by`: the person, or "traveller".

    Forgotten already: nothing happens. Raises Refused for a stranger, and when it is gone.
    """
    owner = locked_owner(owner_of(row))
    if isinstance(by, Traveller) and by.pk != owner.pk and not by.is_staff:
        raise Refused("This is somebody else's.")
    fresh = type(row).objects.filter(pk=row.pk).first()
    if fresh is None:
        raise Refused("This does not stand any more.")
    if fresh.status != FORGOTTEN:
        forget_rows(owner, _together(owner, fresh), by=by)
        fresh.refresh_from_db()
    return fresh


def forget_rows(owner: Traveller, rows: Iterable[Row], *, by: Traveller | str, at: dt.datetime | None = None):
    """Hide these rows as one forgetting, which an undo takes back as one. The owner's row is locked."""
    rows = list(rows)
    moment = _unused(owner, at or clock.now())
    texts = set().union(*(texts_kept(row) for row in rows))
    for row in rows:
        row.status_before, row.status, row.closed = row.status, FORGOTTEN, moment
        _save(row, "Forgotten.", by)
    bury(owner, {digest(text) for text in texts} - _hashes_standing(owner))
    messages = {row.message_id for row in rows if row.message_id}
    silence(owner, messages)
    _drop_copies(owner, texts, messages)
    for document in {row.document for row in rows if isinstance(row, DocumentLine)}:
        name = by if isinstance(by, str) else "traveller"
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
        _save(one, "Brought back.", "traveller")
    still = {text for other in _forgotten(owner) for text in texts_kept(other)}
    back = {digest(text) for one in rows for text in texts_kept(one)} - {digest(text) for text in still}
    Tombstone.objects.filter(owner=owner, hash__in=back).delete()
    give_voice(owner, {one.message_id for one in rows if one.message_id})
    for document in {one.document for one in rows if isinstance(one, DocumentLine)}:
        next_version(document, by="traveller", reason="Brought back.", limit=None)
    fresh.refresh_from_db()
    return fresh


def may_undo(row: Row, now: dt.datetime) -> bool:
    """Is it forgotten, and not for longer than FORGET_UNDO_DAYS?"""
    return row.status == FORGOTTEN and row.closed is not None and row.closed > now - undo_days()


def undo_days() -> dt.timedelta:
    return dt.timedelta(days=settings.FORGET_UNDO_DAYS)


def owner_of(row: Row) -> Traveller:
    """Raises Refused for a line of no traveller."""
    owner = row.owner if isinstance(row, Note) else row.document.owner
    if owner is None:
        raise Refused("This is nobody's.")
    return owner


def texts_kept(row: Row) -> set[str]:
    """What the row says and ever said."""
    return {row.text, *row.history.values_list("text", flat=True)} - {""}


# --- Messages -----------------------------------------------------------------------------------


def silence(owner: Traveller, messages: set[int], *, for_good: bool = False) -> None:
    """These messages are no source any more; what waits to be learnt from them is not learnt."""
    from memory.indexing import index_messages

    mine = Message.objects.filter(pk__in=messages, trip__in=Trip.objects.owned_by(owner))
    keys = set(mine.values_list("pk", flat=True))
    SilentMessage.objects.bulk_create([SilentMessage(message_id=pk) for pk in keys], ignore_conflicts=True)
    if for_good:
        SilentMessage.objects.filter(message__in=keys).update(for_good=True)
    turns = {pk for pk in mine.values_list("turn", flat=True) if pk}
    waiting = Extraction.objects.filter(status__in=["waiting", "running"], turn__trip__in=mine.values("trip"))
    for job in waiting:
        if job.turn_id in turns or keys & set(job.source.get("messages", ())):
            Extraction.objects.filter(pk=job.pk).update(
                status=Extraction.Status.DONE, source={}, sent="", answer="", finished=clock.now(),
                lease_until=None, error="What it was to learn from was forgotten.",
            )  # fmt: skip
    for trip in Trip.objects.filter(messages__in=keys).distinct():
        index_messages(mine.filter(trip=trip))


def give_voice(owner: Traveller, messages: set[int]) -> None:
    """Sources again, but for those of which something else was forgotten."""
    from memory.indexing import index_messages

    kept = {row.message_id for row in _forgotten(owner)}
    freed = SilentMessage.objects.filter(message__in=messages - kept, for_good=False)
    back = list(freed.values_list("message", flat=True))
    freed.delete()
    for trip in Trip.objects.filter(messages__in=back).distinct():
        index_messages(Message.objects.filter(pk__in=back, trip=trip))


def elsewhere(owner: Traveller, messages: set[int]) -> Iterable[str]:
    """What goes on saying what it says: the traveller's other messages, and what is still remembered."""
    trips = Trip.objects.owned_by(owner)
    said = Message.objects.filter(trip__in=trips, author=Message.Author.TRAVELLER, silence=None)
    yield from said.exclude(pk__in=messages).values_list("text", flat=True).iterator()
    for rows in (Note.objects.filter(owner=owner), DocumentLine.objects.filter(document__owner=owner)):
        yield from rows.filter(status__in=STANDING).values_list("text", flat=True).iterator()


# --- Within -------------------------------------------------------------------------------------


def _together(owner: Traveller, row: Row) -> list[Row]:
    """The row, the same sentence wherever else the owner has it, and all that these had replaced."""
    found: list[Row] = [
        *Note.objects.filter(owner=owner, hash=row.hash),
        *DocumentLine.objects.filter(document__owner=owner, hash=row.hash),
    ]
    if not any(type(one) is type(row) and one.pk == row.pk for one in found):
        found.append(row)
    seen = {(type(one), one.pk) for one in found}
    for one in found:  # grows while it is walked
        older = one.supersedes if isinstance(one, Note) else one.replaces
        if older is not None and (type(older), older.pk) not in seen:
            seen.add((type(older), older.pk))
            found.append(older)
    return [one for one in found if one.status != FORGOTTEN]


def _forgotten(owner: Traveller) -> list[Row]:
    return [
        *Note.objects.filter(owner=owner, status=FORGOTTEN),
        *DocumentLine.objects.filter(document__owner=owner, status=FORGOTTEN),
    ]


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
        twins = Note.objects.filter(owner=row.owner, scope=row.scope, hash=row.hash, status__in=STANDING)
    else:
        twins = row.document.lines.filter(hash=row.hash, status__in=STANDING)
    return "retired" if twins.exclude(pk=row.pk).exists() else before


def _drop_copies(owner: Traveller, texts: set[str], messages: set[int]) -> None:
    """Copies that can be made anew say it no more: briefs, summaries, what documents said before."""
    words = words_of(texts, elsewhere(owner, messages))
    hashes = {digest(text) for text in texts}
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
