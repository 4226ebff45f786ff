"""A traveller of whom much is remembered, on a trip that was and on one that is being planned."""

from __future__ import annotations

from memory import documents, forgetting, notes
from memory.models import Document, DocumentLine, Note, NoteUse
from tests.browser import scenes
from trips.models import Message, Traveller, Trip, Turn


def said_in(trip: Trip) -> tuple[Turn, Message]:
    """The first message of the traveller, with its turn."""
    message = trip.messages.filter(author=Message.Author.TRAVELLER).order_by("position").first()
    return message.turn, message


def remembered(owner: Traveller) -> Trip:
    """The trip that is being planned; its last answer used what an older trip left."""
    before = scenes.past(owner)
    trip = scenes.confirming(owner)
    turn, message = said_in(trip)
    write(owner, trip, "research", "Two adults travel; rooms should be quiet.", turn, message, "2 people")
    write(
        owner, trip, "research", "The Freedom Trail takes half a day with the stops they like.", shared=True
    )
    write(owner, trip, "planner", "Mornings start slowly: nothing before ten.", pinned=True)
    write(owner, before, "planner", "The walk along the harbour was the best of the trip.")
    waits = write(owner, None, "research", "Would rather take a train than a bus at night.")
    assert waits.status == Note.Status.PROPOSED
    for namespace, text in (
        ("profile", "Ada travels with Ben, her husband."),
        ("preferences", "Trains under five hours rather than flights."),
        ("preferences", "Breakfast near the hotel matters more than a view."),
        ("episodes", "Boston, February 2026: two quiet days by the harbour."),
    ):
        documents.edit_lines(
            owner, namespace, [documents.LineEdit("add", text)], author="traveller", by="traveller"
        )
    line = DocumentLine.objects.get(text__startswith="Trains")
    line.message, line.quote = said_in(before)[1], "trains, please"
    line.save()
    wrong = write(owner, trip, "research", "Likes crowded markets.")
    forgetting.forget(wrong, owner)
    Document.objects.create(
        trip=trip,
        agent="planner",
        version=4,
        text="Plans of this trip\n- keep evenings free\n- one museum a day",
    )
    trip.summaries.create(
        up_to=2, text="They want a slow long weekend.", messages_removed=2, messages_kept=4, reason="count"
    )
    last = trip.turns.order_by("-number").first()
    for note in Note.objects.filter(trip=trip, status="active"):
        NoteUse.objects.create(note=note, turn=last, agent="planner")
    NoteUse.objects.create(line=line, turn=last, agent="orchestrator")
    NoteUse.objects.create(line=line, turn=last, agent="transport", searched=True)
    return trip


def write(owner, trip, agent, text, turn=None, message=None, quote="", *, pinned=False, shared=False) -> Note:
    """As an agent writes it; pinned by the traveller's own hand."""
    note = notes.write(
        owner=owner, trip=trip, agent=agent, author="agent", text=text, turn=turn, message=message,
        quote=quote, shared=shared,
    ).note  # fmt: skip
    return notes.edit(note, by=owner, pinned=True) if pinned else note
