"""Until when is a lease, and has it run out? By one clock for all processes: the database's (with SQLite the
machine's, which all processes share), so machines may differ."""

from __future__ import annotations

import datetime as dt

from django.conf import settings
from django.db import connection
from django.utils import timezone

#: No process writes a lease that is longer than so many times the usual.
LONGEST = 1.5


def database_now() -> dt.datetime:
    """The moment by the clock that leases are written and read by, aware."""
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        return cursor.fetchone()[0]


def lease_end() -> dt.datetime:
    """The end of a lease that is taken now."""
    return database_now() + dt.timedelta(seconds=settings.LEASE_SECONDS)


def has_ended(end: dt.datetime | None, now: dt.datetime) -> bool:
    """Has a lease with this end run out? One that ends too late to have been written by this clock has too:
    the clock was set back, and whoever wrote it may be gone."""
    longest = dt.timedelta(seconds=LONGEST * settings.LEASE_SECONDS)
    return end is not None and not now <= end <= now + longest
