"""A Celery worker on another day: `python -m tests.grown.celery_worker 2026-11-21`. Else as in production."""

from __future__ import annotations

import datetime as dt
import sys

from config import clock
from config.celery import app


def main(day: str) -> None:
    app.loader.import_default_modules()  # sets Django up
    clock.set_now(dt.datetime.combine(dt.date.fromisoformat(day), dt.time(12), dt.UTC))
    app.worker_main(["worker", "--loglevel", "WARNING"])


if __name__ == "__main__":
    main(sys.argv[1])
