"""The loop of one agent: what it shows, corrects, retries, gives up on, and records."""

import asyncio
import json
import time

import pytest
from pydantic import BaseModel, Field

from agents.llm.base import ModelError, ModelMessage, ModelRequest, ToolUse, Usage
from agents.llm.offline import OfflineMind
from agents.runtime.agent import AgentFailed, BudgetExhausted, StopRun, ToolError
from agents.runtime.errors import BUSY, SENTENCES
from tests.agents.running import GOOD, Advice, Recorder, planner, run, with_limits
from tests.scripted_mind import Fail, Say, ScriptedMind, UnexpectedCall, use_tool

BAD = {"reply": "Forty days.", "days": 40}
STILL_BAD = {"reply": "No day.", "days": -1}
EMPTY: dict = {}


async def test_it_returns_the_valid_answer_and_shows_the_reply_as_it_grows() -> None:
    mind, hooks = ScriptedMind([Say(GOOD, pieces=4)]), Recorder()
    assert await run(mind, hooks) == GOOD
    assert hooks.bubble == GOOD.reply
    assert sum(what == "delta" for what, _ in hooks.happened) >= 4
    assert hooks.restarts == 0


async def test_the_request_carries_the_declaration() -> None:
    mind = ScriptedMind([GOOD])
    await run(mind, purpose="option")
    request = mind.calls[0]
    assert (request.agent, request.purpose, request.tier, request.max_tokens) == (
        "planner",
        "option",
        "standard",
        1000,
    )
    assert request.output is Advice
    assert request.context == {"city": "Kyoto"}
    assert [tool.name for tool in request.tools] == ["climate"]
    assert request.tools[0].input_schema["properties"]["city"]["type"] == "string"
    assert not request.tools_closed


async def test_the_output_may_depend_on_the_context() -> None:
    from dataclasses import replace

    class Short(BaseModel):
        reply: str

    agent = replace(planner, output=lambda context: Short if context["city"] else Advice)
    answer = await run(ScriptedMind(['{"reply": "Yes."}']), agent=agent)
    assert isinstance(answer, Short)


# --- correction -----------------------------------------------------------------------------------


async def test_a_wrong_answer_is_corrected_with_the_exact_errors() -> None:
    mind, hooks = ScriptedMind([Say(BAD), Say(STILL_BAD), Say(GOOD)]), Recorder()
    assert await run(mind, hooks) == GOOD
    mind.assert_done()
    assert hooks.restarts == 2
    assert hooks.bubble == GOOD.reply
    second = mind.calls[1].messages
    assert [message.role for message in second] == ["user", "assistant", "user"]
    assert second[1].text == json.dumps(BAD)
    assert "days: Input should be less than or equal to 30." in second[2].text
    assert len(mind.calls[2].messages) == 5


@pytest.mark.parametrize("bad", [[BAD, EMPTY, BAD], [BAD, BAD]], ids=["two corrections", "no change"])
async def test_after_two_corrections_or_one_that_changed_nothing_it_fails_plainly(bad: list[dict]) -> None:
    mind, hooks = ScriptedMind(map(Say, bad)), Recorder()
    with pytest.raises(AgentFailed) as caught:
        await run(mind, hooks)
    mind.assert_done()
    assert caught.value.kind == "invalid_answer"
    assert "less than or equal to 30" in caught.value.detail
    assert (caught.value.reply, caught.value.rejected) == ("Forty days.", None)


async def test_the_rules_of_the_caller_correct_too() -> None:
    def check(answer: Advice) -> list[str]:
        return [] if "Kyoto" in answer.cities else ["Mode CLARIFY is not allowed now: use CONFIRM."]

    wrong = Advice(reply="Osaka.", days=3, cities=["Osaka"])
    mind, hooks = ScriptedMind([wrong, GOOD]), Recorder()
    assert await run(mind, hooks, check=check) == GOOD
    assert "- Mode CLARIFY is not allowed now: use CONFIRM." in mind.calls[1].messages[-1].text
    assert "Mode CLARIFY" in hooks.records[0].problem


