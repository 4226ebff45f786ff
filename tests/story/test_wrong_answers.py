"""What a model may get wrong in the middle of the story.

Each ends in the right answer, or in a plain sentence with nothing changed.
"""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from agents.models import ModelCall, TurnEvent
from agents.runtime.errors import SENTENCES
from agents.turns import retry_turn
from tests.agents.talking import kinds
from tests.story import answers
from tests.story.telling import (
    CONVERSATION,
    CORRECTED,
    MENDED,
    SHORTER,
    STORY,
    Line,
    answered,
    answering,
    mind_at,
    option_line,
    say,
    up_to_the_yes,
    without,
)
from tests.wire.messages import Answer, failure, text_answer, tool_answer
from tests.wire.server import MessagesServer, messages_server
from trips.models import Trip, Turn

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

NO_ANSWER = failure(500, "api_error")


def cut(text: str) -> Answer:
    return text_answer(text, stop_reason="max_tokens")


def sent_out(trip: Trip, server: MessagesServer, *lines: Line) -> Turn:
    """The yes, answered with these lines."""
    server.always = answering(lines)
    up_to_the_yes(trip)
    return say(trip, answers.LINES[3], mind_at(server.url))


def bodies(server: MessagesServer, word: str) -> list[str]:
    """The requests that hold a word, as text."""
    texts = [json.dumps(exchange.body, ensure_ascii=False) for exchange in server.exchanges]
    return [text for text in texts if word in text]


# --- A specialist fails ------------------------------------------------------------------------


def failing(agent: str) -> Line:
    return Line(agent, NO_ANSWER)


@pytest.mark.parametrize(("agent", "title"), [("transport", "Transport"), ("food", "Food")])
def test_a_failing_specialist_stops_nobody_and_is_told(
    trip: Trip, server: MessagesServer, agent: str, title: str
) -> None:
    turn = sent_out(trip, server, failing(agent), *without(agent))
    assert (turn.status, turn.mode) == ("done", "FINALIZE"), turn.error
    assert [option.plan.title for option in trip.options.on_offer()] == [
        answers.REVOLUTION.title,
        answers.LONG_TABLE.title,
    ]
    assert {finding["specialist"] for finding in turn.result["findings"]} == {
        "transport",
        "stay",
        "food",
    } - {agent}
    assert [note for note in turn.result["notes"] if title in note and "could not be researched" in note]
    (event,) = TurnEvent.objects.filter(turn=turn, kind="agent_failed")
    assert event.data["key"] == agent and event.data["sentence"] == SENTENCES["server"]
    # the model that outlines the options knows what is missing
    assert len(bodies(server, "Not researched:")) == 1


def test_no_specialist_at_all_still_ends_in_checked_options(trip: Trip, server: MessagesServer) -> None:
    lines = STORY
    for agent in ("transport", "stay", "food"):
        lines = without(agent, lines)
    turn = sent_out(trip, server, *map(failing, ("transport", "stay", "food")), *lines)
    assert (turn.status, turn.mode) == ("done", "FINALIZE"), turn.error
    assert trip.options.on_offer().count() == 2
    assert len(turn.result["notes"]) == 3 and turn.result["findings"] == []


# --- Answers that are sent back ----------------------------------------------------------------


def test_one_option_only_is_sent_back(trip: Trip, server: MessagesServer) -> None:
    again = Line("finalize", answers.OUTLINES, CORRECTED)
    first = Line("finalize", answers.ONE_OUTLINE_ONLY)
    turn = sent_out(trip, server, again, first, *without("finalize"))
    assert turn.mode == "FINALIZE" and trip.options.on_offer().count() == 2
    calls = ModelCall.objects.filter(turn=turn, purpose="finalize").order_by("pk")
    assert [call.status for call in calls] == ["failed", "done"]
    assert "at least 2 items" in calls[0].error


def test_two_options_that_are_alike_are_sent_back(trip: Trip, server: MessagesServer) -> None:
    twin = answers.REVOLUTION.model_copy(update={"title": "Revolution, Slower", "pace": "relaxed"})
    alike = answers.OUTLINES.model_copy(update={"options": [answers.REVOLUTION, twin]})
    again = Line("finalize", answers.OUTLINES, CORRECTED)
    turn = sent_out(trip, server, again, Line("finalize", alike), *without("finalize"))
    assert turn.mode == "FINALIZE" and trip.options.on_offer().count() == 2
    assert len(bodies(server, "are too alike")) == 1


