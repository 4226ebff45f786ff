"""What a request may be: long, slow, or endless, it ends, and nobody else waits for it."""

from __future__ import annotations

import asyncio
import socket
import threading
import time

import httpx
import pytest

from config import http, pages
from config.pages import Pages
from tests.config.conftest import HOST, Site

pytestmark = pytest.mark.xdist_group("site")

BODY_LIMIT = 65_536
HEAD = f"Host: {HOST}\r\nX-Forwarded-Proto: https\r\nX-Forwarded-For: 203.0.113.55\r\n"


def answer_to(connection: socket.socket) -> bytes:
    """All that comes until the server closes the connection."""
    received = b""
    connection.settimeout(30)
    try:
        while piece := connection.recv(65_536):
            received += piece
    except ConnectionResetError:
        pass
    return received


@pytest.mark.parametrize(
    "path", ["/start", "/account/sign-in", "/admin/login/", "/nowhere", "/static/icon.svg"]
)
@pytest.mark.parametrize("declared", [True, False], ids=["declared", "chunked"])
def test_a_body_over_the_limit_is_refused_everywhere(site: Site, path: str, declared: bool) -> None:
    body = b"x" * (BODY_LIMIT + 1)
    with site.browser() as browser:
        content = body if declared else iter([body[:30_000], body[30_000:]])
        answer = browser.post(path, content=content)
    assert answer.status_code == 413


def test_the_largest_body_is_let_in(site: Site) -> None:
    with site.browser() as browser:
        assert browser.post("/start", content=b"x" * BODY_LIMIT).status_code == 403  # a form without a token


@pytest.mark.django_db
def test_a_form_of_too_many_fields_is_refused(client) -> None:
    few, many = ({f"field{number}": "1" for number in range(count)} for count in (900, 1100))
    assert client.post("/start", few).status_code == 422  # nothing is written in it
    answer = client.post("/start", many)
    assert answer.status_code == 400 and "This could not be read" in answer.text


def test_a_body_without_end_is_not_read_to_its_end(site: Site) -> None:
    with site.connect() as connection:
        connection.sendall(f"POST /start HTTP/1.1\r\n{HEAD}Transfer-Encoding: chunked\r\n\r\n".encode())
        sent, piece = 0, b"8000\r\n" + b"x" * 0x8000 + b"\r\n"
        try:
            while sent < 1024 * BODY_LIMIT:
                connection.sendall(piece)
                sent += 0x8000
        except (BrokenPipeError, ConnectionResetError):
            pass
        assert sent < 256 * BODY_LIMIT  # 16 times, and what is on its way
        assert answer_to(connection)[9:12] in (b"413", b"")


def test_a_declared_body_far_over_the_limit_is_not_awaited(site: Site) -> None:
    with site.connect() as connection:
        connection.sendall(f"POST /start HTTP/1.1\r\n{HEAD}Content-Length: 10000000000\r\n\r\n".encode())
        assert answer_to(connection).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize("head", ["Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n"])
def test_a_stream_takes_no_body(site: Site, head: str) -> None:
    path = "/trips/00000000-0000-0000-0000-000000000007/stream"
    with site.connect() as connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\n{HEAD}{head}\r\n".encode())
        assert answer_to(connection).startswith(b"HTTP/1.1 400 ")


def test_headers_without_end_are_cut_off(site: Site) -> None:
    for line in (b"X-Long: " + b"x" * http.HEADER_LIMIT, b"X-Many: 1\r\n" * 4000):
        with site.connect() as connection:
            connection.sendall(f"GET / HTTP/1.1\r\n{HEAD}".encode())
            connection.sendall(line)
            assert answer_to(connection).startswith(b"HTTP/1.1 431 ")
    for ending in (b"", f" HTTP/1.1\r\n{HEAD}\r\n".encode()):
        with site.connect() as connection:
            connection.sendall(b"GET /" + b"x" * 2 * http.HEADER_LIMIT + ending)
            assert answer_to(connection).startswith(b"HTTP/1.1 431 ")


def test_ordinary_requests_on_one_connection_are_not_added_up(site: Site) -> None:
    with site.browser(headers={"X-Padding": "x" * 6000}) as browser:
        assert {browser.get("/healthz").status_code for _ in range(12)} == {200}


def test_slow_uploads_hold_nobody_up(site: Site) -> None:
    """More of them than there are threads for pages, each a byte short."""
    slow = [site.connect() for _ in range(24)]
    try:
        for connection in slow:
            connection.sendall(
                f"POST /start HTTP/1.1\r\n{HEAD}Content-Length: 1000\r\n\r\n{'x' * 999}".encode()
            )
        with site.browser() as browser:
            started = time.monotonic()
            assert {browser.get("/account/sign-in").status_code for _ in range(10)} == {200}
            took = time.monotonic() - started
        assert took < 10
        for connection in slow:
            connection.sendall(b"x")
        assert {connection.recv(12) for connection in slow} == {b"HTTP/1.1 403"}
    finally:
        for connection in slow:
            connection.close()


def test_who_leaves_in_the_middle_leaves_no_fault_behind(site: Site) -> None:
    before = len(site.log.read_text())  # what other tests sent is in it, too
    with site.connect() as connection:
        connection.sendall(f"POST /start HTTP/1.1\r\n{HEAD}Content-Length: 1000\r\n\r\nxx".encode())
    with site.browser() as browser:
        assert browser.get("/healthz").status_code == 200
    assert "Traceback" not in site.log.read_text()[before:]


# --- Time, with a shorter patience -------------------------------------------------------------


async def test_a_body_that_does_not_come_is_not_awaited_for_ever(monkeypatch) -> None:
    monkeypatch.setattr(pages, "BODY_SECONDS", 0.1)
    sent: list[dict] = []

    async def receive() -> dict:
        await asyncio.sleep(30)
        return {}

    async def send(message: dict) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": "/start", "headers": [], "query_string": b""}
    await Pages(lambda environ, start: [], 1)(scope, receive, send)
    assert sent[0]["status"] == 408 and b"did not arrive in a minute" in sent[1]["body"]


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: "])
def test_headers_that_do_not_come_are_not_awaited_for_ever(monkeypatch, sent: bytes) -> None:
    import uvicorn

    monkeypatch.setattr(http, "HEADER_SECONDS", 0.3)

    async def hello(scope, receive, send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"hello"})

    config = uvicorn.Config(hello, port=0, http=http.Protocol, lifespan="off", log_level="warning")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        while not server.started:
            threading.Event().wait(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        assert httpx.get(f"http://127.0.0.1:{port}/").text == "hello"
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.sendall(sent)
            assert answer_to(connection) == b""  # closed
    finally:
        server.should_exit = True
        thread.join(20)
