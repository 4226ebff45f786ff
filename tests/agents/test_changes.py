"""Whoever waits is told of other connections' commits within milliseconds, and of nothing else."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import ConnectionHandler, OperationalError, connection

from agents import changes, tailer, worker
from agents.changes import Changes
from agents.turns import start_turn
from agents.worker import WorkerThread
from config import asgi
from tests.agents.elsewhere import Elsewhere, write_event
from tests.agents.signed_in import cookies_of
from tests.serving import serving
from tests.sse_client import Reading
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
    write_event(turn, "Looking")
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


# --- What waits on it --------------------------------------------------------------------------

#: Of milliseconds; a machine that is busy with other tests gets more. Without a hint it would be 30 s.
ALLOWED = 2.0


@pytest.fixture
def no_looks_of_their_own(monkeypatch) -> None:
    """Worker and tailer look when they are told, and else only after half a minute."""
    for module, names in (
        (worker, ("LOOK_IDLE_SECONDS", "LOOK_TOLD_SECONDS")),
        (tailer, ("TICK_WORKING", "TICK_IDLE")),
    ):
        for name in names:
            monkeypatch.setattr(module, name, 30.0)
    monkeypatch.setattr(tailer, "REST", 0.0)  # after a look; it is a part of TICK_WORKING otherwise


def _until(condition) -> None:
    waiting, end = threading.Event(), time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end, "not seen in time"
        waiting.wait(0.02)


@pytest.mark.slow
def test_a_frame_comes_at_once_when_another_process_has_written(
    no_looks_of_their_own, turn: Turn, record_property
) -> None:
    cookies = cookies_of(turn.trip.owner)
    with (
        serving(work=False) as address,
        Reading(f"{address}/trips/{turn.trip.uuid}/stream", cookies) as reading,
        Elsewhere("go-on", turn.trip.pk) as elsewhere,
    ):
        reading.until(lambda r: r.frames)
        _until(lambda: asgi.streams.tailer._changes.works)
        time.sleep(1)  # whatever was told before is over
        seen = len(reading.frames)
        written = elsewhere.write()
        reading.until(lambda r: len(r.frames) > seen, seconds=10)
        waited = time.time() - written
        assert "Written elsewhere" in reading.frames[-1][1]
    print(f"the frame came {waited:.3f} s after the commit of another process")
    record_property("seconds to the frame", round(waited, 3))
    assert waited < ALLOWED


@pytest.mark.slow
def test_a_message_of_another_process_is_claimed_at_once(
    no_looks_of_their_own, trip, record_property
) -> None:
    with WorkerThread() as thread, Elsewhere("start", trip.pk) as elsewhere:
        _until(lambda: thread._worker._changes.works)
        time.sleep(1)  # whatever it was told of before is over: its own sign of life, too
        written = elsewhere.write()
        _until(lambda: trip.turns.filter(started_at__isnull=False).exists())
        waited = trip.turns.get().started_at.timestamp() - written
        _until(lambda: trip.turns.get().finished)
    print(f"the turn was claimed {waited:.3f} s after the commit of another process")
    record_property("seconds to the claim", round(waited, 3))
    assert waited < ALLOWED


# --- How it connects ---------------------------------------------------------------------------


def test_postgresql_is_reached_by_everything_the_operator_gave(monkeypatch) -> None:
    options = {
        "sslmode": "verify-full",
        "sslcert": "client.pem",
        "sslkey": "client.key",
        "options": "-c search_path=wayfare",
        "target_session_attrs": "read-write",
        "keepalives_idle": 10,
        "application_name": "",
    }
    access = {"NAME": "trips", "USER": "wayfare", "PASSWORD": "a-word", "HOST": "db.example", "PORT": "5433"}
    database = {
        "ENGINE": "django.db.backends.postgresql",
        **access,
        "OPTIONS": {**options, "pool": {"max_size": 3}, "server_side_binding": True},
    }
    monkeypatch.setattr(changes, "connection", ConnectionHandler({"default": database})["default"])
    assert changes._settings() == {
        **options,
        **{"dbname": "trips", "user": "wayfare", "password": "a-word", "host": "db.example", "port": "5433"},
        **{"client_encoding": "UTF8", "prepare_threshold": None},
    }


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="about PostgreSQL's connections")
def test_the_connection_that_listens_has_them(monkeypatch, turn: Turn) -> None:
    options = connection.settings_dict["OPTIONS"]
    monkeypatch.setitem(options, "application_name", "wayfare that listens")
    monkeypatch.setitem(options, "options", "-c search_path=public,elsewhere")

    async def main() -> None:
        source = await asyncio.to_thread(changes._open, connection.vendor, changes._settings())
        shown = source._connection.execute("SELECT current_setting('search_path')").fetchone()
        named = source._connection.execute("SELECT current_setting('application_name')").fetchone()
        assert (shown, named) == (("public,elsewhere",), ("wayfare that listens",))
        source.close()

    asyncio.run(main())


def test_a_failure_is_said_once_until_it_works_again(elsewhere, turn: Turn, monkeypatch, caplog) -> None:
    monkeypatch.setattr(changes, "REST_SECONDS", 0.01)
    real, tries = changes._open, []

    def breaks(*given):
        tries.append(given)
        if len(tries) in (1, 2, 3, 5, 6):
            raise OperationalError("no certificate")
        source = real(*given)
        if len(tries) == 4:
            source.close()  # it worked, then it breaks
        return source

    monkeypatch.setattr(changes, "_open", breaks)

    async def main() -> None:
        told = Told()
        watching = await _started(told)
        while len(tries) < 7:
            await asyncio.wait_for(told.event.wait(), 20)
            told.event.clear()
        await watching.stop()

    with caplog.at_level(logging.WARNING, logger="wayfare.changes"):
        asyncio.run(main())
    said = [record for record in caplog.records if record.name == "wayfare.changes"]
    assert len(said) == 2 and all(record.exc_info for record in said)
