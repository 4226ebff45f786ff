"""Celery, for the grown form: `celery -A config worker`. The broker carries ids and nothing else.

Losing a message, or getting it five times, costs time and never a turn: the queued turn in the database is
the truth, and whoever claims it answers it (agents/turns.py, agents/waiting.py).
"""

from __future__ import annotations

import logging
import os
import queue
import threading

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.conf import settings  # noqa: E402

logger = logging.getLogger("wayfare.celery")

ANSWER_TURN = "agents.tasks.answer_turn"

app = Celery("wayfare")
app.conf.update(
    broker_url=settings.CELERY_BROKER_URL or None,
    include=["agents.tasks"],
    task_default_queue="wayfare",
    task_serializer="json",
    accept_content=["json"],
    task_ignore_result=True,
    task_acks_late=False,  # a message given back tells nobody anything: the lease does (agents/turns.py)
    worker_pool="threads",
    worker_concurrency=settings.WORKER_TURNS,
    worker_prefetch_multiplier=1,
    # A turn goes on when the broker is away: its message comes a second time and finds it done.
    worker_cancel_long_running_tasks_on_connection_loss=False,
    worker_enable_remote_control=False,
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    broker_transport_options={
        # Not what recovers a turn (that is its lease): longer than any turn, so that none comes twice for it.
        "visibility_timeout": max(3600, int(settings.TURN_SECONDS * 2)),
        # Redis keeps no list of what is worked on: the database does. Giving that list back by a connection
        # that is gone ends the worker (kombu 5.7: "NoneType has no hostname"), so a Redis that restarts
        # while a turn runs would take every worker along.
        "ack_emulation": False,
        "socket_connect_timeout": 2,
        "socket_keepalive": True,
        "max_retries": 0,
    },
)


@setup_logging.connect
def _keep_our_logging(**_rest) -> None:
    """Connected, so Celery leaves LOGGING of the settings alone."""


# --- Sending -----------------------------------------------------------------------------------

#: Ids on their way to the broker. More than this wait only while it is away: the sweeper has them all.
_outbox: queue.Queue[int] = queue.Queue(maxsize=1000)
_sender: threading.Thread | None = None
_sender_lock = threading.Lock()


def send_turn(turn_id: int) -> None:
    """Send the task from a thread of its own: no request and no turn ever waits for the broker."""
    global _sender
    with _sender_lock:
        if _sender is None or not _sender.is_alive():
            _sender = threading.Thread(target=_send_all, name="sender", daemon=True)
            _sender.start()
    try:
        _outbox.put_nowait(turn_id)
    except queue.Full:
        logger.warning("turn %s was not sent: too many wait for the broker", turn_id)


def _send_all() -> None:
    while True:
        turn_id = _outbox.get()
        try:
            app.send_task(ANSWER_TURN, args=[turn_id], retry=False)
        except Exception as error:  # whatever it is, the sweeper sends it again
            logger.warning("turn %s was not sent: %s", turn_id, error)
