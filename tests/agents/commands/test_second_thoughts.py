"""What was just forgotten is wanted back, whole."""

from __future__ import annotations

import pytest

from agents import afterwork
from agents.llm.offline import OfflineMind
from memory.models import DocumentLine, Note
from tests.agents.commands.test_forget import WISH, said
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


def told(trip: Trip, *words: str) -> str:
    """The answer to the last of these; what they teach is learnt after each."""
    answer = ""
    for one in words:
        answer = said(trip, one)
        afterwork.run_due(mind=OfflineMind(0))
    return answer


@pytest.mark.parametrize(
    ("whole", "part"),
    [
        ("/remember I'm vegetarian and I hate crowded museums.", "forget that I hate crowded museums"),
        ("I work in a bank, and I live in Ghent.", "forget that I live in Ghent"),
        ("I never fly and I'm a light sleeper.", "please forget that I'm a light sleeper"),
    ],
)
def test_with_the_whole_sentence_its_rest_stands_no_more(trip, whole, part) -> None:
    told(trip, WISH, whole)
    before = standing()
    for _time in range(2):  # and once more, by the same words
        told(trip, part)
        assert standing() != before
        told(trip, "bring back what you forgot")
        assert standing() == before


def test_what_was_left_of_the_rest_gives_way_too(trip) -> None:
    told(trip, WISH, "/remember I'm vegetarian, I hate museums and I love jazz")
    told(trip, "forget that I hate museums", "forget that I'm vegetarian")
    assert standing() == ["I love jazz"]
    told(trip, "bring back what you forgot", "bring back what you forgot")
    assert standing() == ["I'm vegetarian, I hate museums and I love jazz"]
