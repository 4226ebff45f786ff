"""The product in its forms, each with what may stop under it; runs the outages and says what came of them."""

from __future__ import annotations

import argparse
import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random

from tests.outages.causes import (
    FAKETIME,
    Both,
    Cause,
    ClockSet,
    DiskFull,
    DurablePostgreSQL,
    NoGrowth,
    Nothing,
    PostgreSQLStopped,
    RedisFlushed,
    RedisStopped,
    SetClock,
    pid_of,
    small_disk,
)
from tests.throwaway_servers import Missing, Redis, running

HOUR = 3600
#: The first message is so long on its way, seconds, when something stops: a plan takes one or two.
MOMENTS = (0.0, 2.0)

#: Under libfaketime everything is several times slower: a lease must end for its worker's death alone.
SLOW = {"LEASE_SECONDS": "20", "HEARTBEAT_SECONDS": "2"}


class Skipped(Exception):
    """This machine does not have what it needs; the sentence says what."""


def grown(folder: Path, kinds: list[str], wanted: argparse.Namespace, random: Random) -> int:
    """PostgreSQL, Redis, uvicorn and a Celery worker."""
    with ExitStack() as stack:
        database, redis = _server(stack, DurablePostgreSQL), _server(stack, Redis)
        causes: dict[str, Cause] = {
            "redis-stopped": RedisStopped(redis),
            "redis-flushed": RedisFlushed(redis),
            "postgresql-fast": PostgreSQLStopped(database, signal.SIGINT),
            "postgresql-immediate": PostgreSQLStopped(database, signal.SIGQUIT),
            "both": Both(PostgreSQLStopped(database, signal.SIGQUIT), RedisStopped(redis)),
        }
        site, model = stack.enter_context(_site(folder, database.make_database(), redis, {}, wanted))
        return _all(site, model, [(kind, causes[kind]) for kind in kinds], wanted, random)


def on_a_small_disk(folder: Path, kinds: list[str], wanted: argparse.Namespace, random: Random) -> int:
    """Embedded, its SQLite on a disk that gets full; or its processes may write nothing more."""
    with ExitStack() as stack:
        disk = stack.enter_context(small_disk(folder / "disk"))
        if disk is None and kinds == ["disk"]:
            raise Skipped("a small file system cannot be mounted here (the quota is tried instead)")
        database = (disk or folder) / "outages.sqlite3"
        site, model = stack.enter_context(_site(folder, f"sqlite:///{database}", None, {}, wanted))
        pids = [pid_of(process._handle) for process in (site.web, site.worker)]
        cause = DiskFull(disk, database) if kinds == ["disk"] else NoGrowth(pids)
        return _all(site, model, [(kinds[0], cause)], wanted, random)


def with_a_clock(folder: Path, _kinds: list[str], wanted: argparse.Namespace, random: Random) -> int:
    """The grown form, all of it with a clock that is set an hour forward, and back, and back again."""
    if not FAKETIME.exists():
        raise Skipped("there is no libfaketime on this machine (install the package 'libfaketime')")
    clock = SetClock(folder)
    with ExitStack() as stack:
        redis = _server(stack, Redis)  # does not bear libfaketime, and keeps no time of ours
        os.environ.update(clock.environment)  # this process keeps its own clock
        os.environ.update(SLOW)
        database = _server(stack, DurablePostgreSQL)
        site, model = stack.enter_context(_site(folder, database.make_database(), redis, {}, wanted))
        jumps = [("an hour forward", HOUR), ("an hour back", 0), ("one more back", -HOUR)]
        return _all(site, model, [(name, ClockSet(clock, to)) for name, to in jumps], wanted, random)


def _server(stack: ExitStack, kind):
    try:
        return stack.enter_context(running(kind))
    except Missing as missing:
        raise Skipped(str(missing)) from missing


@contextmanager
def _site(
    folder: Path, url: str, redis: Redis | None, more: dict[str, str], wanted: argparse.Namespace
) -> Iterator[tuple]:
    """Both processes, and the model they ask. Sets up Django in this process."""
    broker = {"CELERY_BROKER_URL": redis.url if redis else "", "BACKGROUND": "celery" if redis else "worker"}
    os.environ.update({"DATABASE_URL": url, **broker})
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connections

    from tests.kills.checking import keep_every_event
    from tests.kills.processes import site
    from tests.kills.story import Model

    call_command("migrate", interactive=False, verbosity=0)
    keep_every_event()
    model = Model()
    environment = {"ANTHROPIC_BASE_URL": model.server.url, **more}
    again = 10.0 if wanted.product_times else 3.0
    try:
        with site(folder, environment, redis, send_again=again, quick=True) as made:
            try:
                yield made, model
            finally:
                if wanted.log:
                    wanted.log.mkdir(parents=True, exist_ok=True)
                    for process in (made.web, made.worker):
                        name = f"{process.name}-{'grown' if redis else 'embedded'}.log"
                        (wanted.log / name).write_text(process.said(), "utf-8")
    finally:
        connections.close_all()
        model.server.stop()


def _all(site, model, causes: list[tuple[str, Cause]], wanted: argparse.Namespace, random: Random) -> int:
    from tests.outages.runs import Run

    calm = Run(site, model, "nothing", Nothing(), 0.0, 0.0, 0).go()
    _tell(calm)
    ran = [calm]
    for number in range(1, wanted.rounds + 1):
        for place, (name, cause) in enumerate(causes):
            seconds = random.uniform(wanted.shortest, wanted.longest)
            if isinstance(cause, ClockSet):
                seconds = min(seconds, 10.0)  # nothing is out
            moment = random.uniform(*MOMENTS)
            ran.append(Run(site, model, name, cause, seconds, moment, number * 100 + place).go())
            _tell(ran[-1])
    return _sum_up(ran)


def _tell(ran) -> None:
    taken = f"first message taken after {ran.first_taken:.1f} s, " if ran.first_taken is not None else ""
    first = f"{ran.first_answer:.1f} s" if ran.first_answer is not None else "-"
    print(
        f"{ran.name}, {ran.seconds:.0f} s: {ran.accepted} messages taken, {ran.refused} refused with a word, "
        f"{ran.pages_refused} pages refused, slowest answer {ran.slowest:.1f} s; after the return: {taken}"
        f"first answer {first}, all after {ran.all_answered:.1f} s; at most {ran.attempts} attempts; "
        f"{ran.streams} streams opened, {ran.not_now} told to come back",
        flush=True,
    )
    for violation in ran.verdict.all:
        print(f"      VIOLATION {violation}", flush=True)


def _sum_up(ran: list) -> int:
    from agents.models import ModelCall
    from trips.models import Turn

    kinds = ("lost", "doubled", "stuck", "wrong")
    counts = {kind: sum(len(getattr(one.verdict, kind)) for one in ran) for kind in kinds}
    left = Turn.objects.filter(status__in=Turn.UNFINISHED).count()
    reserved = ModelCall.objects.filter(status=ModelCall.Status.RESERVED)
    reserved = reserved.exclude(purpose="extraction").count()
    print(
        f"{sum(one.accepted for one in ran)} messages accepted in {len(ran)} runs: {counts['lost']} lost, "
        f"{counts['doubled']} doubled, {counts['stuck']} stuck, {counts['wrong']} otherwise wrong; "
        f"{left} turns unfinished, {reserved} calls reserved",
        flush=True,
    )
    return 1 if any(counts.values()) or left or reserved else 0
