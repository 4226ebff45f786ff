"""Real pages in the storm: Chromium reloads, goes away and back, hides, opens second tabs."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from urllib.parse import urlsplit

from tests.cuts.proxy import CuttingProxy
from tests.driving import FLAGS, chromium_path
from trips.models import Trip

#: A tab that is hidden and shown by a test: headless pages are always visible.
HIDING = """
let hidden = false;
Object.defineProperty(document, 'hidden', {get: () => hidden});
Object.defineProperty(document, 'visibilityState', {get: () => hidden ? 'hidden' : 'visible'});
window.hideTab = (value) => { hidden = value; document.dispatchEvent(new Event('visibilitychange')); };
"""
READY = "() => document.readyState === 'complete' && window.htmx && document.getElementById('stream')"
TURNS = "() => document.getElementById('turns')?.innerHTML"
PATIENCE = 120.0  # seconds
#: What each page does at least, while the network is bad.
ACTIONS = 6
#: Pages that do something at the same time: one browser on a small machine has no time for more.
HANDS = 4


@dataclass
class Pages:
    """What became of them."""

    count: int
    did: Counter[str] = field(default_factory=Counter)
    different: list[str] = field(default_factory=list)


class Browsing:
    """Some pages that are used until `finish`, which waits until each is as a fresh one."""

    def __init__(
        self,
        proxy: CuttingProxy,
        server: str,
        trips: list[tuple[Trip, dict[str, str]]],
        count: int,
        random: Random,
    ) -> None:
        self._proxy = proxy
        self._server = server
        self._trips = trips
        self._random = random
        self._result = Pages(count)
        self._ending = asyncio.Event()
        self._hands = asyncio.Semaphore(HANDS)
        self._opened = self._used = 0
        self._tasks: list[asyncio.Task] = []

    async def start(self) -> None:
        from playwright.async_api import async_playwright

        self._play = await async_playwright().start()
        self._browser = await self._play.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        for number in range(self._result.count):
            trip, cookies = self._trips[number % len(self._trips)]
            self._tasks.append(asyncio.create_task(self._use(trip, cookies)))
        await self._until(lambda: self._opened == self._result.count)

    @property
    def used(self) -> bool:
        """Has every page done enough?"""
        return self._used == self._result.count

    @property
    def told(self) -> str:
        did = sum(count for what, count in self._result.did.items() if what != "opened again")
        return f"{self._opened} opened in Chromium, {self._used} used enough ({did} times)"

    async def until_used(self) -> None:
        await self._until(lambda: self.used)

    async def _until(self, condition: Callable[[], bool]) -> None:
        while True:
            for task in self._tasks:
                if task.done():
                    task.result()  # raises
            if condition():
                return
            await asyncio.sleep(0.1)

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._browser.close()
        await self._play.stop()

    async def finish(self) -> Pages:
        self._ending.set()
        await asyncio.gather(*self._tasks)
        return self._result

    async def _context(self, address: str, cookies: dict[str, str]):
        """A profile of its own: its own connections, its own cookies."""
        context = await self._browser.new_context()
        host = urlsplit(address).hostname
        await context.add_cookies(
            [{"name": name, "value": value, "domain": host, "path": "/"} for name, value in cookies.items()]
        )
        await context.add_init_script(HIDING)
        return context

    async def _use(self, trip: Trip, cookies: dict[str, str]) -> None:
        address = f"{self._proxy.address}/trips/{trip.uuid}/"
        context = await self._context(self._proxy.address, cookies)
        tabs = [await context.new_page()]
        async with self._hands:
            await self._open(tabs[0], address)
        self._opened += 1
        done = 0
        while not self._ending.is_set():
            try:
                async with asyncio.timeout(self._random.uniform(0.5, 4)):
                    await self._ending.wait()
            except TimeoutError:
                async with self._hands:
                    await self._do_something(context, tabs, address)
                done += 1
                self._used += done == ACTIONS
        async with self._hands:
            fresh = await self._fresh(trip, cookies)
        for tab in tabs:
            await tab.evaluate("() => window.hideTab?.(false)")
            if not await tab.evaluate(READY):
                await self._open(tab, address)
            await self._compare(tab, fresh, address)
        await context.close()

    async def _do_something(self, context, tabs: list, address: str) -> None:
        tab = self._random.choice(tabs)
        what = self._random.choice(["reload", "away and back", "back and forward", "hide", "second tab"])
        self._result.did[what] += 1
        if what == "reload":
            await self._try(tab.reload)
        elif what == "away and back":
            await self._try(tab.goto, f"{self._proxy.address}/")
            await self._try(tab.go_back)
        elif what == "back and forward":
            await self._try(tab.go_back)
            await self._try(tab.go_forward)
        elif what == "hide":
            await self._try(tab.evaluate, "() => window.hideTab?.(true)")
            await asyncio.sleep(self._random.uniform(0.2, 3))
            await self._try(tab.evaluate, "() => window.hideTab?.(false)")
        elif len(tabs) < 2:
            tabs.append(await context.new_page())
            tab = tabs[-1]
        if tab.url != address or not await self._try(tab.evaluate, READY):
            await self._open(tab, address)

    async def _open(self, tab, address: str) -> None:
        """Until the page is there, as a person does who meets an error page."""
        while not (await self._try(tab.goto, address) and await self._try(tab.evaluate, READY)):
            self._result.did["opened again"] += 1
            await asyncio.sleep(0.3)

    async def _try(self, call, *arguments):
        """What a network that is down breaks is no news."""
        from playwright.async_api import Error

        try:
            answer = await call(*arguments)
        except Error:
            return None
        return answer if call.__name__ == "evaluate" else True

    async def _fresh(self, trip: Trip, cookies: dict[str, str]) -> str:
        context = await self._context(self._server, cookies)
        page = await context.new_page()
        await page.goto(f"{self._server}/trips/{trip.uuid}/", timeout=PATIENCE * 1000)
        html = await page.evaluate(TURNS)
        await context.close()
        return html

    async def _compare(self, tab, fresh: str, address: str) -> None:
        end = asyncio.get_running_loop().time() + PATIENCE
        shown = None
        while asyncio.get_running_loop().time() < end:
            shown = await tab.evaluate(TURNS)
            if shown == fresh:
                return
            await asyncio.sleep(0.1)
        shown = shown or ""
        at = next((n for n, (a, b) in enumerate(zip(shown, fresh, strict=False)) if a != b), 0)
        here = slice(max(0, at - 60), at + 100)
        self._result.different.append(f"{address}: {shown[here]!r} and not {fresh[here]!r}")