def test_one_option_for_good_is_an_honest_failure(trip: Trip, server: MessagesServer) -> None:
    turn = sent_out(trip, server, Line("finalize", answers.ONE_OUTLINE_ONLY), *without("finalize"))
    assert turn.status == Turn.Status.FAILED and turn.error == SENTENCES["invalid_answer"]
    assert trip.options.count() == 0 and not trip.confirmed
    assert kinds(turn)[-1] == "failed"
    # the yes still stands: Retry answers it again
    server.always = answering(STORY)
    again = answered(retry_turn(turn), mind_at(server.url))
    assert (again.status, again.mode) == ("done", "FINALIZE"), again.error
    assert trip.options.on_offer().count() == 2


def copied() -> Line:
    """The second planner writes the days of the first under its own title."""
    draft = answers.AT_TABLE.model_copy(update={"days": answers.ON_FOOT.days, "pace": "moderate"})
    return Line("planner", draft, option_line(answers.LONG_TABLE))


def test_a_draft_that_is_much_like_another_goes_back_with_the_reason(
    trip: Trip, server: MessagesServer
) -> None:
    turn = sent_out(trip, server, Line("planner", answers.AT_TABLE, MENDED), copied(), *STORY)
    assert turn.mode == "FINALIZE", turn.error
    assert {option.plan.title for option in trip.options.on_offer()} == {
        answers.REVOLUTION.title,
        answers.LONG_TABLE.title,
    }
    (asked,) = bodies(server, MENDED)
    assert "More than half of the visits are also in" in asked.split(MENDED)[1]
    assert ModelCall.objects.filter(turn=turn, agent="planner").count() == 3


def test_a_draft_that_is_never_mended_is_not_offered_and_the_reason_is_kept(
    trip: Trip, server: MessagesServer
) -> None:
    turn = sent_out(trip, server, copied(), *STORY)
    assert turn.mode == "FINALIZE", turn.error
    assert [option.plan.title for option in trip.options.on_offer()] == [answers.REVOLUTION.title]
    assert "like another option" in trip.options.get(state="failed").reason
    closing = turn.messages.filter(author="agent").order_by("position").last().text
    assert closing.startswith("One plan came through the checks")


def test_a_wrong_mode_is_sent_back(trip: Trip, server: MessagesServer) -> None:
    """Out with the specialists before anything is known."""
    right = Line("orchestrator", answers.ASKS_WHAT_IS_MISSING, CORRECTED)
    too_early = answers.SENDS_THEM_OUT.model_copy(update={"changes": answers.ASKS_WHAT_IS_MISSING.changes})
    server.always = answering([right, Line("orchestrator", too_early, answers.LINES[0])])
    turn = say(trip, answers.LINES[0], mind_at(server.url))
    assert (turn.status, turn.mode) == ("done", "CLARIFY")
    assert len(bodies(server, "DISPATCH is not allowed now")) == 1
    assert trip.questions.open().count() == 3


@pytest.mark.parametrize(
    "text",
    ["<!doctype html><html><body>Bad gateway</body></html>", '{"reply": "Boston', "Boston it is!", "[]"],
    ids=["html", "broken json", "words", "a list"],
)
def test_what_is_no_answer_is_sent_back(trip: Trip, server: MessagesServer, text: str) -> None:
    right = Line("orchestrator", answers.ASKS_WHAT_IS_MISSING, CORRECTED)
    server.always = answering([right, Line("orchestrator", text, answers.LINES[0])])
    turn = say(trip, answers.LINES[0], mind_at(server.url))
    assert (turn.status, turn.mode) == ("done", "CLARIFY")
    said = turn.messages.get(author="agent").text
    assert said == answers.ASKS_WHAT_IS_MISSING.reply
    call = ModelCall.objects.filter(turn=turn).order_by("pk")[0]
    assert call.status == "failed" and call.error


def test_the_wrong_answer_for_good_changes_nothing(trip: Trip, server: MessagesServer) -> None:
    wrong = answers.SENDS_THEM_OUT.model_copy(update={"changes": answers.ASKS_WHAT_IS_MISSING.changes})
    server.always = answering([Line("orchestrator", wrong)])
    turn = say(trip, answers.LINES[0], mind_at(server.url))
    assert turn.status == Turn.Status.FAILED and turn.error == SENTENCES["invalid_answer"]
    assert ModelCall.objects.filter(turn=turn).count() == 3
    assert trip.facts_version == 0 and trip.facts.destinations == []
    assert not trip.questions.exists() and not trip.confirmed


