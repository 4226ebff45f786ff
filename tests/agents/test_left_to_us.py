"""What the traveller leaves to us: "just plan it", "you choose", and what nobody chooses for them."""

from __future__ import annotations

import pytest
from django.urls import reverse

from agents.llm.offline import OfflineMind
from tests.agents.mixed_mind import Mixed
from tests.agents.talking import BOSTON_CHANGES, clarify, confirm, dispatch, say
from tests.scripted_mind import ScriptedMind
from trips import ledger
from trips.models import Question, Traveller, Trip, Turn
from trips.starting import start_trip

pytestmark = pytest.mark.django_db(transaction=True)
REQUIRED_ONLY = "Boston Feb 15-18 2 people mid-range"
OPTIONAL = set(ledger.OPTIONAL_TOPICS)


@pytest.fixture
def trip(db) -> Trip:
    return start_trip(Traveller.objects.create_user("ada"))


def told(trip: Trip, text: str) -> Turn:
    turn = say(trip, text, OfflineMind(0))
    assert turn.status == Turn.Status.DONE, turn.error
    return turn


def words_of(turn: Turn) -> str:
    return " ".join(turn.messages.filter(author="agent").values_list("text", flat=True))


def left_to_us(trip: Trip) -> dict[str, str]:
    rows = trip.questions.filter(status=Question.Status.WITHDRAWN)
    return dict(rows.values_list("topic", "assumption"))


def test_just_plan_it_settles_all_that_is_open_and_says_how(trip: Trip) -> None:
    turn = told(trip, f"{REQUIRED_ONLY}, just plan it")
    assert turn.mode == "FINALIZE"
    assert left_to_us(trip) == {topic: ledger.ASSUMPTIONS[topic] for topic in OPTIONAL}
    assert set(turn.result["assumed"]) >= set(left_to_us(trip).values())
    again = told(trip, "I want to leave on the 14th")
    assert again.mode == "CONFIRM" and trip.facts.dates.start.day == 14
    assert set(again.result["assumed"]) >= set(left_to_us(trip).values())
    assert not trip.questions.filter(topic__in=OPTIONAL, status=Question.Status.ASKED).exists()
    told_since = told(trip, "a relaxed pace, please")
    assert told_since.mode == "CONFIRM" and ledger.ASSUMPTIONS["pace"] not in told_since.result["assumed"]
    assert ledger.ASSUMPTIONS["origin"] in told_since.result["assumed"]
    assert told(trip, "yes").mode == "FINALIZE"
    assert len(trip.questions.filter(topic__in=OPTIONAL)) == len(OPTIONAL)  # each once


def test_just_plan_it_leaves_what_is_known_alone(trip: Trip) -> None:
    told(trip, f"{REQUIRED_ONLY}, from New York, relaxed pace, no must-dos, just plan it")
    assert set(left_to_us(trip)) == {"interests"}


def test_just_plan_it_before_the_destination_is_known(trip: Trip) -> None:
    first = told(trip, "just plan it")
    assert first.mode == "CLARIFY" and set(left_to_us(trip)) == OPTIONAL
    assert set(first.questions_asked.values_list("topic", flat=True)) == {"destinations"}
    assert told(trip, "Boston").mode == "CONFIRM"


def test_a_model_that_is_told_to_just_plan_it_asks_no_more(trip: Trip) -> None:
    say(trip, REQUIRED_ONLY, ScriptedMind([confirm(changes=BOSTON_CHANGES[:5])]))
    sent = {**dispatch(""), "just_plan_quote": "just plan it"}
    turn = say(trip, "just plan it", Mixed({"orchestrator": [sent]}))
    assert turn.mode == "FINALIZE" and set(left_to_us(trip)) == OPTIONAL, turn.error
    party = {"path": "party.adults", "op": "set", "value": "4", "quote": "four"}
    asks = clarify(changes=[party], topics=("pace", "interests"))
    turn = say(trip, "make it four people", ScriptedMind([asks, confirm(changes=[party])]))
    assert turn.mode == "CONFIRM"


def test_nobody_chooses_the_destination_for_the_traveller(trip: Trip, client) -> None:
    told(trip, "somewhere warm in March, 2 people, mid-range")
    client.force_login(trip.owner)
    page = client.get(reverse("workspace", args=[trip.uuid])).content.decode()
    assert "You choose the dates" in page and "You choose the destination" not in page
    told(trip, "you choose")
    words = words_of(told(trip, "you choose"))
    assert "you choose" not in words and "Marrakesh" in words


def test_what_is_left_to_us_twice_in_a_message_is_chosen_twice(trip: Trip) -> None:
    told(trip, "Lisbon")
    told(trip, "You choose the dates, You choose how many travel.")
    trip.refresh_from_db()
    assert trip.facts.dates.start and trip.facts.party.adults == 2 and not trip.facts.budget.level


def test_you_choose_is_offered_where_it_works(trip: Trip) -> None:
    told(trip, "somewhere warm")
    turn = told(trip, "do I need a car?")
    assert turn.mode == "ANSWER" and "you choose" in words_of(turn)


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ("I want to go to Tokyo from March 10 to March 5", "before it starts"),
        ("400 days in Paris", "too long"),
        ("Tokyo on 3 March 2020", "in the past"),
    ],
)
def test_a_refusal_says_that_nothing_was_noted(trip: Trip, said: str, problem: str) -> None:
    before = trip.facts
    words = words_of(told(trip, said))
    assert problem in words and "I left everything as it was" in words
    assert words[0].isupper() or words[0].isdigit()
    assert trip.facts == before


def test_a_refusal_of_one_statement_keeps_the_others(trip: Trip) -> None:
    words = words_of(told(trip, "Tokyo next week, 0 dollars"))
    assert "more than nothing" in words and "Tokyo, lovely" in words and "I left" not in words


@pytest.mark.parametrize("said", ["you choose", "do I need a visa?", "hmm", "just plan it", "mid-range"])
def test_the_reply_holds_no_question_that_is_asked_beside_it(trip: Trip, said: str) -> None:
    told(trip, "somewhere warm in March")
    words = words_of(told(trip, said))
    assert "?" not in words and not words.rstrip().endswith(":"), words
    for question in trip.questions.all():
        assert question.text not in words
        assert not question.text.rstrip().endswith(":")
