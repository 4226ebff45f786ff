"""What is over, new, or of somebody else: which lines go and which stay."""

from __future__ import annotations

import pytest

from memory.models import DocumentLine, Note
from tests.agents.talking import BOSTON, say
from tests.memory.test_last_said import talk
from trips.models import Trip

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


@pytest.fixture
def planned(trip: Trip) -> Trip:
    for words in (BOSTON, "just plan it, please", "/select 1"):
        say(trip, words)
    return trip


@pytest.mark.parametrize(
    ("first", "words", "then"),
    [
        ("I'm allergic to nuts.", "forget my allergy", "I'm allergic to eggs."),
        ("I love jazz.", "forget that I love jazz", "I live in Ghent."),
        ("I work for Bosch.", "forget where I work", "I never fly."),
        ("I live in Bristol.", "forget where I live", "I'm a teacher."),
    ],
)
def test_other_things_are_learnt_after_something_was_forgotten(planned: Trip, first, words, then) -> None:
    assert talk(planned, first) == [first]
    assert talk(planned, words, then) == [then]


def test_another_ones_diet_is_not_the_travellers(trip: Trip) -> None:
    say(trip, f"{BOSTON}. I'm vegetarian.")
    talk(trip, "My brother is vegan.")  # while the summary waits for a yes
    texts = [line.text for line in DocumentLine.objects.filter(status="active")]
    assert not [text for text in texts if text.startswith("Diet: vegan")]
    assert "In the traveller's words: My brother is vegan." in texts
    assert [text for text in texts if "vegetarian" in text]


def test_what_a_companion_has_no_more(planned: Trip) -> None:
    planned.members.create(name="Clara", age=8)
    for words in ("Clara is allergic to milk.", "make day 2 slower"):
        talk(planned, words)
    for words in ("Clara isn't allergic to milk any more.", "make day 3 slower"):
        talk(planned, words)
    notes = Note.objects.filter(member__name="Clara", status="active")
    assert [note.text.partition("words: ")[2] for note in notes] == ["Clara isn't allergic to milk any more."]
