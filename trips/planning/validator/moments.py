"""Local moments and dates; a plan's are within the calendar (`bounds`)."""

from __future__ import annotations

import datetime as dt

_ONE_DAY = dt.timedelta(days=1)


def naive(moment: dt.datetime) -> dt.datetime:
    """Local times carry no zone of their own; one that does is read as local."""
    return moment.replace(tzinfo=None)


def next_date(date: dt.date, days: int = 1) -> dt.date:
    return date + days * _ONE_DAY
