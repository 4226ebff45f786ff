"""A Celery worker on another day: `python -m tests.grown.celery_worker 2026-11-21`. Else as in production."""

from __future__ import annotations

import datetime as dt
import os
import sys

import redis
from celery.signals import task_postrun, task_received
from django.core.management import call_command

from agents import alone
from config import clock
from config.celery import app

#: Tasks that workers were given and did not finish, as a set in Redis: for the tests alone.
IN_HAND = "tasks-in-hand"


def note_tasks() -> None:
    client = redis.Redis.from_url(app.conf.broker_url)

    @task_received.connect(weak=False)
    def received(request, **_rest) -> None:
        client.sadd(IN_HAND, request.id)

    @task_postrun.connect(weak=False)
    def ended(task_id, **_rest) -> None:
        client.srem(IN_HAND, task_id)


def main(day: str, *work: str) -> None:
    app.loader.import_default_modules()  # sets Django up
    clock.set_now(dt.datetime.combine(dt.date.fromisoformat(day), dt.time(12), dt.UTC))
    if work:  # the process of one turn, which has to know the day too
        call_command(*work)
        return
    same_day = [sys.executable, "-m", "tests.grown.celery_worker", day, "work"]
    alone.work_command = lambda *more: [*same_day, "--with-parent", str(os.getpid()), *more]
    note_tasks()
    app.worker_main(["worker", "--loglevel", "WARNING"])


if __name__ == "__main__":
    main(*sys.argv[1:])
