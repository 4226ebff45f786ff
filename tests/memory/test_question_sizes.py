"""A question of either job fits, whatever script is written in: a letter of many is a token of its own."""

from __future__ import annotations

import pytest

from memory import asking, documents, extraction, line_edits, notes, triggers
from memory.asking import Ask
from memory.documents import LineEdit
from memory.events import Event
from memory.extraction import Work
from memory.models import Extraction
from tests.memory.extracting import turn_of
from trips.models import Trip

pytestmark = [pytest.mark.django_db]
LETTERS = ["x", "字", "한", "🐈", "é", "&"]
MOST_TOKENS = 1_500


def tokens(ask: Ask) -> int:
    """Three characters are one; of a script of thousands of letters each is."""
    return asking.weight(ask.system + ask.text) // 3


def long_words(letter: str) -> str:
    return "I like tea. " + "\n\n".join([letter * 500] * 6)


@pytest.mark.parametrize("letter", LETTERS)
def test_of_documents(trip: Trip, traveller, letter: str) -> None:
    edits = [LineEdit("add", f"{number} {letter * 400}") for number in range(30)]
    documents.edit_lines(traveller, "preferences", edits, author="staff", by="staff")
    turn = turn_of(trip, long_words(letter))
    event = Event(
        trigger="facts edited", namespace="preferences", what=letter * 400, line=letter * 300,
        quote="I like tea", message=turn.messages.get().pk,
    )  # fmt: skip
    triggers.happened(trip, [event] * 40, turn)
    ask = line_edits.ask(Extraction.objects.get(turn=turn))
    assert 800 < tokens(ask) <= MOST_TOKENS
    for part in ("I like tea", "1. (preferences)", "- facts edited → preferences"):
        assert part in ask.text


@pytest.mark.parametrize("letter", LETTERS)
def test_of_notes(trip: Trip, traveller, letter: str) -> None:
    for number in range(30):
        notes.write(
            owner=traveller, trip=trip, agent="planner", author="staff", text=f"{number} {letter * 400}"
        )
    turn = turn_of(trip, long_words(letter))
    results = (letter * 9_000,)
    extraction.due_after(turn, [Work("planner", f"{letter * 9_000}\n{letter * 5_000}", tool_results=results)])
    ask = extraction.ask(Extraction.objects.get(turn=turn))
    assert 1_000 < tokens(ask) <= MOST_TOKENS
    assert "I like tea" in ask.text and "1. 29 " in ask.text


@pytest.mark.parametrize("text", ["", "tea", "字" * 9, "tea" * 9 + "字" * 9, "字" * 9 + "tea" * 9])
@pytest.mark.parametrize("limit", [0, 1, 3, 10, 30, 1_000])
def test_a_beginning_is_as_long_as_it_may_be(text: str, limit: int) -> None:
    found = asking.beginning(text, limit)
    assert text.startswith(found) and asking.weight(found) <= limit
    assert found == text or asking.weight(text[: len(found) + 1]) > limit
