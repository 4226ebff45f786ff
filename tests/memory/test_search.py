"""Search over what is remembered: whose it is, what it finds, what it shows."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from memory.candidates import LIMIT, Scope, candidates
from memory.indexing import message_row, owned
from memory.models import Document, DocumentLine, Note, SearchLog, SearchRow
from memory.reindexing import reindex
from memory.search import record, search
from memory.stemming import terms
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


def test_with_too_many_rows_the_rarest_words_choose(traveller, trip) -> None:
    texts = [f"We walked along the harbour in the rain {step}" for step in range(LIMIT + 200)]
    texts[700] = "We walked along the harbour to the lighthouse"
    messages = Message.objects.bulk_create(
        Message(trip=trip, position=place, author="traveller", text=text)
        for place, text in enumerate(texts, start=1)
    )
    SearchRow.objects.bulk_create(
        message_row(message, None, None, owner_id=traveller.pk, name="") for message in messages
    )
    hits = search(traveller, "harbour lighthouse walks")
    assert (len(hits), hits[0].object_id) == (10, messages[700].pk)
    newest = search(traveller, "harbour rain")
    assert {hit.object_id for hit in newest} == {message.pk for message in messages[-10:]}


def test_rows_written_or_deleted_in_bulk_are_found_or_gone(traveller, trip) -> None:
    """The database keeps the full text index, whatever writes the rows."""
    message = say(trip, "A cabin in the birch forest")
    SearchRow.objects.update(terms=" ".join(owned(traveller.pk, terms("glacier"))))
    scope = Scope(traveller.pk, None, ("message",))
    assert candidates(scope, owned(traveller.pk, terms("birch")))[0] == []
    assert len(candidates(scope, owned(traveller.pk, terms("glacier")))[0]) == 1
    SearchRow.objects.all().delete()
    assert candidates(scope, owned(traveller.pk, terms("glacier")))[0] == []
    assert reindex() == 1
    assert [hit.object_id for hit in search(traveller, "birch")] == [message.pk]


def test_a_note_is_found_only_while_it_stands(traveller, trip) -> None:
    row = note(traveller, "Collects antique maps", trip=trip)
    Note.objects.filter(pk=row.pk).update(status=Note.Status.RETIRED)  # the index was not told
    assert SearchRow.objects.filter(kind="note").exists()
    assert search(traveller, "antique maps") == []


def test_a_namespace_without_a_question_is_returned_whole(traveller, trip) -> None:
    document = Document.objects.create(owner=traveller, namespace="preferences")
    for position, text in enumerate(("Eats no garlic", "Walks a lot"), start=1):
        DocumentLine.objects.create(
            document=document, position=position, text=text, hash=text, author="traveller"
        )
    retired = DocumentLine(document=document, position=3, text="Smokes", hash="s", author="traveller")
    retired.status = DocumentLine.Status.RETIRED
    retired.save()
    assert texts(search(traveller, "", namespace="preferences")) == ["Eats no garlic", "Walks a lot"]
    assert texts(search(traveller, "garlic", namespace="preferences")) == ["Eats no garlic"]
    assert search(traveller, "garlic", namespace="company") == []
    assert search(None, "", namespace="preferences") == []


def test_an_agent_finds_nothing_when_remembering_is_off(traveller, trip, settings) -> None:
    note(traveller, "Collects antique maps", trip=trip)
    asked = {"trip": trip, "agent": "planner"}
    Note.objects.update(agent="planner")
    assert len(search(traveller, "maps", **asked)) == 1
    trip.remember = False
    trip.save()
    assert search(traveller, "maps", **asked) == []
    trip.remember = True
    trip.save()
    settings.MEMORY = False
    assert search(traveller, "maps", **asked) == []


def test_a_trip_that_changes_hands_takes_its_words_along(traveller, trip, other) -> None:
    say(trip, "A table by the window")
    trip.members.update(traveller=other)
    assert search(traveller, "window table") == []  # before the index knows
    reindex(other)
    assert len(search(other, "window table")) == 1
    assert SearchRow.objects.get().owner == other


def test_ten_long_results_stay_short(traveller, trip) -> None:
    for step in range(12):
        say(trip, "Many words about nothing. " * 60 + f"The volcano tour {step}. " + "More of it. " * 60)
    hits = search(traveller, "volcano tour")
    assert len(hits) == 10 and all("volcano tour" in hit.body for hit in hits)
    assert sum(len(hit.body) + 40 for hit in hits) < 3 * 1_000


def test_the_command_writes_the_index_anew(traveller, trip, capsys) -> None:
    say(trip, "A table by the window")
    SearchRow.objects.all().delete()
    call_command("reindex_memory", traveller="ada")
    assert capsys.readouterr().out == "1 rows can be searched.\n"
    with pytest.raises(CommandError):
        call_command("reindex_memory", traveller="nobody")


def test_every_search_is_counted_without_its_words(traveller, trip) -> None:
    record(traveller, 3, 4.6, agent="planner", namespace="profile")
    row = SearchLog.objects.get()
    assert (row.found, row.milliseconds, row.agent, row.namespace) == (3, 5, "planner", "profile")