@pytest.mark.parametrize(
    "text",
    ["", "   ", "I think three days.", '{"reply": "Kyo', '[{"reply": "x"}]', '{"reply": "a", "days": NaN}',
     '{"days": 3}', '{"reply": "a", "days": "many"}', "null",
     '{"reply": "a", "days": ' + "[" * 60 + "]" * 60 + "}", '{"reply": "a", "days": 1e999}'],
)  # fmt: skip
async def test_text_that_is_no_answer_is_asked_for_again(text: str) -> None:
    mind, hooks = ScriptedMind([Say(text), GOOD]), Recorder()
    assert await run(mind, hooks) == GOOD
    assert hooks.records[0].problem
    assert hooks.bubble == GOOD.reply
    assert all(message.text for message in mind.calls[1].messages)
    assert mind.calls[1].messages[-1].role == "user"


@pytest.mark.parametrize("wrapping", ["{}", "```json\n{}\n```", "\n\n  {}\n", "```\n{}\n``` \n"])
async def test_white_space_and_a_code_fence_do_no_harm(wrapping: str) -> None:
    hooks = Recorder()
    text = wrapping.replace("{}", GOOD.model_dump_json())
    assert await run(ScriptedMind([Say(text)]), hooks) == GOOD
    assert hooks.bubble == GOOD.reply


async def test_a_failed_parse_keeps_figures_and_both_ends_only(caplog: pytest.LogCaptureFixture) -> None:
    text = "A" * 300 + "SECRET" + "B" * 300
    hooks = Recorder()
    with caplog.at_level("DEBUG"):
        await run(ScriptedMind([Say(text, usage=Usage(7, 99)), GOOD]), hooks)
    problem = hooks.records[0].problem
    assert "(99 of 1000 tokens, 606 characters, first " in problem
    assert "A" * 200 in problem and "B" * 200 in problem
    assert "SECRET" not in problem and "A" * 201 not in problem
    assert "SECRET" not in caplog.text


async def test_control_characters_and_endless_texts_never_get_in() -> None:
    reply = "a\x00b\u202ec\x1b[31m" + "x" * 20_000
    raw = json.dumps({"reply": reply, "days": 2, "cities": ["Ky\x07oto"] * 500})
    hooks = Recorder()
    answer = await run(ScriptedMind([Say(raw, pieces=1000)]), hooks)
    assert answer.reply.startswith("abc[31mxxx")
    assert len(answer.reply) == 12_000
    assert answer.cities == ["Kyoto"] * 200
    assert hooks.bubble == answer.reply
    assert hooks.restarts == 0


async def test_a_reply_that_did_not_stream_first_is_shown_all_the_same() -> None:
    """Two `reply` keys: a parser takes the last, the stream saw the first."""
    hooks = Recorder()
    answer = await run(ScriptedMind([Say('{"reply": "first", "days": 3, "reply": "second"}')]), hooks)
    assert answer.reply == hooks.bubble == "second"


# --- tools ----------------------------------------------------------------------------------------


async def test_tools_are_run_and_their_results_go_back() -> None:
    mind, hooks = ScriptedMind([use_tool("climate", {"city": "Kyoto"}), GOOD]), Recorder(tool="5 °C, dry")
    assert await run(mind, hooks) == GOOD
    (name, arguments) = next(value for what, value in hooks.happened if what == "tool")
    assert (name, arguments.city, arguments.limit) == ("climate", "Kyoto", 3)
    said, result = mind.calls[1].messages[-2:]
    assert said.tool_uses[0].id == result.tool_results[0].tool_use_id == "toolu_1"
    assert result.tool_results[0].content == "5 °C, dry"
    assert not result.tool_results[0].is_error


async def test_an_unknown_tool_is_answered_with_the_known_ones() -> None:
    mind = ScriptedMind([use_tool("book_hotel"), GOOD])
    assert await run(mind) == GOOD
    result = mind.calls[1].messages[-1].tool_results[0]
    assert result.is_error
    assert result.content == "There is no such tool. Known tools: climate."


async def test_bad_input_of_a_tool_is_answered_with_the_exact_errors() -> None:
    mind, hooks = ScriptedMind([use_tool("climate", {"city": "", "limit": "x"}), GOOD]), Recorder()
    await run(mind, hooks)
    result = mind.calls[1].messages[-1].tool_results[0]
    assert result.is_error
    assert "city: String should have at least 1 character." in result.content
    assert "limit: Input should be a valid integer" in result.content
    assert not any(what == "tool" for what, _ in hooks.happened)


