"""Search over what is remembered: whose it is, what it finds, what it shows."""

from __future__ import annotations

import pytest

from memory.indexing import reindex
from memory.models import Document, DocumentLine, Note, SearchRow
from memory.search import search
from trips.models import Message, Traveller

pytestmark = pytest.mark.django_db


def say(trip, text: str, author: str = "traveller", agent: str = "") -> Message:
    position = Message.objects.filter(trip=trip).count()
    return Message.objects.create(trip=trip, position=position, author=author, agent=agent, text=text)


def note(owner, text: str, **more) -> Note:
    return Note.objects.create(
        owner=owner, text=text, hash=str(Note.objects.count()), scope="t", author="agent", **more
    )


def texts(hits) -> list[str]:
    return [hit.body for hit in hits]


@pytest.fixture
def other(db):
    return Traveller.objects.create_user("bo", password="a-long-enough-word")


def test_it_finds_what_was_said_noted_and_written_down(traveller, trip) -> None:
    say(trip, "We always travel with our two dogs")
    note(traveller, "Prefers ryokans with a garden", trip=trip, agent="research")
    document = Document.objects.create(owner=traveller, namespace="preferences")
    DocumentLine.objects.create(document=document, position=1, text="Eats no garlic", author="traveller")
    assert texts(search(traveller, "dog friendly")) == ["We always travel with our two dogs"]
    assert texts(search(traveller, "a ryokan")) == ["Prefers ryokans with a garden"]
    assert texts(search(traveller, "Garlic?")) == ["Eats no garlic"]
    assert search(traveller, "submarine") == []


def test_nobody_finds_anything_of_somebody_else(traveller, trip, other) -> None:
    say(trip, "The canary sings at noon")
    note(traveller, "A canary called Pip", trip=trip)
    assert len(search(traveller, "canary")) == 2
    assert search(other, "canary") == []
    assert search(other, "canary", trip=trip) == []
    assert search(None, "canary") == []
    assert search(Traveller(), "canary") == []


def test_the_index_is_written_with_its_row_and_goes_with_it(traveller, trip) -> None:
    message = say(trip, "A quiet hotel near the harbour")
    kept = note(traveller, "Wants a harbour view", trip=trip)
    assert SearchRow.objects.count() == 2
    kept.text = "Wants a mountain view"
    kept.save()
    assert texts(search(traveller, "harbour")) == ["A quiet hotel near the harbour"]
    message.delete()
    kept.delete()
    assert SearchRow.objects.count() == 0
    assert search(traveller, "mountain") == []


def test_a_message_is_found_by_the_question_it_answers(traveller, trip) -> None:
    for step in range(12):
        say(trip, f"Something else entirely {step}")
    say(trip, "Which allergies should the kitchen know about?", "agent", "food")
    say(trip, "Peanuts, badly")
    assert texts(search(traveller, "allergies"))[:2] == [
        "Which allergies should the kitchen know about?",
        "Peanuts, badly",
    ]


def test_reindex_finds_the_same(traveller, trip) -> None:
    say(trip, "One day in the sand dunes")
    say(trip, "And a night in a riad")
    note(traveller, "Sleeps badly in tents", trip=trip)
    before = [
        (hit.kind, hit.object_id, hit.score) for hit in search(traveller, "a night in the dunes, no tents")
    ]
    SearchRow.objects.all().delete()
    assert search(traveller, "dunes") == []
    assert reindex(traveller) == 3
    after = [
        (hit.kind, hit.object_id, hit.score) for hit in search(traveller, "a night in the dunes, no tents")
    ]
    assert after == before and len(after) == 3
