"""Clocks that a test sets."""

from __future__ import annotations

import datetime as dt

from django.utils import timezone

HOUR = 3600.0


class Clocks:
    """A wall clock that can be set, and a steady one that goes on with it."""

    def __init__(self) -> None:
        self.start = timezone.now()
        self.steady = 1000.0
        self.set_by = 0.0

    def now(self) -> dt.datetime:
        return self.start + dt.timedelta(seconds=self.steady - 1000.0 + self.set_by)

    def pass_seconds(self, seconds: float) -> None:
        self.steady += seconds
