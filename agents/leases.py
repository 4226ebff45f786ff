"""Until when is a lease, and has it run out? By one clock for all processes, whose jumps are noticed.

The clock is the database's (with SQLite the machine's, which all processes share), so machines may differ.
A clock can be set: an hour forward, and every lease seems to have run out; an hour back, and the lease of a
dead worker seems to have an hour left. So what the clock says is compared with a steady one (`Leases`).
"""

from __future__ import annotations

import datetime as dt
import threading
import time
from collections.abc import Callable

from django.conf import settings
from django.db import connection
from django.utils import timezone

from trips.models import Turn

#: So far may clock and steady clock drift apart between two looks, seconds; more is a jump.
DRIFT_SECONDS = 2.0
#: No process writes a lease that is longer than so many times the usual.
LONGEST = 1.5

Key = tuple[str, int]  # what has the lease: its kind and its number


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


class Leases:
    """What one process has seen of clock and leases, from look to look."""

    def __init__(
        self,
        clock: Callable[[], dt.datetime] = database_now,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self._steady = steady
        self._lock = threading.Lock()
        self._difference: float | None = None  # clock minus steady clock, seconds
        self._doubted_until = 0.0  # by the steady clock
        self._too_long: dict[Key, tuple[int, dt.datetime, float]] = {}  # token, end, first seen

    def look(self) -> dt.datetime:
        """What time it is. After a jump no lease is believed to have run out until every living worker had
        the time to write a new one."""
        before = self._steady()
        now = self._clock()
        after = self._steady()
        with self._lock:
            difference = now.timestamp() - after
            known, self._difference = self._difference, difference
            if known is not None and abs(difference - known) > DRIFT_SECONDS + (after - before):
                self._doubted_until = after + settings.LEASE_SECONDS
        return now

    def has_ended(self, turn: Turn, now: dt.datetime) -> bool:
        """Has this running turn's lease run out? `now` is what `look` said."""
        return self.is_over(("turn", turn.pk), turn.lease_token, turn.lease_until, now)

    def is_over(self, key: Key, token: int, end: dt.datetime | None, now: dt.datetime) -> bool:
        """The same of whatever has a lease that ends then and was taken with this token."""
        if end is None:
            return False
        if end < now:
            return self._steady() >= self._doubted_until
        if end <= now + dt.timedelta(seconds=LONGEST * settings.LEASE_SECONDS):
            return False
        return self._was_never_renewed(key, token, end)

    def _was_never_renewed(self, key: Key, token: int, end: dt.datetime) -> bool:
        """Nobody can have written it by this clock: seen unchanged for a lease's time, it is a dead one's."""
        moment = self._steady()
        with self._lock:
            self._too_long = {one: seen for one, seen in self._too_long.items() if moment - seen[2] < 3600}
            known_token, known, since = self._too_long.get(key, (0, None, 0.0))
            if (known_token, known) != (token, end):
                self._too_long[key] = (token, end, moment)
                return False
            return moment - since >= settings.LEASE_SECONDS


#: Of this process.
leases = Leases()
