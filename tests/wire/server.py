"""A small Messages server of our own on loopback, for the odd cases: silence, cuts, slow deltas.

Every request takes the next scripted answer; one that nothing was scripted for is answered with 500
and makes `stop()` fail. A request that the API would refuse (`rules.py`) is answered with 400 as there, takes
no scripted answer and makes `stop()` fail too. What was sent and when, and when a client left, is recorded.
"""

from __future__ import annotations

import json
import select
import socket
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.wire import rules
from tests.wire.history_rules import History
from tests.wire.messages import Answer, Drop, Pause, Step, Wait, content_of, failure

POLL_SECONDS = 0.005


@dataclass
class Exchange:
    """One request and what became of it. Times are `time.time()`, comparable across processes."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]
    received_at: float
    sent: list[tuple[float, bytes]] = field(default_factory=list)
    left_at: float | None = None  # when the client was seen to be gone before the end
    ended: threading.Event = field(default_factory=threading.Event)

    @property
    def said(self) -> str:
        """The last message, results of tools included: what a scripted function may want to match."""
        blocks = rules.blocks_of(self.body["messages"][-1]["content"])
        return "\n".join(str(block.get("text") or block.get("content") or "") for block in blocks)


class ClientLeft(Exception):
    """The other side closed the connection."""


Scripted = Answer | Callable[[Exchange], Answer]


class MessagesServer:
    """Speaks `POST /v1/messages`. `always` answers whatever nothing was scripted for.

    `strict`: by the rules of the API (`refusals` has what was refused); without, anything goes, as at other
    servers.
    """

    def __init__(self, always: Scripted | None = None, *, strict: bool = True) -> None:
        self.exchanges: list[Exchange] = []
        self.unexpected: list[Exchange] = []
        self.refusals: list[str] = []
        self._history = History() if strict else None
        self.asked = threading.Event()  # at least one request has come
        self.always = always
        self._script: deque[Scripted] = deque()
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                server._handle(self)

            def log_message(self, *arguments: Any) -> None: ...

        class Listener(ThreadingHTTPServer):
            request_queue_size = 128  # the default of 5 makes the sixth of many clients wait a second

            def handle_error(self, request: Any, client_address: Any) -> None:
                if not isinstance(sys.exception(), ConnectionError):  # a client that was killed
                    super().handle_error(request, client_address)

        self._http = Listener(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}"

    def script(self, *answers: Scripted) -> None:
        """Add answers, one a request."""
        with self._lock:
            self._script.extend(answers)

    def stop(self) -> None:
        """Stop; AssertionError when a request came that nothing was scripted for or that the API refuses, or
        one is missing."""
        self._stopping.set()
        self._http.shutdown()
        self._http.server_close()
        if self.refusals:
            raise AssertionError(f"{len(self.refusals)} requests refused: {self.refusals[0]}")
        if self.unexpected:
            raise AssertionError(
                f"{len(self.unexpected)} requests too many: {self.unexpected[0].said[:200]!r}"
            )
        if self._script:
            raise AssertionError(f"{len(self._script)} scripted answers were never asked for")

    # --- one request ------------------------------------------------------------------------------

    def _handle(self, handler: BaseHTTPRequestHandler) -> None:
        raw = handler.rfile.read(int(handler.headers.get("content-length", 0)))
        headers = {name.lower(): value for name, value in handler.headers.items()}
        exchange = Exchange(handler.path, headers, json.loads(raw or b"{}"), time.time())
        answer = self._answer(exchange)
        try:
            self._send(handler, answer, exchange)
        except (ClientLeft, OSError):
            exchange.left_at = time.time()
            handler.close_connection = True
        finally:
            exchange.ended.set()

    def _answer(self, exchange: Exchange) -> Answer:
        with self._lock:
            self.exchanges.append(exchange)
            self.asked.set()
            if refused := self._refused(exchange.body):
                self.refusals.append(refused)
                return failure(400, "invalid_request_error", refused)
            scripted = self._script.popleft() if self._script else self.always
        if scripted is None:
            self.unexpected.append(exchange)
            scripted = failure(500, "api_error", "nothing scripted", {"x-should-retry": "false"})
        answer = scripted if isinstance(scripted, Answer) else scripted(exchange)
        if self._history is not None and answer.status == 200:
            self._history.remember(exchange.body, *content_of(answer.steps))
        return answer

    def _refused(self, body: dict[str, Any]) -> str:
        return "" if self._history is None else rules.refusal(body) or self._history.refusal(body)

    def _send(self, handler: BaseHTTPRequestHandler, answer: Answer, exchange: Exchange) -> None:
        steps: list[Step] = list(answer.steps)
        # silence before the first byte is silence before the headers, too
        while steps and isinstance(steps[0], Pause | Wait):
            self._be_silent(handler, steps.pop(0))
        if steps and isinstance(steps[0], Drop):
            self._drop(handler)
            return
        handler.send_response(answer.status)
        for name, value in answer.headers.items():
            handler.send_header(name, value)
        handler.send_header("transfer-encoding", "chunked")
        handler.end_headers()
        for step in steps:
            if isinstance(step, Drop):
                self._drop(handler)
                return
            if isinstance(step, bytes):
                exchange.sent.append((time.time(), step))  # before it leaves: nobody can be earlier
                handler.wfile.write(f"{len(step):x}\r\n".encode() + step + b"\r\n")
            else:
                self._be_silent(handler, step)
        handler.wfile.write(b"0\r\n\r\n")

    def _be_silent(self, handler: BaseHTTPRequestHandler, step: Step) -> None:
        end = time.monotonic() + step.seconds if isinstance(step, Pause) else float("inf")
        while time.monotonic() < end and not self._stopping.is_set():
            if isinstance(step, Wait) and step.event.is_set():
                return
            readable, _, _ = select.select([handler.connection], [], [], min(POLL_SECONDS, max(0, end)))
            if readable and not handler.connection.recv(1, socket.MSG_PEEK):
                raise ClientLeft

    def _drop(self, handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.flush()
        handler.close_connection = True
        handler.connection.shutdown(socket.SHUT_RDWR)


@contextmanager
def messages_server(always: Scripted | None = None, *, strict: bool = True) -> Iterator[MessagesServer]:
    """A running server; at the end its script must have been used up and nothing have been refused (unless
    the test failed)."""
    server = MessagesServer(always, strict=strict)
    try:
        yield server
    except BaseException:
        server.unexpected.clear()
        server.refusals.clear()
        server._script.clear()
        server.stop()
        raise
    server.stop()
