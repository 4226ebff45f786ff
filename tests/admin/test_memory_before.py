"""What the last change did to a brief, also of an agent that has not read its own yet."""

from __future__ import annotations

import datetime as dt

import pytest
from django.contrib.auth.models import Group
from django.urls import reverse

from memory import documents, forgetting, notes
from memory.admin.curators import GROUP
from memory.models import AgentMemory, Note
from tests.admin.conftest import PASSWORD, client_of
from trips.models import Feedback, Traveller, Trip

pytestmark = pytest.mark.django_db
NOW = reverse("admin:memory_agentmemory_now")
ONE_HOUR = dt.timedelta(hours=1)


def note(trip: Trip, text: str, **more) -> Note:
    given = {"owner": trip.owner, "trip": trip, "agent": "planner", "author": "agent", "text": text} | more
    return notes.write(**given).note


def diff(client, trip: Trip, agent: str = "planner") -> list[str]:
    """The lines that changed."""
    page = client.get(NOW, {"trip": trip.pk, "agent": agent})
    lines = page.context["lines_before"]
    return [f"{line.kind} {line.text}" for line in lines if line.kind in ("added", "taken")]


def test_an_edit_shows_though_nobody_has_read_a_brief(as_superuser, trip) -> None:
    row = note(trip, "They like small museums.")
    assert diff(as_superuser, trip) == []
    address = reverse("admin:memory_note_change", args=[row.pk])
    as_superuser.post(address, {"text": "They like large museums.", "version": row.version})
    assert diff(as_superuser, trip) == [
        "taken - They like small museums.",
        "added - They like large museums.",
    ]
    page = as_superuser.get(NOW, {"trip": trip.pk, "agent": "planner"})
    assert page.context["copy"] is None and page.context["before"].by
    row.refresh_from_db()
    assert row.text == "They like large museums." and not AgentMemory.objects.exists()
    assert row.history.count() == 2  # looking writes nothing


def test_pinning_retiring_and_merging_show(as_superuser, trip, traveller) -> None:
    one, two = note(trip, "They like small museums."), note(trip, "They walk slowly.")
    notes.edit(one, by=traveller, pinned=True)
    assert diff(as_superuser, trip) in (
        ["taken - They like small museums.", "added - [pinned] They like small museums."],
        ["added - [pinned] They like small museums.", "taken - They like small museums."],
    )
    Note.history.update(history_date=one.created - ONE_HOUR)
    notes.retire(two, traveller)
    assert diff(as_superuser, trip) == ["taken - They walk slowly."]


def test_the_orchestrator_shows_a_line_in_anothers_place(as_superuser, trip, traveller) -> None:
    def edit(*edits: documents.LineEdit):
        return documents.edit_lines(traveller, "preferences", edits, author="traveller", by=traveller)

    first = edit(documents.LineEdit("add", "Likes trains."))[0].line
    type(first).history.update(history_date=first.since - ONE_HOUR)
    edit(documents.LineEdit("replace", "Likes night trains.", line=first.pk))
    assert diff(as_superuser, trip, "orchestrator") == [
        "taken - Likes trains.",
        "added - Likes night trains.",
    ]
    first.refresh_from_db()
    assert first.status == "retired"


def test_what_is_forgotten_does_not_come_back(as_superuser, trip, traveller) -> None:
    row = note(trip, "They collect theremins.")
    notes.edit(row, by=traveller, text="They collect harps and theremins.")
    forgetting.forget(row, traveller)
    page = as_superuser.get(NOW, {"trip": trip.pk, "agent": "planner"})
    assert "theremins" not in page.text and page.context["before"] is None


def test_a_report_is_as_hidden_in_it_as_in_the_brief(trip, traveller) -> None:
    person = Traveller.objects.create_user("cura", password=PASSWORD, is_staff=True)
    person.groups.add(Group.objects.get(name=GROUP))
    Feedback.objects.create(trip=trip, date=dt.date(2026, 11, 20), text="Philippa ruined the museum.")
    row = note(trip, "They like small museums.", agent="feedback")
    notes.edit(row, by=traveller, text="They like large museums.")
    page = client_of(person).get(NOW, {"trip": trip.pk, "agent": "feedback"})
    assert "large museums" in page.text and page.context["lines_before"] and "Philippa" not in page.text
