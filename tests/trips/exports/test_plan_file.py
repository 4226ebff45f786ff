"""The plan file of a trip gets the same verdict from `manage.py check_plan` that the trip shows."""

from __future__ import annotations

import datetime as dt
import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from config import clock
from tests.trips.planning.asking import BOSTON, gazetteer, options_of
from tests.trips.travelling import CODE, booked, told, with_plan
from trips import choosing
from trips.exports.plan_file import plan_json
from trips.models import Option, Trip, Turn
from trips.planning.options import label
from trips.planning.validator import check_plan, verdict_as_json
from trips.planning.validator.document import read_document

pytestmark = pytest.mark.django_db


def checked(file: Path) -> dict:
    out = StringIO()
    call_command("check_plan", str(file), "--json", stdout=out)
    return json.loads(out.getvalue())


@pytest.fixture(scope="module")
def options() -> list:
    return label(options_of(BOSTON))


@pytest.fixture
def chosen(trip, options) -> Trip:
    """One of several options of a turn, each compared with the others."""
    trip.facts_json = BOSTON.model_dump(mode="json")
    trip.save()
    turn = Turn.objects.create(trip=trip, number=1, status=Turn.Status.DONE)
    for position, plan in enumerate(options, start=1):
        others = [other for other in options if other is not plan]
        verdict = check_plan(plan, trip.facts, gazetteer(), today=clock.today(), others=others)
        Option.objects.create(
            trip=trip,
            turn=turn,
            position=position,
            plan_json=plan.model_dump(mode="json"),
            verdict_json=verdict.model_dump(mode="json"),
            facts_version=trip.facts_version,
        )
    choosing.select(trip, trip.options.get(position=1))
    return trip


def test_the_file_of_a_chosen_option_gets_its_verdict(chosen, tmp_path) -> None:
    assert any(result.id == 29 for result in chosen.plan.verdict.results)
    file = tmp_path / "trip.json"
    file.write_text(plan_json(chosen, chosen.plan), "utf-8")
    assert checked(file) == json.loads(json.dumps(verdict_as_json(chosen.plan.verdict)))


@pytest.mark.parametrize("name", ["08-tokyo", "14-marrakesh"])
def test_a_plan_that_was_compared_with_nothing_stands_alone(trip, name: str, tmp_path) -> None:
    with_plan(trip, name)
    booked(trip)
    text = plan_json(trip, trip.plan)
    document = read_document(text)
    plan, facts = told(name)
    assert (document.plan, document.facts, document.others) == (plan, facts, [])
    assert CODE not in text
    file = tmp_path / "trip.json"
    file.write_text(text, "utf-8")
    verdict = check_plan(plan, facts, gazetteer(), today=dt.date.fromisoformat(str(clock.today())))
    assert checked(file) == json.loads(json.dumps(verdict_as_json(verdict)))
