"""A storm: real turns of a real worker, read by many pages through a bad network; everything is counted."""

from __future__ import annotations

import asyncio
import time
import uuid
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx
from django.db import connection

from agents import turns
from tests.agents.signed_in import cookies_of
from tests.cuts.proxy import CuttingProxy, Weather
from tests.cuts.reader import AT_ONCE, Reader
from tests.page_model import PageModel
from tests.web_process import WebProcess, WorkerProcess
from trips import naming
from trips.models import Traveller, Trip, Turn
from trips.starting import start_trip

LINES = (
    "Boston from New York, Feb 15-18, 2 people, mid-range",
    "history and food, moderate pace, and the Freedom Trail",
    "just plan it",
    "Do I need a car?",
    "something cheaper",
)
#: Of turns: stopped in the middle. Between two messages of a trip a board changes as often.
STOPPED = 0.25
READERS_A_TRIP = 15
#: Of a trip, at most, however long the pages in Chromium take.
MOST_MESSAGES = 20
RELOADS_A_SECOND = 2
TELL_SECONDS = 15.0
#: After the last turn ended and the network is well again, seconds.
PATIENCE = 120.0


@dataclass
class Result:
    """What a storm came to. `expected` are turns × pages; all of them have to be `delivered`."""

    seed: int
    seconds: float = 0.0
    turns: int = 0
    expected: int = 0
    delivered: int = 0
    twice: list[str] = field(default_factory=list)
    misplaced: list[str] = field(default_factory=list)
    different: list[str] = field(default_factory=list)  # pages that are not as a fresh one is
    readers: Counter[str] = field(default_factory=Counter)
    network: Counter[str] = field(default_factory=Counter)
    statuses: Counter[str] = field(default_factory=Counter)
    pages: Any = None  # of Chromium

    @property
    def well(self) -> bool:
        found = [self.twice, self.misplaced, self.different, self.pages.different if self.pages else []]
        return self.delivered == self.expected and not any(found)

    def lines(self) -> list[str]:
        share = 100 * self.delivered / max(1, self.expected)
        said = [
            f"seed {self.seed}, {self.seconds:.0f} s, {self.turns} turns ({_told(self.statuses)})",
            f"network: {_told(self.network)}",
            f"pages without a browser: {_told(self.readers)}",
            f"delivered {self.delivered} of {self.expected} ({share:.2f} %), twice {len(self.twice)}, "
            f"misplaced {len(self.misplaced)}, not as a fresh page {len(self.different)}",
        ]
        said += [f"  {line}" for line in [*self.twice[:5], *self.misplaced[:5], *self.different[:5]]]
        if self.pages:
            said.append(
                f"Chromium: {self.pages.count} pages, {_told(self.pages.did)}, "
                f"not as a fresh page {len(self.pages.different)}"
            )
            said += [f"  {line}" for line in self.pages.different[:5]]
        return said


def _told(counts: Counter[str]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in sorted(counts.items())) or "nothing"


