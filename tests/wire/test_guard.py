"""The guard keeps tests on this machine."""

import os
import socket
import urllib.request

import pytest

from tests.wire.guard import NOWHERE, NetworkForbidden, is_local
from tests.wire.guard import no_network as no_network  # noqa: PLC0414 (used as fixtures here too)
from tests.wire.guard import no_real_model as no_real_model  # noqa: PLC0414


@pytest.mark.parametrize(
    "address", [("127.0.0.1", 80), ("127.8.8.8", 1), ("::1", 80, 0, 0), ("localhost", 1), "/run/x.sock"]
)
def test_this_machine_is_local(address: object) -> None:
    assert is_local(address)


@pytest.mark.parametrize(
    "address", [("93.184.216.34", 443), ("api.anthropic.com", 443), ("10.0.0.1", 80), ("0.0.0.0.evil", 1)]
)
def test_others_are_not(address: object) -> None:
    assert not is_local(address)


def test_a_connection_to_another_machine_is_refused_before_it_starts() -> None:
    with socket.socket() as outside, pytest.raises(NetworkForbidden):
        outside.connect(("192.0.2.1", 443))
    with pytest.raises(NetworkForbidden):
        socket.getaddrinfo("api.anthropic.com", 443)
    with pytest.raises(NetworkForbidden):
        urllib.request.urlopen("http://192.0.2.1/", timeout=1)  # noqa: S310


def test_no_key_and_no_address_of_a_real_server_is_left() -> None:
    assert "ANTHROPIC_API_KEY" not in os.environ
    assert os.environ["ANTHROPIC_BASE_URL"] == NOWHERE


def test_loopback_works() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        with socket.create_connection(server.getsockname(), timeout=2):
            pass
