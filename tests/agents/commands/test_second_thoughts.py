"""What was just forgotten is wanted back, whole."""

from __future__ import annotations

import pytest

from memory.models import DocumentLine, Note
from tests.agents.commands.test_forget import WISH, kept, told
from trips.models import Traveller, Trip
from trips.starting import start_trip

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


@pytest.fixture
def trip(db) -> Trip:
    return start_trip(Traveller.objects.create_user("ada"))


def standing() -> list[str]:
    rows = [*Note.objects.filter(status="active"), *DocumentLine.objects.filter(status="active")]
    return sorted(row.text.removeprefix("In the traveller's words: ") for row in rows)


@pytest.mark.parametrize(
    "words",
    ["bring that back", "Bring it back please.", "undo that", "no wait, remember it after all",
     "I want it back",
     "Oops, put that back", "sorry, don't forget that"],
)  # fmt: skip
def test_that_means_what_was_just_forgotten(trip, words) -> None:
    note = kept(trip, "I hate museums")
    assert "Remembered again" in told(trip, WISH, "forget that I hate museums", words)
    note.refresh_from_db()
    assert note.status == "active"


@pytest.mark.parametrize("between", ["make it 5 days", "forget that I love opera"])
def test_later_or_where_nothing_went_it_does_not(trip, between) -> None:
    note = kept(trip, "I hate museums")
    told(trip, WISH, "forget that I hate museums", between, "undo that")
    note.refresh_from_db()
    assert note.status == "forgotten"


def test_all_that_went_at_one_word_comes_back_together(trip) -> None:
    for text in ("Clara hates museums", "Clara loves horses"):
        kept(trip, text)
    told(trip, WISH, "forget everything about Clara")
    assert standing() == []
    told(trip, "bring that back")
    assert standing() == ["Clara hates museums", "Clara loves horses"]
