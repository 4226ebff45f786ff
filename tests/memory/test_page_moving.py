"""A guest signs in to an account they have: what is remembered moves along with their trips."""

from __future__ import annotations

import pytest

from memory import documents, forgetting, notes
from memory.models import DocumentLine, Note, SearchRow, Tombstone
from memory.search import search
from trips import accounts
from trips.models import Message, Traveller, Turn
from trips.starting import start_trip

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest(db) -> Traveller:
    return Traveller.objects.create_guest()


def add(owner: Traveller, *texts: str, namespace: str = "preferences") -> None:
    edits = [documents.LineEdit("add", text) for text in texts]
    documents.edit_lines(owner, namespace, edits, author="traveller", by="traveller")


def note(owner: Traveller, text: str, trip=None, **more) -> Note:
    return notes.write(owner=owner, trip=trip, author="traveller", text=text, **more).note


def test_notes_and_lines_move_and_are_found_there(guest, traveller) -> None:
    trip = start_trip(guest)
    turn = Turn.objects.create(trip=trip, number=1, status=Turn.Status.DONE)
    Message.objects.create(trip=trip, turn=turn, position=1, author="traveller", text="Lisbon by tram")
    of_trip = note(guest, "Rooms above the river.", trip)
    about = note(guest, "Wakes up early.")
    add(guest, "Prefers trams.", "Likes tiles.")
    add(guest, "Works at home.", namespace="profile")
    add(traveller, "Loves gardens.", "Prefers trams.")
    notes.edit(of_trip, by=guest, text="Rooms high above the river.")

    assert accounts.move_trips(guest.pk, traveller) == 1

    assert not Traveller.objects.filter(pk=guest.pk).exists()
    assert {row.text for row in Note.objects.filter(owner=traveller)} == {
        "Rooms high above the river.", "Wakes up early.",
    }  # fmt: skip
    assert {row.owner_id for row in Note.history.all()} == {traveller.pk}
    assert [line.text for line in documents.lines(traveller, "preferences")] == [
        "Loves gardens.", "Prefers trams.", "Likes tiles.",
    ]  # fmt: skip
    assert [line.text for line in documents.lines(traveller, "profile")] == ["Works at home."]
    assert documents.own_text(trip, "planner") == ("", 0)
    for query, kind in (("river rooms", "note"), ("tiles", "line"), ("Lisbon tram", "message")):
        assert kind in {hit.kind for hit in search(traveller, query)}, query
    assert {row.owner_id for row in SearchRow.objects.all()} == {traveller.pk}
    about.refresh_from_db()
    assert about.status == "active"


def test_what_both_know_stands_once(guest, traveller) -> None:
    start_trip(guest)
    note(guest, "Wakes up early.")
    note(traveller, "wakes up early")
    accounts.move_trips(guest.pk, traveller)
    assert Note.objects.get().text == "wakes up early"


def test_what_either_had_forgotten_stays_forgotten(guest, traveller) -> None:
    start_trip(guest)
    forgetting.forget(note(traveller, "Snores."), traveller)
    Tombstone.objects.get_or_create(owner=traveller, hash=Note.objects.get().hash)
    note(guest, "Snores.")
    add(guest, "Hates Rome.")
    line = DocumentLine.objects.get()
    forgetting.forget(line, guest)
    Tombstone.objects.get_or_create(owner=guest, hash=line.hash)
    accounts.move_trips(guest.pk, traveller)
    assert [row.status for row in Note.objects.filter(owner=traveller)] == ["forgotten"]
    assert notes.write(owner=traveller, author="traveller", text="Hates Rome.").outcome == "refused"


def test_a_guest_of_whom_nothing_is_known_moves_as_before(guest, traveller) -> None:
    start_trip(guest)
    assert accounts.move_trips(guest.pk, traveller) == 1
    assert not Note.objects.exists() and not traveller.documents.exists()


def test_documents_that_are_full_together_move_all_the_same_and_can_get_shorter(guest, traveller) -> None:
    """What two people may keep each is more than one may add to; no sign-in fails for it."""
    add(traveller, *(f"Likes garden number {one} {'very ' * 90}much." for one in range(100)))
    add(guest, *(f"Wants window seat {one} {'very ' * 90}much." for one in range(9)))
    trip = start_trip(guest)
    assert accounts.move_trips(guest.pk, traveller) == 1
    assert trip.owner == traveller
    kept = documents.lines(traveller, "preferences")
    assert len(kept) == 109
    with pytest.raises(documents.TooLong):
        add(traveller, "Likes one more garden.")
    assert len(documents.lines(traveller, "preferences")) == 109
    retire = [documents.LineEdit("retire", line=kept[0].pk)]
    documents.edit_lines(traveller, "preferences", retire, author="traveller", by="traveller")
    assert len(documents.lines(traveller, "preferences")) == 108