# --- Answers that are cut ----------------------------------------------------------------------


def test_an_answer_that_is_cut_is_asked_for_again_shorter(trip: Trip, server: MessagesServer) -> None:
    """An orchestrator that talks too long, and a planner."""
    whole = answers.ON_FOOT.model_dump_json()
    lines = [
        Line("orchestrator", answers.SENDS_THEM_OUT, SHORTER),
        Line("orchestrator", cut(answers.SENDS_THEM_OUT.model_dump_json()[:60]), answers.LINES[3]),
        Line("planner", answers.ON_FOOT, SHORTER),
        Line("planner", cut(whole[: len(whole) // 2]), option_line(answers.REVOLUTION)),
    ]
    turn = sent_out(trip, server, *lines, *STORY)
    assert (turn.status, turn.mode) == ("done", "FINALIZE"), turn.error
    assert trip.options.on_offer().count() == 2
    calls = ModelCall.objects.filter(turn=turn, stop_reason="max_tokens")
    assert sorted(calls.values_list("agent", flat=True)) == ["orchestrator", "planner"]
    assert len(bodies(server, SHORTER)) == 2


def test_a_planner_cut_for_good_costs_one_option_only(trip: Trip, server: MessagesServer) -> None:
    whole = answers.ON_FOOT.model_dump_json()
    always_cut = Line("planner", cut(whole[: len(whole) // 2]), option_line(answers.REVOLUTION))
    turn = sent_out(trip, server, always_cut, *STORY)
    assert (turn.status, turn.mode) == ("done", "FINALIZE"), turn.error
    assert [option.plan.title for option in trip.options.on_offer()] == [answers.LONG_TABLE.title]
    assert any(answers.REVOLUTION.title in note for note in turn.result["notes"])


# --- Tools -------------------------------------------------------------------------------------


def test_a_tool_that_does_not_exist_is_answered_and_the_work_goes_on(
    trip: Trip, server: MessagesServer
) -> None:
    reads = Line("stay", answers.STAY, "There is no such tool")
    asks = Line("stay", tool_answer(("toolu_1", "crystal_ball", {"city": "Boston"})))
    turn = sent_out(trip, server, reads, asks, *without("stay"))
    assert (turn.status, turn.mode) == ("done", "FINALIZE"), turn.error
    assert len(turn.result["findings"]) == 3


# --- What no model server would say ------------------------------------------------------------


HTML = Answer(
    [b"<html><body>Sign in to the hotel's network</body></html>"], 200, {"content-type": "text/html"}
)


def test_a_page_instead_of_an_answer_is_passed_over_or_told(trip: Trip) -> None:
    answer = answering(CONVERSATION)
    with messages_server(answer) as server:
        server.script(HTML)
        turn = say(trip, answers.LINES[0], mind_at(server.url))
        assert (turn.status, turn.mode) == ("done", "CLARIFY")
        before = (trip.facts_version, trip.questions.count())
        server.script(HTML, HTML, HTML)
        failed = say(trip, answers.LINES[1], mind_at(server.url))
    assert failed.status == Turn.Status.FAILED and failed.error == SENTENCES["not_an_answer"]
    assert (trip.facts_version, trip.questions.count()) == before


def test_the_whole_story_is_the_same_when_every_first_try_fails(trip: Trip) -> None:
    """One failure before each answer: another try of the same call."""
    seen: set[str] = set()
    answer = answering(STORY)

    def fails_first(exchange):
        key = json.dumps(exchange.body, sort_keys=True)
        if key not in seen:
            seen.add(key)
            return replace(HTML, status=529, steps=[b'{"type":"error","error":{"type":"overloaded_error"}}'])
        return answer(exchange)

    with messages_server(fails_first) as server:
        turns = [say(trip, line, mind_at(server.url)) for line in answers.LINES]
        assert len(server.exchanges) == 20
    assert [turn.mode for turn in turns] == ["CLARIFY", "CLARIFY", "CONFIRM", "FINALIZE"]
    assert trip.options.on_offer().count() == 2