async def test_a_failing_tool_says_a_safe_sentence() -> None:
    mind = ScriptedMind([use_tool("climate", {"city": "Kyoto"}), GOOD])
    await run(mind, Recorder(tool=ToolError("No climate data for Kyoto.")))
    assert mind.calls[1].messages[-1].tool_results[0].content == "No climate data for Kyoto."
    mind = ScriptedMind([use_tool("climate", {"city": "Kyoto"}), GOOD])
    await run(mind, Recorder(tool=RuntimeError("password is hunter2")))
    result = mind.calls[1].messages[-1].tool_results[0]
    assert result.is_error
    assert "hunter2" not in result.content


async def test_six_rounds_of_tools_then_it_is_told_to_answer() -> None:
    mind = ScriptedMind([*[use_tool("climate", {"city": "Kyoto"})] * 6, GOOD])
    assert await run(mind) == GOOD
    assert [call.tools_closed for call in mind.calls] == [False] * 6 + [True]
    assert "No more tools" in mind.calls[6].messages[-1].text


async def test_an_agent_that_never_stops_looking_things_up_fails() -> None:
    mind, hooks = ScriptedMind([use_tool("climate", {"city": "Kyoto"})] * 9), Recorder()
    with pytest.raises(AgentFailed) as caught:
        await run(mind, hooks)
    assert caught.value.kind == "too_many_tools"
    assert sum(what == "tool" for what, _ in hooks.happened) == 6
    mind.assert_done()


async def test_too_many_tools_at_once_are_not_all_run() -> None:
    uses = tuple(ToolUse(f"toolu_{number}", "climate", {"city": "Kyoto"}) for number in range(12))
    mind, hooks = ScriptedMind([Say(stop_reason="tool_use", tool_uses=uses), GOOD]), Recorder()
    await run(mind, hooks)
    assert sum(what == "tool" for what, _ in hooks.happened) == 8
    assert len(mind.calls[1].messages[-1].tool_results) == 12


async def test_what_was_said_before_a_tool_call_leaves_the_bubble() -> None:
    before = Say('{"reply": "Let me look', stop_reason="tool_use",
                 tool_uses=(ToolUse("t", "climate", {"city": "Kyoto"}),))  # fmt: skip
    hooks = Recorder()
    await run(ScriptedMind([before, GOOD]), hooks)
    order = [what for what, _ in hooks.happened]
    assert order.index("restarted") < order.index("tool") < len(order) - 1
    assert hooks.restarts == 1
    assert hooks.bubble == GOOD.reply


# --- failures of the model --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "kind",
    ["rate_limited", "overloaded", "server", "timeout", "connection", "not_an_answer", "refusal",
     "context_overflow", "bad_request", "not_allowed", "bad_list"],
)  # fmt: skip
async def test_a_failed_call_becomes_a_plain_sentence(kind: str) -> None:
    mind, hooks = ScriptedMind([ModelError(kind, "details: key sk-1")]), Recorder()  # type: ignore[arg-type]
    with pytest.raises(AgentFailed) as caught:
        await run(mind, hooks)
    assert caught.value.kind == kind
    assert caught.value.sentence == SENTENCES.get(kind, SENTENCES["server"])
    assert caught.value.worth_another_try is (kind in SENTENCES.keys() - BUSY)
    assert "sk-1" not in caught.value.sentence
    assert len(mind.calls) == 1
    assert hooks.records[0].error is not None
    assert hooks.records[0].stop_reason == kind


async def test_a_stream_that_breaks_after_text_is_restarted_once() -> None:
    broken = Fail(ModelError("connection", "cut"), after='{"reply": "Thr')
    mind, hooks = ScriptedMind([broken, GOOD]), Recorder()
    assert await run(mind, hooks) == GOOD
    assert hooks.restarts == 1
    assert hooks.bubble == GOOD.reply
    assert mind.calls[1].messages == mind.calls[0].messages


@pytest.mark.parametrize(("shown", "kept"), [("Thr", ""), ("Three days. In Kyo", "Three days.")])
async def test_of_a_stream_that_breaks_for_good_whole_sentences_are_kept(shown: str, kept: str) -> None:
    broken = Fail(ModelError("connection", "cut"), after=f'{{"reply": "{shown}')
    mind = ScriptedMind([broken, broken])
    with pytest.raises(AgentFailed) as caught:
        await run(mind, Recorder())
    assert (caught.value.kind, caught.value.reply) == ("connection", kept)
    assert not caught.value.worth_another_try
    mind.assert_done()


