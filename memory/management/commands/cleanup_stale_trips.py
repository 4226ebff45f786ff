"""Trips nobody has touched for long go: `manage.py cleanup_stale_trips --older-than DAYS [--dry-run]`."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config import clock
from memory.stale import MOST_DAYS, remove, stale_trips


class Command(BaseCommand):
    help = (
        "Delete trips untouched for so many days, with what is remembered of them; guests' after a third "
        "of it. Never one that lies ahead or is under way."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--older-than", type=int, required=True, metavar="DAYS", help=f"1 to {MOST_DAYS:,}"
        )
        parser.add_argument("--dry-run", action="store_true", help="only list them")

    def handle(self, *args: Any, older_than: int, dry_run: bool, **options: Any) -> None:
        if not 1 <= older_than <= MOST_DAYS:
            raise CommandError(f"--older-than is a number of days, 1 to {MOST_DAYS:,}.")
        now = clock.now()
        stale = stale_trips(now, older_than)
        count = 0
        for one in stale if dry_run else remove(now, older_than, stale):
            last_day = f"until {one.last_day}" if one.last_day else "without dates"
            whose = "guest's" if one.guest else "account's"
            touched = f"untouched since {one.touched:%Y-%m-%d}"
            self.stdout.write(f"  {one.trip.uuid}  {whose:<9}  {touched}  {last_day}  {one.trip.name}")
            count += 1
        self.stdout.write(f"{count} {'would go' if dry_run else 'removed'}")
