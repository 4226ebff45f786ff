"""Everything remembered about a traveller as JSON: a part of the account's file, and a file of its own."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Any

from memory import kept
from memory.hidden_words import masked_texts
from memory.models import AgentMemory, Document, NoteUse, SearchLog, Summary
from memory.models.notes import Note
from trips.exports.parts import account_part
from trips.models import Message, Traveller, Trip

FORMAT = "wayfare-memory-1"


def memory_file(traveller: Traveller, *, now: dt.datetime) -> dict[str, Any]:
    """The download of the page "What we remember"."""
    return {"format": FORMAT, "exported": now.isoformat(), **memory_of(traveller)}


@account_part("memory")
def memory_of(traveller: Traveller) -> dict[str, Any]:
    """All rows of the owner, superseded and retired ones too. What is forgotten is hidden here as well."""
    every = [kept.notes_of(traveller), kept.lines_of(traveller)]
    notes, lines = (list(rows.exclude(status="forgotten").order_by("pk")) for rows in every)
    trips = Trip.objects.owned_by(traveller)
    uses = _uses(traveller)
    return {
        "remember": traveller.remember,
        "trips_not_remembered": [
            str(uuid) for uuid in trips.filter(remember=False).values_list("uuid", flat=True)
        ],
        "notes": [_note(note, uses.get(("note", note.pk), [])) for note in notes],
        "documents": [
            {
                "name": namespace,
                "lines": [
                    _line(line, uses.get(("line", line.pk), []))
                    for line in sorted(lines, key=lambda line: (line.position, line.pk))
                    if line.document.namespace == namespace
                ],
            }
            for namespace in kept.NAMESPACES
        ],
        "agents_own_texts": [
            {"trip": str(document.trip.uuid), "agent": document.agent, "text": document.text}
            for document in masked_texts(
                traveller, Document.objects.filter(trip__in=trips).exclude(text="").select_related("trip")
            )
        ],
        "summaries": [
            {
                "trip": str(summary.trip.uuid),
                "up_to_message": summary.up_to,
                "text": summary.text,
                "made": _moment(summary.created),
            }
            for summary in Summary.objects.filter(trip__in=trips).select_related("trip")
        ],
        "last_briefs": [
            {
                "trip": str(brief.trip.uuid),
                "agent": brief.agent,
                "text": brief.text,
                "built": _moment(brief.updated),
            }
            for brief in AgentMemory.objects.filter(trip__in=trips).select_related("trip")
        ],
        "forgotten_until_the_purge": sum(rows.filter(status="forgotten").count() for rows in every),
        "searches": SearchLog.objects.filter(owner=traveller).count(),
        "sentences_never_to_be_learnt_again": traveller.tombstones.count(),
    }


def _note(note: Note, uses: Iterable[dict[str, Any]]) -> dict[str, Any]:
    return {
        "number": note.pk,
        "text": note.text,
        "trip": str(note.trip.uuid) if note.trip else None,
        "member": note.member.name if note.member else None,
        "option": {"position": note.option.position, "state": note.option.state} if note.option else None,
        "agent": note.agent,
        "author": note.author,
        "status": note.status,
        "pinned": note.pinned,
        "shared": note.shared,
        "replaces": note.supersedes_id,
        "valid_from": note.valid_from.isoformat() if note.valid_from else None,
        "valid_to": note.valid_to.isoformat() if note.valid_to else None,
        "quote": note.quote,
        "source": _source(note.message),
        "made": _moment(note.created),
        "changed": _moment(note.updated),
        "closed": _moment(note.closed),
        "used": list(uses),
    }


def _line(line, uses: Iterable[dict[str, Any]]) -> dict[str, Any]:
    return {
        "number": line.pk,
        "text": line.text,
        "author": line.author,
        "status": line.status,
        "reason": line.reason,
        "replaces": line.replaces_id,
        "trip": str(line.trip.uuid) if line.trip else None,
        "quote": line.quote,
        "source": _source(line.message),
        "made": _moment(line.since),
        "closed": _moment(line.closed),
        "used": list(uses),
    }


def _source(message: Message | None) -> dict[str, Any] | None:
    if message is None:
        return None
    return {"trip": str(message.trip.uuid), "message": message.position}


def _uses(traveller: Traveller) -> dict[tuple[str, int], list[dict[str, Any]]]:
    """Where each was read: by kind and number of the row."""
    found: dict[tuple[str, int], list[dict[str, Any]]] = {}
    for kind, owner in (("note", "note__owner"), ("line", "line__document__owner")):
        rows = NoteUse.objects.filter(**{owner: traveller}).order_by("pk")
        columns = (f"{kind}_id", "turn__trip__uuid", "turn__number", "agent", "searched", "created")
        for pk, trip, turn, agent, searched, created in rows.values_list(*columns):
            use = {
                "trip": str(trip),
                "turn": turn,
                "agent": agent,
                "searched": searched,
                "when": _moment(created),
            }
            found.setdefault((kind, pk), []).append(use)
    return found


def _moment(moment: dt.datetime | None) -> str | None:
    return moment.isoformat() if moment else None
