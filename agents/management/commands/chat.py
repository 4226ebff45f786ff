"""`manage.py chat`: plan a trip in the terminal, with the same turns as the page."""

from __future__ import annotations

import datetime as dt
import sys

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import Http404
from django.utils import timezone

from agents.terminal.client import Client, list_trips
from agents.worker import WorkerThread
from config import clock
from config.logs import only_warnings
from trips.access import editable_trip_for
from trips.models import Traveller, Trip
from trips.starting import start_trip


class Command(BaseCommand):
    help = "Talk to Wayfare: a line is a message. Ends at the end of input."
    requires_system_checks = []  # a quick start; `doctor` and `serve` look at everything

    def add_arguments(self, parser) -> None:
        parser.add_argument("--trip", help="Go on with this trip (its id, see --list).")
        parser.add_argument("--list", action="store_true", help="List the trips and end.")
        parser.add_argument("--user", default="", help="The account; without it one named “terminal”.")
        parser.add_argument("--json", action="store_true", help="One JSON object a line for every event.")
        parser.add_argument("--now", help="Let the clock start at this moment, e.g. 2027-02-15T09:00.")

    def handle(self, *args, **options) -> None:
        self._prepare_database()
        traveller = self._traveller(options["user"])
        if options["now"]:
            clock.set_now(_moment(options["now"]))
        try:
            if options["list"]:
                list_trips(traveller, sys.stdout, as_json=options["json"])
                return
            trip = self._trip(traveller, options["trip"])
            self._talk(trip, traveller, as_json=options["json"])
        finally:
            clock.set_now(None)

    def _talk(self, trip: Trip, traveller: Traveller, *, as_json: bool) -> None:
        settings.BACKGROUND = "threads"  # this process answers its own messages
        settings.OFFLINE_PAUSE = 0.0 if as_json or not sys.stdout.isatty() else settings.OFFLINE_PAUSE
        client = Client(trip, as_json=as_json, traveller=traveller)
        at_a_terminal = sys.stdin.isatty() and not as_json
        if at_a_terminal:
            self.stdout.write(f"Trip {trip.uuid}. Write a message, or /help for what there is. Ctrl+D ends.")
        client.welcome()
        with only_warnings(), WorkerThread():
            while True:
                if at_a_terminal:
                    self.stdout.write("› ", ending="")
                    self.stdout.flush()
                line = sys.stdin.readline()
                if not line:
                    break
                client.line(line)

    def _prepare_database(self) -> None:
        """An embedded database is made on first use; any other must have been migrated."""
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            if connection.vendor != "sqlite":
                raise CommandError("The database is not up to date: run `manage.py migrate` first.")
            call_command("migrate", interactive=False, verbosity=0)

    def _traveller(self, name: str) -> Traveller:
        if name:
            traveller = Traveller.objects.filter(username=name).first()
            if traveller is None:
                raise CommandError(f"There is no account named {name}.")
            return traveller
        traveller, created = Traveller.objects.get_or_create(username="terminal")
        if created:
            traveller.set_unusable_password()
            traveller.save(update_fields=["password"])
        return traveller

    def _trip(self, traveller: Traveller, wanted: str | None) -> Trip:
        if not wanted:
            return start_trip(traveller)
        try:
            return editable_trip_for(traveller, wanted)
        except (Http404, ValidationError) as error:
            raise CommandError(f"{traveller} has no trip {wanted}; `--list` shows them.") from error


def _moment(text: str) -> dt.datetime:
    try:
        moment = dt.datetime.fromisoformat(text)
    except ValueError as error:
        raise CommandError(f"--now wants a moment like 2027-02-15T09:00, not {text}.") from error
    return moment if moment.tzinfo else timezone.make_aware(moment, dt.UTC)
