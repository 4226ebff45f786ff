"""A busy or silent server: the time of a call is used, what the server asks for is kept to, then another
model is asked once. No second of it is real."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import httpx2
import pytest

from agents.llm.base import ErrorKind, ModelError, ModelReply
from agents.llm.claude import CallLimits
from tests.agents.llm.asking import GOOD, MODELS, Wire, ask, asked, collect, mind_on
from tests.agents.llm.test_claude_failures import BUSY, by_name
from tests.wire.messages import Answer, error_event, failure, message_start, text_answer, text_steps

TEXT = json.dumps(GOOD)
OVERLOADED = failure(529, "overloaded_error")
OTHER = "claude-haiku-5-5"
LIMITS = CallLimits()


@dataclass
class Clock:
    """Time passes only while somebody waits."""

    moment: float = 1000.0

    def now(self) -> float:
        return self.moment

    async def pause(self, seconds: float) -> None:
        self.moment += seconds


class TimedWire(Wire):
    """Answers by the time that has passed and the model that is asked."""

    def __init__(self, answer: Callable[[float, str], Answer | Exception]) -> None:
        super().__init__()
        self.answer = answer
        self.clock = Clock()
        self.models: list[str] = []
        self.moments: list[float] = []
        self.silences: list[float] = []

    def _answer(self, request: httpx2.Request) -> httpx2.Response:
        self.models.append(json.loads(request.content)["model"])
        self.moments.append(self.clock.moment - 1000)
        self.silences.append(request.extensions["timeout"]["read"])
        answer = self.answer(self.moments[-1], self.models[-1])
        self.answers = [answer]
        if isinstance(answer, httpx2.ReadTimeout):
            self.clock.moment += self.silences[-1]
        return super()._answer(request)

    async def reply(self, fallback: str = "", **changes: Any) -> ModelReply:
        mind = mind_on(
            self, LIMITS, options=asked(30), fallback=fallback, now=self.clock.now, pause=self.clock.pause
        )
        _, reply = await collect(mind, ask(**changes))
        return reply

    async def fails(self, fallback: str = "", **changes: Any) -> ModelError:
        with pytest.raises(ModelError) as caught:
            await self.reply(fallback, **changes)
        return caught.value


def busy(seconds: float, answer: Answer = OVERLOADED) -> TimedWire:
    return TimedWire(lambda moment, model: answer if moment < seconds else text_answer(GOOD))


async def test_a_server_that_is_overloaded_for_15_seconds_answers_in_the_end() -> None:
    wire = busy(15)
    assert (await wire.reply()).text == TEXT
    assert 15 <= wire.moments[-1] < 15 + LIMITS.longest_wait


@pytest.mark.parametrize(("answer", "kind"), by_name(BUSY))
async def test_a_server_that_stays_busy_is_asked_until_the_time_is_used(
    answer: Answer, kind: ErrorKind
) -> None:
    wire = busy(1e9, answer)
    error = await wire.fails()
    assert (error.kind, error.permanent, error.partial) == (kind, False, "")
    assert LIMITS.call / 2 < wire.moments[-1] < LIMITS.call
    assert len(wire.moments) <= LIMITS.patient_tries


async def test_what_the_server_asks_for_is_kept_to() -> None:
    wire = busy(15, failure(529, "overloaded_error", headers={"retry-after": "20"}))
    await wire.reply()
    assert wire.moments == [0, 20]


async def test_no_wait_reaches_over_the_time_of_the_call() -> None:
    wire = busy(1e9, failure(429, "rate_limit_error", headers={"retry-after": "60"}))
    error = await wire.fails(seconds=50.0)
    assert (error.kind, error.retry_after, wire.moments) == ("rate_limited", 60.0, [0])
    wire = busy(1e9, failure(429, "rate_limit_error", headers={"retry-after": "60"}))
    await wire.fails(seconds=500.0)
    assert len(wire.moments) == 9


# --- Another model -----------------------------------------------------------------------------


async def test_then_another_model_is_asked_once() -> None:
    wire = TimedWire(lambda moment, model: text_answer(GOOD) if model == OTHER else OVERLOADED)
    assert (await wire.reply(OTHER)).text == TEXT
    assert wire.models.count(OTHER) == 1
    assert wire.moments[-1] < LIMITS.call * (1 - LIMITS.fallback_share)


async def test_it_is_asked_as_it_takes_it() -> None:
    older = "claude-haiku-4-5"
    wire = TimedWire(lambda moment, model: text_answer(GOOD) if model == older else OVERLOADED)
    mind = mind_on(
        wire,
        LIMITS,
        options=asked(30, effort="low"),
        fallback=older,
        now=wire.clock.now,
        pause=wire.clock.pause,
    )
    _, reply = await collect(mind, ask())
    assert (wire.models.count(older), reply.left_out) == (1, ())


@pytest.mark.parametrize(
    "failing",
    [httpx2.ReadTimeout("silent"), httpx2.ConnectError("refused"), failure(500, "api_error")],
    ids=["silence", "no connection", "fault"],
)
async def test_whatever_keeps_it_from_answering(failing: Answer | Exception) -> None:
    wire = TimedWire(lambda moment, model: text_answer(GOOD) if model == OTHER else failing)
    assert (await wire.reply(OTHER)).text == TEXT
    assert wire.models.count(OTHER) == 1


@pytest.mark.parametrize(
    "answer",
    [
        failure(400, "invalid_request_error"),
        Answer([*text_steps('{"reply": "Th'), error_event("overloaded_error")]),
    ],
    ids=["bad request", "after the first words"],
)
async def test_it_is_asked_for_no_other_failure(answer: Answer) -> None:
    wire = TimedWire(lambda moment, model: answer)
    await wire.fails(OTHER)
    assert wire.models == [MODELS["standard"]]


async def test_when_it_fails_too_its_error_goes_up() -> None:
    late = failure(429, "rate_limit_error", headers={"retry-after": "600"})
    wire = TimedWire(lambda moment, model: late if model == OTHER else OVERLOADED)
    assert (await wire.fails(OTHER)).kind == "rate_limited"


# --- Further requests --------------------------------------------------------------------------


async def never(answered: bool) -> bool:
    return False


async def test_a_request_that_cost_nothing_is_made_again_without_being_counted() -> None:
    assert (await busy(15).reply(may_ask_again=never)).text == TEXT
    wire = TimedWire(lambda moment, model: text_answer(GOOD) if model == OTHER else OVERLOADED)
    assert (await wire.reply(OTHER, may_ask_again=never)).text == TEXT


@pytest.mark.parametrize(
    ("answer", "counts"),
    [
        (httpx2.ReadTimeout("silent"), [False, False]),
        (Answer([message_start(), error_event("api_error")]), [False, False]),
        (text_answer(""), [True, True]),
        (failure(500, "api_error"), []),
        (httpx2.ConnectError("refused"), []),
    ],
    ids=["silence", "begun", "an empty answer", "fault", "no connection"],
)
async def test_what_was_answered_counts_and_what_may_have_cost_something_is_asked_for(
    answer: Answer | Exception, counts: list[bool]
) -> None:
    asked_for: list[bool] = []

    async def may_ask_again(answered: bool) -> bool:
        asked_for.append(answered)
        return True

    wire = TimedWire(lambda moment, model: answer)
    await wire.fails(seconds=500.0, may_ask_again=may_ask_again)
    assert (asked_for, len(wire.moments)) == (counts, LIMITS.tries)


async def test_one_that_was_answered_is_not_made_again_where_it_may_not() -> None:
    wire = TimedWire(lambda moment, model: text_answer(""))
    await wire.fails(OTHER, may_ask_again=never)
    assert wire.models == [MODELS["standard"]]


# --- Silence -----------------------------------------------------------------------------------


async def test_a_silent_server_gets_twice_the_patience_with_each_try() -> None:
    """What a small machine takes to read a long prompt is not known before."""
    wire = TimedWire(lambda moment, model: httpx2.ReadTimeout("silent") if moment < 90 else text_answer(GOOD))
    reply = await wire.reply(seconds=300.0)
    assert reply.text == TEXT
    assert wire.silences == [30, 60, 120]
    assert reply.uncounted == 2