def storm(
    folder: Path, *, readers: int, pages: int, messages: int, seed: int, weather: Weather | None = None
) -> Result:
    """Run one on this process's database; messages are those of one trip."""
    random = Random(seed)
    trips = [_trip(number) for number in range(max(2, -(-readers // READERS_A_TRIP)))]
    settings = {"STREAMS_AN_ACCOUNT": "1000", "RATE_LIMITS": "false", "OFFLINE_PAUSE": "0.05"}
    began = time.monotonic()
    with (
        WebProcess(folder, **settings) as web,
        WorkerProcess(folder, **settings),
        ThreadPoolExecutor(1, thread_name_prefix="story") as story,
    ):
        scene = Scene(web, trips, random, story, weather or Weather(), messages)
        try:
            result = asyncio.run(scene.play(readers, pages, seed))
        finally:
            story.submit(lambda: connection.close()).result()
    result.seconds = time.monotonic() - began
    return result


def _trip(number: int) -> tuple[Trip, dict[str, str]]:
    owner = Traveller.objects.create_user(f"traveller-{number}", password=uuid.uuid4().hex)
    return start_trip(owner), cookies_of(owner)


@dataclass
class Scene:
    web: WebProcess
    trips: list[tuple[Trip, dict[str, str]]]
    random: Random
    story: ThreadPoolExecutor
    weather: Weather
    messages: int

    async def play(self, readers: int, pages: int, seed: int) -> Result:
        proxy = CuttingProxy(self.web.port, Random(seed + 1), self.weather)
        await proxy.start()
        door = asyncio.Semaphore(AT_ONCE)
        reading = [
            Reader(proxy.address, str(trip.uuid), cookies, Random(seed + 2 + number), door=door)
            for number in range(readers)
            for trip, cookies in [self.trips[number % len(self.trips)]]
        ]
        tasks = [asyncio.create_task(reader.run()) for reader in reading]
        browsing = None
        if pages:
            from tests.cuts.chromium import Browsing

            browsing = Browsing(proxy, self.web.address, self.trips, pages, Random(seed - 1))
        telling = asyncio.create_task(self._tell(reading, browsing))
        if browsing:  # opened before the storm
            proxy.calm = True
            await browsing.start()
            proxy.calm = False
        reloading = asyncio.create_task(self._reload(reading))
        try:
            await asyncio.gather(*(self._talk(trip, browsing) for trip, _cookies in self.trips))
            await self._until(_are_all_over)
            if browsing:
                await browsing.until_used()
            reloading.cancel()
            await proxy.calm_down()
            result = await self._compare(reading, seed)
            result.network = proxy.happened
            if browsing:
                print("\n".join(result.lines()), flush=True)  # should the browser break
                result.pages = await browsing.finish()
        finally:
            for task in [*tasks, reloading, telling]:
                task.cancel()
            await asyncio.gather(*tasks, reloading, telling, return_exceptions=True)
            if browsing:
                await browsing.stop()
            await proxy.stop()
        for task in tasks:
            if not task.cancelled() and task.exception():
                raise task.exception()
        return result

    async def _in_story(self, call: Callable, *arguments: Any) -> Any:
        """The database, from its own thread."""
        return await asyncio.get_running_loop().run_in_executor(self.story, lambda: call(*arguments))

    async def _talk(self, trip: Trip, browsing: Any) -> None:
        for number in range(MOST_MESSAGES):
            if number >= self.messages and (browsing is None or browsing.used):
                break
            await asyncio.sleep(self.random.uniform(0.2, 2))
            line = LINES[number % len(LINES)]
            await self._until(_may_send, trip.pk)
            turn = await self._in_story(turns.start_turn, trip, line, str(uuid.uuid4()))
            if self.random.random() < STOPPED:
                await asyncio.sleep(self.random.uniform(0, 1.5))
                await self._in_story(turns.stop_turn, turn)
            if self.random.random() < STOPPED:
                await self._in_story(_change_board, trip, f"Named {self.random.random():.6f}")
            if self.random.random() < 0.7:  # else the next one waits its turn
                await self._until(_is_over, turn.pk)
        await self._until(_is_over, turn.pk)

    async def _until(self, condition: Callable[..., bool], *arguments: Any) -> None:
        async with asyncio.timeout(600):
            while True:
                if await self._in_story(condition, *arguments):
                    return
                await asyncio.sleep(0.2)

    async def _reload(self, reading: list[Reader]) -> None:
        """As fast as the pages come: a web process that only makes pages would get no turn to its readers."""
        while True:
            await asyncio.sleep(self.random.uniform(0, 2 / RELOADS_A_SECOND))
            if sum(not reader.loaded for reader in reading) < AT_ONCE // 2:
                self.random.choice(reading).reload()

    async def _tell(self, reading: list[Reader], browsing: Any) -> None:
        while True:
            await asyncio.sleep(TELL_SECONDS)
            statuses = Counter(await self._in_story(_statuses))
            used = f", {browsing.told}" if browsing else ""
            loaded = sum(reader.loaded for reader in reading)
            print(f"  {_told(statuses)}; {loaded} of {len(reading)} pages are there{used}", flush=True)

    async def _compare(self, reading: list[Reader], seed: int) -> Result:
        """Wait until every page is as a fresh one; what is not by then is lost."""
        result = Result(seed)
        fresh = {str(trip.uuid): await self._fresh(trip, cookies) for trip, cookies in self.trips}
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if all(reader.loaded and reader.page.cursor == fresh[reader.trip].cursor for reader in reading):
                break
            await asyncio.sleep(0.1)
        for reader in reading:
            reader.finish()
            model = fresh[reader.trip]
            numbers = await self._in_story(_turns_of, reader.trip)
            result.expected += len(numbers)
            result.delivered += sum(reader.page.article(n) == model.article(n) != "" for n in numbers)
            if (reader.page.html, reader.page.cursor) != (model.html, model.cursor):
                where = f"{reader.page.cursor} instead of {model.cursor}"
                result.different.append(f"trip {reader.trip}: {where}, goodbye {reader.gone}")
            result.twice += reader.twice
            result.misplaced += reader.misplaced
            result.readers += reader.counted
        result.statuses = Counter(await self._in_story(_statuses))
        result.turns = sum(result.statuses.values())
        return result

    async def _fresh(self, trip: Trip, cookies: dict[str, str]) -> PageModel:
        async with httpx.AsyncClient(base_url=self.web.address, cookies=cookies, timeout=60) as client:
            return PageModel.of_page((await client.get(f"/trips/{trip.uuid}/")).text)


def _change_board(trip: Trip, name: str) -> None:
    naming.rename(Trip.objects.get(pk=trip.pk), name)
    trip.touch()


def _may_send(trip_id: int) -> bool:
    return Turn.objects.filter(trip=trip_id, status=Turn.Status.QUEUED).count() < 3


def _is_over(turn_id: int) -> bool:
    return Turn.objects.get(pk=turn_id).finished


def _are_all_over() -> bool:
    return not Turn.objects.filter(status__in=Turn.UNFINISHED).exists()


def _turns_of(trip: str) -> list[int]:
    return list(Turn.objects.filter(trip__uuid=trip).values_list("number", flat=True))


def _statuses() -> list[str]:
    return list(Turn.objects.values_list("status", flat=True))
