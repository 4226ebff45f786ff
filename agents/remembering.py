"""What a turn's result writes about memory: which notes were read by whom, copies of briefs, a summary.

Inside the turn's one transaction (agents/record.py).
"""

from __future__ import annotations

from agents.outcome import Outcome
from memory import conversation
from memory.brief import Brief, keep_copy
from memory.models import DocumentLine, Note, NoteUse
from memory.silencing import forgotten_words, silence_what_was_under_way
from trips.models import Trip, Turn


def write(trip: Trip, turn: Turn, outcome: Outcome) -> None:
    """NoteUse rows, brief copies, and the summary of a conversation the provider found too long. No copy of
    a brief with something that was forgotten while the turn ran."""
    _uses(turn, outcome)
    silence_what_was_under_way(turn)
    forgotten = forgotten_words(trip.owner) if outcome.briefs else None
    for agent, told in outcome.briefs.items():
        if not forgotten.within(told.text):
            keep_copy(trip, agent, Brief(text=told.text, tokens=told.tokens, lost=list(told.lost)))
    if (short := outcome.shortened) is not None:
        conversation.keep(trip.pk, short.cut, short.summary, before=short.before, after=short.after)


def _uses(turn: Turn, outcome: Outcome) -> None:
    """One row a note and agent; that it stood in a brief says more than that a search found it too."""
    rows: dict[tuple[str, int, str], bool] = {}
    for used in outcome.used:
        key = (used.kind, used.pk, used.agent)
        rows[key] = rows.get(key, True) and used.searched
    notes = set(
        Note.objects.filter(pk__in=[pk for kind, pk, _a in rows if kind == "note"]).values_list(
            "pk", flat=True
        )
    )
    lines = set(
        DocumentLine.objects.filter(pk__in=[pk for kind, pk, _a in rows if kind == "line"]).values_list(
            "pk", flat=True
        )
    )
    NoteUse.objects.bulk_create(
        [
            NoteUse(
                note_id=pk if kind == "note" else None,
                line_id=pk if kind == "line" else None,
                turn=turn,
                agent=agent,
                searched=searched,
            )
            for (kind, pk, agent), searched in rows.items()
            if pk in (notes if kind == "note" else lines)
        ],
        ignore_conflicts=True,
    )
