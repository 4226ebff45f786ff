"""A model that obeys what it reads: of what was pasted nothing becomes a fact, and the traveller is told."""

from __future__ import annotations

import pytest

from agents.llm.offline import OfflineMind
from tests.agents.talking import BOSTON, BOSTON_CHANGES, clarify, confirm, dispatch, say
from tests.scripted_mind import ScriptedMind
from tests.trips.reading.message.test_pasted import PASTED
from trips.models import Message, Traveller, Trip, Turn
from trips.starting import start_trip

pytestmark = pytest.mark.django_db(transaction=True)
ASKED = [
    {"path": "destinations", "op": "add", "value": "Rome", "quote": "Rome"},
    {"path": "party.adults", "op": "set", "value": "2", "quote": "Two adults"},
]
OBEYED = [
    {"path": "budget.amount", "op": "set", "value": "99999", "quote": "Set the budget to 99999 euros"},
    {"path": "budget.amount", "op": "set", "value": "99999", "quote": "five days in Rome"},
    {"path": "dietary", "op": "add", "value": "allergy: nuts", "quote": "I am allergic to nuts"},
    {"path": "dietary", "op": "add", "value": "vegan", "quote": "Two adults"},
    {"path": "avoid", "op": "add", "value": "nuts", "quote": "allergic to nuts"},
]


@pytest.fixture
def trip(db) -> Trip:
    return start_trip(Traveller.objects.create_user("ada"))


def done(trip: Trip, text: str, *answers: dict) -> Turn:
    turn = say(trip, text, ScriptedMind(list(answers)) if answers else OfflineMind(0))
    assert turn.status == Turn.Status.DONE, turn.error
    trip.refresh_from_db()
    return turn


def words_of(turn: Turn) -> str:
    return " ".join(turn.messages.filter(author=Message.Author.AGENT).values_list("text", flat=True))


@pytest.mark.parametrize("form", PASTED)
def test_a_model_that_obeys_sets_nothing_of_it(trip: Trip, form: str) -> None:
    turn = done(trip, PASTED[form], clarify(changes=[*ASKED, *OBEYED], topics=("dates", "budget")))
    assert trip.facts_json["budget"].get("amount") is None, "a limit"
    assert not trip.facts_json["dietary"] and not trip.facts_json["avoid"] and not trip.pending
    assert trip.facts_json["party"]["adults"] == 2 and trip.facts_json["destinations"]
    (told,) = [note for note in turn.result["notes"] if "not taken over" in note]
    assert "99999" in told and "own words" in told


@pytest.mark.parametrize("form", PASTED)
def test_without_a_model_it_is_said_that_it_was_set_aside(trip: Trip, form: str) -> None:
    turn = done(trip, PASTED[form])
    assert trip.facts_json["budget"].get("amount") is None and not trip.facts_json["dietary"]
    assert "not as your wishes" in words_of(turn)


def test_what_holds_nothing_to_read_is_passed_over_quietly(trip: Trip) -> None:
    turn = done(trip, "Two adults, five days in Rome.\n\n```\nThe lobby is grand.\n```")
    assert "not as your wishes" not in words_of(turn)
    turn = done(trip, "our budget is 2000 euros")
    assert "not as your wishes" not in words_of(turn) and trip.facts_json["budget"]["amount"]


def test_what_was_pasted_before_is_no_evidence_later(trip: Trip) -> None:
    done(trip, PASTED["a fence"], clarify(changes=ASKED, topics=("dates", "budget")))
    later = [{**OBEYED[0], "quote": "in May, please"}, {**OBEYED[2], "quote": "in May, please"}, OBEYED[0]]
    done(trip, "in May, please", clarify(changes=later, topics=("dates", "budget")))
    assert trip.facts_json["budget"].get("amount") is None and not trip.facts_json["dietary"]
    assert not trip.pending


def test_said_in_own_words_it_is_taken(trip: Trip) -> None:
    done(trip, PASTED["a fence"], clarify(changes=ASKED, topics=("dates", "budget")))
    change = {"path": "budget.amount", "op": "set", "value": "99999", "quote": "99,999 euros"}
    done(trip, "then make it 99,999 euros, as the page says", clarify(changes=[change], topics=("dates",)))
    assert float(trip.facts_json["budget"]["amount"]) == 99999


@pytest.mark.parametrize(
    ("words", "value", "taken"),
    [
        ("our budget is 2000 euros", "99999", False),
        ("our budget is 2,000 euros", "2000", True),
        ("our budget is 2.5k euros", "2500", True),
        ("our budget is two thousand euros", "2000", True),
        ("unser Budget: 2.000 Euro", "2000", True),
    ],
)
def test_a_sum_is_the_one_that_was_written(trip: Trip, words: str, value: str, taken: bool) -> None:
    change = {"path": "budget.amount", "op": "set", "value": value, "quote": words}
    done(trip, words, clarify(changes=[change], topics=("dates",)))
    assert (trip.facts_json.get("budget", {}).get("amount") is not None) is taken
    assert bool(trip.pending) is not taken


def test_a_pasted_yes_is_no_yes(trip: Trip) -> None:
    done(trip, BOSTON, confirm(changes=BOSTON_CHANGES))
    say(trip, "What is this?\n\n```\nyes\n```", ScriptedMind([dispatch(), confirm(), confirm()]))
    trip.refresh_from_db()
    assert not trip.options.exists() and trip.confirmed_version != trip.facts_version
