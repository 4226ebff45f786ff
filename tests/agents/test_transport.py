"""What the offline specialist of transport asks."""

from __future__ import annotations

import pytest

from agents.runtime.contexts import SpecialistContext
from agents.runtime.schemas import Task
from agents.team import transport
from tests.trips.planning.asking import BOSTON, gazetteer

TODAY = BOSTON.dates.start.replace(year=2026)


@pytest.mark.parametrize(
    ("told", "asks"), [({}, True), ({"travel_by": ["train"]}, False), ({"transport_bans": ["flight"]}, False)]
)
def test_ways_to_avoid_are_asked_for_where_nothing_is_said_of_ways(told: dict, asks: bool) -> None:
    task = Task(
        id="transport", name="Ways to Boston", specialist="transport", instructions="Compare the ways there."
    )
    facts = BOSTON.model_copy(update=told)
    found = transport.offline(SpecialistContext(task, facts, TODAY, gazetteer()))
    assert bool(found.questions) == asks
