"""Local moments and dates, kept from falling off the ends of the calendar."""

from __future__ import annotations

import datetime as dt

_ONE_DAY = dt.timedelta(days=1)


def naive(moment: dt.datetime) -> dt.datetime:
    """Local times carry no zone of their own; one that does is read as local."""
    return moment.replace(tzinfo=None)


def next_date(date: dt.date, days: int = 1) -> dt.date:
    """`days` later, at the end of the calendar the last date."""
    try:
        return date + days * _ONE_DAY
    except OverflowError:
        return dt.date.max if days > 0 else dt.date.min
