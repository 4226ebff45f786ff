"""A whole turn against `llmock`, a Messages server written by others that grades its clients.

Every failure ends in the right answer or in an honest failure with nothing changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from llmock.scenarios import Fail, Match, Reply, StreamFault

from agents.llm.claude import CallLimits, ClaudeMind
from agents.models import ModelCall
from agents.runtime.errors import SENTENCES
from tests.story import answers
from tests.story.telling import mind_at, say, up_to_the_yes
from tests.wire import rules
from trips.models import Trip, Turn

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

# A busy machine is silent for half a second now and then: only the test of silence takes that for a failure.
LIMITS = CallLimits(call=30, connect=5, first_wait=0.02)
PATIENCE, IMPATIENCE = 10.0, 0.5
AGENTS = ("orchestrator", "transport", "stay", "food", "planner")
#: One model an agent, so that the server can tell them apart.
MODELS = {agent: f"claude-{agent}" for agent in AGENTS}


@pytest.fixture(autouse=True)
def by_the_rules(llmock: Any) -> Iterator[None]:
    """The server takes anything; the API would not."""
    yield
    assert {rules.refusal(record.body) for record in llmock.requests} <= {""}


@pytest.fixture
def mind(llmock: Any, settings: Any) -> ClaudeMind:
    return listening(llmock, settings, PATIENCE)


def listening(llmock: Any, settings: Any, silence: float) -> ClaudeMind:
    settings.AGENTS = json.dumps({agent: {"model": model} for agent, model in MODELS.items()})
    settings.CAP_TRAVELLER = settings.CAP_TRIP = 1000.0  # models without a price are reserved at the dearest
    llmock.tool_mode("off")
    return mind_at(llmock.base_url("anthropic"), LIMITS, silence)


def of(agent: str) -> Match:
    return Match(model=MODELS[agent])


def replies(llmock: Any, agent: str, *said: Any) -> None:
    """What an agent answers, one call after the other; the last one for good."""
    for number, answer in enumerate(said, start=1):
        times = None if number == len(said) else 1
        llmock.add(Reply(answer.model_dump_json(), times=times, match=of(agent)))


# --- One question ------------------------------------------------------------------------------

PASSED_OVER: dict[str, Callable[[Any], Any]] = {
    "429": lambda mock: mock.rate_limit(retry_after=0.1),
    "529": lambda mock: mock.fail(529),
    "500 twice": lambda mock: mock.fail(500, times=2),
    "503": lambda mock: mock.fail(503),
    "cut before the text": lambda mock: mock.disconnect(after_chunks=0),
    "cut in the text": lambda mock: mock.disconnect(after_chunks=4),
    "ended without an end": lambda mock: mock.truncate(after_chunks=4),
    "a broken piece": lambda mock: mock.corrupt(after_chunks=4),
}


@pytest.mark.parametrize("name", PASSED_OVER)
def test_a_passing_failure_ends_in_the_right_answer(
    llmock: Any, mind: ClaudeMind, trip: Trip, name: str
) -> None:
    PASSED_OVER[name](llmock)
    asks_after_a_failure(llmock, mind, trip)


def test_silence_ends_in_the_right_answer(llmock: Any, settings: Any, trip: Trip) -> None:
    llmock.stall(after_chunks=4, seconds=2)
    asks_after_a_failure(llmock, listening(llmock, settings, IMPATIENCE), trip)


def asks_after_a_failure(llmock: Any, mind: ClaudeMind, trip: Trip) -> None:
    replies(llmock, "orchestrator", answers.ASKS_WHAT_IS_MISSING)
    turn = say(trip, answers.LINES[0], mind)
    assert (turn.status, turn.mode) == ("done", "CLARIFY"), turn.error
    assert turn.messages.get(author="agent").text == answers.ASKS_WHAT_IS_MISSING.reply
    assert trip.questions.open().count() == 3
    llmock.assert_resilient()


LASTING: dict[str, tuple[Callable[[Any], Any], str]] = {
    "500": (lambda mock: mock.fail(500, times=None), "server"),
    "cut": (lambda mock: mock.disconnect(after_chunks=3, times=None), "connection"),
}


@pytest.mark.parametrize("name", LASTING)
def test_a_lasting_failure_is_told_and_changes_nothing(
    llmock: Any, mind: ClaudeMind, trip: Trip, name: str
) -> None:
    fault, kind = LASTING[name]
    fault(llmock)
    replies(llmock, "orchestrator", answers.ASKS_WHAT_IS_MISSING)
    turn = say(trip, answers.LINES[0], mind)
    assert turn.status == Turn.Status.FAILED and turn.error == SENTENCES[kind]
    assert trip.facts_version == 0 and not trip.questions.exists() and not trip.options.exists()
    llmock.assert_resilient()


@pytest.mark.parametrize("fault", ["401", "too long", "529", "429 for an hour"])
def test_where_no_other_try_helps_code_answers_and_says_so(
    llmock: Any, mind: ClaudeMind, trip: Trip, fault: str
) -> None:
    if fault in ("401", "529"):
        llmock.fail(int(fault), times=None)
    elif fault == "429 for an hour":
        llmock.rate_limit(times=None, retry_after=3600)
    else:
        llmock.context_overflow(times=None)
    turn = say(trip, answers.LINES[0], mind)
    assert (turn.status, turn.mode) == ("done", "CLARIFY"), turn.error
    assert trip.facts.destinations[0].name == "Boston" and trip.questions.open().count() == 3
    assert filled_in(turn) == ["the facts and what comes next"]
    llmock.assert_resilient()


def filled_in(turn: Turn) -> list[str]:
    """What the traveller is told that code wrote."""
    said = "our own planner filled in "
    return [note.split(said)[1].rstrip(".") for note in turn.result["notes"] if said in note]


# --- The whole dispatch ------------------------------------------------------------------------


def team_answers(llmock: Any) -> None:
    replies(llmock, "orchestrator", answers.SENDS_THEM_OUT, answers.OUTLINES)
    replies(llmock, "transport", answers.TRANSPORT)
    replies(llmock, "stay", answers.STAY)
    replies(llmock, "food", answers.FOOD)
    # both are asked at the same time: whichever comes first gets the first
    replies(llmock, "planner", answers.ON_FOOT, answers.AT_TABLE)


IN_THE_MIDDLE: dict[str, Any] = {
    "food is overloaded": Fail(529, match=of("food")),
    "transport's answer is cut": StreamFault("disconnect", after_chunks=6, match=of("transport")),
    "stay's answer just ends": StreamFault("truncate", after_chunks=6, match=of("stay")),
    "a planner's answer is cut": StreamFault("disconnect", after_chunks=20, match=of("planner")),
    "both planners are refused": Fail(429, retry_after=0.1, times=2, match=of("planner")),
}


@pytest.mark.parametrize("name", IN_THE_MIDDLE)
def test_a_failure_in_the_middle_of_a_dispatch_is_passed_over(
    llmock: Any, mind: ClaudeMind, trip: Trip, name: str
) -> None:
    up_to_the_yes(trip)
    llmock.add(IN_THE_MIDDLE[name])
    team_answers(llmock)
    turn = say(trip, answers.LINES[3], mind)
    assert (turn.status, turn.mode) == ("done", "FINALIZE"), turn.error
    assert len(turn.result["findings"]) == 3 and turn.result["notes"] == []
    offered = trip.options.on_offer()
    assert offered and all(option.verdict.offerable for option in offered)
    assert ModelCall.objects.filter(turn=turn, status="failed").count() in (0, 1)
    llmock.assert_resilient()


def test_a_specialist_down_for_good_is_told(llmock: Any, mind: ClaudeMind, trip: Trip) -> None:
    up_to_the_yes(trip)
    llmock.add(Fail(500, times=None, match=of("food")))
    team_answers(llmock)
    turn = say(trip, answers.LINES[3], mind)
    assert (turn.status, turn.mode) == ("done", "FINALIZE"), turn.error
    assert trip.options.on_offer().count() == 2
    assert filled_in(turn) == ["the places to eat"]
    llmock.assert_resilient()


def test_planners_down_for_good_leave_the_options_to_code(llmock: Any, mind: ClaudeMind, trip: Trip) -> None:
    up_to_the_yes(trip)
    llmock.add(Fail(500, times=None, match=of("planner")))
    team_answers(llmock)
    turn = say(trip, answers.LINES[3], mind)
    assert (turn.status, turn.mode) == ("done", "FINALIZE"), turn.error
    assert trip.options.on_offer().count() == 2
    assert filled_in(turn) == ["“Revolution on Foot” and “The Long Table”"]
    llmock.assert_resilient()
