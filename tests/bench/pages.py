"""Pages a second, ours beside Django's own ASGI handler and beside plain WSGI: the same views and rows.

Sixteen kept connections, one request after the other on each. The servers take turns, round by round; the
medians of the rounds are told.
"""

from __future__ import annotations

import asyncio
import logging
import statistics
import time
import uuid
from collections import defaultdict
from contextlib import ExitStack
from dataclasses import dataclass

from django.conf import settings

from agents.llm.offline import OfflineMind
from tests.agents.signed_in import cookies_of
from tests.agents.talking import run, send
from tests.bench.dispatch import BOSTON
from tests.bench.servers import OURS, Server, machine, serve, share
from tests.bench.streams import PEER
from trips.models import Traveller
from trips.starting import start_trip

ROUNDS = 5
SECONDS = 2.0  # of each page at each server in each round
CONNECTIONS = 16
TRIPS = 10
WSGI = ("tests.bench.peer",)


@dataclass
class Round:
    """What one page did at one server in one round."""

    a_second: float
    took: list[float]  # seconds
    cpu: float  # seconds of the server's processor a page: other work on the machine moves it least


def main(rounds: int) -> int:
    """Prints the figures; 1 when a page was not answered with 200."""
    logging.disable(logging.WARNING)
    settings.OFFLINE_PAUSE = 0.0
    owner = Traveller.objects.create_user(f"pages-{uuid.uuid4().hex[:8]}")
    trips = [start_trip(owner) for _ in range(TRIPS)]
    run(send(trips[0], BOSTON), OfflineMind())
    run(send(trips[0], "Yes, that's perfect!"), OfflineMind())
    cookie = "; ".join(f"{name}={value}" for name, value in cookies_of(owner).items())
    pages = {"front": "/", "workspace": f"/trips/{trips[0].uuid}/", "my trips": "/trips/"}
    print(f"{rounds} rounds of {SECONDS:.0f} s, {CONNECTIONS} connections; {machine()}")
    with ExitStack() as stack:
        servers = {
            "ours": stack.enter_context(serve(OURS)),
            "Django ASGI": stack.enter_context(serve(PEER)),
            "plain WSGI": stack.enter_context(serve(WSGI)),
        }
        seen = asyncio.run(_measure(rounds, servers, pages, cookie))
    for page in pages:
        rates = {name: statistics.median(each.a_second for each in seen[page, name]) for name in servers}
        cpu = {name: statistics.median(each.cpu for each in seen[page, name]) for name in servers}
        for name in servers:
            took = [seconds for each in seen[page, name] for seconds in each.took]
            print(
                f"  {page:<10} {name:<12} {rates[name]:7.0f} a second, p50 {share(took, 0.5) * 1000:6.1f} "
                f"p95 {share(took, 0.95) * 1000:6.1f} ms, {cpu[name] * 1000:5.1f} ms CPU a page"
            )
        print(
            f"  {page:<10} ours/Django ASGI {rates['ours'] / rates['Django ASGI']:.2f}, "
            f"ours/plain WSGI {rates['ours'] / rates['plain WSGI']:.2f}; by CPU "
            f"{cpu['Django ASGI'] / cpu['ours']:.2f} and {cpu['plain WSGI'] / cpu['ours']:.2f}"
        )
    return 0


async def _measure(
    rounds: int, servers: dict[str, Server], pages: dict[str, str], cookie: str
) -> dict[tuple[str, str], list[Round]]:
    seen: dict[tuple[str, str], list[Round]] = defaultdict(list)
    for number in range(rounds + 1):  # the first warms up
        for page, path in pages.items():
            for name, server in servers.items():
                done = await _load(server, path, cookie, SECONDS if number else 0.5)
                if number:
                    seen[page, name].append(done)
    return seen


async def _load(server: Server, path: str, cookie: str, seconds: float) -> Round:
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nCookie: {cookie}\r\n\r\n".encode()
    begin, cpu = time.perf_counter(), server.cpu_seconds
    every = await asyncio.gather(*(_visitor(server, request, begin + seconds) for _ in range(CONNECTIONS)))
    took = [one for visitor in every for one in visitor]
    spent = (server.cpu_seconds - cpu) / len(took)
    return Round(len(took) / (time.perf_counter() - begin), took, spent)


async def _visitor(server: Server, request: bytes, end: float) -> list[float]:
    took = []
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    while (begin := time.perf_counter()) < end:
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        if b" 200 " not in head.split(b"\r\n", 1)[0]:
            raise RuntimeError(f"not answered: {head[:200]!r}")
        length = int(head.split(b"content-length:", 1)[1].split(b"\r\n", 1)[0])
        await reader.readexactly(length)
        took.append(time.perf_counter() - begin)
        if b"connection: close" in head:
            writer.close()
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.close()
    return took
