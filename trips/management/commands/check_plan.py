"""Print the verdict of a plan file: `manage.py check_plan FILE [--json] [--today DATE]`."""

from __future__ import annotations

import datetime as dt
import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config import clock
from config.database import AWAY
from trips.catalogue.gazetteer import Gazetteer, default_gazetteer
from trips.places import current_gazetteer
from trips.planning.validator import check_plan, verdict_as_json, verdict_in_words
from trips.planning.validator.document import PlanFileError, read_document


def date(text: str) -> dt.date:
    """An ISO date; ValueError else (argparse makes a sentence of it)."""
    return dt.date.fromisoformat(text)


class Command(BaseCommand):
    help = "Check a plan in the documented JSON (docs/plan-json.md) against our data and print the verdict."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a plan file; - reads standard input")
        parser.add_argument("--json", action="store_true", help="print one JSON object instead of words")
        parser.add_argument("--today", type=date, default=None, help="the date to judge from (YYYY-MM-DD)")

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["file"]
        try:
            document = read_document(self._text(name))
        except OSError as problem:
            raise CommandError(f"{name} cannot be read: {problem.strerror}.") from problem
        except PlanFileError as problem:
            raise CommandError(f"{name} is not a plan: {problem}") from problem
        verdict = check_plan(
            document.plan,
            document.facts,
            document.gazetteer(self._gazetteer()),
            today=options["today"] or clock.today(),
            others=document.others,
        )
        if options["json"]:
            self.stdout.write(json.dumps(verdict_as_json(verdict), ensure_ascii=False, indent=2))
        else:
            self.stdout.write("\n".join([document.plan.title, *verdict_in_words(verdict)]))

    def _gazetteer(self) -> Gazetteer:
        try:
            return current_gazetteer()
        except AWAY:  # no database yet: the bundled data need none
            self.stderr.write("The rows of staff are left out: the database cannot be read.")
            return default_gazetteer()

    @staticmethod
    def _text(name: str) -> bytes:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
