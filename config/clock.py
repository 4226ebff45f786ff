"""What time it is: the machine's clock, or the one an operator set (`manage.py chat --now`)."""

from __future__ import annotations

import datetime as dt

from django.utils import timezone

_offset = dt.timedelta(0)


def set_now(moment: dt.datetime | None) -> None:
    """Let the clock go on from `moment` (aware); None = the machine's clock again."""
    global _offset
    _offset = moment - timezone.now() if moment else dt.timedelta(0)


def now() -> dt.datetime:
    """The moment, aware, in UTC."""
    return timezone.now() + _offset


def today() -> dt.date:
    return now().date()
