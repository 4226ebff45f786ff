"""Food: where to eat, and what."""

from __future__ import annotations

from agents.runtime.agent import Agent
from agents.runtime.contexts import SpecialistContext
from agents.runtime.registry import register
from agents.runtime.schemas import Findings, QuestionOut, Recommended
from trips.catalogue.gazetteer import City
from trips.planning.estimates import meal_estimate
from trips.planning.named_places import as_named
from trips.planning.request import Request, request_of
from trips.planning.wishes import diet_in_words, unsuitable
from trips.schemas import MealName, Place

MEALS: tuple[MealName, ...] = ("breakfast", "lunch", "dinner")
A_MEAL_A_CITY = 4


def offline(context: SpecialistContext) -> Findings:
    """Rows that serve this party, a few for each meal; elsewhere what to look for, estimated."""
    request = request_of(context.facts, context.gazetteer, today=context.today)
    ideas: list[Recommended] = []
    risks: list[str] = []
    for goal in request.goals:
        city = goal.city
        found = _rows(city, request) if city.curated else []
        ideas += found if len(found) > 1 else [*found, *_kinds(city, request)]
        if not found:
            risks.append(f"No places to eat in {city.name} are in our data that we could check.")
    words = diet_in_words(request)
    if words:
        risks.append(f"Ask again for {words} when you order: kitchens change.")
    questions = []
    if not context.facts.dietary:
        questions.append(
            QuestionOut(
                topic="dietary",
                text="Is there anything you do not eat, or an allergy?",
                suggestions=["vegetarian", "vegan", "nut allergy", "nothing"],
            )
        )
    return Findings(
        headline=_headline(ideas, words),
        recommendations=ideas[:40],
        assumptions=[f"Every place serves {words} food." if words else "No diet was named."],
        risks=risks[:8],
        questions=questions,
    )


def _rows(city: City, request: Request) -> list[Recommended]:
    places = request.gazetteer.places(city.curated or "", "food")
    fitting = [place for place in places if unsuitable(place, request) is None]
    fitting.sort(key=lambda p: (p.band != request.level, p.price.adult if p.price else 0, p.id))
    chosen, taken = [], set()
    for meal in MEALS:
        serving = [place for place in fitting if meal in place.meals and place.id not in taken]
        for place in serving[:A_MEAL_A_CITY]:
            taken.add(place.id)
            chosen.append(_idea(place, meal, city))
    return chosen


def _idea(place: Place, meal: MealName, city: City) -> Recommended:
    pros = ["Step-free"] if place.step_free == "yes" else []
    return Recommended(**{**as_named(place, city), "meals": [meal]}, place_id=place.id, pros=pros)


def _kinds(city: City, request: Request) -> list[Recommended]:
    words = diet_in_words(request)
    return [
        Recommended(
            name=f"A local place for {meal}",
            city=city.name,
            area="near the centre",
            meals=[meal],
            price=price.adult,
            currency=price.currency,
            tags=[city.country_name, *([words] if words else [])],
        )
        for meal in MEALS
        for price in [meal_estimate(city, meal, request.level, request.gazetteer, request.today)]
    ]


def _headline(ideas: list[Recommended], words: str) -> str:
    listed = sum(bool(idea.place_id) for idea in ideas)
    kind = f"{words} " if words else ""
    return f"{listed} {kind}places for three meals a day" if listed else "What to look for, estimated"


register(
    Agent(
        name="food",
        title="Food",
        prompt="food.md",
        output=Findings,
        offline=offline,
        subject="the places to eat",
    )
)
