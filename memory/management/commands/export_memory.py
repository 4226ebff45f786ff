"""Write what the agents remember of a trip: `manage.py export_memory TRIP --to DIR`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config import private
from memory.files import agents_with_memory, file_of
from memory.management.naming import trip_named
from memory.switches import remembers


class Command(BaseCommand):
    help = "Write one Markdown file an agent (memory_format: 1) with what it is told of a trip and its notes."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("trip", metavar="TRIP", help="the trip's number or id")
        parser.add_argument("--to", metavar="DIR", type=Path, required=True, help="made if it is missing")
        parser.add_argument("--agent", action="append", help="only this one; may be given again")

    def handle(self, *args: Any, **options: Any) -> None:
        trip = trip_named(options["trip"])
        known = agents_with_memory()
        for agent in options["agent"] or ():
            if agent not in known:
                raise CommandError(f"The agent {agent} has no memory; these have: {', '.join(known)}.")
        if not remembers(trip.owner, trip):
            self.stderr.write("Remembering is switched off here: the files hold no notes.")
        folder: Path = options["to"]
        for agent in options["agent"] or known:
            path = folder / f"{agent}.md"
            try:
                private.make_folder(folder)
                private.write_text(path, file_of(trip, agent))
            except OSError as problem:
                raise CommandError(f"{path} cannot be written: {problem.strerror}.") from problem
            self.stdout.write(str(path))
