"""Questions in between about options, plan and the trip's own facts: told from them, or said not to be."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agents.offline.in_between import NO_DATA, NOT_THAT_KIND, answer_question
from agents.offline.on_plans import NOT_OF_A_PLAN, NOTHING_YET
from agents.view import TripView
from config import clock
from tests.agents.stations import PLANNED_ON, at, seen, told
from trips.facts.describing import money
from trips.models import Traveller, Trip
from trips.planning.costing import total_of
from trips.schemas import Leg, Meal, Plan, Stay, Visit
from trips.starting import start_trip

pytestmark = pytest.mark.django_db(transaction=True)
BOSTON = "Boston Feb 15-18 2 people mid-range, from New York, moderate, history, Freedom Trail, just plan it"


@pytest.fixture
def trip(db) -> Iterator[Trip]:
    at(PLANNED_ON)
    yield start_trip(Traveller.objects.create_user("ada"))
    clock.set_now(None)


def words_of(turn) -> str:
    return " ".join(turn.messages.filter(author="agent").values_list("text", flat=True))


def spent(plan: Plan, category: str) -> str:
    lines = [cost for item in plan.items() for cost in item.costs if cost.category == category]
    assert {cost.currency for cost in lines} <= {plan.currency}
    return money(sum(cost.amount for cost in lines), plan.currency)


def titles(plan: Plan, kind: type) -> list[str]:
    return [item.title for item in plan.items() if isinstance(item, kind)]


def test_questions_about_options_are_answered_from_the_options(trip: Trip) -> None:
    told(trip, BOSTON)
    view = seen(trip)
    plans = {option.number: option.plan for option in view.options}
    first, second = plans[1], plans[2]

    def ask(question: str) -> str:
        return answer_question(question, view)

    words = ask("What does option 2 cost?")
    assert money(second.total, second.currency) in words and money(second.per_person, "USD") in words
    assert "Option 1" not in words and spent(second, "stay") in words
    assert spent(first, "food") in ask("how much are the meals in option 1?")
    words = ask("which is better, option 1 or option 2?")
    assert money(abs(first.total - second.total), "USD") in words and "Option 3" not in words
    for question in ("which one is best for the kids?", "which option has the least walking?"):
        assert "in all" not in ask(question), question  # its own answer, not the sums of all
    words = ask("why is option 1 more expensive than option 2?")
    assert money(first.total, "USD") in words and money(abs(first.total - second.total), "USD") in words
    assert titles(first, Stay)[0] in words and titles(second, Stay)[0] in words
    cheapest = min(plans, key=lambda number: plans[number].total)
    assert ask("which one is the cheapest?").startswith(f"Option {cheapest},")
    calmest = min(plans, key=lambda number: len(titles(plans[number], Visit)))
    assert f"option {calmest} {len(titles(plans[calmest], Visit))} visits" in ask(
        "which option is most relaxed?"
    )
    assert ask("which one do you recommend?").startswith("Option 1,")
    assert "good for children" in ask("is option 1 good for kids?")
    assert titles(plans[3], Stay)[0] in ask("what hotel is in option 3?")
    assert "There is no option 7" in ask("what does option 7 cost?")
    assert ask("does option 1 have wifi?").startswith(NOT_OF_A_PLAN)
    day_two = second.days[1].items[0]
    assert f"starts at {day_two.start:%H:%M}" in ask("what time do we leave on day 2 in option 2?")
    assert all(f"Option {number}: " in ask("what time do we leave on day 2?") for number in plans)
    assert "0.6 km from South Station, as" in ask("how far is the hotel from the station?")
    dinners = [item.title for item in first.items() if isinstance(item, Meal) and item.meal == "dinner"]
    assert all(title in ask("where are the dinners of option 1?") for title in dinners)
    seen_there = next(item for item in first.items() if item.place_id == "boston:freedom-trail")
    assert f"is in it, on {seen_there.start:%A}" in ask("is the Freedom Trail in option 1?")
    walked = {number: sum(leg.distance_km for leg in walks(plan)) for number, plan in plans.items()}
    assert f"{walked[2]:.1f} km on foot" in ask("how much walking is there in option 2?")
    least = min(walked, key=lambda number: walked[number])
    assert ask("which option has the least walking?").startswith(f"Option {least},")
    assert money(plans[3].total - min(first.total, second.total), "USD") in ask(
        "why does option 3 cost more?"
    )
    assert f"{second.days[1].date:%A} {second.days[1].date.day} " in ask("what do we do on Tuesday?")
    assert dinners[0] in ask("what is for dinner on day 1 of option 1?")
    assert titles(first, Stay)[0] in ask("when do we check in?")
    assert first.risks[0] in ask("what are the risks?")
    assert ask("how many kids are we?") == "You told me 2 adults."
    assert total_of(first.items(), first.currency, first.rates) == first.total


def walks(plan: Plan) -> list[Leg]:
    return [item for item in plan.items() if isinstance(item, Leg) and item.mode == "walk"]


def test_the_chosen_plan_answers_when_there_is_one(trip: Trip) -> None:
    told(trip, BOSTON)
    told(trip, "/select 2")
    view = seen(trip)
    plan = trip_plan(view)
    words = answer_question("how much does it cost?", view)
    assert money(plan.total, plan.currency) in words and "Option" not in words
    journey = next(item for item in plan.items() if isinstance(item, Leg) and item.distance_km > 100)
    assert f"{journey.start:%H:%M}" in answer_question("when do we leave?", view)
    assert answer_question("what does option 1 cost?", view).startswith("Option 1: ")  # kept beside it
    assert titles(plan, Visit)[0] in answer_question("what do we do on the first day?", view)


def trip_plan(view: TripView) -> Plan:
    assert view.plan is not None
    return view.plan


def test_a_question_about_an_option_does_not_choose_it(trip: Trip) -> None:
    told(trip, BOSTON)
    turn = told(trip, "where do we sleep in option 3?")
    assert turn.mode == "ANSWER" and trip.plan is None
    assert titles(trip.options.get(position=3).plan, Stay)[0] in words_of(turn)
    told(trip, "I take option 3. How far is the hotel from the station?")
    assert trip.plan is not None and trip.plan.option.position == 3


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("how many people is this for?", "2 adults"),
        ("what is my budget?", "mid-range"),
        ("when is the trip?", "15–18 February 2027"),
        ("which pace did I choose, what pace?", "You haven't told me the pace yet."),
        ("where do we start from?", "New York"),
    ],
)
def test_facts_are_told_and_unknown_ones_are_said_to_be_unknown(
    trip: Trip, question: str, answer: str
) -> None:
    told(trip, "Boston Feb 15-18 2 people mid-range, from New York")
    assert answer in answer_question(question, seen(trip))


def test_nothing_is_told_of_what_is_not_there_yet(trip: Trip) -> None:
    told(trip, "somewhere warm in March")
    view = seen(trip)
    for question in ("what does option 2 cost?", "how far is the hotel from the station?"):
        assert answer_question(question, view) == NOTHING_YET
    assert "how many travel" in answer_question("how many people is this for?", view)
    assert "depends on where you go" in words_of(told(trip, "do I need a car?"))


@pytest.mark.parametrize("question", ["who won the world cup?", "can we bring a dog?"])
def test_what_is_not_understood_is_said_to_be_not_understood(trip: Trip, question: str) -> None:
    told(trip, "Boston, 2 people")
    assert words_of(told(trip, question)).startswith(NOT_THAT_KIND)


def test_what_is_understood_and_not_known_is_said_so(trip: Trip) -> None:
    told(trip, "Ulaanbaatar, 2 people")
    assert answer_question("where can we eat?", seen(trip)) == NO_DATA


def test_places_of_a_kind_are_of_that_kind(trip: Trip) -> None:
    told(trip, "Boston, 2 people")
    view = seen(trip)
    for question, kind, fits in (
        ("which museums are there?", "visit", lambda place: "museum" in place.tags),
        ("are there vegan restaurants?", "food", lambda place: "vegan" in place.diet),
    ):
        words = answer_question(question, view)
        rows = {place.name: place for place in view.gazetteer.places("boston", kind)}
        named = [row for name, row in rows.items() if f"{name} ({row.area})" in words]
        assert len(named) > 1 and all(fits(row) for row in named), words


def test_a_question_sees_the_facts_of_its_own_message(trip: Trip) -> None:
    words = words_of(told(trip, "Paris with 2 people. What's the best time to visit?"))
    assert "mildest and driest months in Paris" in words and "Name one" not in words
