"""A server on this machine in place of a service. Its answers are written after the public documentation of
OSRM's HTTP API v1, of Open-Meteo's forecast API and of Frankfurter v2; none is a recording."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Answer:
    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    drip: float = 0.0  # seconds between two bytes


def as_json(value: Any) -> Answer:
    return Answer(json.dumps(value).encode())


@dataclass
class Served:
    address: str = ""
    paths: list[str] = field(default_factory=list)


@contextmanager
def serving(answer: Callable[[str], Answer]) -> Iterator[Served]:
    """`answer` is given the path with its query."""
    served = Served()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            served.paths.append(self.path)
            made = answer(self.path)
            self.send_response(made.status)
            for name, value in {"Content-Length": str(len(made.body)), **made.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            pieces = [made.body] if not made.drip else [made.body[i : i + 1] for i in range(len(made.body))]
            try:
                for piece in pieces:
                    self.wfile.write(piece)
                    self.wfile.flush()
                    time.sleep(made.drip)
            except OSError:
                pass  # it was cut off

        def log_message(self, *_args: Any) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    served.address = f"http://127.0.0.1:{server.server_port}"
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()
