"""The story is told on one day, at a Messages server of our own."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest

from config import clock
from tests.story.answers import TODAY
from tests.wire.server import MessagesServer, messages_server


@pytest.fixture(autouse=True)
def on_that_day() -> Iterator[None]:
    clock.set_now(dt.datetime.combine(TODAY, dt.time(12), dt.UTC))
    yield
    clock.set_now(None)


@pytest.fixture
def server() -> Iterator[MessagesServer]:
    """Answers whatever its `always` says, by the rules of the Messages API."""
    with messages_server() as running:
        yield running
