"""A proxy on loopback between a browser and the web process that behaves as badly as networks do.

It cuts answers at random bytes, cleanly or not, holds them back, answers 502 by itself as a proxy does whose
server is away, and is gone altogether for a while, again and again.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
import time
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from random import Random

BAD_GATEWAY = b"<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>"
PIECE = 65536
#: The next outage waits, so many seconds at most, until no more requests than a few wait for their answer.
LONGEST_REST, FEW = 30.0, 20
#: Bytes at once, a twentieth of a second apart, when the network is slow.
SLOW_PIECES = (200, 2_000)
SLOW_PIECES_OF_A_PAGE = (5_000, 40_000)
_KEEP = re.compile(rb"(?im)^connection:[^\r]*\r\n")


@dataclass
class Weather:
    """How bad it is. Shares are of requests; bytes are of the answer, its head included."""

    cut: float = 0.8  # of streams
    farthest_cut: int = 5_000
    cut_of_a_page: float = 0.3
    farthest_cut_of_a_page: int = 120_000
    bad_gateway: float = 0.1
    slow: float = 0.2
    outage_seconds: float = 2.0
    between_outages: float = 6.0


@dataclass
class CuttingProxy:
    """Listens on `port` once started. `calm` lets everything through."""

    target: int
    random: Random
    weather: Weather = field(default_factory=Weather)
    happened: Counter[str] = field(default_factory=Counter)
    calm: bool = False
    port: int = 0

    async def start(self) -> None:
        # Bound and never listening: in an outage nobody else gets the port, and who asks is refused.
        self._reserved = socket.socket()
        self._reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        self._reserved.bind(("127.0.0.1", 0))
        self.port = self._reserved.getsockname()[1]
        self._connections: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task] = set()
        self._server: asyncio.Server | None = None
        self._unanswered = 0
        await self._listen()
        self._outages = asyncio.create_task(self._come_and_go())

    async def stop(self) -> None:
        self._outages.cancel()
        await asyncio.gather(self._outages, return_exceptions=True)
        await self._go()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._reserved.close()

    async def calm_down(self) -> None:
        """From now on everything works, and those who wait for the end of an outage find it."""
        self.calm = True
        self._outages.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._outages  # raises what went wrong
        if self._server is None:
            await self._listen()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def _listen(self) -> None:
        self._server = await asyncio.start_server(
            self._served, "127.0.0.1", self.port, backlog=1024, reuse_port=True
        )

    async def _go(self) -> None:
        """Nobody listens any more, and everybody who is connected is cut off."""
        if self._server:
            self._server.close()
            self._server = None
        for writer in list(self._connections):
            writer.transport.abort()

    async def _come_and_go(self) -> None:
        while True:
            await asyncio.sleep(self.weather.between_outages * self.random.uniform(0.7, 1.3))
            end = time.monotonic() + LONGEST_REST
            # Else a busy machine answers nobody between two outages, and nothing ever arrives.
            while self.calm or (self._unanswered > FEW and time.monotonic() < end):  # noqa: ASYNC110
                await asyncio.sleep(0.1)
            self.happened["outages"] += 1
            await self._go()
            await asyncio.sleep(self.weather.outage_seconds)
            await self._listen()

    def _served(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._connections.add(writer)
        try:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                await self._requests(reader, writer)
        finally:
            self._connections.discard(writer)
            writer.close()

    async def _requests(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One request a connection, so that each answer has its own fate. Files always come through."""
        head = await reader.readuntil(b"\r\n\r\n")
        w = self.weather
        spared = self.calm or head.startswith(b"GET /static/")
        if not spared and self.random.random() < w.bad_gateway:
            self.happened["502"] += 1
            head = "HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\nConnection: close\r\n"
            writer.write(f"{head}Content-Length: {len(BAD_GATEWAY)}\r\n\r\n".encode() + BAD_GATEWAY)
            await writer.drain()
            return
        async with self._upstream() as (answers, requests):
            requests.write(_KEEP.sub(b"", head[:-2]) + b"Connection: close\r\n\r\n")
            sending = asyncio.create_task(_pass_on(reader, requests))
            try:
                stream = b"/stream?" in head.split(b"\r\n", 1)[0]
                share, farthest = (
                    (w.cut, w.farthest_cut) if stream else (w.cut_of_a_page, w.farthest_cut_of_a_page)
                )
                left = self.random.randrange(1, farthest) if self.random.random() < share else -1
                slow = self.random.random() < w.slow
                pieces = SLOW_PIECES if stream else SLOW_PIECES_OF_A_PAGE
                await self._answer(
                    answers, writer, *((-1, None) if spared else (left, pieces if slow else None))
                )
            finally:
                sending.cancel()
                await asyncio.gather(sending, return_exceptions=True)

    @contextlib.asynccontextmanager
    async def _upstream(self) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        answers, requests = await asyncio.open_connection("127.0.0.1", self.target)
        try:
            yield answers, requests
        finally:
            requests.close()

    async def _answer(
        self,
        answers: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        left: int,
        slow: tuple[int, int] | None,
    ) -> None:
        """To its end, or `left` bytes of it (-1: all); in pieces of such sizes when it is `slow`."""
        self._unanswered += 1
        try:
            piece = await answers.read(self.random.randrange(*slow) if slow else PIECE)
        finally:
            self._unanswered -= 1
        while piece:
            if slow:
                await asyncio.sleep(self.random.uniform(0, 0.1))
            if self.calm:
                left = -1
            if 0 <= left <= len(piece):
                writer.write(piece[:left])
                await self._cut(writer)
                return
            left -= len(piece) if left > 0 else 0
            writer.write(piece)
            await writer.drain()
            piece = await answers.read(self.random.randrange(*slow) if slow else PIECE)

    async def _cut(self, writer: asyncio.StreamWriter) -> None:
        if self.random.random() < 0.5:
            self.happened["cuts, reset"] += 1
            writer.transport.abort()
        else:
            self.happened["cuts, closed"] += 1
            await writer.drain()


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while piece := await reader.read(PIECE):
        writer.write(piece)
        await writer.drain()
    writer.write_eof()
