"""Notes and what they take the place of: which one stands now, and how one is closed, written and linked.

What is noted while an option is written is a draft: it takes the place of a note outside of its option only
once that option is chosen, and gives it back when another one is.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.db import transaction
from django.db.models import Q

from config import clock
from memory.models import Note
from memory.text import digests_of_the_same
from memory.tombstones import buried, locked_owner
from trips.models import Option, Traveller, Trip

#: Why a note of an option was retired: choosing that option after all brings it back.
NOT_CHOSEN = "Another option was chosen."
#: Options that wait for a choice: what is noted of them is neither taken up nor retired.
_OPEN = (Option.State.OFFERED, Option.State.LAST_RESORT)
#: How an undo of forgetting is noted in a note's history; it is no reason for the status it had.
BROUGHT_BACK = "Brought back."


# --- Which one stands ----------------------------------------------------------------------------


def standing_twin(note: Note) -> Note | None:
    """The note that says the same in the same place and stands, announced as the traveller's words or not."""
    rows = Note.objects.filter(owner=note.owner, scope=note.scope, hash__in=digests_of_the_same(note.text))
    return rows.filter(status__in=Note.STANDING).exclude(pk=note.pk).first()


def standing_heir(owner: Traveller, old: Note | None) -> Note | None:
    """`old`, or what took its place meanwhile; None when nothing of it stands, or it is not the owner's."""
    row = Note.objects.owned_by(owner).filter(pk=old.pk).first() if old is not None else None
    seen: set[int] = set()
    while row is not None and row.status == Note.Status.SUPERSEDED and row.pk not in seen:
        seen.add(row.pk)
        newer = row.superseded_by.exclude(status=Note.Status.PROPOSED).order_by("-pk")
        row = next((one for one in newer if not is_draft(one, row)), None)
    return row if row is not None and row.status in Note.STANDING else None


def is_draft(note: Note, old: Note) -> bool:
    """Is the note of an option that is not chosen, and `old` is not? Then `old` goes on standing."""
    if note.option_id is None or note.option_id == old.option_id:
        return False
    return not Option.objects.filter(pk=note.option_id, state=Option.State.SELECTED).exists()


# --- How it is changed ---------------------------------------------------------------------------


def replace(old: Note, by_note: Note, by: Traveller | str = "") -> None:
    """`by_note` stands in the place of `old`; of a draft it is only noted, until its option is chosen."""
    if not is_draft(by_note, old):
        close(old, Note.Status.SUPERSEDED, _replaced_by(by_note), by)
    link(by_note, old)


def link(newer: Note, older: Note) -> None:
    """`older` joins what `newer` stands for: at the end of its chain, so that both are forgotten together."""
    *_, tail = newer, *chain(newer)
    if older.pk not in {newer.pk, *(one.pk for one in chain(newer))}:
        Note.objects.filter(pk=tail.pk).update(supersedes=older)
        tail.supersedes = older


def chain(note: Note) -> Iterator[Note]:
    """What the note was written to replace, what that had replaced, and so on."""
    seen, older = {note.pk}, note.supersedes
    while older is not None and older.pk not in seen:
        yield older
        seen.add(older.pk)
        older = older.supersedes


def close(note: Note, status: str, reason: str, by: Traveller | str = "") -> Note:
    note.status_before = note.status
    note.status, note.closed = status, clock.now()
    return store(note, reason, by)


def store(note: Note, reason: str, by: Traveller | str = "") -> Note:
    """Write the row, and who did it into its history."""
    if isinstance(by, Traveller):
        note._history_user = by
    elif by:
        reason = f"{reason[:80]} ({by})"
    note._change_reason = reason[:100]
    note.version += 1
    note.save()
    return note


# --- Options -------------------------------------------------------------------------------------


@transaction.atomic
def options_settled(trip: Trip, selected: Option) -> int:
    """One option was chosen: its notes stand (again) and take the place of what they were to replace; those
    of the others of its round and of rounds that are over are retired and give back what they had replaced.
    Returns how many changed. The traveller may choose another one later: then the other way round. What
    is learnt late of an option that an earlier round had chosen changes nothing: the plan's option counts."""
    owner = locked_owner(trip.owner)
    planned = Trip.objects.filter(pk=trip.pk).values_list("plan__option", flat=True)
    selected = Option.objects.filter(pk__in=planned).first() or selected
    rows = Note.objects.owned_by(owner).filter(trip=trip, option__isnull=False).order_by("pk")
    open_elsewhere = Q(option__state__in=_OPEN) & ~Q(option__turn=selected.turn_id)
    others = rows.exclude(option=selected).exclude(open_elsewhere)
    count = 0
    for note in others.filter(status__in=Note.STANDING):
        close(note, Note.Status.RETIRED, NOT_CHOSEN)
        count += 1
    for note in others.filter(status=Note.Status.RETIRED):
        count += _give_back(note)
    for note in rows.filter(status=Note.Status.RETIRED, option=selected):
        if _why(note, Note.Status.RETIRED) == NOT_CHOSEN:
            count += _reopen(note, "Its option was chosen after all.")
    for note in rows.filter(status=Note.Status.ACTIVE, option=selected):
        count += _take_place(note)
    return count


def _take_place(note: Note) -> int:
    """What a draft was to replace stands no more, or what stands in its place by now."""
    count, first = 0, True
    for older in list(chain(note)):
        if older.option_id == note.option_id:
            continue  # an earlier draft of the option
        heir = standing_heir(note.owner, older) if first else older
        first = False
        if heir is not None and heir.pk != note.pk and heir.status in Note.STANDING:
            close(heir, Note.Status.SUPERSEDED, _replaced_by(note))
            link(note, heir)
            count += 1
    return count


def _give_back(note: Note) -> int:
    """What this note of an option, which was not chosen, had replaced stands again."""
    if _why(note, Note.Status.RETIRED) != NOT_CHOSEN:
        return 0
    count = 0
    for older in list(chain(note)):
        if older.option_id == note.option_id or older.status != Note.Status.SUPERSEDED:
            continue
        if _why(older, Note.Status.SUPERSEDED) == _replaced_by(note):
            count += _reopen(older, "What took its place was not chosen.")
    return count


def _reopen(note: Note, reason: str) -> bool:
    if standing_twin(note) is not None or buried(note.owner, note.text):
        return False
    before = note.status_before
    if before not in Note.STANDING:  # it was forgotten and brought back since
        stood = note.history.filter(status__in=Note.STANDING).order_by("-history_date", "-history_id").first()
        before = stood.status if stood is not None else Note.Status.PROPOSED
    note.status, note.status_before, note.closed = before, "", None
    store(note, reason)
    return True


def _why(note: Note, status: str) -> str:
    """Why it got this status, also when it was forgotten and brought back since; "" when it has another."""
    rows = note.history.filter(status=status).exclude(history_change_reason=BROUGHT_BACK)
    last = rows.order_by("-history_date", "-history_id").first()
    return last.history_change_reason if note.status == status and last is not None else ""


def _replaced_by(note: Note) -> str:
    return f"Replaced by note {note.pk}."
