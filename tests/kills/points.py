"""The named points at which a process dies: patched in from outside, so the product knows nothing of them.

A process that was started by `tests.kills.start` dies at a point when the file that KILLS_ARMED names says
so: who dies, at which point, and the how manieth time. It dies by SIGKILL of its own: nothing is closed,
flushed or rolled back by anybody but the operating system and the other side.
"""

from __future__ import annotations

import asyncio
import functools
import os
import re
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

#: The four points that the design names, in each kind of process.
AFTER_COMMIT = "after commit, before publish"
MID_DELTA = "mid-delta"
BETWEEN_STEPS = "between steps"
BEFORE_THE_END = "before the terminal write"
NAMED = (AFTER_COMMIT, MID_DELTA, BETWEEN_STEPS, BEFORE_THE_END)

#: Others that are worth a visit.
IN_THE_MESSAGE = "in the message's transaction"
NOT_ANSWERED = "after commit, before the answer"
MID_LAST_FRAME = "in the middle of the last frame"
JUST_CLAIMED = "just claimed"
IN_A_DELTA = "in a delta's transaction"
NOT_KEPT = "after a call, before its result is kept"
IN_THE_END = "in the terminal transaction"
MORE = {
    "web": (IN_THE_MESSAGE, NOT_ANSWERED, MID_LAST_FRAME),
    "worker": (JUST_CLAIMED, IN_A_DELTA, NOT_KEPT, IN_THE_END),
}

#: Long enough for an answer of 200 bytes to leave while the thread that publishes is held up.
ANSWER_LEAVES_SECONDS = 0.3

_lock = threading.Lock()
_passed: dict[str, int] = {}


def reached(point: str) -> None:
    """Passed by the code under test; does not return when this is where the process dies."""
    if is_due(point):
        die()


def is_due(point: str) -> bool:
    """Is it this point, and was it passed often enough? Counts."""
    try:
        who, armed, times, run = Path(os.environ["KILLS_ARMED"]).read_text("utf-8").split("\n")
    except (OSError, ValueError):
        return False
    if (who, armed) != (os.environ["KILLS_NAME"], point):
        return False
    with _lock:
        _passed[run] = _passed.get(run, 0) + 1
        return _passed[run] == int(times)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(60)  # another thread may run until the signal is there


def _before(owner: Any, name: str, point: str, when: Callable[..., bool] = lambda *_: True) -> None:
    """Die instead of calling `owner.name`, when its arguments are of interest."""
    call = getattr(owner, name)

    @functools.wraps(call)
    def wrapped(*args, **kwargs):
        if when(*args):
            reached(point)
        return call(*args, **kwargs)

    setattr(owner, name, wrapped)


def _after(owner: Any, name: str, point: str, when: Callable[..., bool] = lambda *_: True) -> None:
    """Die when `owner.name` has returned."""
    call = getattr(owner, name)

    @functools.wraps(call)
    def wrapped(*args, **kwargs):
        result = call(*args, **kwargs)
        if when(*args):
            reached(point)
        return result

    setattr(owner, name, wrapped)


# --- The web process ---------------------------------------------------------------------------

_TEXT = re.compile(rb'data-hx-target="#turn-\d+-text" data-hx-swap="innerHTML">.')
_SPECIALIST_DONE = re.compile(rb'id="turn-\d+-(?:transport|stay|food)" class="rail-row" data-state="done"')
_LAST = re.compile(rb'data-hx-target="#turn-\d+" data-hx-swap="outerHTML"')


def into_web() -> None:
    """Django is set up. The point after the commit is the thread that publishes, or where nothing is
    published, the word to the processes' own listeners."""
    from django.conf import settings

    from agents import sending, streams
    from config import background

    _after(sending, "_new_turn", IN_THE_MESSAGE)
    _before(background, "wake", NOT_ANSWERED)
    if settings.BACKGROUND == "celery":
        from config.celery import app

        _later(app, "send_task", AFTER_COMMIT)
    else:
        _before(background, "wake", AFTER_COMMIT)
    answer = streams.Streams.answer

    async def answered(self, uuid, scope, receive, send) -> None:
        async def sent(message) -> None:
            await _dies_sending(message, send)
            await send(message)

        await answer(self, uuid, scope, receive, sent)

    streams.Streams.answer = answered


async def _dies_sending(message: dict[str, Any], send: Callable) -> None:
    """At the frames that say so. Of all but one kind a half leaves before."""
    body = message.get("body", b"")
    for point in _points_of(body):
        if is_due(point):
            if point != BEFORE_THE_END:
                await send({**message, "body": body[: len(body) // 2]})
                await asyncio.sleep(0.02)
            die()


def _points_of(body: bytes) -> tuple[str, ...]:
    if _LAST.search(body):
        return BEFORE_THE_END, MID_LAST_FRAME
    if _SPECIALIST_DONE.search(body):
        return (BETWEEN_STEPS,)
    return (MID_DELTA,) if _TEXT.search(body) else ()


def _later(owner: Any, name: str, point: str) -> None:
    """Die a moment after `owner.name` should have been called."""
    call = getattr(owner, name)

    @functools.wraps(call)
    def wrapped(*args, **kwargs):
        if is_due(point):
            time.sleep(ANSWER_LEAVES_SECONDS)
            die()
        return call(*args, **kwargs)

    setattr(owner, name, wrapped)


# --- The worker --------------------------------------------------------------------------------


def into_worker() -> None:
    """Django is set up. What a worker publishes is the next turn, after it committed the end of one."""
    from agents import fence, record, steps, turn_log, turns, waiting

    _after(turns, "claim", JUST_CLAIMED)
    _after(turn_log, "append_events", MID_DELTA, lambda _turn, _token, events: _speaks(events))
    _after(fence, "insert_events", IN_A_DELTA, lambda _cursor, _turn, _seq, events, *_: _speaks(events))
    _before(steps.Steps, "_keep", NOT_KEPT, lambda _steps, step, *_: step.startswith("specialist:"))
    _after(steps.Steps, "_keep", BETWEEN_STEPS, lambda _steps, step, *_: step.startswith("specialist:"))
    _before(record, "record", BEFORE_THE_END)
    _after(record, "_finish", IN_THE_END)
    _before(waiting, "send_next", AFTER_COMMIT)


def _speaks(events) -> bool:
    return any(event.kind == "reply_delta" for event in events)
