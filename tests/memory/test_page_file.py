"""The account's file has everything remembered; what is deleted takes it along."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.urls import reverse

from memory.models import AgentMemory, Document, DocumentLine, Note, NoteUse, Summary, Tombstone
from trips import removal
from trips.exports.parts import account_part
from trips.models import Message, Traveller, Trip, Turn

pytestmark = pytest.mark.django_db


def remembered(owner: Traveller, trip: Trip, word: str) -> Note:
    """A row of every kind that memory keeps, each with this word in it."""
    turn = Turn.objects.create(trip=trip, number=1, status=Turn.Status.DONE)
    said = Message.objects.create(trip=trip, turn=turn, position=1, author="traveller", text=f"I like {word}")
    note = Note.objects.create(
        owner=owner, trip=trip, agent="research", turn=turn, message=said, quote=f"like {word}",
        author="agent", text=f"Likes {word}.", hash="1", scope=f"{trip.pk}::research", pinned=True,
    )  # fmt: skip
    Note.objects.create(
        owner=owner, author="traveller", text=f"Was {word}.", hash="2", scope="::", status="superseded"
    )
    document = Document.objects.create(owner=owner, namespace="preferences")
    line = DocumentLine.objects.create(
        document=document, position=1, text=f"Prefers {word}.", hash="3", author="traveller", message=said
    )
    Document.objects.create(trip=trip, agent="planner", text=f"My own words on {word}.")
    NoteUse.objects.create(note=note, turn=turn, agent="planner")
    NoteUse.objects.create(line=line, turn=turn, agent="food", searched=True)
    Summary.objects.create(
        trip=trip, up_to=1, text=f"They spoke of {word}.", messages_removed=1, messages_kept=0, reason="size"
    )
    AgentMemory.objects.create(trip=trip, agent="planner", text=f"Brief of {word}.", hash="4")
    Tombstone.objects.create(owner=owner, hash="5")
    return note


def test_the_accounts_file_has_everything_remembered(client, traveller, trip) -> None:
    note = remembered(traveller, trip, "jazz")
    client.force_login(traveller)
    memory = json.loads(client.get(reverse("download_data")).content)["memory"]
    kept, was = memory["notes"]
    assert (kept["text"], kept["agent"], kept["pinned"]) == ("Likes jazz.", "research", True)
    assert kept["source"] == {"trip": str(trip.uuid), "message": 1}
    assert [(use["turn"], use["agent"], use["searched"]) for use in kept["used"]] == [(1, "planner", False)]
    assert (was["text"], was["status"]) == ("Was jazz.", "superseded")
    assert kept["number"] == note.pk
    lines = {document["name"]: document["lines"] for document in memory["documents"]}
    assert [line["text"] for line in lines["preferences"]] == ["Prefers jazz."]
    assert lines["preferences"][0]["used"][0]["searched"] is True
    assert memory["agents_own_texts"][0]["text"] == "My own words on jazz."
    assert memory["summaries"][0]["text"] == "They spoke of jazz."
    assert memory["last_briefs"][0]["text"] == "Brief of jazz."
    assert memory["sentences_never_to_be_learnt_again"] == 1


def test_what_is_forgotten_is_in_no_file(client, traveller, trip) -> None:
    note = remembered(traveller, trip, "jazz")
    Note.objects.filter(pk=note.pk).update(status="forgotten", text="Likes Xanthippe.", quote="Xanthippe")
    client.force_login(traveller)
    content = client.get(reverse("download_data")).content.decode()
    assert "Xanthippe" not in content
    assert json.loads(content)["memory"]["forgotten_until_the_purge"] == 1


def test_nobody_elses_memory_is_in_the_file(client, traveller, trip) -> None:
    """Neither a stranger's nor, for a member of the trip, its owner's."""
    remembered(traveller, trip, "Xanthippe")
    other = Traveller.objects.create_user("eve", password="a-long-enough-word")
    trip.members.create(traveller=other, role="editor")
    client.force_login(other)
    content = client.get(reverse("download_data")).content.decode()
    assert "Xanthippe" not in content
    assert json.loads(content)["memory"]["notes"] == []


def test_a_deleted_trip_takes_its_memory_along(traveller, trip) -> None:
    remembered(traveller, trip, "jazz")
    removal.delete_trip(trip)
    assert [note.text for note in Note.objects.all()] == ["Was jazz."]  # about the traveller, not the trip
    assert not NoteUse.objects.exists() and not Summary.objects.exists() and not AgentMemory.objects.exists()
    assert not Document.objects.filter(owner=None).exists()
    line = DocumentLine.objects.get()
    assert (line.text, line.message, line.trip) == ("Prefers jazz.", None, None)
    assert Note.history.filter(text="Likes jazz.").count() == 0


def test_a_deleted_account_takes_all_memory_along(client, traveller, trip) -> None:
    remembered(traveller, trip, "jazz")
    client.force_login(traveller)
    client.post(reverse("delete_account"), {"password": "a-long-enough-word"})
    for model in (Note, NoteUse, Document, DocumentLine, Summary, AgentMemory, Tombstone):
        assert not model.objects.exists(), model
    assert not Note.history.exists() and not DocumentLine.history.exists()


def test_a_part_of_the_file_has_one_writer() -> None:
    with pytest.raises(ValueError, match="memory already"):
        account_part("memory")(lambda traveller: {})


def test_who_is_nobody_downloads_nothing() -> None:
    assert Client().get(reverse("download_data")).status_code == 302
