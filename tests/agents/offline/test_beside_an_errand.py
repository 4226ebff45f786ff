"""What a message holds beside its errand is answered or named, never dropped; and nothing is ever booked."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest

from agents.offline.left_over import LEFT
from agents.offline.on_bookings import BY_YOURSELF
from config import clock
from tests.agents.talking import said, words_of
from tests.trips.travelling import with_plan
from trips.models import Traveller, Trip
from trips.starting import start_trip

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def travelling(db) -> Iterator[Trip]:
    trip = with_plan(start_trip(Traveller.objects.create_user("ada")))
    day = trip.plan.plan.days[1].date
    clock.set_now(dt.datetime.combine(day, dt.time(5), dt.UTC))
    yield trip
    clock.set_now(None)


@pytest.mark.parametrize(
    ("words", "command", "left"),
    [
        ("swap day 2 and 3 and my mother is allergic to nuts", "plan", "my mother is allergic to nuts"),
        ("swap day 2 and 3. We are four people now", "plan", "We are four people now"),
        ("what's on tomorrow and export the calendar", "agenda", "export the calendar"),
        ("less walking on day 3, and is there a dragon in Kyoto?", "plan", "is there a dragon in Kyoto?"),
    ],
)
def test_what_is_not_done_is_named(travelling: Trip, words: str, command: str, left: str) -> None:
    facts = travelling.facts
    turn = said(travelling, words)
    assert turn.result["command"] == command and travelling.facts == facts
    assert LEFT.format(parts=f"“{left}”") in words_of(turn)


@pytest.mark.parametrize(
    ("words", "command"),
    [
        ("swap day 2 and 3, and do we need a car?", "plan"),
        ("we paid 2400 yen for lunch. Do we need a car?", "cost"),
        ("we loved the ramen, and do we need a car in Kyoto?", "feedback"),
    ],
)
def test_a_question_beside_it_is_answered(travelling: Trip, words: str, command: str) -> None:
    turn = said(travelling, words)
    assert turn.result["command"] == command and "you do not need a car" in words_of(turn)
    kept = travelling.proposals.count() + travelling.expenses.count() + travelling.feedback.count()
    assert kept == 1


@pytest.mark.parametrize(
    "words",
    [
        "swap day 2 and 3",
        "lunch 2400 yen for the two of us",
        "remember that we love jazz and we hate museums",
    ],
)
def test_nothing_is_named_where_nothing_is_left(travelling: Trip, words: str) -> None:
    assert LEFT.split(":")[0] not in words_of(said(travelling, words))


@pytest.mark.parametrize(
    "words", ["book it", "can you book the hotels for us?", "please reserve a table for 4 on friday"]
)
def test_nothing_is_booked_by_words(travelling: Trip, words: str) -> None:
    facts = travelling.facts
    turn = said(travelling, words)
    assert words_of(turn).startswith(BY_YOURSELF) and travelling.facts == facts
    assert not travelling.bookings.exists()


def test_an_expense_beside_a_booking_is_noted(travelling: Trip) -> None:
    turn = said(travelling, "lunch 2400 yen and book the hotel")
    assert travelling.expenses.get().what == "lunch" and BY_YOURSELF in words_of(turn)


def test_so_is_a_fact(travelling: Trip) -> None:
    turn = said(travelling, "book everything and we are 4 people now")
    assert travelling.facts.party.adults == 4 and BY_YOURSELF in words_of(turn)
