"""Money in the middle of the story: what a cap lets through, and what happens at it."""

from __future__ import annotations

import logging

import pytest

from agents.llm.budget import AT_THE_CAP
from agents.models import ModelCall
from tests.story import answers
from tests.story.telling import (
    Line,
    answering,
    mind_at,
    option_line,
    say,
    up_to_the_yes,
    without,
)
from tests.wire.server import messages_server
from trips.models import Traveller, Trip
from trips.starting import start_trip

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

#: As long as a quick model takes, so that calls that go on at the same time are paid at the same time.
PAUSE = 0.1
THREE = (
    Line("finalize", answers.THREE_OUTLINES),
    Line("planner", answers.AT_A_RUN, option_line(answers.THIRD)),
    *without("finalize"),
)


@pytest.fixture
def guests_trip(db) -> Trip:
    return start_trip(Traveller.objects.create_user("guest-of-the-day", is_guest=True))


def test_a_guests_first_three_options_fit_under_the_caps_as_they_are_shipped(guests_trip: Trip) -> None:
    with messages_server(answering(THREE, pause=PAUSE)) as server:
        mind = mind_at(server.url)
        turns = [say(guests_trip, line, mind) for line in answers.LINES]
    assert [turn.mode for turn in turns] == ["CLARIFY", "CLARIFY", "CONFIRM", "FINALIZE"]
    assert {turn.mind for turn in turns} == {"claude"}, turns[-1].result["notes"]
    titles = {option.plan.title for option in guests_trip.options.on_offer()}
    assert titles == {answers.REVOLUTION.title, answers.LONG_TABLE.title, answers.THIRD.title}


@pytest.mark.parametrize(
    ("cap", "where"), [(0.1, "the specialists"), (0.5, "the planners")], ids=lambda value: str(value)
)
def test_at_a_cap_in_the_middle_the_offline_planner_goes_on_and_no_call_is_left(
    guests_trip: Trip, settings, caplog: pytest.LogCaptureFixture, cap: float, where: str
) -> None:
    """Calls that go on at the same time are closed, not left to cost money that nobody reads."""
    settings.CAP_GUEST = cap
    up_to_the_yes(guests_trip)
    with caplog.at_level(logging.ERROR), messages_server(answering(THREE, pause=PAUSE)) as server:
        turn = say(guests_trip, answers.LINES[3], mind_at(server.url))
    assert (turn.status, turn.mode, turn.mind) == ("done", "FINALIZE", "offline"), turn.error
    assert turn.result["notes"][0] == AT_THE_CAP
    assert guests_trip.options.on_offer().count() >= 2
    ends = set(ModelCall.objects.filter(turn=turn).values_list("status", flat=True))
    assert ends <= {"done", "stopped"}, where
    spent = sum(ModelCall.objects.filter(turn=turn).values_list("cost", flat=True))
    assert float(spent) <= cap
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
