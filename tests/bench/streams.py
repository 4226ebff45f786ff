"""Many open streams in one process: threads, connections, memory, and how soon all have one event.

Ours and Django's StreamingHttpResponse (`tests/bench/peer.py`), one after the other, with the same client,
the same rows and the same server underneath.
"""

from __future__ import annotations

import asyncio
import logging
import time
import uuid
from dataclasses import dataclass, field

from django.conf import settings
from django.db import connection, transaction

from agents.events import ReplyDelta, Started
from agents.fence import insert_events
from agents.turns import start_turn
from tests.agents.signed_in import cookies_of
from tests.bench.servers import OURS, Server, machine, raise_open_files, serve, share
from trips.models import Traveller, Trip, Turn
from trips.starting import start_trip

EVENTS = 10
IDLE_SECONDS = 3.0
AT_ONCE = 50  # streams that are being opened at the same time
PEER = ("uvicorn", "tests.bench.peer:asgi", "--ws", "none", "--lifespan", "on", "--log-level", "warning")


@dataclass
class Open:
    """A connection whose answer has begun."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    came: dict[str, float] = field(default_factory=dict)  # by the word of an event

    async def listen(self) -> None:
        rest = b""
        while data := await self.reader.read(65536):
            now = time.perf_counter()
            rest += data
            for word in rest.split(b"event-")[1:]:
                name = word[:8].decode("ascii", "replace")
                if len(name) == 8:
                    self.came.setdefault(name, now)
            rest = rest[-16:]


@dataclass
class Figures:
    name: str
    streams: int
    opened_seconds: float
    threads: tuple[int, int]
    databases: tuple[int, int]
    kibibytes: float  # a stream
    idle: float  # part of a core
    fan_out: list[float]  # seconds, one for each event and stream
    missing: int

    def line(self) -> str:
        fifty, ninety_nine = share(self.fan_out, 0.5) * 1000, share(self.fan_out, 0.99) * 1000
        return (
            f"{self.name:<34} {self.kibibytes:6.1f} KiB a stream, threads {self.threads[0]} → "
            f"{self.threads[1]}, SQLite files {self.databases[0]} → {self.databases[1]}, opened in "
            f"{self.opened_seconds:.1f} s, waiting for a turn {self.idle * 100:.1f} % of a core, one event "
            f"to all p50 {fifty:.0f} p99 {ninety_nine:.0f} ms, {self.missing} not delivered"
        )


def main(streams: int) -> int:
    """Prints the figures; 1 when a stream costs a thread or a connection, or an event did not arrive."""
    settings.WAITING_TURNS_A_TRIP = 10
    logging.disable(logging.WARNING)
    files = raise_open_files(2 * streams + 1000)
    if files < streams + 500:
        streams = max(1, files - 500)
        print(f"only {files} open files are allowed here: {streams} streams")
    print(f"{streams} streams; {machine()}")
    owner = Traveller.objects.create_user(f"streams-{uuid.uuid4().hex[:8]}")
    cookie = "; ".join(f"{name}={value}" for name, value in cookies_of(owner).items())
    one = [start_trip(owner)]
    with transaction.atomic():
        each = [start_trip(owner) for _ in range(streams)]
    ours = _measure("ours, all on one trip", OURS, one, streams, cookie)
    apart = _measure("ours, each on a trip of its own", OURS, each, streams, cookie)
    peer = _measure("Django StreamingHttpResponse (ASGI)", PEER, one, streams, cookie)
    for figures in (ours, apart, peer):
        print(figures.line())
    print(
        f"ours/Django: memory {ours.kibibytes / max(peer.kibibytes, 0.1):.2f}, fan-out p99 "
        f"{share(ours.fan_out, 0.99) / share(peer.fan_out, 0.99):.2f}, time to open "
        f"{ours.opened_seconds / peer.opened_seconds:.2f}"
    )
    bound = settings.PAGE_THREADS + 8
    well = all(
        figures.missing == 0
        and figures.threads[1] - figures.threads[0] <= bound
        and figures.databases[1] <= bound
        for figures in (ours, apart)
    )
    return 0 if well else 1


def _measure(name: str, module: tuple[str, ...], trips: list[Trip], streams: int, cookie: str) -> Figures:
    with serve(module) as server:
        return asyncio.run(_with_streams(name, server, trips, streams, cookie))


async def _with_streams(name: str, server: Server, trips: list[Trip], streams: int, cookie: str) -> Figures:
    turn = await asyncio.to_thread(_running_turn, trips[-1])
    warm = [await _open(server, trips[0], cookie) for _ in range(20)]
    for stream in warm:
        stream.writer.close()
    await asyncio.sleep(1)
    before = server.kibibytes, server.threads, server.open_databases
    begin = time.perf_counter()
    gate = asyncio.Semaphore(AT_ONCE)

    async def open_one(number: int) -> Open:
        async with gate:
            return await _open(server, trips[number % len(trips)], cookie)

    every = await asyncio.gather(*(open_one(number) for number in range(streams)))
    opened = time.perf_counter() - begin
    listening = [asyncio.create_task(stream.listen()) for stream in every]
    await asyncio.sleep(1)
    cpu, begin = server.cpu_seconds, time.perf_counter()
    await asyncio.sleep(IDLE_SECONDS)
    idle = (server.cpu_seconds - cpu) / (time.perf_counter() - begin)
    after = server.kibibytes, server.threads, server.open_databases
    readers = every if len(trips) == 1 else every[-1:]
    fan_out, missing = await _events(turn, readers)
    for task in listening:
        task.cancel()
    for stream in every:
        stream.writer.close()
    await asyncio.to_thread(_forget, turn)
    return Figures(
        name,
        streams,
        opened,
        (before[1], after[1]),
        (before[2], after[2]),
        (after[0] - before[0]) / streams,
        idle,
        fan_out,
        missing,
    )


async def _events(turn: Turn, readers: list[Open]) -> tuple[list[float], int]:
    """From the commit of an event to its bytes at each reader, seconds; and how many never came."""
    came: list[float] = []
    missing = 0
    for number in range(EVENTS):
        word = f"{number:02}{uuid.uuid4().hex[:6]}"
        await asyncio.to_thread(_append, turn, f"event-{word} ")
        written = time.perf_counter()
        end = written + 10
        # Looked for, not told: an event set by a thousand readers would be work of its own.
        while time.perf_counter() < end and not all(word in reader.came for reader in readers):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        came += [reader.came[word] - written for reader in readers if word in reader.came]
        missing += sum(word not in reader.came for reader in readers)
    return came or [0.0], missing


async def _open(server: Server, trip: Trip, cookie: str) -> Open:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    request = (
        f"GET /trips/{trip.uuid}/stream HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        f"Accept: text/event-stream\r\nCookie: {cookie}\r\n\r\n"
    )
    writer.write(request.encode())
    head = await reader.readuntil(b"\r\n\r\n")
    if b" 200 " not in head.split(b"\r\n", 1)[0]:
        raise RuntimeError(f"a stream was refused: {head[:100]!r}")
    return Open(reader, writer)


def _running_turn(trip: Trip) -> Turn:
    turn = start_turn(trip, "Boston", uuid.uuid4().hex)
    with transaction.atomic(), connection.cursor() as cursor:
        insert_events(cursor, turn.pk, turn.last_seq, [Started(mind="claude")])
        turn.last_seq += 1
        turn.save(update_fields=["last_seq"])
    return turn


def _append(turn: Turn, text: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        insert_events(cursor, turn.pk, turn.last_seq, [ReplyDelta(text=text)])
        turn.last_seq += 1
        turn.save(update_fields=["last_seq"])


def _forget(turn: Turn) -> None:
    turn.events.all().delete()
    turn.messages.all().delete()
    turn.delete()
