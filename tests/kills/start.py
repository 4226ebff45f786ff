"""Starts a process of the product as it is started in production, with the points of `points.py` in it.

`python -m tests.kills.start uvicorn config.asgi:application …`, `celery -A config worker`, `manage.py work`.
Two things differ, as in every test: the day of the story, and static files that nobody has collected.

`python -m tests.kills.start` alone is a nursery: it has imported everything and forks a child for each line
of its input (a JSON object: command, environment, log), whose pid it says. A child is what the command would
be, but is there at once; where the time of a start counts, processes are started without it.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import runpy
import signal
import sys

import django


def main(arguments: list[str]) -> None:
    _set_up()
    if arguments:
        become(arguments)
    else:
        nurse()


def _set_up() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.conf import settings

    settings.STORAGES["staticfiles"] = {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage",
    }
    django.setup()


def become(command: list[str]) -> None:
    """This process is the command's from now on; that of a turn tried alone knows the day, without points."""
    from agents import alone, waiting
    from config import clock
    from tests.kills import points
    from tests.story.answers import TODAY

    clock.set_now(dt.datetime.combine(TODAY, dt.time(12), dt.UTC))
    waiting.SEND_AGAIN_SECONDS = float(os.environ["KILLS_SEND_AGAIN"])
    alone.work_command = _work_command
    if "--only" not in command:
        (points.into_web if command[0] == "uvicorn" else points.into_worker)()
    sys.argv = list(command)
    if command[0].endswith(".py"):
        runpy.run_path(command[0], run_name="__main__")
    else:
        runpy.run_module(command[0], run_name="__main__", alter_sys=True)


def _work_command(*more: str) -> list[str]:
    same_day = [sys.executable, "-m", "tests.kills.start", "manage.py", "work"]
    return [*same_day, "--with-parent", str(os.getpid()), *more]


def nurse() -> None:
    """Import what children need, open no connection and no thread, fork until the input ends."""
    import uvicorn  # noqa: F401
    from celery.bin import worker  # noqa: F401
    from django.urls import get_resolver

    from agents import sweeper, tasks  # noqa: F401
    from agents.warm_up import warm_up

    get_resolver().url_patterns  # noqa: B018  (reads all views)
    warm_up()
    signal.signal(signal.SIGCHLD, _bury)
    print("ready", flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        pid = os.fork()
        if pid == 0:
            _live(asked)
        print(pid, flush=True)


def _live(asked: dict) -> None:
    """A child: its own session and log, then what was asked for. Never returns to the nursery's loop."""
    try:
        os.setsid()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        log = os.open(asked["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        nothing = os.open(os.devnull, os.O_RDONLY)
        for source, target in ((nothing, 0), (log, 1), (log, 2)):
            os.dup2(source, target)
        os.environ.update(asked["environment"])
        become(asked["command"])
    except SystemExit:
        os._exit(0)
    except BaseException:
        import traceback

        traceback.print_exc()
    os._exit(1)


def _bury(_number: int, _frame) -> None:
    """Nobody stays a zombie."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


if __name__ == "__main__":
    main(sys.argv[1:])
