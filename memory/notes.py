"""The one door for single remembered sentences: extraction, page, admin, files and commands.

Every change locks the owner's row for its transaction, so that two of them cannot both see that a sentence is
new, or replace the same old one twice.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction

from memory import bounds
from memory.models import Note
from memory.models.notes import AuthorKind
from memory.note_chains import (
    close,
    is_draft,
    link,
    options_settled,
    replace,
    standing_heir,
    standing_twin,
    store,
)
from memory.note_rules import (
    CHANGED_REASON,
    by_a_person,
    durable_without_words,
    misplaced,
    never_merged,
    no_source,
    says,
    spent,
    stored_scope,
)
from memory.switches import remembers
from memory.text import Refused, digest, one_line
from memory.tombstones import buried, locked_owner
from memory.whose import owners_words, unheard
from trips.models import Member, Message, Option, Traveller, Trip, Turn

__all__ = [
    "NoteChanged", "Written", "accept", "edit", "end_with_the_trip", "merge", "options_settled", "retire",
    "supersede", "write",
]  # fmt: skip

ALREADY = "This is remembered already."
FORGOTTEN = "This was forgotten; it is not learnt again."
CHANGED = "Somebody has changed this meanwhile. Look at it again, then change it."
GONE = "This does not stand any more."
OFF = "Remembering is switched off."


@dataclass(frozen=True)
class Written:
    """What came of it. `note` is None when refused; `reason` says why, as a sentence.

    `outcome` is added, merged, superseded (added, and the old one stands no more), proposed or refused.
    """

    note: Note | None
    outcome: str
    reason: str = ""

    @property
    def stands(self) -> bool:
        return self.outcome in ("added", "merged", "superseded")


class NoteChanged(Refused):
    """Somebody else changed the note since it was read."""


@transaction.atomic
def write(
    *,
    owner: Traveller,
    text: str,
    author: str,
    trip: Trip | None = None,
    member: Member | None = None,
    agent: str = "",
    option: Option | None = None,
    turn: Turn | None = None,
    message: Message | None = None,
    quote: str = "",
    pinned: bool = False,
    shared: bool = False,
    supersedes: Note | None = None,
    valid_from: dt.date | None = None,
    valid_to: dt.date | None = None,
) -> Written:
    """Remember a sentence of `author` (an AuthorKind), for `agent` ("" = the traveller's own).

    Without a trip it is about the traveller. What is durable (pinned, about the traveller, in the place of
    such a note) needs a quote of the traveller's own words in `message`; typed by the traveller on a page
    (author traveller, no agent, no message) or by staff it needs none; anything else is proposed. The same
    sentence in the same place is merged. Nothing forgotten or retired comes back by the message it came from.
    """
    line = one_line(text)
    wrong = misplaced(owner, trip, member=member, option=option, turn=turn, message=message)
    if not line or wrong:
        return Written(None, "refused", wrong or "Nothing is left of this sentence.")
    if not remembers(locked_owner(owner), trip) or (message is not None and unheard(message.pk)):
        return Written(None, "refused", OFF)
    if buried(owner, line) or no_source(message):
        return Written(None, "refused", FORGOTTEN)
    if valid_from and valid_to and valid_to < valid_from:
        return Written(None, "refused", "It would end before it begins.")
    by_hand = author == AuthorKind.STAFF or (author == AuthorKind.TRAVELLER and not agent and message is None)
    note = Note(
        owner=owner, trip=trip, member=member, agent=agent, option=option, turn=turn, message=message,
        quote=" ".join(quote.split()) if message and says(line, message.text, quote) else "",
        author=author, text=line, hash=digest(line), pinned=pinned, shared=shared,
        valid_from=valid_from, valid_to=valid_to,
    )  # fmt: skip
    note.scope = stored_scope(note)
    old = standing_heir(owner, supersedes)
    same = standing_twin(note)
    doubt = "" if by_hand else durable_without_words(note, old, same)
    if same is not None:
        return _merged(same, note, old, doubt, by_hand)
    if not by_hand and spent(note):
        return Written(None, "refused", "This was retired; only new words can bring it back.")
    if doubt:
        note.status = Note.Status.PROPOSED
    note.supersedes = old
    note.save()
    if old is None:
        return Written(note, "proposed" if doubt else "added", doubt)
    if doubt:
        return Written(note, "proposed", doubt)
    if is_draft(note, old):
        return Written(note, "added", f"It replaces note {old.pk} once its option is chosen.")
    replace(old, note)
    return Written(note, "superseded")


@transaction.atomic
def edit(
    note: Note,
    *,
    by: Traveller | str,
    version: int | None = None,
    text: str | None = None,
    pinned: bool | None = None,
    shared: bool | None = None,
) -> Note:
    """Correct, pin or share a note that stands. `version` is the one that was seen (None: whichever).

    `by` is the person, or "traveller"; an agent's name may not pin. Raises NoteChanged, Refused.
    """
    locked_owner(note.owner)
    row = _row(note, by)
    if version is not None and version != row.version:
        raise NoteChanged(CHANGED)
    if row.status not in Note.STANDING:
        raise Refused(GONE)
    if pinned and not _a_person(by):
        raise Refused("Only a person pins what is there already.")
    changed = False
    if text is not None and (line := one_line(text)) != row.text:
        if not line:
            raise Refused("Nothing is left of this sentence.")
        row.text, row.hash, changed = line, digest(line), True
        if buried(row.owner, line):
            raise Refused(FORGOTTEN)
        if standing_twin(row) is not None:
            raise Refused(ALREADY)
    for name, wanted in (("pinned", pinned), ("shared", shared)):
        if wanted is not None and wanted != getattr(row, name):
            setattr(row, name, wanted)
            changed = True
    if changed:
        store(row, CHANGED_REASON, by)
    return row


@transaction.atomic
def accept(note: Note, by: Traveller | str) -> Note:
    """A proposal stands from now on; what it was to replace does not. Raises Refused."""
    locked_owner(note.owner)
    row = _row(note, by)
    if not _a_person(by):
        raise Refused("Only a person accepts what was proposed.")
    if row.status == Note.Status.ACTIVE:
        return row
    if row.status != Note.Status.PROPOSED:
        raise Refused(GONE)
    old = standing_heir(row.owner, row.supersedes)
    row.status = Note.Status.ACTIVE
    store(row, "Accepted.", by)
    if old is not None and old.pk != row.pk:
        replace(old, row, by)
    return row


@transaction.atomic
def end_with_the_trip(trip: Trip, before: dt.date | None) -> int:
    """The trip has another last day than `before`: what was kept for this trip only ends with it. Returns how
    many did. What ended on another day, or names its own, keeps that."""
    rows = Note.objects.filter(trip=trip, status__in=Note.STANDING, valid_to__isnull=False)
    rows = rows.exclude(valid_to=trip.end) if before is None else rows.filter(valid_to=before)
    if trip.end in (None, before) or not rows.exists():
        return 0
    locked_owner(trip.owner)
    rows = rows.select_for_update(of=("self",)).select_related("message").order_by("pk")
    moved = [note for note in rows if bounds.ends_with_the_trip(note)]
    for note in moved:
        note.valid_to = trip.end
        store(note, "The trip ends on another day.")
    return len(moved)


@transaction.atomic
def retire(note: Note, by: Traveller | str, reason: str = "") -> Note:
    """It does not hold any more, or was not worth it: also how a proposal is refused. Raises Refused."""
    locked_owner(note.owner)
    row = _row(note, by)
    if row.status == Note.Status.RETIRED:
        return row
    if row.status not in Note.STANDING:
        raise Refused(GONE)
    return close(row, Note.Status.RETIRED, reason or "Retired.", by)


@transaction.atomic
def merge(notes: Iterable[Note], into: Note, by: Traveller | str) -> Note:
    """Several notes that say one thing become `into`; it is pinned or shared if one of those in use was.

    All of one owner, of one trip or about the traveller, and about the same person. What waits to be accepted
    gives no mark to a note in use and takes the place of none. Raises Refused.
    """
    locked_owner(into.owner)
    kept = _row(into, by)
    others = [_row(note, by) for note in notes if note.pk != kept.pk]
    if kept.status not in Note.STANDING or any(row.status not in Note.STANDING for row in others):
        raise Refused(GONE)
    if wrong := never_merged(kept, others):
        raise Refused(wrong)
    for row in others:
        close(row, Note.Status.SUPERSEDED, f"Merged into note {kept.pk}.", by)
        link(kept, row)
    telling = [row for row in others if row.status_before == kept.status]
    kept.pinned = kept.pinned or any(row.pinned for row in telling)
    kept.shared = kept.shared or any(row.shared for row in telling)
    return store(kept, "Merged.", by)


@transaction.atomic
def supersede(old: Note, text: str, by: Traveller | str, **kw) -> Written:
    """A person says it anew: a note in the place of `old`, which stays readable as its history.

    What is not given (trip, agent, pinned …) is as of `old`. Raises Refused for a stranger.
    """
    locked_owner(old.owner)
    row = _row(old, by)
    if row.status not in Note.STANDING:
        raise Refused(GONE)
    own = by == "traveller" or (isinstance(by, Traveller) and by.pk == row.owner_id)
    names = ("trip", "member", "agent", "option", "pinned", "shared", "valid_from", "valid_to")
    given = {name: getattr(row, name) for name in names} | kw
    if own and "author" not in kw and "message" not in kw:
        given["agent"] = kw.get("agent", "")  # typed by hand, it is the traveller's own
    author = given.pop("author", AuthorKind.TRAVELLER if own else AuthorKind.STAFF)
    return write(owner=row.owner, text=text, author=author, supersedes=row, **given)


# --- Within -------------------------------------------------------------------------------------


def _row(note: Note, by: Traveller | str) -> Note:
    """The note as it is now, locked; only for its owner, staff, or Wayfare itself. Raises Refused."""
    row = Note.objects.select_for_update(of=("self",)).filter(pk=note.pk).first()
    if row is None:
        raise Refused(GONE)
    if isinstance(by, Traveller) and by.pk != row.owner_id and not by.is_staff:
        raise Refused("This is somebody else's.")
    return row


def _a_person(by: Traveller | str) -> bool:
    return isinstance(by, Traveller) or by in ("traveller", "staff")


def _dated_again(same: Note, new: Note, by_hand: bool) -> None:
    """Said again it holds as long as the longer of the two; what rests on somebody's words only by words or
    by hand. Where it had no end newer words of the owner may name one, unless a person had the last word."""
    if same.quote and not (new.quote or by_hand):
        return
    if same.valid_to is None:
        if new.valid_to and new.quote and owners_words(new.message) and not by_a_person(same):
            same.valid_to = new.valid_to
    elif new.valid_to is None or new.valid_to > same.valid_to:
        same.valid_to = new.valid_to
    if same.valid_from is not None and (new.valid_from is None or new.valid_from < same.valid_from):
        same.valid_from = new.valid_from


def _merged(same: Note, new: Note, old: Note | None, doubt: str, by_hand: bool) -> Written:
    """The sentence stands already: it gets what the new one knows better. Whether it is pinned or shared is
    not decided again where a person decided it."""
    decided = not by_hand and (new.pinned > same.pinned or new.shared > same.shared) and by_a_person(same)
    before = (same.status, same.pinned, same.shared, same.valid_from, same.valid_to, same.message_id)
    if not doubt:
        if same.status == Note.Status.PROPOSED:
            same.status = Note.Status.ACTIVE
        same.pinned = same.pinned or (new.pinned and not decided)
        if new.quote and not same.quote and owners_words(new.message):
            same.message, same.quote, same.author = new.message, new.quote, new.author
        _dated_again(same, new, by_hand)
        same.shared = same.shared or (new.shared and not decided)
    if before != (
        same.status, same.pinned, same.shared, same.valid_from, same.valid_to, same.message_id,
    ):  # fmt: skip
        store(same, "Said again.")
    if old is not None and old.pk != same.pk and not doubt:
        replace(old, same)
    if doubt and same.status == Note.Status.PROPOSED:
        return Written(same, "proposed", doubt)
    return Written(same, "merged", doubt)
