"""`manage.py doctor`: says in words whether database, background work, model and data are well."""

from __future__ import annotations

import asyncio
import datetime as dt
import sys
import time
from dataclasses import astuple
from decimal import Decimal

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import transaction

from agents import health, live_check
from agents.checks import outputs
from agents.llm import select
from agents.llm.wire_schema import counts, wire_schema
from agents.models import Switchboard
from config import security_txt
from config.database import AWAY
from config.health import Check, ground_checks
from memory import selfcheck
from trips.models import StaffPlace, Trip


class Command(BaseCommand):
    help = "Look whether everything works; exit code 1 when something does not."

    def add_arguments(self, parser) -> None:
        parser.add_argument(
            "--live",
            action="store_true",
            help="Also ask the model's server for each answer, tool and search once, and print what it says.",
        )
        parser.add_argument(
            "--max-usd", type=Decimal, default=Decimal(1), help="What --live may cost in all; 1 dollar."
        )
        parser.add_argument(
            "--schemas", action="store_true", help="Only print what each answer's schema costs."
        )

    def handle(self, *args, live: bool, max_usd: Decimal, schemas: bool, **options) -> None:
        if schemas:
            self._schemas()
            return
        self.ill = False
        self._database()
        if not self.ill:
            self._background()
            self._memory()
            self._model(max_usd if live else None)
            self._data()
            self._security()
        if self.ill:
            sys.exit(1)

    def _schemas(self) -> None:
        """A line an answer: what a server has to compile of it (a system check holds it to the limits)."""
        row = "{:<24}{:>9}{:>8}{:>12}{:>8}{:>8}".format
        self.stdout.write(row("answer of", "optional", "unions", "properties", "texts", "bytes"))
        for name, output in outputs():
            self.stdout.write(row(name, *astuple(counts(wire_schema(output)))))

    def _say(self, part: str, well: bool, words: str) -> None:
        self.ill = self.ill or not well
        self.stdout.write(f"{'well ' if well else 'ILL  '} {part:<12} {words}")

    def _show(self, check: Check) -> None:
        self._say(check.name, check.well, f"{check.words}: {check.detail}" if check.detail else check.words)

    def _database(self) -> None:
        for check in ground_checks():
            self._show(check)
        if not self.ill:
            self._writing()

    def _writing(self) -> None:
        try:
            started = time.perf_counter()
            with transaction.atomic():
                Trip.objects.create(title="doctor")
                transaction.set_rollback(True)
            took = (time.perf_counter() - started) * 1000
        except AWAY as error:
            self._say("writing", False, f"fails: {error}")
            return
        self._say("writing", True, f"takes {took:.1f} ms")

    def _background(self) -> None:
        """The same checks as `/readyz`. Without a worker nothing is ill as long as nothing waits: perhaps
        Wayfare was not started yet."""
        queue, worker = health.queue_check(), health.worker_check()
        self._show(queue)
        if worker.well or not (queue.well and health.waiting_seconds() == []):
            self._show(worker)
        else:
            self.stdout.write(f"note  {worker.name:<12} {worker.words}")

    def _memory(self) -> None:
        """A test note is written, found and forgotten; no row of it stays."""
        if selfcheck.switched_off():
            self._say("memory", True, "switched off (MEMORY=false): nothing is remembered")
        else:
            self._show(selfcheck.memory_check())

    def _model(self, most: Decimal | None) -> None:
        for line in health.left_out():
            self.stdout.write(f"note  {'model':<12} asked without what its server does not take: {line}")
        if not select.configured():
            self._say("model", True, "no key: the offline planner answers")
        elif not Switchboard.allows_models():
            self._say("model", True, "switched off in the admin: the offline planner answers")
        elif most is None:
            words = f"{settings.MODELS['standard']} is set up ({settings.MODEL_PROFILE}); --live tries it"
            self._say("model", True, words)
        else:
            asyncio.run(self._live(list(live_check.questions()), most))

    async def _live(self, questions: list[live_check.Question], most: Decimal) -> None:
        cost = Decimal(0)
        async for one in live_check.tried(questions, most):
            cost += one.cost
            self._say("model", one.well, f"{one.what}: {one.words} (${one.cost:.4f})")
        self.stdout.write(f"note  {'model':<12} all of it cost ${cost:.4f}")

    def _security(self) -> None:
        problem = security_txt.problem()
        well = not (settings.SECURITY_CONTACT and problem)
        self._say("security", well, problem or "whom to tell of a weakness is in /.well-known/security.txt")

    def _data(self) -> None:
        from trips.places import current_gazetteer

        gazetteer = current_gazetteer()
        cities = gazetteer.cities_with_rows()
        first = [f"{city.name} {len(gazetteer.places(city.curated or ''))}" for city in cities[:5]]
        counts = f"{len(cities)} cities, {', '.join(first)} …"
        rate = gazetteer.rate("EUR", "USD", dt.date.today())
        staff = StaffPlace.objects.count()
        well = bool(cities and rate and gazetteer.best_city("Lisbon"))
        dated = f"rates of {rate.date}" if rate else "no rates"
        self._say("data", well, f"places: {counts}; {staff} rows of staff; {dated}")
