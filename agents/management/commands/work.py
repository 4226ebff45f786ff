"""`manage.py work`: a worker process that answers queued messages."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time

from django.core.management.base import BaseCommand

from agents.llm import select
from agents.worker import Worker


class Command(BaseCommand):
    help = "Answer queued messages until stopped (started by `make run` beside the web process)."

    def add_arguments(self, parser) -> None:
        parser.add_argument("--turns", type=int, default=None, help="How many turns at a time.")
        parser.add_argument(
            "--with-parent",
            metavar="PID",
            type=int,
            nargs="?",
            const=0,
            default=None,
            help="End when the process that started this one is gone; its number, if it may be gone by now.",
        )

    def handle(self, *args, turns: int | None, with_parent: int | None, **options) -> None:
        if with_parent is not None:
            _end_with_parent(with_parent or os.getppid())
        select.warm_up()
        asyncio.run(_main(turns))


async def _main(at_most: int | None) -> None:
    worker = Worker(at_most)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, worker.end)
    await worker.run()


def _end_with_parent(parent: int) -> None:
    """Started by a server: do not outlive it, however it dies, also while this process was starting."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()