async def test_a_restart_gets_no_more_time_than_the_call_had() -> None:
    slow = Fail(ModelError("overloaded"), after='{"reply": "Thr', delay=0.3)
    mind = ScriptedMind([slow])
    with pytest.raises(AgentFailed) as caught:
        await run(mind, limits=with_limits(call_seconds=1.2))
    assert caught.value.kind == "overloaded"


async def test_a_call_without_end_is_a_timeout_and_its_stream_is_closed() -> None:
    never = asyncio.Event()
    mind, hooks = ScriptedMind([Say(GOOD, pieces=12, release=never)]), Recorder()
    with pytest.raises(AgentFailed) as caught:
        await run(mind, hooks, limits=with_limits(call_seconds=0.2))
    assert caught.value.kind == "timeout"
    assert len(mind.closed) == 1
    assert hooks.open_permits == set()


async def test_an_answer_that_was_cut_off_is_asked_for_again_shorter() -> None:
    cut = Fail(ModelError("max_tokens", usage=Usage(10, 1000)), after='{"reply": "A very long')
    mind, hooks = ScriptedMind([cut, GOOD]), Recorder()
    assert await run(mind, hooks) == GOOD
    again = mind.calls[1].messages
    assert [message.role for message in again] == ["user"]
    assert again[0].text.startswith("Kyoto?\n\n")
    assert "cut off after 1000 tokens" in again[0].text
    assert hooks.restarts == 1
    with pytest.raises(AgentFailed) as caught:
        await run(ScriptedMind([cut, cut, cut]), Recorder())
    assert caught.value.kind == "max_tokens"


@pytest.mark.parametrize("stop_reason", ["max_tokens", "refusal"])
async def test_a_bad_stop_reason_counts_even_when_the_text_is_whole(stop_reason: str) -> None:
    mind, hooks = ScriptedMind([Say(GOOD, stop_reason=stop_reason)]), Recorder()  # type: ignore[arg-type]
    with pytest.raises(AgentFailed) as caught:
        await run(mind, hooks, limits=with_limits(corrections=0))
    assert caught.value.kind == stop_reason
    assert hooks.records[0].usage == Usage(100, 50)


async def test_a_refused_answer_leaves_nothing_behind() -> None:
    hooks = Recorder()
    with pytest.raises(AgentFailed) as caught:
        await run(
            ScriptedMind([Fail(ModelError("refusal", permanent=True), after='{"reply": "Here is h')]), hooks
        )
    assert caught.value.reply == "" and caught.value.answered


async def test_a_flood_is_cut_where_a_sentence_ends_and_accepted() -> None:
    class Short(Advice):
        reply: str = Field(max_length=600)

    flood = "Kyoto is old. " * 7_500
    hooks = Recorder()
    answer = await run(ScriptedMind([Say({"reply": flood, "days": 3}, pieces=500)]), hooks, output=Short)
    assert answer.reply == ("Kyoto is old. " * 42).rstrip()
    assert hooks.bubble == answer.reply
    assert sum(len(value) for what, value in hooks.happened if what == "delta") < 1_300


async def test_too_long_a_context_is_shrunk_once() -> None:
    shorter = [ModelMessage("user", text="Kyoto, in short")]
    mind = ScriptedMind([ModelError("context_overflow"), GOOD])
    hooks = Recorder(shorter=shorter)
    assert await run(mind, hooks) == GOOD
    assert list(mind.calls[1].messages) == shorter
    mind = ScriptedMind([ModelError("context_overflow")] * 2)
    with pytest.raises(AgentFailed) as caught:
        await run(mind, Recorder(shorter=shorter))
    assert caught.value.kind == "context_overflow"
    mind.assert_done()


# --- budget, records, stopping ----------------------------------------------------------------------


