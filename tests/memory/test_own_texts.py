"""What was forgotten is hidden in the texts agents keep themselves as well, wherever one is read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from agents.runtime import registry
from memory import files, notes, self_managed
from memory.brief import brief_for
from memory.forgetting import forget, undo
from memory.models import Document, Extraction, Note
from trips.models import Trip, Turn

pytestmark = pytest.mark.django_db
SENTENCE = "They collect old theremins."
OWN = f"- {SENTENCE}\n- Prefers the morning."


@pytest.fixture
def note(trip: Trip) -> Note:
    written = notes.write(owner=trip.owner, trip=trip, author="traveller", text=SENTENCE).note
    assert written is not None
    notes.write(owner=trip.owner, trip=trip, author="traveller", text="Prefers the morning.")
    Document.objects.create(trip=trip, agent="planner", version=1, text=OWN)
    return written


def told(trip: Trip) -> str:
    with registry.override(replace(registry.get("planner"), self_managed=True)):
        return brief_for(trip, "planner").text


def exported(trip: Trip) -> str:
    with registry.override(replace(registry.get("planner"), self_managed=True)):
        return files.file_of(trip, "planner")


def asked(trip: Trip) -> str:
    turn, _made = Turn.objects.get_or_create(trip=trip, number=1, defaults={"status": "done"})
    kind = Extraction.Kind.SELF
    job, _made = Extraction.objects.get_or_create(turn=turn, agent="planner", kind=kind)
    return self_managed.ask(job, limit=50_000).text + self_managed.offline(job, limit=50_000)


def test_a_forgotten_sentence_is_hidden_and_comes_back(owner: Client, trip: Trip, note: Note) -> None:
    places: dict[str, Callable[[], str]] = {
        "page": lambda: owner.get(reverse("memory")).text.partition('id="forgotten"')[0],
        "its trip's page": lambda: owner.get(reverse("memory"), {"trip": trip.uuid}).text,
        "search": lambda: owner.get(reverse("memory"), {"q": "morning"}).text,
        "download": lambda: owner.get(reverse("download_memory")).text,
        "brief": lambda: told(trip),
        "file": lambda: exported(trip),
        "the next rewriting": lambda: asked(trip),
    }

    def saying() -> list[str]:
        return [name for name, read in places.items() if "theremin" in read()]

    assert saying() == list(places)
    forget(note, "traveller")
    assert saying() == []
    assert all("the morning." in read() for read in places.values())
    undo(note)
    assert saying() == list(places)
    assert Document.objects.get(agent="planner").text == OWN
