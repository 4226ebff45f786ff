"""Whoever waits is told of other connections' commits within milliseconds, and of nothing else."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from agents import changes
from agents.changes import Changes
from agents.events import Progress
from agents.fence import insert_events
from agents.turns import start_turn
from trips.models import Traveller, Turn
from trips.starting import start_trip

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def elsewhere():
    """Another thread, with a connection of its own."""
    with ThreadPoolExecutor(1) as thread:
        yield lambda call: asyncio.get_running_loop().run_in_executor(thread, call)
        thread.submit(lambda: connection.close()).result()


@pytest.fixture
def turn() -> Turn:
    return start_turn(start_trip(Traveller.objects.create_user("told")), "Boston?", "key")


def _write(turn: Turn) -> float:
    last = turn.last_seq + 1
    Turn.objects.filter(pk=turn.pk).update(last_seq=last)
    turn.last_seq = last
    with connection.cursor() as cursor:
        insert_events(cursor, turn.pk, last - 1, [Progress(text="Looking")])
    return time.monotonic()


class Told:
    def __init__(self) -> None:
        self.times = 0
        self.event = asyncio.Event()

    def __call__(self) -> None:
        self.times += 1
        self.event.set()


async def _started(told: Told) -> Changes:
    """Once it tells: the connection of its own is opened by then."""
    watching = Changes(told)
    watching.start()
    await asyncio.wait_for(told.event.wait(), 20)  # of what was written before
    told.event.clear()
    return watching


def test_a_commit_is_told_at_once_and_silence_is_not(elsewhere, turn: Turn) -> None:
    async def main() -> tuple[float, int]:
        told = Told()
        watching = await _started(told)
        waits = []
        for _ in range(20):
            told.event.clear()
            written = await elsewhere(lambda: _write(turn))
            await asyncio.wait_for(told.event.wait(), 5)
            waits.append(time.monotonic() - written)
            await asyncio.sleep(0.02)
        before = told.times
        await asyncio.sleep(0.3)
        silence = told.times - before
        await watching.stop()
        await elsewhere(lambda: _write(turn))
        await asyncio.sleep(0.05)
        assert told.times == before + silence, "told after the end"
        return sorted(waits)[len(waits) // 2], silence

    middle, silence = asyncio.run(main())
    assert silence == 0
    assert middle < 0.1  # of 5 ms; a busy machine


def test_nothing_is_told_of_what_was_rolled_back(elsewhere, turn: Turn) -> None:
    from django.db import transaction

    def broken() -> None:
        with pytest.raises(ZeroDivisionError), transaction.atomic():
            _write(turn)
            _ = 1 / 0

    async def main() -> int:
        told = Told()
        watching = await _started(told)
        before = told.times
        await elsewhere(broken)
        await asyncio.sleep(0.2)
        await watching.stop()
        return told.times - before

    assert asyncio.run(main()) == 0


def test_a_connection_that_breaks_is_opened_again(elsewhere, turn: Turn, monkeypatch) -> None:
    monkeypatch.setattr(changes, "REST_SECONDS", 0.05)
    opened = []
    real = changes._open

    def breaks(*given):
        source = real(*given)
        opened.append(source)
        if len(opened) < 3:
            source.close()
        return source

    monkeypatch.setattr(changes, "_open", breaks)

    async def main() -> None:
        told = Told()
        watching = await _started(told)
        while len(opened) < 3:
            told.event.clear()
            await asyncio.wait_for(told.event.wait(), 20)
        await asyncio.sleep(0.05)
        told.event.clear()
        await elsewhere(lambda: _write(turn))
        await asyncio.wait_for(told.event.wait(), 5)
        assert watching.works
        await watching.stop()
        assert not watching.works

    asyncio.run(main())
    assert len(opened) == 3
