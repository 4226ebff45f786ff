"""A page that reads its stream as htmx's sse extension does, through whatever is in the way."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from urllib.parse import urlsplit

from tests.page_model import PageModel
from tests.sse_client import Messages, Unchunked, read_head, request_for

#: As templates/agents/workspace.html and the stream itself say.
DELAY, LONGEST_DELAY, JITTER = 0.5, 5.0, 0.3
#: Pages that are fetched at the same time. With hundreds a small machine is busy until the next outage with
#: pages that nobody takes any more, and after it again: no page ever arrives.
AT_ONCE = 8


class Broken(Exception):
    """The answer did not come whole."""


@dataclass
class Reader:
    """One open page: loaded once, then fed by its stream; `reload` starts over as a browser does."""

    address: str
    trip: str
    cookies: dict[str, str]
    random: Random
    page: PageModel = field(default_factory=PageModel)
    loaded: bool = False
    counted: Counter[str] = field(default_factory=Counter)
    twice: list[str] = field(default_factory=list)
    misplaced: list[str] = field(default_factory=list)
    gone: bool = False  # the server said goodbye
    door: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))  # that of all readers
    _open: asyncio.StreamWriter | None = None

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            if not self.loaded:
                await self._load()
            await self._follow()

    def reload(self) -> None:
        """F5: what was shown is thrown away. Takes effect when the stream is read next."""
        self.counted["reloads"] += 1
        self.loaded = False
        if self._open:
            self._open.transport.abort()

    async def _load(self) -> None:
        """The page, tried again as a person does."""
        while True:
            try:
                async with self.door:
                    status, text = await self._get(f"/trips/{self.trip}/")
                if status == 200 and "</html>" in text:
                    break
                self.counted[f"pages answered {status}"] += 1
            except (OSError, Broken, asyncio.IncompleteReadError):
                self.counted["pages cut"] += 1
            await asyncio.sleep(self.random.uniform(0.2, 0.8))
        self._sum_up()
        self.page = PageModel.of_page(text)
        self.loaded = True

    async def _follow(self) -> None:
        """The stream of one page, connection after connection."""
        after, last_id, attempt = self.page.cursor, "", 0
        while self.loaded and not self.gone:
            try:
                status = await self._read(f"/trips/{self.trip}/stream?after={after}", last_id)
                attempt = 1 if status == 200 else attempt + 1
                if status != 200:
                    self.counted[f"streams answered {status}"] += 1
            except (OSError, Broken, asyncio.IncompleteReadError):
                attempt += 1
            last_id = self.page.cursor if self.page.cursor != after else last_id
            pause = min(DELAY * 2 ** max(0, attempt - 1), LONGEST_DELAY)
            await asyncio.sleep(pause * self.random.uniform(1 - JITTER, 1 + JITTER))

    async def _read(self, path: str, last_id: str) -> int:
        """One connection, to its end; returns its status."""
        self.counted["streams opened"] += 1
        reader, writer = await self._connect()
        self._open = writer
        try:
            writer.write(request_for(self.address + path, self.cookies, last_id))
            status, headers = read_head((await reader.readuntil(b"\r\n\r\n"))[:-4])
            if status != 200 or "chunked" not in headers.get("transfer-encoding", ""):
                return status
            messages, body = Messages(), Unchunked()
            while piece := await reader.read(65536):
                for message in messages.feed(body.feed(piece)):
                    if not self.loaded:
                        return status
                    if message.event:
                        self.gone = message.event == "bye"
                    else:
                        self.counted["frames"] += 1
                        self.page.take(message.id, message.data)
                if body.ended:
                    break
            self.counted["streams cut"] += not body.ended
            return status
        finally:
            self._open = None
            writer.close()

    async def _get(self, path: str) -> tuple[int, str]:
        reader, writer = await self._connect()
        try:
            request = request_for(self.address + path, self.cookies)
            writer.write(request.replace(b"Accept:", b"Connection: close\r\nAccept:"))
            status, headers = read_head((await reader.readuntil(b"\r\n\r\n"))[:-4])
            body = await reader.read(-1)
        finally:
            writer.close()
        if "chunked" in headers.get("transfer-encoding", ""):
            unchunked = Unchunked()
            body = unchunked.feed(body)
            if not unchunked.ended:
                raise Broken
        if len(body) < int(headers.get("content-length", 0)):
            raise Broken
        return status, body.decode("utf-8", "replace")

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        parts = urlsplit(self.address)
        return await asyncio.open_connection(parts.hostname, parts.port, limit=1 << 22)

    def _sum_up(self) -> None:
        self.twice += self.page.twice
        self.misplaced += self.page.misplaced

    def finish(self) -> None:
        """What the last page had is counted too."""
        self._sum_up()
