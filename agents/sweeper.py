"""Takes up what a crash left, from a thread of every process that is no worker itself: web and Celery."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.conf import settings

from agents import turns, waiting
from agents.recurring import Recurring


def sweep() -> None:
    """Expired leases go back to the queue; with Celery, turns that nobody took are sent again."""
    turns.recover_expired()
    if settings.BACKGROUND == "celery":
        waiting.send_again()


class Sweeper(Recurring):
    """Sweeps every second."""

    NAME = "sweep"
    SECONDS = 1.0

    def __init__(self, also: Sequence[Callable[[], object]] = ()) -> None:
        super().__init__()
        self._also = also  # done after every sweep

    def work(self) -> None:
        sweep()
        for call in self._also:
            call()
