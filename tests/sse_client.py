"""A reader of streams for tests: the bytes of an answer, cut anywhere, as the messages a browser sees."""

from __future__ import annotations

import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from urllib.parse import urlsplit

_LINE = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True)
class Message:
    """`event` is "" for frames that are swapped in."""

    id: str
    event: str
    data: str


class Unchunked:
    """The body of a chunked answer, piece by piece. `ended` once the last chunk has come."""

    def __init__(self) -> None:
        self.ended = False
        self._buffer = b""
        self._left = 0  # of the chunk that is being read, with its line end

    def feed(self, received: bytes) -> bytes:
        self._buffer += received
        body = b""
        while self._buffer and not self.ended:
            if self._left:
                part = self._buffer[: self._left]
                self._buffer = self._buffer[len(part) :]
                self._left -= len(part)
                body += part if self._left >= 2 else part[: len(part) - 2 + self._left]
                continue
            size, found, rest = self._buffer.partition(b"\r\n")
            if not found:
                break
            self._buffer = rest
            self._left = int(size.split(b";")[0], 16) + 2
            self.ended = self._left == 2
        return body


class Messages:
    """Messages of a stream, by the rules of htmx's sse extension: one that is cut is none, and its id is
    not taken either."""

    def __init__(self) -> None:
        self.last_id = ""
        self.comments = 0
        self._id = ""
        self._buffer = b""

    def feed(self, body: bytes) -> Iterator[Message]:
        self._buffer += body
        while b"\n\n" in self._buffer:
            block, _, self._buffer = self._buffer.partition(b"\n\n")
            event, data, has_id = "", [], False
            for line in _LINE.split(block.decode("utf-8")):
                name, _, value = line.partition(":")
                value = value.removeprefix(" ")
                if name == "id":
                    self._id, has_id = value, True
                elif name == "data":
                    data.append(value)
                elif name == "event":
                    event = value
                elif not name:
                    self.comments += 1
            if has_id:
                self.last_id = self._id
            if data or event:
                yield Message(self.last_id, event, "\n".join(data))


def request_for(url: str, cookies: dict[str, str], last_id: str = "") -> bytes:
    """A browser's request for a stream."""
    parts = urlsplit(url)
    lines = [
        f"GET {parts.path}?{parts.query} HTTP/1.1",
        f"Host: {parts.netloc}",
        "Accept: text/html, text/event-stream",
        "Cookie: " + "; ".join(f"{name}={value}" for name, value in cookies.items()),
    ]
    if last_id:
        lines.append(f"Last-Event-ID: {last_id}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def read_head(head: bytes) -> tuple[int, dict[str, str]]:
    """Status and headers of an answer."""
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    return int(first.split(" ")[1]), headers


@dataclass
class Reading:
    """One open stream, read by a thread of its own until the block ends."""

    url: str
    cookies: dict[str, str]
    last_id: str = ""
    messages: list[Message] = field(default_factory=list)
    status: int = 0
    comments: int = 0
    ended_at: float = 0.0  # time.monotonic() when the server ended it
    whole: bool = False  # ended as an answer ends, not cut off

    def __enter__(self) -> Reading:
        self._news = threading.Condition()
        parts = urlsplit(self.url)
        self._socket = socket.create_connection((parts.hostname, parts.port), timeout=60)
        self._socket.sendall(request_for(self.url, self.cookies, self.last_id))
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_error) -> None:
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self._thread.join(10)
        self._socket.close()

    @property
    def frames(self) -> list[tuple[str, str]]:
        """(id, html) of the unnamed messages."""
        return [(message.id, message.data) for message in self.messages if not message.event]

    @property
    def named(self) -> list[str]:
        return [message.event for message in self.messages if message.event]

    def until(self, condition: Callable[[Reading], object], seconds: float = 20) -> None:
        with self._news:
            if not self._news.wait_for(lambda: condition(self), timeout=seconds):
                raise AssertionError(f"not seen in {seconds} s; status {self.status}, {self.messages[-3:]}")

    def _read(self) -> None:
        received, messages, body = b"", Messages(), Unchunked()
        try:
            while piece := self._socket.recv(65536):
                if not self.status:
                    received += piece
                    head, found, piece = received.partition(b"\r\n\r\n")
                    if not found:
                        continue
                    status, _headers = read_head(head)
                with self._news:
                    self.status = self.status or status
                    self.messages += messages.feed(body.feed(piece))
                    self.comments = messages.comments
                    self._news.notify_all()
                if body.ended:
                    break
        except OSError:
            pass
        with self._news:
            self.whole = body.ended
            self.ended_at = time.monotonic()
            self._news.notify_all()
