"""A plan that is pasted into the conversation to be checked gets its verdict, and sets no fact."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.llm.base import ModelError
from agents.llm.offline import OfflineMind
from tests.agents.talking import clarify, say
from tests.scripted_mind import Fail, ScriptedMind
from trips.models import Message, Traveller, Trip, Turn
from trips.starting import start_trip

pytestmark = pytest.mark.django_db(transaction=True)
PLANS = Path(__file__).resolve().parents[2] / "trips" / "reading" / "itineraries"
LISBON = (PLANS / "lisbon_chat.txt").read_text("utf-8")
JAPAN = (PLANS / "japan.ics").read_text("utf-8")
READ = {
    "days": [
        {
            "date": "2027-04-11",
            "city": "Lisbon",
            "items": [{"kind": "visit", "name": "Carmo Convent", "start": "15:00"}],
        }
    ]
}


@pytest.fixture
def trip(db) -> Trip:
    return start_trip(Traveller.objects.create_user("ada"))


def told(trip: Trip, text: str, mind=None) -> str:
    turn = say(trip, text, mind or OfflineMind(0))
    assert turn.status == Turn.Status.DONE, turn.error
    trip.refresh_from_db()
    return " ".join(turn.messages.filter(author=Message.Author.AGENT).values_list("text", flat=True))


@pytest.mark.parametrize("text", [LISBON, f"Check this plan, please:\n\n{JAPAN}"], ids=["lines", "calendar"])
def test_without_a_model_it_gets_its_verdict_and_sets_no_fact(trip: Trip, text: str) -> None:
    answer = told(trip, text)
    assert "not hold" in answer and ("Carmo Convent" in answer or "5 April" in answer)
    facts = trip.facts
    assert not facts.destinations and facts.dates.start is None and not facts.must_do


def test_with_a_model_the_orchestrator_is_not_asked(trip: Trip) -> None:
    mind = ScriptedMind({"itinerary": [READ]})
    assert "1 thing does not hold" in told(trip, LISBON, mind)
    mind.assert_done()
    assert [call.agent for call in mind.calls] == ["itinerary"]
    assert not trip.facts.destinations


def test_where_the_model_fails_rules_read_it(trip: Trip) -> None:
    broken = Fail(ModelError("bad_request", permanent=True))
    assert "2 things do not hold" in told(trip, LISBON, ScriptedMind({"itinerary": [broken]}))


def test_what_could_not_be_read_is_said_with_the_page(trip: Trip) -> None:
    answer = told(trip, f"{LISBON}\nblorp the wibble of zorp\n")
    assert "“blorp the wibble of zorp”" in answer
    turn = trip.turns.order_by("-number").first()
    assert "/check" in str(turn.result)


@pytest.mark.parametrize(
    "text",
    [
        "We want to go to Lisbon from 10 to 13 April, two of us.\nNo museums.\nDoes that work?",
        "Rather so:\n- Gulbenkian at 10\n- Belém Tower at 14:00\n- dinner at 20:00\nDoes that work?",
        "Check the plan: is the Gulbenkian open on Monday?",
        "Lisbon 10-13 April, 2 people.\nDay 1 Alfama, day 2 Belém, day 3 Sintra would be nice.",
        LISBON.replace("Here's our plan for Lisbon, does it work?", "We liked this tour last year:"),
    ],
)
def test_wishes_and_questions_are_no_plan_to_check(trip: Trip, text: str) -> None:
    mind = ScriptedMind({"orchestrator": [clarify()]})
    told(trip, text, mind)
    assert [call.agent for call in mind.calls] == ["orchestrator"]


def test_the_command_alone_says_how(trip: Trip) -> None:
    assert "Paste the whole plan" in told(trip, "/check")
