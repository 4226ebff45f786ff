"""A tile server on this machine: squares with an edge, and who asked for them."""

from __future__ import annotations

import struct
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SIDE = 256


def _picture() -> bytes:
    """A grey square with a darker edge, as PNG."""
    rows = [
        b"\0" + bytes(170 if 0 in (x, y) else 228 for x in range(SIDE)) for y in range(SIDE)
    ]  # each row begins with its filter

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 0, 0, 0, 0)
    packed = zlib.compress(b"".join(rows))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


class TileServer:
    def __init__(self) -> None:
        self.asked: list[str] = []  # paths
        self.referrers: set[str | None] = set()
        picture = _picture()
        outer = self

        class Answer(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.asked.append(self.path)
                outer.referrers.add(self.headers.get("Referer"))
                self.send_response(200)
                self.send_header("Content-Type", "image/png")
                self.end_headers()
                self.wfile.write(picture)

            def log_message(self, *_words: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        self.host = f"127.0.0.1:{self.server.server_port}"
        self.url = f"http://{self.host}/{{z}}/{{x}}/{{y}}.png"


@contextmanager
def tile_server() -> Iterator[TileServer]:
    tiles = TileServer()
    thread = threading.Thread(target=tiles.server.serve_forever, daemon=True)
    thread.start()
    try:
        yield tiles
    finally:
        tiles.server.shutdown()
        thread.join()
