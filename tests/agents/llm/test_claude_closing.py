"""A call that is left lets go of its connection at once; loops have their own clients."""

import asyncio
import gc
import sys
import time
from contextlib import aclosing
from threading import Event

import pytest

from agents.llm.base import ModelError
from tests.agents.llm.asking import GOOD, ask, collect, mind_at
from tests.wire.messages import SSE_HEADERS, Answer, Wait, error_event, text_answer, text_steps
from tests.wire.server import MessagesServer, messages_server

LEFT_WITHIN = 0.25  # seconds


async def left_after(server: MessagesServer, since: float) -> float:
    """Seconds from `since` until the server saw its client gone."""
    exchange = server.exchanges[-1]
    await asyncio.get_running_loop().run_in_executor(None, exchange.ended.wait, 5)
    assert exchange.left_at is not None, "the server never saw the client leave"
    return exchange.left_at - since


async def test_cancelling_closes_the_connection_within_a_quarter_of_a_second() -> None:
    never = Event()
    with messages_server() as server:
        server.script(Answer([*text_steps("{"), Wait(never)]))
        streaming = asyncio.Event()

        async def read() -> None:
            async with aclosing(mind_at(server.url).stream(ask())) as events:
                async for _ in events:
                    streaming.set()

        task = asyncio.create_task(read())
        await asyncio.wait_for(streaming.wait(), 5)
        cancelled_at = time.time()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert time.time() - cancelled_at < LEFT_WITHIN
        assert await left_after(server, cancelled_at) < LEFT_WITHIN


async def test_cancelling_before_the_headers_closes_it_too() -> None:
    never = Event()
    with messages_server() as server:
        server.script(Answer([Wait(never)]))
        task = asyncio.create_task(collect(mind_at(server.url), ask()))
        await asyncio.get_running_loop().run_in_executor(None, server.asked.wait, 5)
        cancelled_at = time.time()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await left_after(server, cancelled_at) < LEFT_WITHIN


async def test_leaving_the_stream_early_closes_it() -> None:
    never = Event()
    with messages_server() as server:
        server.script(Answer([*text_steps("{"), Wait(never)]))
        async with aclosing(mind_at(server.url).stream(ask())) as events:
            async for _ in events:
                break
        assert await left_after(server, time.time()) < LEFT_WITHIN


async def test_a_stream_that_breaks_leaves_no_reading_to_the_garbage_collector() -> None:
    hooks, dropped = sys.get_asyncgen_hooks(), []

    def drops(generator) -> None:
        dropped.append(generator.__qualname__)
        hooks.finalizer(generator)

    broken = Answer(
        [*text_steps("{"), error_event("api_error", "no"), *text_steps("{")], 200, dict(SSE_HEADERS)
    )
    with messages_server() as server:
        server.script(broken, Answer(text_steps("{")))
        sys.set_asyncgen_hooks(finalizer=drops)
        try:
            with pytest.raises(ModelError):
                await collect(mind_at(server.url), ask())
            async with aclosing(mind_at(server.url).stream(ask())) as events:
                await anext(events)
            gc.collect()
            await asyncio.sleep(0.1)
        finally:
            sys.set_asyncgen_hooks(*hooks)
    assert not [name for name in dropped if name.startswith("Response.")]


def test_one_mind_serves_several_event_loops_one_after_the_other() -> None:
    with messages_server() as server:
        mind = mind_at(server.url)

        async def once() -> str:
            text, _ = await collect(mind, ask())
            await mind.aclose()
            return text

        server.script(*[text_answer(GOOD)] * 3)
        assert len({asyncio.run(once()) for _ in range(3)}) == 1
        assert mind._clients == {}


def test_a_loop_that_ended_without_closing_leaves_no_client_behind() -> None:
    with messages_server() as server:
        mind = mind_at(server.url)
        server.script(*[text_answer(GOOD)] * 3)
        for _ in range(3):
            asyncio.run(collect(mind, ask()))
        assert len(mind._clients) == 1


async def test_calls_at_the_same_time_share_a_client_and_keep_their_answers_apart() -> None:
    with messages_server(lambda exchange: text_answer({"reply": exchange.said, "days": 1})) as server:
        mind = mind_at(server.url)
        answers = await asyncio.gather(*(collect(mind, ask(f"city {number}")) for number in range(10)))
        assert len(mind._clients) == 1
        for number, (text, _) in enumerate(answers):
            assert f'"city {number}"' in text


async def test_a_failure_of_one_call_leaves_the_next_alone() -> None:
    with messages_server() as server:
        mind = mind_at(server.url)
        server.script(text_answer("{", stop_reason="max_tokens"), text_answer(GOOD))
        with pytest.raises(ModelError):
            await collect(mind, ask())
        await collect(mind, ask())
