"""After the last day: words leave the trip's facts as they are, and open the next one."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from config import clock
from tests.agents.talking import confirm, said, words_of
from tests.scripted_mind import ScriptedMind
from tests.trips.travelling import with_plan
from trips.models import Traveller, Trip
from trips.starting import start_trip

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def over(db) -> Iterator[Trip]:
    trip = with_plan(start_trip(Traveller.objects.create_user("ada")))
    last = trip.plan.plan.days[-1].date
    clock.set_now(dt.datetime.combine(last + dt.timedelta(days=2), dt.time(12), dt.UTC))
    yield trip
    clock.set_now(None)


@pytest.mark.parametrize(
    "words",
    [
        "we want to go to Lisbon next, 5 days in October 2028",
        "prague, 4 days in may with the same friends",
        "Kyoto again, in the spring of 2029?",
        "plan the next one",
        "where to next?",
        "let's think about another trip",
    ],
)
def test_another_trip_is_opened_with_its_words(over: Trip, words: str) -> None:
    facts, plan = over.facts, over.plan
    turn = said(over, words)
    assert turn.result["command"] == "next" and (over.facts, over.plan) == (facts, plan)
    ((label, address),) = turn.result["links"]
    assert label == "Plan the next trip" and parse_qs(urlsplit(address).query)["text"] == [words]
    page = Client().get(address).content.decode()
    assert words.replace("'", "&#x27;") in page


@pytest.mark.parametrize(
    "words",
    ["It was lovely, Clara wants to go back to the sea. 5/5", "We loved Kyoto and want to come again, 4/5"],
)
def test_a_mark_beside_what_was_is_a_report_and_no_day(over: Trip, words: str) -> None:
    turn = said(over, words)
    assert over.feedback.filter(text__contains=words[:12]).exists(), words_of(turn)


@pytest.mark.parametrize(
    "words",
    ["make it four people", "less walking", "the dates are 3 to 9 June 2028", "we like trains", "hi again"],
)
def test_no_words_change_the_facts_of_a_trip_that_is_over(over: Trip, words: str) -> None:
    facts, plan = over.facts, over.plan
    turn = said(over, words)
    assert (over.facts, over.plan) == (facts, plan)
    assert turn.mode in ("ANSWER", "DELEGATE") and "send the team" not in words_of(turn)


def test_nor_do_those_of_a_model(over: Trip) -> None:
    four = {"path": "party.adults", "op": "set", "value": "4", "quote": "four"}
    answer = {"reply": "That trip is over.", "changes": [four], "decision": {"mode": "ANSWER"}}
    before = over.facts
    said(over, "we are four", ScriptedMind({"orchestrator": [confirm(changes=[four]), answer]}))
    assert over.facts == before


def test_what_is_for_next_time_is_kept(over: Trip) -> None:
    turn = said(over, "next time fewer things per day")
    assert turn.result["command"] == "remember"
    assert said(over, "how was the trip in the end?").result["command"] == "feedback"


@pytest.mark.parametrize(
    "words",
    [
        "how was the trip in the end?",
        "which day did we like best?",
        "what were our favourite meals?",
        "Was the trip too long for us?",
        "sum up our holiday, please",
    ],
)
def test_a_question_of_how_it_was_is_answered_and_not_kept(over: Trip, words: str) -> None:
    said(over, "the food in Kyoto was great")
    kept = list(over.feedback.values_list("text", flat=True))
    turn = said(over, words)
    assert turn.result["command"] == "feedback" and list(over.feedback.values_list("text", flat=True)) == kept
    assert "written it down" not in words_of(turn) and "food" in words_of(turn)


def test_how_it_was_and_what_it_cost_is_still_noted(over: Trip) -> None:
    assert said(over, "the food in Kyoto was great").result["command"] == "feedback"
    assert said(over, "dinner on the last day was 4000 yen").result["command"] == "cost"
    assert over.expenses.count() == 1
