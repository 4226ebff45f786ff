"""The offline mind: the agent's own function, streamed like any other answer."""

import asyncio
import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.llm.base import ModelError, TextDelta, Usage
from agents.llm.offline import PIECES, OfflineMind, pieces
from tests.agents.llm.asking import Answered, ask, collect


def answering(function: object, pause: float = 0.0) -> OfflineMind:
    return OfflineMind(pause_seconds=pause, lookup=lambda name: {"planner": function}[name])  # type: ignore[dict-item]


async def test_it_calls_the_agent_s_function_with_the_context() -> None:
    seen: list[object] = []

    def offline(context: object) -> Answered:
        seen.append(context)
        return Answered(reply="Three days.", days=3)

    text, reply = await collect(answering(offline), ask(context={"city": "Kyoto"}))
    assert seen == [{"city": "Kyoto"}]
    assert text == reply.text == '{"reply":"Three days.","days":3}'
    assert (reply.model, reply.usage, reply.stop_reason) == ("offline", Usage(), "end_turn")


async def test_an_async_function_works_too() -> None:
    async def offline(context: object) -> Answered:
        await asyncio.sleep(0)
        return Answered(reply="Hi", days=1)

    text, _ = await collect(answering(offline), ask())
    assert text == '{"reply":"Hi","days":1}'


async def test_the_event_loop_goes_on_while_a_function_works() -> None:
    going_on = threading.Event()

    def offline(context: object) -> Answered:
        assert going_on.wait(5), "the loop stood still"
        return Answered(reply="Hi", days=1)

    task = asyncio.create_task(collect(answering(offline), ask()))
    await asyncio.sleep(0.01)
    going_on.set()
    await task


@pytest.mark.parametrize("agent", ["planner", "nobody"])
async def test_a_failing_function_or_unknown_agent_is_a_model_error(agent: str) -> None:
    def offline(context: object) -> Answered:
        raise ZeroDivisionError("secret")

    with pytest.raises(ModelError) as caught:
        await collect(answering(offline), ask(agent=agent))
    assert caught.value.kind == "server"
    assert "secret" not in str(caught.value)


@given(reply=st.text(max_size=3000), days=st.integers())
def test_the_pieces_are_the_answer_and_few(reply: str, days: int) -> None:
    text = Answered(reply=reply, days=days).model_dump_json()
    parts = pieces(text)
    assert "".join(parts) == text
    assert len(parts) <= PIECES + 1
    assert all(parts)


async def test_a_reply_visibly_grows_and_is_quick() -> None:
    def offline(context: object) -> Answered:
        return Answered(reply="A sentence of the team. " * 40, days=3)

    lengths: list[int] = []
    total = 0
    started = time.monotonic()
    async for event in answering(offline, pause=0.012).stream(ask()):
        if isinstance(event, TextDelta):
            total += len(event.text)
            lengths.append(total)
    assert len(set(lengths)) >= 20
    assert 0.2 < time.monotonic() - started < 0.8


async def test_without_a_pause_nothing_is_waited_for() -> None:
    started = time.monotonic()
    await collect(answering(lambda context: Answered(reply="x" * 10_000, days=1)), ask())
    assert time.monotonic() - started < 0.2
