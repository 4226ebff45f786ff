"""A thread of every worker that asks the services an operator switched on (trips/remote)."""

from __future__ import annotations

from agents.recurring import Recurring
from trips.remote.refresh import refresh


class Refresh(Recurring):
    """Every half minute; what is known is not asked again."""

    NAME = "refresh"
    SECONDS = 30.0

    def work(self) -> None:
        refresh(self.ending.is_set)
