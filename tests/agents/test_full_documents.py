"""The traveller's documents as a model edits them: not too much at once."""

from __future__ import annotations

import pytest

from memory import documents, line_edits, triggers
from memory.documents import LineEdit
from memory.events import Event
from memory.models import Extraction
from memory.models.notes import AuthorKind
from tests.memory.extracting import turn_of
from trips.models import Trip

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]
STAFF = {"author": AuthorKind.STAFF, "by": "staff"}


def prefer(trip: Trip, *texts: str) -> None:
    documents.edit_lines(trip.owner, "preferences", [LineEdit("add", text) for text in texts], **STAFF)


def happened(trip: Trip, *messages: str) -> Extraction:
    """One row of events, each with a message of its own."""
    turns = [turn_of(trip, text) for text in messages]
    events = [
        Event(
            trigger="need", namespace="preferences", what=turn.messages.get().text,
            message=turn.messages.get().pk,
        )
        for turn in turns
    ]  # fmt: skip
    row = triggers.happened(trip, events, turns[-1])
    assert row is not None
    return row


def test_no_more_than_a_fifth_is_retired_by_one_answer_whichever_messages_it_rests_on(trip: Trip) -> None:
    words = "one two three four five six seven eight nine ten".split()
    prefer(trip, *(f"Line number {word}" for word in words))
    row = happened(trip, *(f"Drop line {word}, it is wrong." for word in words[:3]))
    line_edits.ask(row)
    answer = [f'- retire {at} | "Drop line {word}" | said so' for at, word in enumerate(words[:3], start=1)]
    told = line_edits.apply(row, "\n".join(answer))
    assert [one["outcome"] for one in told] == ["refused"] * 3, told
    assert "At most 2 at once" in told[0]["reason"]
    told = line_edits.apply(row, "\n".join(answer[:2]))
    assert [one["outcome"] for one in told] == ["retired"] * 2, told
    assert len(documents.lines(trip.owner, "preferences")) == 8
