"""However a model answers, a turn asks for a bounded number of answers, and ends."""

from __future__ import annotations

import pytest

from agents.models import ModelCall
from tests.story.telling import mind_at, say
from tests.trips.travelling import with_plan
from tests.wire.messages import text_answer, tool_answer
from tests.wire.server import messages_server
from trips.models import Trip

pytestmark = pytest.mark.django_db(transaction=True)

NO_TOOL = tool_answer(("toolu_1", "crystal_ball", {"city": "Boston"}))
LOOKS_UP = tool_answer(("toolu_1", "places", {"city": "Boston", "kind": "visit"}))
CUT = text_answer('{"reply": "It', stop_reason="max_tokens")
MOST = 6


@pytest.mark.parametrize("line", ["is anything closed on Monday?", "make day 2 slower, please"])
@pytest.mark.parametrize(
    "said", [[NO_TOOL], [LOOKS_UP], [NO_TOOL, text_answer("{}"), CUT, LOOKS_UP]], ids=["none", "one", "all"]
)
def test_a_plain_message_asks_a_bounded_number_of_times(trip: Trip, line: str, said: list) -> None:
    trip, heard = with_plan(trip), []

    def answered(exchange):
        heard.append(exchange)
        return said[len(heard) % len(said)]

    with messages_server(answered, strict=False) as server:
        turn = say(trip, line, mind_at(server.url))
    steps = 1 if turn.mode == "ANSWER" else 2  # the orchestrator's, and those of the command it came to
    assert turn.status == "done", turn.error
    assert len(heard) <= MOST * steps and ModelCall.objects.filter(turn=turn).count() <= MOST * steps


def test_a_tool_that_does_not_exist_costs_one_answer_and_closes_all_tools(trip: Trip) -> None:
    heard = []

    def answered(exchange):
        heard.append(exchange.body)
        return NO_TOOL

    with messages_server(answered, strict=False) as server:
        say(with_plan(trip), "is anything closed on Monday?", mind_at(server.url))
    assert "There is no such tool" in str(heard[1]["messages"])
    assert [body["tool_choice"] for body in heard[1:] if body.get("tools")] == [{"type": "none"}] * len(
        heard[1:]
    )
    assert len(heard) <= 4
