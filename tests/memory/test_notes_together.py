"""Written at once: one sentence is one note, one old note is replaced once, what is forgotten stays so."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from memory import documents, forgetting, notes
from memory.models import DocumentVersion, Note
from memory.models.notes import AuthorKind
from memory.text import Refused

pytestmark = pytest.mark.django_db(transaction=True)

AT_ONCE = 4


def together(work) -> list:
    """`work(number)` in threads that start at the same moment; what each returned."""
    barrier = Barrier(AT_ONCE)

    def one(number: int):
        try:
            barrier.wait()
            return work(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(one, range(AT_ONCE)))


def write(trip, text: str, /, **kw) -> notes.Written:
    kw = {"agent": "planner", "author": AuthorKind.AGENT} | kw
    return notes.write(owner=trip.owner, trip=trip, text=text, **kw)


def test_one_sentence_is_one_note(trip):
    done = together(lambda number: write(trip, "Kyoto is crowded in April."))
    assert sorted(one.outcome for one in done) == ["added", "merged", "merged", "merged"]
    assert Note.objects.count() == 1


def test_one_old_note_has_one_that_stands_in_its_place(trip):
    old = write(trip, "They are vegetarians.").note
    together(lambda number: write(trip, f"They eat fish on {number} days.", supersedes=old))
    assert Note.objects.active().count() == 1
    assert Note.objects.count() == 1 + AT_ONCE


def test_who_saw_an_old_version_is_refused(trip):
    note = write(trip, "Kyoto is crowded in April.").note

    def change(number: int) -> bool:
        try:
            notes.edit(note, by="traveller", version=note.version, text=f"Kyoto is crowded on day {number}.")
        except Refused:
            return False
        return True

    assert sorted(together(change)) == [False, False, False, True]


def test_lines_of_one_document_have_one_version_each(trip):
    add = [documents.LineEdit("add", f"Likes thing number {n}") for n in range(AT_ONCE)]
    hand = {"author": AuthorKind.TRAVELLER, "by": "traveller"}
    together(lambda n: documents.edit_lines(trip.owner, "preferences", add[n : n + 1], **hand))
    assert len(documents.lines(trip.owner, "preferences")) == AT_ONCE
    assert sorted(DocumentVersion.objects.values_list("number", flat=True)) == [1, 2, 3, 4]


def test_what_is_forgotten_while_others_write_it_stays_forgotten(trip):
    note = write(trip, "They love jazz.").note

    def work(number: int) -> None:
        if number == 0:
            forgetting.forget(note, "traveller")
        else:
            write(trip, "They love jazz.", agent="research" if number % 2 else "planner")

    together(work)
    note.refresh_from_db()
    assert note.status == "forgotten" and not Note.objects.active().exists()
