"""Who else may be on a trip (tests/trips/told.py); the clock is the machine's again after each test."""

from collections.abc import Iterator

import pytest

from config import clock
from tests.trips.told import editor  # noqa: F401  (a fixture)


@pytest.fixture(autouse=True)
def machines_clock() -> Iterator[None]:
    yield
    clock.set_now(None)
