"""People around a trip, and a trip with something of everything in it (tests/trips/told.py)."""

from tests.trips.told import (  # noqa: F401  (fixtures)
    as_guest,
    as_owner,
    editor,
    guest,
    stranger,
    told_trip,
    viewer,
)
