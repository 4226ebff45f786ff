"""The pages are looked at on a known day."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest
import time_machine

from tests.trips.told import TODAY


@pytest.fixture(autouse=True)
def _on_a_known_day() -> Iterator[None]:
    with time_machine.travel(dt.datetime.combine(TODAY, dt.time(12), dt.UTC)):
        yield
