"""A browser without a screen: posts forms, reads the trip's stream, comes back when it breaks off.

What it has replayed of the stream is a page's tree; each state of it is kept by its cursor, so that a page
that somebody else loads in the middle can be compared with it.
"""

from __future__ import annotations

import re
import socket
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field

import httpx

from tests.kills.replay import Node, Unfit, apply, parse

#: How long the web process may be away before a client gives up.
PATIENCE = 60.0
#: Between two tries of a client that was cut off; the page's own is half a second (`retry: 500`).
BETWEEN_TRIES = 0.05

_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
_KEY = re.compile(r'name="client_key" value="([^"]+)"')
_CONNECT = re.compile(r'data-hx-sse:connect="([^"]+)"')


class Broken(Exception):
    """What a traveller must never see; the sentence says what it was."""


Cursor = dict[int, int]


def read_cursor(text: str) -> Cursor:
    """Turn by turn, the last seq. Other parts of a cursor are not about turns."""
    parts = (part.partition(":") for part in text.split(","))
    return {int(turn): int(seq) for turn, colon, seq in parts if colon}


@dataclass
class Page:
    """A loaded workspace."""

    url: str
    html: str

    def __post_init__(self) -> None:
        self.tree = parse(self.html)

    @property
    def stream(self) -> str:
        found = _CONNECT.search(self.html)
        return found[1].replace("&amp;", "&")

    @property
    def cursor(self) -> Cursor:
        return read_cursor(httpx.URL(self.stream).params.get("after", ""))

    @property
    def turns(self) -> str:
        """The conversation as it is shown."""
        return self.tree.find("turns").inner


@dataclass
class Frame:
    """One message of a stream, with the moment of its arrival."""

    at: float  # time.monotonic()
    cursor: Cursor
    html: str


class Traveller:
    """One guest with one browser, at an address that stays the same when its process does not."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.client = httpx.Client(base_url=address, timeout=httpx.Timeout(20, connect=5))
        self.tries = 0  # to send the last message

    def close(self) -> None:
        self.client.close()

    def get(self, path: str) -> str:
        """A page; waits while nobody listens. Raises Broken for anything but 200."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                answer = self.client.get(path)
            except httpx.TransportError as error:
                if time.monotonic() > end:
                    raise Broken(f"{path}: nobody answers for {PATIENCE:g} s: {error!r}") from error
                threading.Event().wait(BETWEEN_TRIES)
                continue
            if answer.status_code != 200:
                raise Broken(f"{path}: {answer.status_code}")
            return answer.text

    def page(self, path: str) -> Page:
        return Page(path, self.get(path))

    def form_of(self, html: str) -> dict[str, str]:
        return {"csrfmiddlewaretoken": _TOKEN.search(html)[1], "client_key": _KEY.search(html)[1]}

    def post(self, path: str, form: dict[str, str]) -> str:
        """Send a form until it is accepted, the same one each time; returns where it leads."""
        end = time.monotonic() + PATIENCE
        self.tries = 0
        while True:
            self.tries += 1
            try:
                answer = self.client.post(path, data=form)
            except httpx.TransportError as error:  # not accepted, as far as anybody can tell
                if time.monotonic() > end:
                    raise Broken(f"{path} was never accepted: {error!r}") from error
                threading.Event().wait(BETWEEN_TRIES)
                continue
            if answer.status_code != 302:
                raise Broken(f"{path}: {answer.status_code}")
            return answer.headers["location"]


@dataclass
class Watching:
    """The trip's stream, read by a thread and replayed on the page it belongs to."""

    traveller: Traveller
    page: Page
    frames: list[Frame] = field(default_factory=list)
    states: list[tuple[Cursor, str]] = field(default_factory=list)
    connections: int = 0
    problem: str = ""

    def __enter__(self) -> Watching:
        self._tree: Node = self.page.tree
        self._cursor = ""  # as it came, for Last-Event-ID
        self._leaving = threading.Event()
        self._news = threading.Condition()
        self._client = httpx.Client(
            base_url=self.traveller.address,
            cookies=self.traveller.client.cookies,
            timeout=httpx.Timeout(20, connect=5),
        )
        self._response: httpx.Response | None = None
        self.states.append((self.page.cursor, self.page.turns))
        self._thread = threading.Thread(target=self._read, name="watching", daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_error) -> None:
        self._leaving.set()
        if self._response:  # whoever waits for its next byte gets the end
            connection = self._response.extensions["network_stream"].get_extra_info("socket")
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        self._thread.join(20)
        self._client.close()

    @property
    def cursor(self) -> Cursor:
        """What this page has by now."""
        return self.states[-1][0]

    @property
    def turns(self) -> str:
        return self.states[-1][1]

    def until(self, condition, seconds: float) -> bool:
        """Wait for a state of what was read; False when it did not come."""
        with self._news:
            return bool(self._news.wait_for(lambda: self.problem or condition(self), timeout=seconds))

    def has_ended(self, number: int) -> bool:
        """Does the replayed page show this turn's end?"""
        return bool(re.search(rf'<article id="turn-{number}" class="turn" data-status="done"', self.turns))

    def _read(self) -> None:
        while not self._leaving.is_set() and not self.problem:
            headers = {"last-event-id": self._cursor} if self._cursor else {}
            try:
                with self._client.stream("GET", self.page.stream, headers=headers) as response:
                    self._response = response
                    if response.status_code != 200:
                        self._say(f"the stream was answered with {response.status_code}")
                        return
                    self.connections += 1
                    self._pour(response)
            except (httpx.TransportError, httpx.StreamError, OSError, RuntimeError):
                pass
            except (Unfit, ValueError) as unfit:
                self._say(f"the stream does not fit the page: {unfit}")
            self._leaving.wait(BETWEEN_TRIES)

    def _pour(self, response: httpx.Response) -> None:
        buffer = b""
        for data in response.iter_raw():
            buffer += data
            while b"\n\n" in buffer:  # what is left of a frame that was cut is never shown
                block, buffer = buffer.split(b"\n\n", 1)
                self._take(block.decode("utf-8"))

    def _take(self, block: str) -> None:
        lines = [line.partition(": ") for line in block.splitlines()]
        if any(name == "event" for name, _, _ in lines):
            self._say("the stream said goodbye")
        html = "\n".join(value for name, _, value in lines if name == "data")
        identifier = "".join(value for name, _, value in lines if name == "id")
        if not html:
            return
        after = read_cursor(identifier)
        self._must_go_on(after, html)
        apply(self._tree, html)
        with self._news:
            self._cursor = identifier
            self.frames.append(Frame(time.monotonic(), after, html))
            self.states.append((after, self._tree.find("turns").inner))
            self._news.notify_all()

    def _must_go_on(self, after: Cursor, html: str) -> None:
        """Every frame is a step on, in each turn it names: nothing comes twice and nothing goes back."""
        before = self.cursor
        back = {turn for turn, seq in after.items() if seq < before.get(turn, 0)}
        if back:
            raise Unfit(f"the cursor went back from {before} to {after}")
        if after == before and 'data-hx-target="#turn' in html:
            raise Unfit(f"a frame came twice at {after}")

    def _say(self, problem: str) -> None:
        with self._news:
            self.problem = self.problem or problem
            self._news.notify_all()
