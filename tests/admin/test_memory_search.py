"""Staff's search of notes, on both databases: what it finds, by which index, and what it forgets."""

from __future__ import annotations

import pytest
from django.db import connection

from memory import leftovers
from memory.admin.hidden import seen
from memory.admin.note_search import TABLE, keep_current, matching
from memory.models import Note

pytestmark = pytest.mark.django_db


@pytest.fixture
def write(traveller):
    def one(text: str, quote: str = "") -> Note:
        digest = f"{Note.objects.count():064}"
        return Note.objects.create(
            owner=traveller, author="traveller", text=text, quote=quote, hash=digest, scope="x"
        )

    return one


def found(query: str) -> list[str]:
    return [note.text for note in matching(Note.objects.order_by("pk"), query)]


@pytest.mark.parametrize(
    ("query", "finds"),
    [
        ("museum", True),
        ("MUSE", True),  # the beginning of a word
        ("creme brulee", True),  # without accents
        ("CRÈME", True),
        ("no museums", True),  # both words, from text and quote alike
        ("hates brulee", False),  # one of them is not there
        ("useum", False),  # not the beginning
        ("no mu", False),  # two letters are a word
        ("mid range", True),
        ("example", True),  # part of an address
        ("'; DROP TABLE", False),
        ('" OR * NEAR(', False),
        ("museum & !x | (", False),
        ("...", True),  # no word: everything
        ("", True),
    ],
)
def test_words_begin_words(write, query: str, finds: bool) -> None:
    write("They love museums, crème brûlée and mid-range hotels.", quote="no to example.com/menu_a")
    assert bool(found(query)) is finds


def test_it_follows_every_change(write) -> None:
    note = write("Eats no fish.")
    note.text = "Eats no meat."
    note.save()
    assert (found("fish"), found("meat")) == ([], ["Eats no meat."])
    Note.objects.filter(pk=note.pk).update(text="Eats all.", quote="really all")
    assert (found("meat"), found("really")) == ([], ["Eats all."])
    Note.objects.bulk_create(
        [Note(owner=note.owner, author="agent", text="Walks slowly.", hash="b" * 64, scope="x")]
    )
    assert found("walks") == ["Walks slowly."]
    Note.objects.all().delete()
    assert found("walks") == found("really") == []


def test_it_uses_an_index(write) -> None:
    write("They love museums.")
    notes = matching(Note.objects.all(), "museums")
    if connection.vendor == "sqlite":
        assert f"SCAN {TABLE} VIRTUAL TABLE INDEX" in notes.explain()
        return
    with connection.cursor() as cursor:  # of a few rows any way is as good: what a GIN index makes is left
        cursor.execute("ANALYZE memory_note")
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL enable_indexscan = off")
        cursor.execute("SET LOCAL enable_indexonlyscan = off")
    assert TABLE in notes.explain()


def test_triggers_come_back_after_the_table_was_rebuilt(write) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL keeps its index itself")
    with connection.cursor() as cursor:
        for event in ("insert", "update", "delete"):
            cursor.execute(f"DROP TRIGGER {TABLE}_{event}")
        keep_current(connection)
    write("They love museums.")
    assert found("museums")


def test_what_was_purged_is_no_longer_among_the_words(write) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL's index holds words of rows that are there")
    for number in range(20):
        write(f"Note number {number}.")
    note = write("Xanthippe is afraid of heights.")
    Note.objects.filter(pk=note.pk).update(text="Forgotten.")

    def kept() -> bytes:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT block FROM {TABLE}_data")  # noqa: S608
            return b"".join(bytes(row[0]) for row in cursor.fetchall())

    assert b"xanthippe" in kept()  # marked as gone, not gone
    leftovers.clear()
    assert b"xanthippe" not in kept() and b"forgotten" in kept()
    assert found("xanthippe") == []


@pytest.mark.parametrize(
    "asked",
    [
        {"agent": "planner"},
        {"author": "staff"},
        {"agent": "planner", "pinned": True},
        {"agent": "planner", "author": "agent", "shared": True},
        {"agent": "planner", "pinned": True, "status": "proposed"},
    ],
)
def test_filters_look_through_an_index_not_the_notes(asked: dict) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("of a few rows PostgreSQL reads the table, whatever there is")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE memory_note")
    plan = seen(Note.objects.filter(**asked)).order_by().values("pk").explain()
    assert "COVERING INDEX" in plan
