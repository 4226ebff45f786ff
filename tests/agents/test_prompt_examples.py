"""The examples in the orchestrator's prompt are answers that our own schema and rules accept."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from agents import commands
from agents.runtime import prompting
from agents.runtime.schemas import CommandName, OrchestratorAnswer
from agents.validation.rules import after, orchestrator_problems
from agents.view import TripView
from tests.agents.stations import PLANNED_ON, at, seen
from tests.memory import story
from trips import fact_log
from trips.models import Trip
from trips.schemas import Change

pytestmark = pytest.mark.django_db

_EXAMPLE = re.compile(r"^> (?P<message>[^\n]+)\n```json\n(?P<answer>.+?)\n```$", re.M | re.S)


def examples(phase: str) -> list[tuple[str, dict]]:
    text = prompting.prompt(f"phases/{phase}.md").template
    return [(found["message"], json.loads(found["answer"])) for found in _EXAMPLE.finditer(text)]


def heard(trip: Trip, message: str) -> TripView:
    view = replace(seen(trip), message=message)
    return replace(view, companions=commands.ready(view))


def accepted(view: TripView, given: dict) -> OrchestratorAnswer:
    """What the schema makes of it, with every field that it has."""
    answer = OrchestratorAnswer.model_validate(given)
    assert answer.model_dump(mode="json", exclude={"offers", "unread"}) == given
    assert orchestrator_problems(view, answer) == []
    result = after(view, answer)
    assert result.problems == [] and result.pending == [] and len(result.changes) == len(answer.changes)
    return answer


def test_what_they_say_before_a_plan(trip: Trip) -> None:
    at(PLANNED_ON)
    (first, facts), (yes, but), (page, nothing) = examples("collecting")
    answer = accepted(heard(trip, first), facts)
    questions = [question.topic for question in answer.decision.questions]
    assert questions == list(
        heard(trip, first).situation(after(heard(trip, first), answer).facts).optional_unasked
    )
    changes = [Change(**change.model_dump()) for change in answer.changes]
    assert fact_log.change_facts(trip, changes, by="traveller", today=story.TODAY).problems == []
    trip.refresh_from_db()
    trip.asked_version = trip.facts_version
    trip.save()
    accepted(heard(trip, page), nothing)
    view = heard(trip, yes)
    assert view.asked_for_yes and accepted(view, but).decision.mode == "CONFIRM"


def test_what_they_say_beside_a_plan(traveller) -> None:
    trip = story.onboarded(traveller, story.PARIS)
    story.planned(trip)
    ((message, both),) = examples("planned")
    accepted(heard(trip, message), both)


def test_a_command_has_one_line_and_is_told_while_it_is_possible(trip: Trip) -> None:
    view = heard(trip, "Hello")
    names = re.findall(r"^- `(\w+)`:", prompting.prompt("commands.md").template, re.M)
    assert sorted(names) == sorted(CommandName.__args__)
    told = re.findall(r"^- `(\w+)`:", prompting.possible_commands(view), re.M)
    assert set(told) == view.companions and "agenda" not in told


@pytest.mark.parametrize("phase", ["planned", "choosing", "travelling", "done"])
def test_rules_of_another_phase_are_not_told(trip: Trip, phase: str) -> None:
    told = "\n".join(block.text for block in prompting.orchestrator_system(heard(trip, "Hello")))
    assert prompting.prompt("phases/collecting.md").template in told
    assert prompting.prompt(f"phases/{phase}.md").template not in told
