"""A trip with something of everything in it, and the people around it (tests/trips/told.py)."""

from tests.trips.told import editor, stranger, told_trip, viewer  # noqa: F401  (fixtures)
