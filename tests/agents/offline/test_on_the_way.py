"""Questions on the way: hour, meal, tickets, what to take, rain, the next move; no fact changes."""

from __future__ import annotations

import datetime as dt
import io
import json
import re
from collections.abc import Iterator

import pytest

from agents.offline.corrections import FACTS_STAY
from agents.terminal.client import Client
from config import clock
from tests.agents.stations import PLANNED_ON, at, told
from trips.models import Traveller, Trip
from trips.planning.agenda_entries import is_local
from trips.schemas import Leg, Meal, Plan
from trips.starting import start_trip

pytestmark = pytest.mark.django_db(transaction=True)
JAPAN = (
    "Tokyo and Kyoto from 20 March 2027 to 2 April 2027, 2 people, mid-range, from Berlin, moderate, "
    "temples, gardens, just plan it"
)
#: Ten in the morning in Tokyo, the fifth day.
ON_THE_WAY = "2027-03-24T01:00"
TODAY = dt.date(2027, 3, 24)


@pytest.fixture
def trip(built) -> Iterator[Trip]:
    trip = built(chosen)
    at(ON_THE_WAY)
    yield trip
    clock.set_now(None)


def chosen() -> Trip:
    at(PLANNED_ON)
    trip = start_trip(Traveller.objects.create_user("ada"))
    told(trip, JAPAN)
    told(trip, "/select 1")
    return trip


def plan_of(trip: Trip) -> Plan:
    return Trip.objects.select_related("plan").get(pk=trip.pk).plan.plan


def items_on(plan: Plan, date: dt.date, kind: type = object) -> list:
    return [item for day in plan.days if day.date == date for item in day.items if isinstance(item, kind)]


def dinner_on(plan: Plan, date: dt.date) -> Meal:
    return next(meal for meal in items_on(plan, date, Meal) if meal.meal == "dinner")


def test_every_answer_is_of_the_day_that_is_meant_and_no_fact_changes(trip: Trip) -> None:
    plan, facts = plan_of(trip), Trip.objects.get(pk=trip.pk).facts

    def ask(question: str) -> str:
        turn = told(trip, question)
        assert Trip.objects.get(pk=trip.pk).facts == facts, question
        assert turn.mode == "ANSWER", question
        return " ".join(turn.messages.filter(author="agent").values_list("text", flat=True))

    move = next(
        leg
        for leg in sorted((i for i in plan.items() if isinstance(i, Leg)), key=lambda leg: leg.start_utc)
        if not is_local(leg) and leg.start.date() > TODAY and "Kyoto" in leg.destination.name
    )
    dinner = dinner_on(plan, TODAY)
    for question in ("what time is dinner tonight", "When is dinner today?"):
        assert dinner.title in ask(question) and f"{dinner.start:%H:%M}" in ask(question)
    friday = dinner_on(plan, dt.date(2027, 3, 26))
    assert f"{friday.start:%H:%M}" in ask("when do we have dinner on friday?")

    words = ask("where do I have to be at 3?")
    assert "at 15:00" in words and "24 March" in words
    here = [i for i in items_on(plan, TODAY) if i.start.hour * 60 + i.start.minute <= 900 and i.kind != "stay"
            and i.end > dt.datetime(2027, 3, 24, 15) and not isinstance(i, Leg)]  # fmt: skip
    assert all(item.title in words for item in here)

    for question in (
        "when do we leave for Kyoto?",
        "how do we get to kyoto on the way",
        "how do we get to Kyoto?",
        "when do we leave Tokyo?",
    ):
        words = ask(question)
        assert f"{move.start:%H:%M}" in words and f"{move.start.day} March" in words
        assert "Berlin" not in words

    assert "9 days after today" in ask("how many days do we have left?")
    yesterday = ask("what did we do yesterday?")
    assert "23 March" in yesterday and dinner_on(plan, dt.date(2027, 3, 23)).title in yesterday
    assert dinner.title not in yesterday

    for question in (
        "what time do we have to leave the hotel tomorrow?",
        "how early do we set off tomorrow?",
    ):
        words = ask(question)
        assert re.match(r"Tomorrow, Thursday 25 March: leave by \d\d:\d\d for ", words), words
    words = ask("what can we do with kids in Kyoto if it rains?")
    assert "good for children" in words and "Kyoto: " in words and "24 March, if it rains" not in words

    assert "Thursday 25 March" in ask("what should I pack for tomorrow")
    words = ask("is tomorrow free in the evening?")
    assert dinner_on(plan, dt.date(2027, 3, 25)).title in words and "Breakfast" not in words
    assert "Friday 26 March" in ask("what if it rains on friday?")
    assert "24 March" in ask("do I need tickets for anything today?")
    for question in ("where next?", "what's the plan?", "hi"):
        words = ask(question)
        assert dinner.title in words and "25 March" not in words
        assert not re.search(r"tell me what should be different \(dates", words)


def test_a_day_of_easter_and_a_weekday_are_those_that_lie_ahead(trip: Trip) -> None:
    def ask(question: str) -> str:
        turn = told(trip, question)
        return " ".join(turn.messages.filter(author="agent").values_list("text", flat=True))

    assert "Monday 29 March" in ask("Is the Tokyo National Museum open on Easter Monday?")
    assert "Monday 29 March" in ask("Is the Tokyo National Museum open on Monday?")
    assert "Friday 26 March" in ask("Is the Tokyo National Museum open on Good Friday?")


def test_the_terminal_welcomes_who_was_away_and_nobody_else(trip: Trip) -> None:
    def welcome(as_json: bool) -> str:
        out = io.StringIO()
        Client(Trip.objects.get(pk=trip.pk), as_json=as_json, out=out).welcome()
        return out.getvalue()

    words = welcome(False)
    assert words.startswith("Welcome back to ") and "Today and tomorrow, hour by hour." in words
    value = json.loads(welcome(True))
    assert value["kind"] == "welcome" and value["lines"] == words.strip().split("\n")
    newest = trip.messages.order_by("-position").first()
    trip.messages.filter(pk=newest.pk).update(created=clock.now() - dt.timedelta(minutes=5))
    assert welcome(False) == welcome(True) == ""


def test_a_thing_with_a_number_and_a_question_after_it_are_no_taste(trip: Trip) -> None:
    facts = Trip.objects.get(pk=trip.pk).facts
    for words in ("coffee 35000", "12.1. museum 40.000", "what about hammams?", "and how about jazz clubs?"):
        told(trip, words)
        assert Trip.objects.get(pk=trip.pk).facts == facts, words
    told(trip, "we love jazz")
    assert Trip.objects.get(pk=trip.pk).facts != facts


def test_a_no_to_planning_anew_says_that_the_facts_stay(trip: Trip) -> None:
    told(trip, "drop Kyoto")
    turn = told(trip, "no")
    words = " ".join(turn.messages.filter(author="agent").values_list("text", flat=True))
    assert FACTS_STAY in words and "your plan stays as it is" in words
