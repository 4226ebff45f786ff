"""Staff's other pages of memory: the brief now, documents with their versions, extractions, uses, charts."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.urls import reverse
from django.utils import timezone

from memory import documents, notes
from memory.admin import charts, figures
from memory.admin.shown import Difference, differences
from memory.brief import brief_for, keep_copy
from memory.models import AgentMemory, Extraction, Note, NoteUse, SearchLog
from trips.models import Trip, Turn

pytestmark = pytest.mark.django_db
NOW = reverse("admin:memory_agentmemory_now")
CHARTS = reverse("admin:memory_note_charts")


@pytest.fixture
def turn(trip: Trip) -> Turn:
    return Turn.objects.create(trip=trip, number=1, status=Turn.Status.DONE)


@pytest.fixture
def note(trip: Trip) -> Note:
    written = notes.write(
        owner=trip.owner, trip=trip, agent="planner", author="agent", text="They like small museums."
    )
    assert written.note
    return written.note


# --- The brief now -----------------------------------------------------------------------------


def test_it_shows_the_brief_now_and_its_difference_after_an_edit(as_superuser, trip, note) -> None:
    keep_copy(trip, "planner", brief_for(trip, "planner"))
    asked = {"trip": trip.pk, "agent": "planner"}
    page = as_superuser.get(NOW, asked)
    assert page.context["text"] == brief_for(trip, "planner").text
    assert "Nothing changed." in page.text and "PLANNER MEMORY" in page.text
    notes.edit(note, by="traveller", text="They like large museums.")
    changed = as_superuser.get(NOW, asked).context["lines"]
    assert [line.text for line in changed if line.kind == "taken"] == ["- They like small museums."]
    assert [line.text for line in changed if line.kind == "added"] == ["- They like large museums."]
    assert AgentMemory.objects.get().text.count("small museums") == 1  # looking keeps no copy


def test_the_orchestrator_has_what_it_reads_of_memory(as_superuser, trip) -> None:
    documents.edit_lines(
        trip.owner,
        "profile",
        [documents.LineEdit("add", "Is called Ada.")],
        author="traveller",
        by="traveller",
    )
    page = as_superuser.get(NOW, {"trip": trip.pk, "agent": "orchestrator"})
    assert "Is called Ada." in page.text


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"trip": "999999", "agent": "planner"}, "There is no such trip."),
        ({"trip": "x", "agent": "planner"}, "There is no such trip."),
        ({"trip": "9" * 30, "agent": "planner"}, "There is no such trip."),
        ({"trip": "1", "agent": "nobody"}, "Select a valid choice"),
    ],
)
def test_nonsense_is_answered_politely(as_superuser, asked, says) -> None:
    page = as_superuser.get(NOW, asked)
    assert page.status_code == 200 and says in page.text and "What it would read" not in page.text


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ("a\nb", "a\nb", []),
        ("a\nb\nc", "a\nx\nc", ["same a", "taken b", "added x", "same c"]),
        ("", "a", ["added a"]),
        ("a", "", ["taken a"]),
        ("1\n2\n3\n4\nx", "1\n2\n3\n4\ny", ["gap ", "same 3", "same 4", "taken x", "added y"]),
        ("x\n1\n2\n3", "y\n1\n2\n3", ["taken x", "added y", "same 1", "same 2", "gap "]),
    ],
)
def test_differences(before: str, after: str, found: list[str]) -> None:
    assert [f"{line.kind} {line.text}" for line in differences(before, after)] == found
    assert all(isinstance(line, Difference) for line in differences(before, after))


# --- Documents ---------------------------------------------------------------------------------


def test_a_document_shows_lines_versions_and_what_changed(as_superuser, trip) -> None:
    def edit(*edits: documents.LineEdit):
        return documents.edit_lines(trip.owner, "preferences", edits, author="traveller", by="traveller")

    first = edit(documents.LineEdit("add", "Likes trains."), documents.LineEdit("add", "Hates planes."))
    edit(documents.LineEdit("replace", "Likes night trains.", line=first[0].line.pk, reason="Said so"))
    document = first[0].line.document
    page = as_superuser.get(reverse("admin:memory_document_change", args=[document.pk])).text
    text = re.sub(r"<[^>]+>", "", page)
    for words in ("Likes night trains.", "Hates planes.", "retired", "Version 2", "Version 1", "Said so"):
        assert words in text, words
    assert re.search(r"diff-taken.*?Likes trains\.", page, re.S)
    assert re.search(r"diff-added.*?Likes night trains\.", page, re.S)
    version = document.versions.get(number=2)
    page = as_superuser.get(reverse("admin:memory_documentversion_change", args=[version.pk])).text
    assert re.search(r"diff-added.*?Likes night trains\.", page, re.S)
    line = first[0].line
    page = as_superuser.get(reverse("admin:memory_documentline_history", args=[line.pk])).text
    assert "Replaced." in page and "traveller" in page


def test_an_agents_own_text_is_read_and_not_edited(as_superuser, trip) -> None:
    documents.rewrite_own(trip, "research", "I keep lists.", version=0)
    row = trip.documents.get()
    page = as_superuser.get(reverse("admin:memory_document_change", args=[row.pk])).text
    assert "I keep lists." in page and 'name="_save"' not in page


# --- Extractions and uses ----------------------------------------------------------------------


def test_failures_are_found_and_say_why(as_superuser, turn) -> None:
    row = Extraction.objects.create(
        turn=turn, agent="planner", status="failed", attempts=3, error="no answer"
    )
    Extraction.objects.create(turn=turn, agent="research", status="done")
    address = reverse("admin:memory_extraction_changelist")
    page = as_superuser.get(address, {"trouble": "failed"})
    assert list(page.context["cl"].result_list) == [row] and "no answer" in page.text
    assert list(as_superuser.get(address, {"trouble": "again"}).context["cl"].result_list) == [row]
    assert len(as_superuser.get(address).context["cl"].result_list) == 2


def test_what_came_of_each_line_and_why(as_superuser, turn, note) -> None:
    results = [
        {"line": "They like small museums.", "outcome": "merged", "reason": "known", "note": note.pk},
        {"line": "It rains.", "outcome": "refused", "reason": "generic advice", "note": None},
    ]
    row = Extraction.objects.create(
        turn=turn, agent="planner", status="done", sent="SENT", answer="RETURNED", results=results
    )
    page = as_superuser.get(reverse("admin:memory_extraction_change", args=[row.pk])).text
    for words in ("SENT", "RETURNED", "merged", "known", "It rains.", "generic advice", f"note {note.pk}"):
        assert words in page, words
    assert "1 merged, 1 refused" in as_superuser.get(reverse("admin:memory_extraction_changelist")).text


def test_who_read_whose_text(as_superuser, turn, note) -> None:
    NoteUse.objects.create(note=note, turn=turn, agent="cost", searched=True)
    row = as_superuser.get(reverse("admin:memory_noteuse_changelist"), {"agent": "cost"})
    for words in ("cost", "They like small museums.", "planner (agent’s words)", "ada", "turn 1", "a search"):
        assert words in row.text, words
    page = as_superuser.get(reverse("admin:memory_note_change", args=[note.pk])).text
    assert "cost" in page and "found by a search" in page
    assert f"{NOW}?trip={note.trip_id}&amp;agent=planner" in page


# --- Charts ------------------------------------------------------------------------------------


def test_charts_say_what_there_is(as_superuser, trip, turn, note) -> None:
    notes.write(
        owner=trip.owner, trip=trip, agent="planner", author="agent", text="A shared one.", shared=True
    )
    old = notes.write(owner=trip.owner, trip=trip, agent="research", author="agent", text="Old.").note
    Note.objects.filter(pk=old.pk).update(created=timezone.now() - dt.timedelta(weeks=3))
    keep_copy(trip, "planner", brief_for(trip, "planner"))
    SearchLog.objects.create(owner=trip.owner, turn=turn, agent="planner", found=0, milliseconds=12)
    SearchLog.objects.create(owner=trip.owner, found=3, milliseconds=14)
    Extraction.objects.create(turn=turn, agent="planner", status="failed")
    Extraction.objects.create(
        turn=turn,
        agent="research",
        status="done",
        results=[{"line": "x", "outcome": "refused", "reason": "y"}],
    )
    page = as_superuser.get(CHARTS, {"weeks": "4"})
    found = {chart.key: chart for chart in page.context["charts"]}
    by_week = dict(
        zip(found["notes"].head[1:], zip(*(row[1:] for row in found["notes"].rows), strict=True), strict=True)
    )
    assert by_week == {"planner": (0, 0, 0, 2), "research": (1, 0, 0, 0)}
    assert ["planner", "0%", "50%", "0%"] in found["shares"].rows
    assert found["outcomes"].head == ["week of", "refused", "failed"]
    assert found["outcomes"].rows[-1][1:] == [1, 1]
    copy = AgentMemory.objects.get()
    assert found["sizes"].rows == [["planner", f"{copy.tokens:,}", f"{copy.tokens:,}"]]
    assert found["searches"].says.startswith("2 in all; 1 found nothing; the one in the middle took 13 ms")
    assert page.text.count("<svg") > 5 and "<script>" not in page.text and " style=" not in page.text


def test_charts_of_nothing_say_so(as_superuser) -> None:
    page = as_superuser.get(CHARTS, {"weeks": "1000000"})
    assert page.context["weeks"] == 12 and page.text.count("Nothing yet.") == 5


def test_columns_are_as_high_as_their_figures_and_stay_inside() -> None:
    weeks = figures.mondays(26)
    series = {f"agent-{number}": [number * week for week in range(26)] for number in range(10)}
    chart = charts.columns("k", "t", "s", weeks, series)
    room = charts.HEIGHT - charts.TOP - charts.BOTTOM
    for bar in chart.bars:
        assert charts.LEFT <= bar.x and bar.x + bar.width <= charts.WIDTH
        assert charts.TOP <= bar.y and bar.y + bar.height <= charts.TOP + room
        assert 0 <= bar.colour < charts.COLOURS
    last = [bar for bar in chart.bars if bar.x == max(one.x for one in chart.bars)]
    total = sum(counts[-1] for counts in series.values())
    assert sum(bar.height for bar in last) == pytest.approx(room * total / charts.round_up(total), abs=1)
    tops = sorted((bar.y, bar.y + bar.height) for bar in last)
    assert all(upper[1] == lower[0] for upper, lower in zip(tops, tops[1:], strict=False))  # no gaps


@pytest.mark.parametrize(("number", "top"), [(1, 4), (4, 4), (5, 8), (21, 40), (81, 200), (1_234, 2_000)])
def test_axes_end_at_a_round_number(number: int, top: int) -> None:
    assert charts.round_up(number) == top


# --- The index ---------------------------------------------------------------------------------


def test_the_index_tells_what_waits(as_superuser, trip, turn) -> None:
    notes.write(owner=trip.owner, trip=trip, agent="planner", author="agent", text="Pinned.", pinned=True)
    Extraction.objects.create(turn=turn, agent="planner", status="failed")
    page = as_superuser.get(reverse("admin:index")).text
    assert "<b>1</b> proposal to be accepted" in page and "<b>1</b> extraction failed" in page


def test_the_index_of_staff_without_that_right_says_nothing_of_memory(db) -> None:
    from tests.admin.conftest import PASSWORD, client_of
    from trips.models import Traveller

    person = Traveller.objects.create_user("other", password=PASSWORD, is_staff=True)
    page = client_of(person).get(reverse("admin:index"))
    assert page.status_code == 200 and "memory-to-do" not in page.text
