"""The one place that chooses who works on queued turns.

"worker": a `manage.py work` process beside the web process finds them by itself. "threads": this
process works (terminal client, tests). "celery": a task is sent; the sweeper sends what a crash lost.
"""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings

#: Called with a turn's id after it was committed; the web process's tailer and the in-process worker
#: put themselves here.
_listeners: list[Callable[[int], None]] = []


def on_wake(listener: Callable[[int], None]) -> Callable[[], None]:
    """Be told at once of a new turn of this process. Returns the function that ends it."""
    _listeners.append(listener)
    return lambda: _listeners.remove(listener) if listener in _listeners else None


def wake(turn_id: int) -> None:
    """A turn was committed: tell who works. Losing this call loses time, never a turn."""
    for listener in list(_listeners):
        listener(turn_id)
    if settings.BACKGROUND == "celery":
        from config.celery import send_turn

        send_turn(turn_id)
