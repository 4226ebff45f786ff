"""Requests that begin alike: the first goes alone until its answer begins."""

from __future__ import annotations

import asyncio
import time

from agents.runtime.concurrency import SharedPrefix


async def test_others_wait_until_the_first_answer_begins() -> None:
    prefix, order = SharedPrefix(), []

    async def request(name: str, until: float = 0.0) -> None:
        await prefix.wait()
        order.append(name)
        await asyncio.sleep(until)
        prefix.begin()
        order.append(f"{name} began")

    await asyncio.gather(request("first", 0.05), request("second"), request("third"))
    assert order[:2] == ["first", "first began"] and set(order[2:4]) <= {"second", "third", "second began"}


async def test_nobody_waits_long_for_a_server_that_is_late() -> None:
    prefix = SharedPrefix(seconds=0.05)
    await prefix.wait()
    before = time.monotonic()
    await prefix.wait()
    assert 0.04 < time.monotonic() - before < 1
