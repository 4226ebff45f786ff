"""What the offline planner says to a fact only named, to a change it can't read, to places nobody knows."""

from __future__ import annotations

import pytest

from agents.llm.offline import OfflineMind
from agents.offline.corrections import NO_CHANGE
from tests.agents.talking import say
from trips.facts import describe
from trips.models import Traveller, Trip
from trips.starting import start_trip

WISH = "Paris 4-8 May 2027, 2 adults, mid-range budget, from Lyon, history, relaxed, must see the Louvre"


def words_of(turn) -> str:
    return " ".join(turn.messages.filter(author="agent").values_list("text", flat=True))


def said(trip: Trip, text: str):
    turn = say(trip, text, OfflineMind(0))
    assert turn.status == "done", turn.error
    trip.refresh_from_db()
    return turn


@pytest.fixture
def asked(transactional_db) -> Trip:
    trip = start_trip(Traveller.objects.create_user("ada"))
    assert said(trip, WISH).mode == "CONFIRM"
    return trip


@pytest.mark.parametrize(
    ("named", "answer", "expected"),
    [
        ("the dates", "May 10-14", ("dates.start", "2027-05-10")),
        ("budget", "high", ("budget.level", "high")),
        ("change the pace please", "fast", ("pace", "packed")),
        ("the budget", "2000 euros", ("budget.amount", "2000")),
        ("where we start", "Berlin", ("origin.name", "Berlin")),
        ("no, the number of people", "4", ("party.adults", "4")),
        ("the destination", "Rome", ("destinations.0.name", "Rome")),
    ],
)
def test_a_fact_that_is_only_named_is_asked_for(asked: Trip, named: str, answer: str, expected) -> None:
    before = asked.facts
    turn = said(asked, named)
    assert turn.mode == "CLARIFY" and asked.facts == before
    assert "Gladly" in words_of(turn) and turn.questions_asked.count() == 1
    said(asked, answer)
    value = asked.facts
    for part in expected[0].split("."):
        value = value[int(part)] if part.isdigit() else getattr(value, part)
    assert str(value) == expected[1]
    assert len(asked.facts.destinations) == 1


def test_after_what_to_change_a_name_of_a_fact_is_understood(asked: Trip) -> None:
    assert said(asked, "no, let me change something").mode == "CLARIFY"
    turn = said(asked, "the dates")
    assert turn.mode == "CLARIFY" and "4–8 May 2027" in words_of(turn)


@pytest.mark.parametrize("words", ["it should be more like us", "hmm, something with colour"])
def test_what_changes_nothing_is_said_to_change_nothing(asked: Trip, words: str) -> None:
    before = asked.facts
    turn = said(asked, words)
    assert asked.facts == before and turn.mode == "CONFIRM"
    assert f"I didn't understand “{words}”." in words_of(turn)


@pytest.mark.parametrize("words", ["make it three adults", "we love jazz, too"])
def test_what_changes_something_is_not(asked: Trip, words: str) -> None:
    before = asked.facts
    assert NO_CHANGE not in words_of(said(asked, words)) and asked.facts != before


@pytest.mark.parametrize("name", ["Mars", "Wakanda", "Narnia"])
def test_a_place_nobody_knows_is_named(transactional_db, name: str) -> None:
    trip = start_trip(Traveller.objects.create_user("ada"))
    assert f"no place called “{name}”" in words_of(said(trip, f"I want to go to {name}"))
    assert "no place called" not in words_of(said(trip, "2 adults"))


def test_a_place_is_shown_by_its_name_and_quoted_as_typed(transactional_db) -> None:
    trip = start_trip(Traveller.objects.create_user("ada"))
    turn = said(trip, "Tokio and Marrakech, starting from München, 4-12 May 2027")
    told = words_of(turn)
    assert "Tokyo and Marrakesh" in told and turn.result["understood"] == []  # the board says all of it
    assert "Munich" in [line.text for line in describe(Trip.objects.get(pk=trip.pk).facts)]
    assert "Tokio" not in told and "Marrakech" not in told
    assert trip.title == "Tokyo and Marrakesh"
    assert any("Tokio" in change.quote for change in trip.fact_changes.filter(path="destinations"))
