"""Pages on their few threads: what nobody waits for any more is not made."""

from __future__ import annotations

import asyncio
import threading

from config.pages import Pages

HEAD = {"path": "/", "query_string": b"", "headers": []}


class Site:
    """An application that makes a page when it may."""

    def __init__(self) -> None:
        self.may = threading.Event()
        self.made: list[str] = []

    def __call__(self, environ: dict, start_response) -> list[bytes]:
        self.made.append(f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}")
        self.may.wait(10)
        start_response("200 OK", [])
        return [b"a page"]


class Visit:
    """One request; `leave` is its reader's."""

    def __init__(self, pages: Pages, method: str, path: str) -> None:
        self._left = asyncio.Event()
        self._asked = False
        self.sent: list[dict] = []
        scope = {**HEAD, "method": method, "path": path}
        self.task = asyncio.create_task(pages(scope, self._receive, self._send))

    async def _receive(self) -> dict:
        if not self._asked:
            self._asked = True
            return {"type": "http.request", "body": b""}
        await self._left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: dict) -> None:
        self.sent.append(message)

    def leave(self) -> None:
        self._left.set()


def test_a_page_whose_reader_left_before_its_turn_is_not_made() -> None:
    async def main() -> None:
        site = Site()
        pages = Pages(site, threads=1)
        first = Visit(pages, "GET", "/first")
        await asyncio.sleep(0.05)  # it has the thread
        gone, stays = Visit(pages, "GET", "/gone"), Visit(pages, "GET", "/stays")
        sent = Visit(pages, "POST", "/sent")
        await asyncio.sleep(0.05)
        for visit in (first, gone, sent):
            visit.leave()
        await asyncio.wait_for(gone.task, 5)
        site.may.set()
        await asyncio.wait_for(asyncio.gather(first.task, stays.task, sent.task), 5)
        assert site.made == ["GET /first", "GET /stays", "POST /sent"]
        assert not gone.sent
        assert [message.get("body") for message in stays.sent] == [None, b"a page"]

    asyncio.run(main())


def test_a_page_that_cannot_be_made_raises_as_before() -> None:
    def broken(environ: dict, start_response) -> list[bytes]:
        raise ZeroDivisionError

    async def main() -> None:
        try:
            await Visit(Pages(broken, threads=1), "GET", "/").task
        except ZeroDivisionError:
            return
        raise AssertionError("it was swallowed")

    asyncio.run(main())
