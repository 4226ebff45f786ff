"""Who else may be on a trip (tests/trips/told.py)."""

from tests.trips.told import editor  # noqa: F401  (a fixture)
