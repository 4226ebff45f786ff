"""What a broken call is charged: what was told, an estimate of what was streamed, else the reservation."""

from __future__ import annotations

from decimal import Decimal

import pytest
from asgiref.sync import async_to_sync
from pydantic import BaseModel

from agents.llm import budget
from agents.llm.base import ModelMessage, ModelRequest, SystemBlock, Usage
from agents.llm.claude import CallLimits, load_sdk
from agents.llm.prices import cost_of
from agents.models import ModelCall
from agents.runtime.agent import Agent, AgentFailed, Hooks, RunLimits, run_agent
from agents.runtime.db_thread import in_database
from agents.runtime.hooks import CallRecord
from tests.agents.llm.asking import GOOD, SHORT, mind_at
from tests.agents.talking import send
from tests.wire.messages import (
    Answer,
    Drop,
    Pause,
    block_start,
    failure,
    message_start,
    text_answer,
    text_steps,
)
from tests.wire.server import messages_server

pytestmark = pytest.mark.django_db(transaction=True)

MODEL = "claude-sonnet-5-5"
THEIRS = budget.DEAREST  # the test server names a model without a price
LONG = '{"reply": "' + "Three days in Kyoto, with gardens. " * 60
ONCE = CallLimits(call=5.0, connect=1.0, tries=1)


class Told(BaseModel):
    reply: str
    days: int


class Paying(Hooks):
    """Reserves and settles as a turn does."""

    def __init__(self, turn) -> None:
        self.turn = turn
        self.reserved: list[Decimal] = []
        self.records: list[CallRecord] = []

    async def before_call(self, request: ModelRequest) -> int:
        pk = await in_database(budget.reserve, self.turn.pk, self.turn.trip_id, request, mind="claude")
        row = await in_database(ModelCall.objects.get, pk=pk)
        self.reserved.append(row.cost)
        return pk

    async def after_call(self, permit: int, record: CallRecord) -> None:
        self.records.append(record)
        await in_database(budget.settle, permit, record)


@pytest.fixture
def calling(trip, settings):
    """Let an agent answer from a scripted server; returns what was reserved, and the rows."""
    settings.MODELS = {**settings.MODELS, "standard": MODEL}

    load_sdk()  # its import takes seconds on a busy machine

    def call(
        *answers, limits: CallLimits = SHORT, seconds: float = 5.0
    ) -> tuple[list[Decimal], list[ModelCall]]:
        hooks = Paying(send(trip, "Kyoto"))
        agent = Agent(
            name="planner",
            title="Planner",
            prompt="planner.md",
            output=Told,
            tools=(),
            tier="standard",
            max_tokens=4000,
            memory=None,
            notes=False,
            offline=lambda context: Told(**GOOD),
            subject="the answer",
        )

        async def run(url: str) -> None:
            mind = mind_at(url, limits)
            try:
                await run_agent(
                    agent,
                    context=None,
                    task=[ModelMessage("user", "Plan Kyoto")],
                    system=[SystemBlock("You plan.")],
                    mind=mind,
                    hooks=hooks,
                    limits=RunLimits(restarts=0, call_seconds=seconds),
                )
            except AgentFailed:
                pass
            finally:
                await mind.aclose()

        with messages_server() as server:
            server.script(*answers)
            async_to_sync(run)(server.url)
        return hooks.reserved, list(ModelCall.objects.order_by("pk"))

    return call


def test_a_stream_that_is_cut_pays_for_what_was_streamed(calling) -> None:
    [reserved], [row] = calling(Answer([*text_steps(LONG), Drop()]))
    assert row.status == "failed"
    assert row.tokens_out >= len(LONG) // 4
    assert row.cost == cost_of(THEIRS, Usage(input=row.tokens_in, output=row.tokens_out)) < reserved


def test_silence_before_the_first_word_of_the_server_keeps_the_reservation(calling) -> None:
    [reserved], [row] = calling(Answer([Pause(5)]), limits=ONCE)
    assert (row.status, row.cost) == ("failed", reserved)
    assert reserved > 0


def test_a_try_nobody_counted_is_added_to_the_answer_that_came_then(calling) -> None:
    [reserved], [row] = calling(Answer([Pause(5)]), text_answer(GOOD))
    assert row.status == "done"
    assert row.cost == reserved + cost_of(THEIRS, Usage(input=row.tokens_in, output=row.tokens_out))


def test_the_whole_time_that_ends_in_the_middle_keeps_the_reservation(calling) -> None:
    slow = [step for _ in range(100) for step in (Pause(0.05), *text_steps("x")[2:])]
    [reserved], [row] = calling(Answer([message_start(), block_start(), *slow]), seconds=1.0)
    assert row.status == "failed"
    assert row.cost >= reserved


@pytest.mark.parametrize("kind", ["authentication_error", "invalid_request_error"])
def test_what_was_refused_costs_nothing(calling, kind) -> None:
    _, [row] = calling(failure(401 if kind == "authentication_error" else 400, kind))
    assert (row.status, row.cost) == ("failed", 0)
