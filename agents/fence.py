"""The one statement behind every write of a running turn, as raw SQL for both databases.

It checks the fence (token and status), numbers the events and renews the lease, in one transaction
with the INSERT. No row = somebody else has the turn, or it was stopped: stop working.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Sequence

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from agents.changes import CHANNEL
from agents.events import Event, stored
from agents.runtime.hooks import StopRun


class LeaseLost(StopRun):
    """The turn is not ours any more; nothing was written."""


_RENEW = """
    UPDATE trips_turn SET last_seq = last_seq + %s, lease_until = {until}
    WHERE id = %s AND lease_token = %s AND status = 'running'
    RETURNING last_seq
"""
_INSERT = "INSERT INTO agents_turnevent (turn_id, seq, kind, data, created) VALUES "


def append_events(turn_id: int, token: int, events: Sequence[Event]) -> int:
    """Write events under the fence; returns the last seq. Raises LeaseLost. No events = a heartbeat."""
    now = timezone.now()
    if connection.vendor == "postgresql":  # by the clock that leases are read by (agents/leases.py)
        renew = _RENEW.format(until="clock_timestamp() + %s * interval '1 second'")
        until = settings.LEASE_SECONDS
    else:
        renew = _RENEW.format(until="%s")
        until = _time(now + dt.timedelta(seconds=settings.LEASE_SECONDS))
    # No savepoint of its own: whoever loses the lease stops, with all that the transaction around this wrote.
    with transaction.atomic(savepoint=False), connection.cursor() as cursor:
        cursor.execute(renew, [len(events), until, turn_id, token])
        row = cursor.fetchone()
        if row is None:
            raise LeaseLost
        insert_events(cursor, turn_id, row[0] - len(events), events, now)
    return row[0]


def insert_events(
    cursor, turn_id: int, after_seq: int, events: Sequence[Event], now: dt.datetime | None = None
) -> None:
    """The INSERT alone, for a transaction that already moved `last_seq`."""
    if not events:
        return
    moment = _time(now or timezone.now())
    cast = "%s::jsonb" if connection.vendor == "postgresql" else "%s"
    values = []
    for number, event in enumerate(events, start=after_seq + 1):
        kind, data = stored(event)
        values += [turn_id, number, kind, json.dumps(data), moment]
    row = f"(%s, %s, %s, {cast}, %s)"
    cursor.execute(_INSERT + ", ".join([row] * len(events)), values)
    if connection.vendor == "postgresql":
        cursor.execute(f"NOTIFY {CHANNEL}")  # with the commit


def _time(moment: dt.datetime):
    return connection.ops.adapt_datetimefield_value(moment)
