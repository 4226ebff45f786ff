"""Before the trip: what to do under a roof, by the rows and by the plan."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.offline.in_between import answer_question
from tests.agents.stations import seen
from tests.agents.talking import said
from tests.trips.travelling import with_plan
from trips.models import Traveller, Trip
from trips.planning.rain import SHELTER
from trips.starting import start_trip
from trips.wording import day_in_words

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def planned(db) -> Trip:
    return with_plan(start_trip(Traveller.objects.create_user("ada")))


@pytest.mark.parametrize(
    ("question", "good"),
    [
        ("what can we do with kids if it rains?", True),
        ("any ideas for a rainy day with the children?", True),
        ("What can we see when the weather is bad?", False),
        ("what is there to do indoors?", False),
    ],
)
def test_every_place_is_under_a_roof_and_for_those_who_come(planned: Trip, question: str, good: bool) -> None:
    view = seen(planned)
    words = answer_question(question, view)
    assert words.startswith("Under a roof") and ("good for children" in words) == good
    city = view.gazetteer.best_city("Kyoto")
    named = [place for place in view.gazetteer.places(city.curated, "visit") if place.name in words]
    fit = [place for place in named if SHELTER in place.tags and (not good or place.children == "good")]
    assert len(named) >= 3 and len(fit) >= len(named) - 1  # a name may stand within another one


def test_what_is_in_the_plan_is_said_with_its_day(planned: Trip) -> None:
    view = seen(planned)
    city = view.gazetteer.best_city("Kyoto")
    roofs = [place for place in view.gazetteer.places(city.curated, "visit") if SHELTER in place.tags]
    day = view.plan.days[1]
    visit = next(item for item in day.items if item.kind == "visit")
    inside = visit.model_copy(update={"place_id": roofs[-1].id, "title": roofs[-1].name})
    days = [
        one.model_copy(update={"items": [inside if item is visit else item for item in one.items]})
        for one in view.plan.days
    ]
    view = replace(view, plan=view.plan.model_copy(update={"days": days}))
    words = answer_question("what can we do if it rains?", view)
    assert f"Kyoto: {roofs[-1].name} (in your plan on {day_in_words(day.date)})" in words


def test_the_question_changes_no_fact(planned: Trip) -> None:
    facts = planned.facts
    said(planned, "what can we do with kids if it rains?")
    assert planned.facts == facts