async def test_every_call_has_its_permit_and_its_record() -> None:
    mind = ScriptedMind(
        [use_tool("climate", {"city": "Kyoto"}), Say(BAD), Say("{", usage=Usage(1, 2)), Say(GOOD)]
    )
    hooks = Recorder()
    await run(mind, hooks)
    assert hooks.permits == len(hooks.records) == 4
    assert hooks.open_permits == set()
    assert [bool(record.problem) for record in hooks.records] == [False, True, True, False]
    assert hooks.records[2].usage == Usage(1, 2)
    assert all(record.reply and record.model == "scripted" for record in hooks.records)
    assert [record.request for record in hooks.records] == mind.calls


async def test_without_budget_no_call_is_made() -> None:
    class Poor(Recorder):
        async def before_call(self, request: ModelRequest) -> int:
            raise BudgetExhausted("trip", "The spending cap of this trip is reached.")

    mind, hooks = ScriptedMind([]), Poor()
    with pytest.raises(BudgetExhausted) as caught:
        await run(mind, hooks)
    assert caught.value.cap == "trip"
    assert mind.calls == hooks.records == []


async def test_cancelling_closes_the_stream_and_records_the_call_as_stopped() -> None:
    mind, hooks = ScriptedMind([Say(GOOD, pieces=15, release=asyncio.Event())]), Recorder()
    task = asyncio.create_task(run(mind, hooks))
    while not hooks.happened:  # noqa: ASYNC110 (the hook is the state)
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert len(mind.closed) == 1
    (record,) = hooks.records
    assert (record.stopped, record.stop_reason, record.error, record.reply) == (True, "stopped", None, None)


@pytest.mark.parametrize("where", ["reply_delta", "call_tool", "restarted"])
async def test_what_a_hook_raises_to_stop_comes_out_at_once(where: str) -> None:
    async def stop(self: Recorder, *arguments: object) -> str:
        raise StopRun("the lease is gone")

    hooks = type("Stopping", (Recorder,), {where: stop})()
    mind = ScriptedMind([use_tool("climate", {"city": "Kyoto"}), Say(BAD), Say(GOOD)])
    with pytest.raises(StopRun):
        await run(mind, hooks)
    assert hooks.open_permits == set()
    assert len(hooks.records) == len(mind.calls)


async def test_a_check_that_breaks_refuses_the_answer() -> None:
    def check(answer: Advice) -> list[str]:
        raise KeyError("a bug")

    hooks = Recorder()
    with pytest.raises(AgentFailed, match="could not be judged") as failed:
        await run(ScriptedMind([GOOD, GOOD]), hooks, check=check)
    assert failed.value.answered and failed.value.reply == GOOD.reply
    assert [record.usage for record in hooks.records] == [Usage(100, 50)] * 2


async def test_agents_work_at_the_same_time() -> None:
    from dataclasses import replace

    names = ["transport", "stay", "food"]
    mind = ScriptedMind({name: [Say(GOOD, delay=0.2)] for name in names})
    loop = asyncio.get_running_loop()
    started = loop.time()
    await asyncio.gather(*(run(mind, agent=replace(planner, name=name)) for name in names))
    assert loop.time() - started < 0.45
    mind.assert_done()


async def test_an_unexpected_call_fails_the_test_that_made_it() -> None:
    with pytest.raises(UnexpectedCall, match="planner"):
        await run(ScriptedMind({"food": [GOOD]}))


async def test_the_offline_mind_goes_the_same_way() -> None:
    hooks = Recorder()
    mind = OfflineMind(lookup=lambda name: planner.offline)
    assert await run(mind, hooks) == GOOD
    assert hooks.bubble == GOOD.reply
    assert (hooks.records[0].model, hooks.records[0].usage) == ("offline", Usage())


async def test_a_call_gets_the_time_its_answer_takes_to_write_and_no_more_than_the_turn_has() -> None:
    mind = ScriptedMind([GOOD, GOOD, GOOD])
    await run(mind, limits=with_limits(call_seconds=90, seconds_a_token=0.1))  # of 1,000 tokens
    await run(mind, limits=with_limits(call_seconds=90, ends=time.monotonic() + 20))
    first, second = (call.seconds for call in mind.calls)
    assert 189 < first < 190.001
    assert 19 < second <= 20
    with pytest.raises(AgentFailed) as caught:
        await run(mind, limits=with_limits(ends=time.monotonic()))
    assert caught.value.kind == "timeout"
    assert len(mind.calls) == 2  # nothing was asked, nothing paid
