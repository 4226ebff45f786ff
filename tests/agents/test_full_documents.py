"""The traveller's documents as a model edits them: not too much at once, and no longer than they may be."""

from __future__ import annotations

import pytest

from agents import outbox
from agents.llm.base import ModelError
from memory import documents, line_edits, triggers
from memory.documents import LIMIT, LineEdit
from memory.events import Event
from memory.models import Extraction
from memory.models.notes import AuthorKind
from tests.agents.background import run_due
from tests.memory.extracting import turn_of
from tests.scripted_mind import ScriptedMind
from trips.models import Message, Trip

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]
STAFF = {"author": AuthorKind.STAFF, "by": "staff"}
PEANUTS = '- add preferences: I am allergic to peanuts. | "allergic to peanuts" | said so'


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


def filled(trip: Trip) -> str:
    """The document with room for a few letters."""
    line = "x" * 480
    count = LIMIT // (len(line) + 8)
    prefer(trip, *(f"{number:4} {line}" for number in range(1_000, 1_000 + count)))
    room = LIMIT - len(documents.whole_text(trip.owner, "preferences")) - 3
    prefer(trip, "y" * min(490, room - 4))
    text = documents.whole_text(trip.owner, "preferences")
    assert LIMIT - 520 < len(text) <= LIMIT
    return text


def test_no_more_than_a_fifth_is_retired_by_one_answer_whichever_messages_it_rests_on(trip: Trip) -> None:
    words = "jazz opera wine golf tennis yoga surfing hiking sailing cycling".split()
    prefer(trip, *(f"Likes {word}." for word in words))
    row = happened(trip, *(f"I no longer like {word}." for word in words[:3]))
    line_edits.ask(row)
    answer = [
        f'- retire {at} | "I no longer like {word}" | said so' for at, word in enumerate(words[:3], start=1)
    ]
    told = line_edits.apply(row, "\n".join(answer))
    assert [one["outcome"] for one in told] == ["refused"] * 3, told
    assert "At most 2 at once" in told[0]["reason"]
    told = line_edits.apply(row, "\n".join(answer[:2]))
    assert [one["outcome"] for one in told] == ["retired"] * 2, told
    assert len(documents.lines(trip.owner, "preferences")) == 8


def test_a_document_without_room_is_asked_about_five_times_and_stays(trip: Trip, caplog) -> None:
    outbox.failures.clear()
    before = filled(trip)
    row = happened(trip, f"I am allergic to peanuts. {'It is so. ' * 50}")
    long = PEANUTS.replace("peanuts.", f"peanuts. {'It is so. ' * 45}", 1)
    mind = ScriptedMind([long, long, ModelError("overloaded"), long, long])
    with caplog.at_level("WARNING", logger="wayfare.afterwork"):
        assert run_due(mind=mind) == 1
    mind.assert_done()
    asked = [call.messages[-1].text for call in mind.calls]
    assert "not taken" not in asked[0]
    assert "the limit is 50,000. It is" in asked[1] and "too long" in asked[1] and "4 more tries" in asked[1]
    assert "overloaded" in asked[3] and "1 more try, then the lines stay as they are" in asked[4]
    row.refresh_from_db()
    assert row.status == "failed" and row.error.startswith("MemoryLengthExceeded: 5 edits")
    assert [one["outcome"] for one in row.results] == ["refused"] * 5
    assert documents.whole_text(trip.owner, "preferences") == before
    assert row.turn.status == "done" and row.turn.error == ""
    assert [one.args[1] for one in caplog.records if one.name == "wayfare.afterwork"] == [1]
    assert run_due(mind=ScriptedMind([])) == 0


def test_edits_that_find_room_later_are_taken(trip: Trip) -> None:
    prefer(trip, "Likes hostels")
    filled_with = documents.version_of(trip.owner, "preferences")
    filled(trip)
    row = happened(trip, f"I am allergic to peanuts. {'It is so. ' * 50}")
    long = PEANUTS.replace("peanuts.", f"peanuts. {'It is so. ' * 45}", 1)
    mind = ScriptedMind([long, "- NONE"])
    run_due(mind=mind)
    mind.assert_done()
    row.refresh_from_db()
    assert row.status == "done" and [one["outcome"] for one in row.results] == ["refused"]
    assert row.answer == "- NONE" and documents.version_of(trip.owner, "preferences") > filled_with
    assert not Message.objects.filter(author="agent").exists()
