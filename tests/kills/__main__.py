"""Kills processes in the middle of turns: `make kills N=100 MODE=worker`, `python -m tests.kills --help`.

Ends with 1 when a message was lost, answered twice or never, when anything else of docs/testing.md did not
hold, and when nothing could be started.
"""

from __future__ import annotations

import argparse
import os
import secrets
import signal
import sys
import time
from pathlib import Path
from random import Random
from statistics import median

MODES = ("web", "worker", "embedded")
#: Times of the product, shorter so that a run is: the rules are the same.
SHORT = {"LEASE_SECONDS": "4", "HEARTBEAT_SECONDS": "0.5"}
#: Whatever the machine is set up for.
PLAIN = {
    "DJANGO_SETTINGS_MODULE": "config.settings",
    "ANTHROPIC_API_KEY": "a-key",
    "DEBUG": "",
    "HTTPS": "",
    "ALLOWED_HOSTS": "127.0.0.1",
    "SECRET_KEY": "of-one-evening",
    "LOG_LEVEL": "INFO",
    "RATE_LIMITS": "false",
    "GUESTS_AN_HOUR": "1000000",
    **{f"CAP_{who}": "1000000" for who in ("SITE", "TRAVELLER", "GUEST", "TRIP")},
}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.kills", description=__doc__.split("\n")[0])
    parser.add_argument("--mode", choices=MODES, default="worker", help="whom to kill")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=None, help="of an earlier run, to have its kills again")
    parser.add_argument("--send-again", type=float, default=10.0, help="until a queued turn is sent again")
    parser.add_argument(
        "--quick", action="store_true", help="fork processes from one that is ready: no time of a start"
    )
    parser.add_argument("--only", type=int, default=None, help="this run of the seed, and no other")
    parser.add_argument("--log", type=Path, default=None, help="keep what the processes wrote in this folder")
    wanted = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("told to end"))  # with all it started
    seed = wanted.seed if wanted.seed is not None else secrets.randbelow(1_000_000)
    print(f"{wanted.runs} kills, mode {wanted.mode}, seed {seed}", flush=True)

    from tests.kills.processes import servers
    from tests.throwaway_servers import Missing

    try:
        with servers(wanted.mode) as (folder, addresses, redis):
            os.environ.update({**PLAIN, **SHORT, **addresses, "BACKGROUND": "celery" if redis else "worker"})
            return _in(folder, redis, wanted, seed)
    except Missing as missing:
        print(f"Skipped: {missing}.", file=sys.stderr)
        return 1


def _in(folder: Path, redis, wanted: argparse.Namespace, seed: int) -> int:
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
    try:
        with site(
            folder,
            {"ANTHROPIC_BASE_URL": model.server.url},
            redis,
            send_again=wanted.send_again,
            quick=wanted.quick,
        ) as running:
            try:
                return _all(running, model, wanted, seed)
            finally:
                if wanted.log:
                    wanted.log.mkdir(parents=True, exist_ok=True)
                    for process in (running.web, running.worker):
                        (wanted.log / f"{process.name}.log").write_text(process.said(), "utf-8")
    finally:
        connections.close_all()
        model.server.stop()


def _all(running, model, wanted: argparse.Namespace, seed: int) -> int:
    from tests.kills.runs import Plan, Run, plans
    from tests.kills.traveller import Broken, Traveller

    random = Random(seed)  # noqa: S311
    schedule = plans(wanted.mode, wanted.runs, random)
    traveller = Traveller(running.address)
    trip = ""
    ran, usual = [], {}

    def run(plan, number: int):
        nonlocal traveller, trip
        if plan.plan:
            traveller.close()
            traveller = Traveller(running.address)
        one = Run(running, model, plan, number, usual.get(plan.plan, 1.0), traveller, trip)
        done = one.go()
        trip = one.trip
        return done

    calm = []
    for number, plan in enumerate([Plan("", plan=True), Plan("", plan=True), Plan("", plan=False)]):
        calm.append(run(plan, -1 - number))
        if calm[-1].verdict.all:
            print("\n".join(["with nobody killed:", *calm[-1].verdict.all]))
            return 1
    cold, warm, answer = (done.seconds for done in calm)
    # A worker that was killed in the run before plans for the first time; a web process is not what plans.
    usual.update({True: warm if wanted.mode == "web" else (cold + warm) / 2, False: answer})
    print(f"a plan takes {usual[True]:.2f} s, an answer {usual[False]:.2f} s; nobody killed", flush=True)
    began = time.monotonic()
    for number, plan in enumerate(schedule, start=1):
        if wanted.only not in (None, number):
            continue
        try:
            done = run(plan, number)
        except Broken as broken:
            print(f"{number:4d}  {plan.sentence}: {broken}", flush=True)
            return 1
        ran.append(done)
        _tell(number, done)
    return _sum_up([*calm, *ran], time.monotonic() - began, wanted, seed, running)


def _tell(number: int, done) -> None:
    progress = ", ".join(f"{seconds:.2f} s" for seconds in done.progress) or "-"
    print(f"{number:4d}  {done.plan.sentence}; progress after {progress}", flush=True)
    for violation in done.verdict.all:
        print(f"      VIOLATION {violation}", flush=True)


def _sum_up(ran: list, took: float, wanted: argparse.Namespace, seed: int, running) -> int:
    from agents.models import ModelCall
    from trips.models import Message, Traveller, Trip, Turn

    verdicts = [done.verdict for done in ran]
    lost, doubled, stuck, wrong = (
        sum(len(getattr(verdict, kind)) for verdict in verdicts)
        for kind in ("lost", "doubled", "stuck", "wrong")
    )
    left = {
        "turns unfinished": Turn.objects.filter(status__in=Turn.UNFINISHED).count(),
        "calls reserved": ModelCall.objects.filter(status=ModelCall.Status.RESERVED)
        .exclude(purpose="extraction")
        .count(),
        "guests without a trip": Traveller.objects.filter(memberships__isnull=True).count(),
        "trips without a turn": Trip.objects.filter(turns__isnull=True).count(),
        "messages in Redis": running.undelivered(),
    }
    accepted = Message.objects.filter(author=Message.Author.TRAVELLER).count()
    calls = ModelCall.objects.filter(status=ModelCall.Status.DONE).exclude(purpose="extraction")
    progress = sorted(seconds for done in ran for seconds in done.progress)
    print(
        f"\n{sum(done.deaths for done in ran)} processes killed in {len(ran)} runs and {took:.0f} s; "
        f"{accepted} messages, {sum(done.resent for done in ran)} of them sent again until accepted; "
        f"{sum(done.connections for done in ran)} streams opened; "
        f"{sum(verdict.compared for verdict in verdicts)} pages compared in the middle, {len(ran)} at the "
        "end; "
        f"{calls.count()} calls finished and charged once, {sum(v.repeated for v in verdicts)} repeated."
    )
    if progress:
        worst = progress[min(len(progress) - 1, round(len(progress) * 0.95))]
        print(
            f"From restart to progress: p50 {median(progress):.2f} s, p95 {worst:.2f} s, "
            f"most {progress[-1]:.2f} s ({len(progress)} restarts with something left to say)."
        )
    for what, count in left.items():
        if count:
            print(f"LEFT: {count} {what}")
    print(f"seed {seed}: {lost} lost, {doubled} doubled, {stuck} stuck, {wrong} otherwise wrong")
    return 1 if lost or doubled or stuck or wrong or any(left.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
