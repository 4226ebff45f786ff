"""What a model may get wrong in the middle of the story, at a Messages server written by others and our own.

Each ends in an answer: the model's where it can be had, else what code fills in, which is said. Only where
nothing came back at all a turn fails, with a plain sentence and nothing changed.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from agents.models import ModelCall, StepResult, TurnEvent
from agents.offline.words import filled_in
from agents.runtime.errors import SENTENCES
from tests.story import answers
from tests.story.telling import (
    CONVERSATION,
    CORRECTED,
    SHORTER,
    STORY,
    Line,
    answering,
    mind_at,
    option_line,
    say,
    up_to_the_yes,
    without,
)
from tests.wire.messages import (
    Answer,
    Drop,
    block_start,
    delta,
    ending,
    failure,
    message_start,
    text_answer,
    text_delta,
    tool_answer,
)
from tests.wire.server import MessagesServer, messages_server
from trips.models import Trip, Turn
from trips.planning.options import shared_visits

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


FILLED = {"transport": "the ways to travel", "stay": "the places to stay", "food": "the places to eat"}


@pytest.mark.parametrize("agent", ["transport", "food"])
def test_code_fills_in_for_a_failing_specialist_and_says_so(
    trip: Trip, server: MessagesServer, agent: str
) -> None:
    turn = sent_out(trip, server, failing(agent), *without(agent))
    assert (turn.status, turn.mode) == ("done", "FINALIZE"), turn.error
    assert [option.plan.title for option in trip.options.on_offer()] == [
        answers.REVOLUTION.title,
        answers.LONG_TABLE.title,
    ]
    assert [finding["specialist"] for finding in turn.result["findings"]] == ["food", "stay", "transport"]
    assert turn.result["notes"] == filled_in([FILLED[agent]])
    assert not TurnEvent.objects.filter(turn=turn, kind="agent_failed").exists()


def test_no_specialist_at_all_still_ends_in_checked_options(trip: Trip, server: MessagesServer) -> None:
    lines = STORY
    for agent in FILLED:
        lines = without(agent, lines)
    turn = sent_out(trip, server, *map(failing, FILLED), *lines)
    assert (turn.status, turn.mode) == ("done", "FINALIZE"), turn.error
    assert trip.options.on_offer().count() == 2 and len(turn.result["findings"]) == 3
    (note,) = turn.result["notes"]
    assert all(words in note for words in FILLED.values())


# --- Answers that are sent back ----------------------------------------------------------------


def test_one_option_only_is_filled_up_and_said(trip: Trip, server: MessagesServer) -> None:
    turn = sent_out(trip, server, Line("finalize", answers.ONE_OUTLINE_ONLY), *without("finalize"))
    assert turn.mode == "FINALIZE", turn.error
    first, second = trip.options.on_offer()
    assert answers.REVOLUTION.title in {first.plan.title, second.plan.title}
    assert first.plan.title != second.plan.title
    assert ModelCall.objects.filter(turn=turn, purpose="finalize").count() == 1
    assert "another option" in turn.result["notes"][0]
    closing = turn.messages.filter(author="agent").order_by("position").last().text
    assert closing.startswith("Two ways to do it")


def test_a_key_that_nobody_asked_for_is_passed_over(trip: Trip, server: MessagesServer) -> None:
    draft = {**answers.ON_FOOT.model_dump(mode="json"), "mood": "curious"}
    draft["days"][0]["stops"][0]["stars"] = 5
    turn = sent_out(trip, server, Line("planner", draft, option_line(answers.REVOLUTION)), *STORY)
    assert turn.mode == "FINALIZE" and turn.result["notes"] == [], turn.error
    assert ModelCall.objects.filter(turn=turn, agent="planner").count() == 2
    assert trip.options.on_offer().count() == 2


def copied() -> Line:
    """The second planner writes the days of the first under its own title."""
    draft = answers.AT_TABLE.model_copy(update={"days": answers.ON_FOOT.days, "pace": "moderate"})
    return Line("planner", draft, option_line(answers.LONG_TABLE))


def test_of_a_draft_that_is_much_like_another_some_days_are_composed_anew(
    trip: Trip, server: MessagesServer
) -> None:
    turn = sent_out(trip, server, copied(), *STORY)
    assert turn.mode == "FINALIZE", turn.error
    first, second = (option.plan for option in trip.options.on_offer())
    assert {first.title, second.title} == {answers.REVOLUTION.title, answers.LONG_TABLE.title}
    assert shared_visits(first, second) <= 0.5
    assert ModelCall.objects.filter(turn=turn, agent="planner").count() == 2


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


WRONG_MODE = answers.SENDS_THEM_OUT.model_copy(update={"changes": answers.ASKS_WHAT_IS_MISSING.changes})
#: What the model's reply is in the end, and what of it code can still read.
FOR_GOOD = {
    "the wrong mode": (WRONG_MODE, answers.SENDS_THEM_OUT.reply),
    "prose": ("Boston it is! Old brick and warm chowder.", "Boston it is! Old brick and warm chowder."),
    "a broken end": (
        answers.ASKS_WHAT_IS_MISSING.model_dump_json()[:140],
        answers.ASKS_WHAT_IS_MISSING.reply,
    ),
}


@pytest.mark.parametrize("what", FOR_GOOD)
def test_the_wrong_answer_for_good_keeps_the_reply_and_code_does_the_rest(trip: Trip, what: str) -> None:
    wrong, reply = FOR_GOOD[what]
    with messages_server(lambda exchange: text_answer(wrong), strict=False) as server:
        turn = say(trip, answers.LINES[0], mind_at(server.url))
    assert (turn.status, turn.mode) == ("done", "CLARIFY"), turn.error
    said = turn.messages.get(author="agent").text
    assert said and reply.startswith(said)
    assert turn.result["notes"] == filled_in(["the facts and what comes next"])
    assert [place.name for place in trip.facts.destinations] == ["Boston"]
    assert set(trip.questions.open().values_list("topic", flat=True)) == {"dates", "party", "budget"}
    assert ModelCall.objects.filter(turn=turn).count() == 2 and not trip.confirmed


THOUGHT = [
    message_start(),
    block_start(type="thinking", thinking="", signature=""),
    delta(0, type="thinking_delta", thinking="Boston?"),
]
CUT = block_start(type="tool_use", id="toolu_1", name="read_plan", input={})
#: Something came, and nothing of it can be used.
UNUSABLE = {
    "thoughts alone": Answer([*THOUGHT, *ending()]),
    "thoughts that are cut": Answer(THOUGHT),
    "broken input of a tool": tool_answer(("toolu_1", "read_plan", '{"city": "Bos')),
    "a list as input of a tool": tool_answer(("toolu_1", "read_plan", "[1]")),
    "input of a tool that is cut": Answer(
        [message_start(), CUT, delta(0, type="input_json_delta", partial_json="{")]
    ),
    "no words": text_answer(""),
    "null": text_answer("null"),
    "YAML": text_answer("reply: Boston is cold. Very.\ndecision:\n  mode: CLARIFY\n"),
    "a call": text_answer("OrchestratorAnswer(reply='Boston is cold. Very.', changes=[])"),
    "half a sentence": Answer([message_start(), block_start(), text_delta('{"reply": "Bos'), Drop()]),
    "half a sentence for its length": cut('{"reply": "Boston in win'),
    "a page": Answer(
        [b"<html><body>Sign in to the hotel's network</body></html>"], 200, {"content-type": "text/html"}
    ),
}


@pytest.mark.parametrize("what", UNUSABLE)
def test_where_something_came_that_nobody_can_use_code_finishes_the_turn(trip: Trip, what: str) -> None:
    with messages_server(lambda exchange: UNUSABLE[what], strict=False) as server:
        turn = say(trip, answers.LINES[0], mind_at(server.url))
    assert (turn.status, turn.mode) == ("done", "CLARIFY"), turn.error
    assert turn.messages.get(author="agent").text.startswith("Boston, lovely!")
    assert turn.result["notes"] == filled_in(["the facts and what comes next"])
    assert [place.name for place in trip.facts.destinations] == ["Boston"]


def with_odd_fields() -> str:
    """Numbers and null for text, more and longer than anything may be, a number that is none."""
    written = answers.ASKS_WHAT_IS_MISSING.model_dump(mode="json")
    odd = {"path": "travelers", "op": "set", "value": 2, "quote": None}
    written["changes"] += [odd, {**odd, "quote": "x" * 600}] * 30
    return json.dumps({**written, "odd": 1}).replace('"odd": 1', '"odd": 1e999')


def test_odd_fields_lose_neither_the_facts_nor_a_call(trip: Trip) -> None:
    odd = text_answer(with_odd_fields())
    with messages_server(lambda exchange: odd, strict=False) as server:
        turn = say(trip, answers.LINES[0], mind_at(server.url))
    assert (turn.status, turn.mode, turn.result["notes"]) == ("done", "CLARIFY", []), turn.error
    assert ModelCall.objects.filter(turn=turn).count() == 1
    assert [place.name for place in trip.facts.destinations] == ["Boston"]


ASKS = answers.ASKS_WHAT_IS_MISSING.model_dump(mode="json")


def upper_case(value: Any) -> Any:
    if isinstance(value, list):
        return [upper_case(one) for one in value]
    return {k.upper(): upper_case(v) for k, v in value.items()} if isinstance(value, dict) else value


def nested(value: Any, depth: int = 6) -> Any:
    return {"answer": nested(value, depth - 1)} if depth else value


#: Of one good answer; the second figure is of calls, where a model goes on like that.
ODD_FORMS = {
    "trailing commas": (re.sub(r"([\]}])", r",\1", json.dumps(ASKS)), 1),
    "a comma too few": (json.dumps(ASKS).replace("}, {", "} {"), 1),
    "an end too few": (json.dumps(ASKS)[:-1], 1),
    "single quotes": (str(ASKS), 1),
    "names without quotes": (re.sub(r'"(\w+)":', r"\1:", json.dumps(ASKS)), 1),
    "upper-case names": (json.dumps(upper_case(ASKS)), 1),
    "a decision as JSON text": (json.dumps({**ASKS, "decision": json.dumps(ASKS["decision"])}), 1),
    "a decision as a word": (json.dumps({**ASKS, "decision": "clarify"}), 2),
    "no decision": (json.dumps({**ASKS, "decision": None}), 2),
    "no words": (json.dumps({**ASKS, "reply": ""}), 1),
    "null for words": (json.dumps({**ASKS, "reply": None}), 1),
    "nested": (json.dumps(nested(ASKS)), 1),
    "a nested decision": (json.dumps({**ASKS, "decision": nested(ASKS["decision"])}), 1),
    "a JSON string": (json.dumps(json.dumps(ASKS)), 1),
    "an object as reply": (json.dumps({**ASKS, "reply": {"text": ASKS["reply"]}}), 1),
    "all of it as reply": (json.dumps({**ASKS, "reply": json.dumps(ASKS)}), 1),
}


@pytest.mark.parametrize("form", ODD_FORMS)
def test_an_odd_form_loses_no_fact_and_at_most_a_call(trip: Trip, server: MessagesServer, form: str) -> None:
    text, calls = ODD_FORMS[form]
    server.always = text_answer(text)
    turn = say(trip, answers.LINES[0], mind_at(server.url))
    assert (turn.status, turn.mode) == ("done", "CLARIFY"), turn.error
    assert ModelCall.objects.filter(turn=turn).count() == calls
    assert turn.result["notes"] == (filled_in(["the facts and what comes next"]) if calls > 1 else [])
    assert [place.name for place in trip.facts.destinations] == ["Boston"]
    assert set(trip.questions.open().values_list("topic", flat=True)) == {"dates", "party", "budget"}
    said = turn.messages.get(author="agent").text
    assert said == answers.ASKS_WHAT_IS_MISSING.reply if "words" not in form else said.strip()


def test_a_word_is_enough_for_an_answer_without_more(trip: Trip, server: MessagesServer) -> None:
    server.always = text_answer(json.dumps({"reply": "It is cold in winter.", "decision": "answer"}))
    turn = say(trip, "How is Boston in winter?", mind_at(server.url))
    assert (turn.mode, ModelCall.objects.filter(turn=turn).count()) == ("ANSWER", 1), turn.error


@pytest.mark.parametrize("tokens", [-(10**6), 10**12, 10**30])
def test_an_odd_count_of_tokens_loses_no_answer(trip: Trip, tokens: int) -> None:
    odd = text_answer(answers.ASKS_WHAT_IS_MISSING, usage={"input_tokens": tokens, "output_tokens": tokens})
    with messages_server(lambda exchange: odd, strict=False) as server:
        turn = say(trip, answers.LINES[0], mind_at(server.url))
    assert turn.mode == "CLARIFY", turn.error
    assert turn.messages.get(author="agent").text == answers.ASKS_WHAT_IS_MISSING.reply
    call = ModelCall.objects.get(turn=turn)
    assert 0 <= call.tokens_in <= 10_000_000 and call.cost >= 0


@pytest.mark.parametrize(
    "text", ["Here you are:\n```json\n{}\n```\nGood luck!", "<think>So, {{Boston}}.</think>{}"]
)
def test_words_around_the_answer_are_passed_over(trip: Trip, text: str) -> None:
    whole = text.replace("{}", answers.ASKS_WHAT_IS_MISSING.model_dump_json())
    with messages_server(lambda exchange: text_answer(whole), strict=False) as server:
        turn = say(trip, answers.LINES[0], mind_at(server.url))
    assert turn.mode == "CLARIFY" and ModelCall.objects.filter(turn=turn).count() == 1
    assert turn.messages.get(author="agent").text == answers.ASKS_WHAT_IS_MISSING.reply


def test_a_refused_text_is_stored_nowhere_but_in_the_call(trip: Trip) -> None:
    refused = text_answer('{"reply": "This I must not say, not even a word', stop_reason="refusal")
    with messages_server(lambda exchange: refused, strict=False) as server:
        turn = say(trip, answers.LINES[0], mind_at(server.url))
    assert (turn.status, turn.mode) == ("done", "CLARIFY"), turn.error
    assert turn.result["notes"] == filled_in(["the facts and what comes next"])
    kept = [*turn.messages.values_list("text", flat=True), json.dumps(turn.result), turn.short_summary]
    kept += [json.dumps(row.data) for row in TurnEvent.objects.filter(turn=turn)]
    kept += [json.dumps(row.output) for row in StepResult.objects.filter(turn=turn)]
    assert not [text for text in kept if "must not say" in text]
    assert [place.name for place in trip.facts.destinations] == ["Boston"]


def test_a_flood_is_cut_at_a_sentence(trip: Trip) -> None:
    flood = answers.ASKS_WHAT_IS_MISSING.model_copy(update={"reply": "Boston is fine in winter. " * 4_000})
    assert len(flood.reply) > 100_000
    with messages_server(lambda exchange: text_answer(flood, deltas=40), strict=False) as server:
        turn = say(trip, answers.LINES[0], mind_at(server.url))
    assert (turn.status, turn.mode) == ("done", "CLARIFY"), turn.error
    said = turn.messages.get(author="agent").text
    assert 5_900 < len(said) <= 6_000 and said.endswith("Boston is fine in winter.")
    assert ModelCall.objects.filter(turn=turn).count() == 1 and trip.questions.open().count() == 3


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


def test_a_planner_cut_for_good_leaves_the_option_to_code(trip: Trip, server: MessagesServer) -> None:
    whole = answers.ON_FOOT.model_dump_json()
    always_cut = Line("planner", cut(whole[: len(whole) // 2]), option_line(answers.REVOLUTION))
    turn = sent_out(trip, server, always_cut, *STORY)
    assert (turn.status, turn.mode) == ("done", "FINALIZE"), turn.error
    titles = [option.plan.title for option in trip.options.on_offer()]
    assert titles == [answers.REVOLUTION.title, answers.LONG_TABLE.title]
    assert turn.result["notes"] == filled_in([f"“{answers.REVOLUTION.title}”"])


# --- Tools -------------------------------------------------------------------------------------


def test_a_tool_that_does_not_exist_is_answered_and_the_work_goes_on(
    trip: Trip, server: MessagesServer
) -> None:
    reads = Line("planner", answers.ON_FOOT, "There is no such tool")
    asks = tool_answer(("toolu_1", "crystal_ball", {"city": "Boston"}))
    asks = Line("planner", asks, option_line(answers.REVOLUTION))
    turn = sent_out(trip, server, reads, asks, *STORY)
    assert (turn.status, turn.mode) == ("done", "FINALIZE"), turn.error
    assert trip.options.on_offer().count() == 2 and turn.result["notes"] == []


# --- What no model server would say ------------------------------------------------------------


def test_a_page_instead_of_an_answer_is_passed_over(trip: Trip) -> None:
    with messages_server(answering(CONVERSATION)) as server:
        server.script(UNUSABLE["a page"])
        turn = say(trip, answers.LINES[0], mind_at(server.url))
    assert (turn.status, turn.mode) == ("done", "CLARIFY")
    assert turn.result["notes"] == []


def test_where_nothing_came_at_all_the_turn_fails_and_changes_nothing(trip: Trip) -> None:
    with messages_server(lambda exchange: NO_ANSWER) as server:
        before = (trip.facts_version, trip.questions.count())
        turn = say(trip, answers.LINES[0], mind_at(server.url))
    assert turn.status == Turn.Status.FAILED and turn.error == SENTENCES["server"]
    assert (trip.facts_version, trip.questions.count()) == before


def test_the_whole_story_is_the_same_when_every_first_try_fails(trip: Trip) -> None:
    """One failure before each answer: another try of the same call."""
    seen: set[str] = set()
    answer = answering(STORY)

    def fails_first(exchange):
        key = json.dumps(exchange.body, sort_keys=True)
        if key not in seen:
            seen.add(key)
            return failure(529, "overloaded_error")
        return answer(exchange)

    with messages_server(fails_first) as server:
        turns = [say(trip, line, mind_at(server.url)) for line in answers.LINES]
        assert len(server.exchanges) == 20
    assert [turn.mode for turn in turns] == ["CLARIFY", "CLARIFY", "CONFIRM", "FINALIZE"]
    assert trip.options.on_offer().count() == 2
