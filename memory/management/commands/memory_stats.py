"""What is remembered of a trip, in figures: `manage.py memory_stats TRIP [--json]`."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from memory.figures import figures_of
from memory.management.naming import trip_named


class Command(BaseCommand):
    help = "Count what the agents remember of a trip: notes, documents, extractions, sizes of briefs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("trip", metavar="TRIP", help="the trip's number or id")
        parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")

    def handle(self, *args: Any, **options: Any) -> None:
        figures = figures_of(trip_named(options["trip"]))
        if options["json"]:
            self.stdout.write(json.dumps(figures, indent=2))
            return
        self.stdout.write(figures["trip"])
        if not figures["remembers"]:
            self.stdout.write("Remembering is switched off here.")
        row = "{:<12} {:>8} {:>8} {:>7} {:>8} {:>7} {:>9} {:>6} {:>6}"
        heads = ("agent", "tokens", "KB", "pinned", "others", "shared", "proposed", "gone", "used")
        self.stdout.write(row.format(*heads))
        for agent, told in figures["agents"].items():
            self.stdout.write(
                row.format(
                    agent,
                    told["brief_tokens"],
                    f"{told['brief_bytes'] / 1024:.1f}",
                    told["pinned"],
                    told["ephemeral"],
                    told["shared"],
                    told["proposed"],
                    told["closed"],
                    told["used"],
                )
            )
            if told["lost"]:
                self.stdout.write(f"  over its budget; left out: {'; '.join(told['lost'])}")
            if told["own_characters"] is not None:
                self.stdout.write(f"  its own memory: {told['own_characters']} characters")
        for label in ("traveller", "documents", "extractions"):
            told = ", ".join(f"{count} {name}" for name, count in figures[label].items()) or "none"
            self.stdout.write(f"{label}: {told}")
