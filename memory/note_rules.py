"""What a note may be: whose it is, what makes it durable, what may come back."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.db.models import Q

from memory.extraction_rules import needs_their_words
from memory.models import Note, SilentMessage
from memory.models.notes import AuthorKind
from memory.note_chains import is_draft
from memory.polarity import same_sense, says_change
from memory.quotes import follows_from, rests_on
from memory.text import digest, digests_of_the_same
from memory.whose import owners_words
from trips.models import Member, Message, Option, Traveller, Trip, Turn

NEEDS_WORDS = "It does not rest on the traveller's own words: it waits to be accepted."
#: What the history says of an edit, and of one that a person made who is not named there.
CHANGED_REASON = "Changed."
PEOPLES_REASONS = tuple(f"{CHANGED_REASON} ({by})" for by in ("traveller", "staff"))


def misplaced(
    owner: Traveller | None,
    trip: Trip | None,
    *,
    member: Member | None,
    option: Option | None,
    turn: Turn | None,
    message: Message | None,
) -> str:
    """Why this can't be remembered of this owner at all; "" when it can. What belongs to a trip must belong
    to that one, and every trip to the owner."""
    if owner is None or not owner.pk:
        return "Nobody's memory."
    trips = {one.trip_id for one in (member, option) if one is not None}
    if trip is not None:
        trips.add(trip.pk)
        if len(trips) > 1:
            return "It is of another trip."
    elif trips:
        return "It is of a trip, and not about the traveller."
    trips |= {one.trip_id for one in (turn, message) if one is not None}
    if Trip.objects.owned_by(owner).filter(pk__in=trips).count() != len(trips):
        return "It is somebody else's trip."
    return ""


def never_merged(kept: Note, others: Sequence[Note]) -> str:
    """Why these standing notes can't become `kept`; "" when they can. What they tell has to go on being told
    of the same person and trip, and what is in use may not end up in a proposal or a draft."""
    if any((row.owner_id, row.trip_id) != (kept.owner_id, kept.trip_id) for row in others):
        return "Only notes of one traveller and one trip can be merged."
    if any(row.member_id != kept.member_id for row in others):
        return "Only notes about the same person can be merged: one of these is about somebody else."
    if kept.status == Note.Status.PROPOSED and any(row.status == Note.Status.ACTIVE for row in others):
        return "The one that stays is a proposal, and another is in use: accept it first, or keep the other."
    if any(is_draft(kept, row) for row in others):
        return "The one that stays is of an option that is not chosen, and another is not: keep the other."
    return ""


def no_source(message: Message | None) -> bool:
    """Was something forgotten that came from this message?"""
    return message is not None and SilentMessage.objects.filter(message=message).exists()


def says(text: str, message_text: str, quote: str) -> bool:
    """Is the quote in the traveller's own words, and not the opposite of the sentence it is under?"""
    return rests_on(message_text, quote) and same_sense(text, message_text, quote)


def durable_without_words(note: Note, old: Note | None, same: Note | None = None) -> str:
    """Why a candidate has to be proposed; "" when it may stand at once.

    `note.quote` is empty unless it is in the traveller's own words of the message. What takes the place of
    something durable, of what rests on their words, or of somebody else's note, is as good as durable, and
    their words have to say so; so is `same`, the very sentence, while it waits to be accepted. What
    tells other agents of the travellers rests on the words of one of them.
    """
    durable = note.pinned or note.trip_id is None
    told_on = note.shared and (note.member_id is not None or needs_their_words(note.text))
    if old is not None:
        durable = durable or old.pinned or old.trip_id is None or old.agent != note.agent
        durable = durable or bool(old.quote)
        durable = durable or (old.author == AuthorKind.TRAVELLER and note.author != AuthorKind.TRAVELLER)
    durable = durable or (same is not None and same.status == Note.Status.PROPOSED)
    if not (durable or told_on):
        return ""
    spoken = note.quote and note.message and (owners_words(note.message) or not durable)
    if spoken and note.author != AuthorKind.TOOL and follows_from(note.text, note.message.text):
        if old is None or says_change(old.text, note.text, note.message.text, note.quote):
            return ""
    return NEEDS_WORDS


def spent(note: Note) -> bool:
    """Did this very sentence stand here once, and was closed or corrected after the words it now comes with
    were said, or does it come without any?"""
    same = digests_of_the_same(note.text)
    rows = Note.objects.filter(owner=note.owner, scope=note.scope, hash__in=same)
    last = rows.exclude(status__in=Note.STANDING).order_by("-closed", "-pk").first()
    ended = [last.closed] if last is not None else []
    if (corrected := _corrected(note)) is not None:
        ended.append(corrected)
    if not ended:
        return False
    return note.message is None or None in ended or note.message.created <= max(ended)


def stood_once(owner: Traveller, trip: Trip, agent: str, member: Member | None, text: str) -> bool:
    """Was this sentence here once, an option's draft included, and was it retired, replaced or corrected? Not
    where it was forgotten: that is a tombstone's to say."""
    here = Note.objects.filter(owner=owner, trip=trip, agent=agent, member=member)
    same = here.filter(hash__in=digests_of_the_same(text))
    if same.filter(status__in=(Note.Status.SUPERSEDED, Note.Status.RETIRED)).exists():
        return not same.filter(status__in=Note.STANDING).exists()
    one = Note(owner=owner, trip=trip, agent=agent, member=member, hash=digest(text))
    one.scope = stored_scope(one)
    return _corrected(one) is not None


def _corrected(note: Note) -> dt.datetime | None:
    """When somebody last changed this sentence here into another one that is still kept."""
    said = Note.history.filter(owner=note.owner, scope=note.scope, hash=note.hash)
    kept = Note.objects.filter(pk__in=said.values("id")).exclude(hash=note.hash)
    changed = []
    for one in kept[:50]:
        last = one.history.filter(hash=note.hash).order_by("-history_date", "-history_id").first()
        after = one.history.filter(history_date__gte=last.history_date).exclude(hash=note.hash)
        if (first := after.order_by("history_date", "history_id").first()) is not None:
            changed.append(first.history_date)
    return max(changed, default=None)


def by_a_person(note: Note) -> bool:
    """Did somebody correct, pin or share this note, or take that back? Their word is the last on it."""
    rows = Note.history.filter(id=note.pk, history_change_reason__startswith=CHANGED_REASON)
    people = Q(history_user__isnull=False) | Q(history_change_reason__in=PEOPLES_REASONS)
    return rows.filter(people).exists()


def stored_scope(note: Note) -> str:
    """Where a sentence may stand once: trip, member, agent; drafts of different options are apart."""
    scope = f"{note.trip_id or ''}:{note.member_id or ''}:{note.agent}"
    return f"{scope}:{note.option_id}" if note.option_id else scope
