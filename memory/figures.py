"""What is remembered of a trip, in figures."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Q, QuerySet

from memory import registry
from memory.brief import brief_for
from memory.documents import own_text
from memory.files import agents_with_memory
from memory.models import DocumentLine, Extraction, Note, NoteUse
from memory.remembered import owner_of
from memory.switches import remembers
from trips.models import Trip

STANDING = Q(status=Note.Status.ACTIVE)


def figures_of(trip: Trip) -> dict[str, Any]:
    """By agent: its brief's size and its notes of this trip; then the traveller's, documents, extractions.

    Sizes in tokens (characters / 3) and bytes. Only counts: no remembered word is in it.
    """
    owner = owner_of(trip)
    return {
        "trip": f"Trip {trip.pk}, {trip.name}",
        "remembers": remembers(owner, trip),
        "agents": {agent: _of_agent(trip, agent) for agent in agents_with_memory()},
        "traveller": _notes(Note.objects.owned_by(owner).filter(trip=None)),
        "documents": dict(
            DocumentLine.objects.filter(document__owner=owner, status=DocumentLine.Status.ACTIVE)
            .order_by()
            .values_list("document__namespace")
            .annotate(Count("pk"))
        ),
        "extractions": dict(
            Extraction.objects.filter(turn__trip=trip).order_by().values_list("status").annotate(Count("pk"))
        ),
    }


def _of_agent(trip: Trip, agent: str) -> dict[str, Any]:
    brief = brief_for(trip, agent)
    own = len(own_text(trip, agent)[0]) if registry.policy(agent).self_managed else None
    return {
        "brief_tokens": brief.tokens,
        "brief_bytes": len(brief.text.encode()),
        "lost": brief.lost,
        **_notes(Note.objects.filter(trip=trip, agent=agent)),
        "used": NoteUse.objects.filter(turn__trip=trip, agent=agent).count(),
        "own_characters": own,
    }


def _notes(rows: QuerySet[Note]) -> dict[str, int]:
    counted = {
        "pinned": STANDING & Q(pinned=True),
        "ephemeral": STANDING & Q(pinned=False),
        "shared": STANDING & Q(shared=True),
        "proposed": Q(status=Note.Status.PROPOSED),
        "closed": ~Q(status__in=Note.STANDING),
    }
    # A count may not be called like a field that another one looks at.
    counts = {f"count_{name}": Count("pk", filter=rule) for name, rule in counted.items()}
    return {name.removeprefix("count_"): count for name, count in rows.aggregate(**counts).items()}
