"""Questions of what somebody said are answered in their own words."""

from __future__ import annotations

import pytest

from tests.agents.commands.test_forget import WISH, told
from trips.models import Member, Traveller, Trip
from trips.starting import start_trip

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


@pytest.fixture
def trip(db) -> Trip:
    return start_trip(Traveller.objects.create_user("ada"))


@pytest.mark.parametrize(
    ("words", "question"),
    [
        ("I'm allergic to peanuts.", "What did I say about peanuts?"),
        ("We hate crowded places.", "Did I mention crowded places?"),
        ("Clara is allergic to milk.", "What did I say about Clara?"),
        ("My wife is afraid of heights.", "do you remember what I said about my wife?"),
    ],
)
def test_what_somebody_said_is_told_in_their_own_words(trip, words, question) -> None:
    Member.objects.create(trip=trip, name="Clara", age=8)
    answer = told(trip, WISH, words, "just plan it", question)
    assert f"you said: “{words}”" in answer and "noted" not in answer


def test_what_was_said_of_it_twice_is_told_newest_first(trip) -> None:
    told(trip, WISH, "I hate trains.", "I don't mind trains any more.")
    answer = told(trip, "What did I say about trains?")
    assert answer.index("don't mind trains") < answer.index("I hate trains")


def test_what_was_never_said_is_not_told(trip) -> None:
    assert "I find nothing" in told(trip, WISH, "What did I say about Clara?")
    told(trip, "I hate museums.", "forget that I hate museums")
    assert "hate museums" not in told(trip, "What did I say about museums?")
