"""The story is told on one day, at one Messages server written by others."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest

from config import clock
from tests.story.answers import TODAY
from tests.wire.aimock import Aimock, aimock


@pytest.fixture(autouse=True)
def on_that_day() -> Iterator[None]:
    clock.set_now(dt.datetime.combine(TODAY, dt.time(12), dt.UTC))
    yield
    clock.set_now(None)


@pytest.fixture(scope="module")
def running_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Aimock]:
    with aimock(tmp_path_factory.mktemp("aimock")) as running:
        yield running


@pytest.fixture
def server(running_server: Aimock) -> Aimock:
    """npm's aimock, without fixtures and without a past."""
    running_server.reset()
    return running_server
