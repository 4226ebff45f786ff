"""What was learnt from a trip is forgotten for good: `manage.py forget_trip TRIP`."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from memory.forgetting import forget_trip
from memory.management.naming import trip_named


class Command(BaseCommand):
    help = "Forget for good, without undo, what was learnt from a trip; the trip and its conversation stay."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("trip", metavar="TRIP", help="the trip's number or id")

    def handle(self, *args: Any, **options: Any) -> None:
        trip = trip_named(options["trip"])
        done = forget_trip(trip)
        gone = ", ".join(f"{count} {name}" for name, count in done.items() if count)
        self.stdout.write(f"Of {trip.name}: {gone or 'nothing was remembered'}.")
