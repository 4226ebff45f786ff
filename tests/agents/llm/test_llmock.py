"""Against `llmock`, a Messages server written by others that grades its clients.

Each of its failures ends in the right answer or in an honest failure; the verdict on how we behaved
on the wire (`assert_resilient`) must be clean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from agents.llm.base import ModelMessage
from agents.llm.claude import CallLimits, ClaudeMind, load_sdk
from agents.runtime.agent import AgentFailed
from tests.agents.llm.asking import asked, mind_at
from tests.agents.running import GOOD, Recorder, run, with_limits
from tests.wire import rules

TEXT = GOOD.model_dump_json()
LIMITS = CallLimits(call=8, connect=2, first_wait=0.02)


pytestmark = pytest.mark.slow  # another server is asked, with its waits


@pytest.fixture(autouse=True)
def by_the_rules(llmock: Any) -> Iterator[None]:
    """The server takes anything; the API would not."""
    yield
    assert {rules.refusal(record.body) for record in llmock.requests} <= {""}


@pytest.fixture
def mind(llmock: Any) -> ClaudeMind:
    load_sdk()  # its import takes seconds on a busy machine
    return mind_at(llmock.base_url("anthropic"), LIMITS, options=asked(silence=0.5))


def told_to(llmock: Any, fault: Callable[[Any], Any]) -> None:
    """One fault, then the right answer to every request."""
    llmock.tool_mode("off")
    fault(llmock)
    llmock.reply(TEXT, times=None)


ENDS_WELL: dict[str, Callable[[Any], Any]] = {
    "nothing wrong": lambda mock: None,
    "one 429": lambda mock: mock.rate_limit(retry_after=0.2),
    "two 429": lambda mock: mock.rate_limit(times=2, retry_after=0.2),
    "529": lambda mock: mock.fail(529),
    "two 500": lambda mock: mock.fail(500, times=2),
    "503": lambda mock: mock.fail(503),
    "cut before text": lambda mock: mock.disconnect(after_chunks=0),
    "cut after text": lambda mock: mock.disconnect(after_chunks=4),
    "cut twice": lambda mock: mock.disconnect(after_chunks=1, times=2),
    "truncated silently": lambda mock: mock.truncate(after_chunks=4),
    "broken chunk": lambda mock: mock.corrupt(after_chunks=4),
    "stalled": lambda mock: mock.stall(after_chunks=4, seconds=2),
    "slow first word": lambda mock: mock.slow_first_token(0.2),
}


@pytest.mark.parametrize("name", ENDS_WELL)
async def test_it_ends_in_the_right_answer(llmock: Any, mind: ClaudeMind, name: str) -> None:
    told_to(llmock, ENDS_WELL[name])
    hooks = Recorder()
    assert await run(mind, hooks) == GOOD
    assert hooks.bubble == GOOD.reply
    assert hooks.open_permits == set()
    llmock.assert_resilient()


BUSY = 0  # as many requests as the time allows
ENDS_HONESTLY: dict[str, tuple[Callable[[Any], Any], str, int]] = {
    "529 for good": (lambda mock: mock.fail(529, times=None), "overloaded", BUSY),
    "429 for good": (lambda mock: mock.rate_limit(times=None, retry_after=0.1), "rate_limited", BUSY),
    "429 for an hour": (lambda mock: mock.rate_limit(times=None, retry_after=3600), "rate_limited", 1),
    "500 for good": (lambda mock: mock.fail(500, times=None), "server", 3),
    "down for good": (lambda mock: mock.outage(), "overloaded", BUSY),
    "400": (lambda mock: mock.fail(400, times=None), "bad_request", 1),
    "401": (lambda mock: mock.fail(401, times=None), "not_allowed", 1),
    "403": (lambda mock: mock.fail(403, times=None), "not_allowed", 1),
    "404": (lambda mock: mock.fail(404, times=None), "not_allowed", 1),
    "too long": (lambda mock: mock.context_overflow(times=None), "context_overflow", 1),
}


@pytest.mark.parametrize("name", ENDS_HONESTLY)
async def test_it_ends_in_an_honest_failure(llmock: Any, mind: ClaudeMind, name: str) -> None:
    fault, kind, requests = ENDS_HONESTLY[name]
    llmock.tool_mode("off")
    fault(llmock)
    hooks = Recorder()
    with pytest.raises(AgentFailed) as caught:
        await run(mind, hooks, limits=with_limits(call_seconds=2.5))
    assert caught.value.kind == kind
    assert "Your trip is unchanged." in caught.value.sentence
    assert hooks.bubble == ""
    assert len(llmock.requests) == (requests or len(llmock.requests))
    llmock.assert_resilient()


async def test_too_long_a_list_is_shrunk_and_then_answered(llmock: Any, mind: ClaudeMind) -> None:
    told_to(llmock, lambda mock: mock.context_overflow())
    hooks = Recorder(shorter=[ModelMessage("user", text="Kyoto, in short")])
    assert await run(mind, hooks) == GOOD
    llmock.assert_resilient()


async def test_a_text_that_is_no_json_is_corrected(llmock: Any, mind: ClaudeMind) -> None:
    told_to(llmock, lambda mock: mock.reply("I would go to Kyoto."))
    hooks = Recorder()
    assert await run(mind, hooks) == GOOD
    assert hooks.records[0].problem
    llmock.assert_resilient()


async def test_a_tool_is_called_over_the_wire(llmock: Any, mind: ClaudeMind) -> None:
    llmock.tool_mode("off")
    llmock.call_tool("climate", {"city": "Kyoto"})
    llmock.reply(TEXT)
    hooks = Recorder()
    assert await run(mind, hooks) == GOOD
    assert [value[1].city for what, value in hooks.happened if what == "tool"] == ["Kyoto"]
    llmock.assert_resilient()


@pytest.mark.parametrize("kind", ["malformed_arguments", "unknown_tool"])
async def test_a_broken_tool_call_ends_in_the_right_answer(llmock: Any, mind: ClaudeMind, kind: str) -> None:
    llmock.tool_mode("off")
    llmock.call_tool("climate", {"city": "Kyoto"})
    llmock.break_tool_call(kind)
    llmock.reply(TEXT, times=None)
    assert await run(mind, Recorder()) == GOOD
    llmock.assert_resilient()


async def test_the_verdict_would_notice_a_careless_client(llmock: Any) -> None:
    """The peer really grades: the same failure without our retry is found."""
    careless = mind_at(llmock.base_url("anthropic"), replace(LIMITS, tries=1))
    llmock.tool_mode("off")
    llmock.fail(500)
    with pytest.raises(AgentFailed):
        await run(careless, Recorder())
    with pytest.raises(AssertionError):
        llmock.assert_resilient(strict=True)
