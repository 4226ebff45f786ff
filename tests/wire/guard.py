"""No test reaches a real model or the network.

Imported by the tests' conftest (`from tests.wire.guard import no_network, no_real_model`), where both
fixtures work for every test by themselves.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator
from typing import Any

import pytest

LOCAL_NAMES = frozenset({"localhost", "localhost.localdomain", "ip6-localhost", "", None})
#: What would lead a client to a real server, or lend it a key.
REAL_SERVER_SETTINGS = (
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_AUTH_TOKEN",
    "ANTHROPIC_BASE_URL",
    "ANTHROPIC_PROFILE",
    "ANTHROPIC_CUSTOM_HEADERS",
)
#: Answers nothing: a client that forgot its address ends here.
NOWHERE = "http://127.0.0.1:9"


class NetworkForbidden(AssertionError):
    """A test tried to leave this machine."""


def is_local(address: Any) -> bool:
    """Whether a socket address or host name is this machine (Unix sockets are)."""
    host = address[0] if isinstance(address, tuple) else address
    if isinstance(host, bytes):
        host = host.decode("ascii", "replace")
    if not isinstance(address, tuple) and isinstance(host, str) and "/" in host:
        return True
    if host in LOCAL_NAMES:
        return True
    try:
        return ipaddress.ip_address(str(host).split("%")[0]).is_loopback
    except ValueError:
        return False


def _check(what: str, address: Any) -> None:
    if not is_local(address):
        raise NetworkForbidden(f"{what} {address!r}: tests stay on this machine")


@pytest.fixture(scope="session", autouse=True)
def no_network() -> Iterator[None]:
    """Sockets reach loopback only, names of other hosts are not looked up."""
    patch = pytest.MonkeyPatch()
    connect, connect_ex, sendto = socket.socket.connect, socket.socket.connect_ex, socket.socket.sendto
    getaddrinfo = socket.getaddrinfo

    def guarded_connect(self: socket.socket, address: Any) -> None:
        _check("connect to", address)
        return connect(self, address)

    def guarded_connect_ex(self: socket.socket, address: Any) -> int:
        _check("connect to", address)
        return connect_ex(self, address)

    def guarded_sendto(self: socket.socket, data: Any, *rest: Any) -> int:
        _check("send to", rest[-1])
        return sendto(self, data, *rest)

    def guarded_getaddrinfo(host: Any, *rest: Any, **more: Any) -> Any:
        _check("look up", host)
        return getaddrinfo(host, *rest, **more)

    patch.setattr(socket.socket, "connect", guarded_connect)
    patch.setattr(socket.socket, "connect_ex", guarded_connect_ex)
    patch.setattr(socket.socket, "sendto", guarded_sendto)
    patch.setattr(socket, "getaddrinfo", guarded_getaddrinfo)
    yield
    patch.undo()


@pytest.fixture(autouse=True)
def no_real_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """No key and no address of a real server is left in the environment."""
    for name in REAL_SERVER_SETTINGS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ANTHROPIC_BASE_URL", NOWHERE)
