"""`manage.py work`: a worker process that answers queued messages."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time

from django.core.management.base import BaseCommand

from agents.alone import Alone
from agents.llm import select
from agents.runtime.db_thread import close_recorder_connection
from agents.turns import run_turn
from agents.warm_up import warm_up
from agents.watchdog import Watchdog
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

        parser.add_argument("--only", metavar="TURN", type=int, default=None, help="Answer this one and end.")
        parser.add_argument(
            "--signs", metavar="FD", type=int, default=None, help="An open pipe for signs of life."
        )

    def handle(
        self,
        *args,
        turns: int | None,
        with_parent: int | None,
        only: int | None,
        signs: int | None,
        **options,
    ) -> None:
        if with_parent is not None:
            _end_with_parent(with_parent or os.getppid())
        if signs is not None:
            os.set_blocking(signs, False)
        watchdog = Watchdog(signs)
        if only is None:
            warm_up()
        asyncio.run(_main(turns, watchdog) if only is None else _answer(only, watchdog))


async def _main(at_most: int | None, watchdog: Watchdog) -> None:
    worker = Worker(at_most, alone=Alone().run)
    watchdog.end_at(signal.SIGTERM, signal.SIGINT, end=worker.end)
    watching = asyncio.create_task(watchdog.watch())
    await worker.run()
    watching.cancel()


async def _answer(turn_id: int, watchdog: Watchdog) -> None:
    """One turn and nothing beside it."""
    answering = asyncio.create_task(run_turn(turn_id))
    watchdog.end_at(signal.SIGTERM, signal.SIGINT, end=answering.cancel)
    watching = asyncio.create_task(watchdog.watch())
    await asyncio.wait([answering])
    watching.cancel()
    await select.close_minds()
    await close_recorder_connection()


def _end_with_parent(parent: int) -> None:
    """Started by a server: do not outlive it, however it dies, also while this process was starting."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()
