"""Purge: what was forgotten leaves every row that could still say it, but for the message it came from.

`hiding.py` has hidden it; here its rows go with their histories, and its words (`memory/words.py`) leave what
others wrote about it: versions, jobs, briefs and summaries, quotes, answers, agents' messages, plans that are
not in force. The apps above scrub their own at the signal `words_purged`. Facts and plans in force stay as
they are: the traveller changes those where they see them.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Q

from memory import leftovers
from memory.hearing import heard_no_more
from memory.hiding import FORGOTTEN, forget_rows, undo_days
from memory.models import AgentMemory, Document, DocumentLine, Extraction, Note, SearchLog, Summary
from memory.scrubbing import scrub_domain, scrub_memory
from memory.signals import words_purged
from memory.silencing import STANDING, Row, silence, words_and_messages
from memory.tombstones import locked_owner
from memory.words import Words
from trips.models import Message, Traveller, Trip


def purgeable(now: dt.datetime) -> tuple:
    """The notes and lines whose days of undo are over, as two query sets."""
    due = Q(status=FORGOTTEN, closed__lte=now - undo_days())
    return Note.objects.filter(due), DocumentLine.objects.filter(due)


def purge(now: dt.datetime, *, at_most: int | None = None, clear: bool = True) -> dict[str, int]:
    """Purge what is due, of `at_most` travellers, each in one transaction. Returns counts by what went.

    `clear`: merge the full text indexes afterwards; who purges in several goes does it once, at the end.
    """
    done: Counter[str] = Counter()
    notes, lines = purgeable(now)
    owners = set(notes.values_list("owner", flat=True)) | set(lines.values_list("document__owner", flat=True))
    for pk in sorted(owners)[:at_most]:
        with transaction.atomic():
            owner = Traveller.objects.filter(pk=pk).first()
            if owner is None:
                continue
            locked_owner(owner)
            due_notes, due_lines = purgeable(now)
            rows = [*due_notes.filter(owner=owner), *due_lines.filter(document__owner=owner)]
            done.update(_purge_rows(owner, rows))
    if clear:  # also when nothing was due: the last purge may have died before it came to this
        leftovers.clear()
    return dict(done)


@transaction.atomic
def forget_trip(trip: Trip) -> dict[str, int]:
    """Forget for good, without undo, what was learnt from a trip: its notes, lines and notes about the
    traveller that its messages are the source of, agents' own texts, copies. The trip itself stays; nothing
    is learnt from what was said on it so far."""
    owner = trip.owner
    if owner is None:
        return {}
    locked_owner(owner)
    own = Q(trip=trip) | Q(message__trip=trip) | Q(turn__trip=trip)
    rows: list[Row] = [
        *Note.objects.filter(own, owner=owner),
        *DocumentLine.objects.filter(own, document__owner=owner),
    ]
    done = Counter(_forget_for_good(owner, rows))
    done.update(_drop_of_trips(owner, [trip]))
    heard_no_more([trip])
    return dict(done)


@transaction.atomic
def forget_traveller(owner: Traveller) -> dict[str, int]:
    """Forget for good, without undo, everything that is remembered of a traveller. Account, trips and
    conversations stay; nothing is learnt from what was said so far."""
    locked_owner(owner)
    rows: list[Row] = [
        *Note.objects.filter(owner=owner),
        *DocumentLine.objects.filter(document__owner=owner),
    ]
    done = Counter(_forget_for_good(owner, rows))
    trips = list(Trip.objects.owned_by(owner))
    done.update(_drop_of_trips(owner, trips))
    heard_no_more(trips)
    done["documents"] += Document.objects.filter(owner=owner).delete()[1].get("memory.Document", 0)
    SearchLog.objects.filter(owner=owner).delete()
    return dict(+done)


# --- Within -------------------------------------------------------------------------------------


def _forget_for_good(owner: Traveller, rows: list[Row]) -> Counter[str]:
    hidden = [row for row in rows if row.status != FORGOTTEN]
    if hidden:
        forget_rows(owner, hidden, by="traveller")
    done = _purge_rows(owner, rows)
    if done:
        leftovers.clear()
    return done


def _purge_rows(owner: Traveller, rows: list[Row]) -> Counter[str]:
    """These hidden rows go, and their words with them."""
    if not rows:
        return Counter()
    words, messages = words_and_messages(owner, rows)
    turns = {row.turn_id for row in rows if row.turn_id}
    turns |= set(Message.objects.filter(pk__in=messages, turn__isnull=False).values_list("turn", flat=True))
    turns |= {use.turn_id for row in rows for use in row.uses.all()}
    silence(owner, messages, words, for_good=True)
    done = _delete(rows)
    done.update(_purge_old_rows(owner, words))
    done.update(scrub_memory(owner, words, messages, turns))
    done.update(scrub_domain(owner, words, messages))
    words_purged.send(sender=Traveller, owner=owner, words=words, messages=messages, turns=turns)
    return done


def _delete(rows: Iterable[Row]) -> Counter[str]:
    """Rows, uses and histories; staff's log keeps that something was done, not what."""
    done: Counter[str] = Counter()
    for row in rows:
        kind = ContentType.objects.get_for_model(row)
        entries = LogEntry.objects.filter(content_type=kind, object_id=str(row.pk))
        entries.update(object_repr=f"forgotten {row._meta.verbose_name}", change_message="")
        row.delete()
        done["notes" if isinstance(row, Note) else "lines"] += 1
    return done


def _purge_old_rows(owner: Traveller, words: Words) -> Counter[str]:
    """Rows that stand no more and nobody is shown, and that say it in other words."""
    old: list[Row] = []
    for rows in (Note.objects.filter(owner=owner), DocumentLine.objects.filter(document__owner=owner)):
        closed = rows.exclude(status__in=(*STANDING, FORGOTTEN))
        old += [row for row in closed if words.within(row.text)]
    return _delete(old)


def _drop_of_trips(owner: Traveller, trips: list[Trip]) -> Counter[str]:
    """Agents' own texts, copies for people, summaries, and the words of jobs."""
    done: Counter[str] = Counter()
    for name, rows in (
        ("documents", Document.objects.filter(trip__in=trips)),
        ("briefs", AgentMemory.objects.filter(trip__in=trips)),
        ("summaries", Summary.objects.filter(trip__in=trips)),
    ):
        done[name] = rows.delete()[1].get(rows.model._meta.label, 0)
    jobs = Extraction.objects.filter(turn__trip__in=trips)
    done["jobs"] = jobs.update(source={}, sent="", answer="", results=[], error="")
    jobs.filter(status__in=["waiting", "running"]).update(status=Extraction.Status.DONE, lease_until=None)
    return +done
