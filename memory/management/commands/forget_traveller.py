"""A traveller is forgotten: `manage.py forget_traveller NAME --memory-only`, or with account and trips."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from memory.forgetting import forget_traveller
from trips.models import Traveller
from trips.removal import delete_traveller


class Command(BaseCommand):
    help = (
        "Forget a traveller for good, without undo: what is remembered, or with --yes account and trips too."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", metavar="NAME", help="the user name")
        parser.add_argument(
            "--memory-only", action="store_true", help="account, trips and conversations stay"
        )
        parser.add_argument("--yes", action="store_true", help="delete account and trips as well")

    def handle(self, *args: Any, name: str, memory_only: bool, yes: bool, **options: Any) -> None:
        owner = Traveller.objects.filter(username=name).first()
        if owner is None:
            raise CommandError(f"There is no traveller {name}.")
        if memory_only == yes:
            raise CommandError("Say one: --memory-only, or --yes for account and trips as well.")
        done = forget_traveller(owner)
        gone = (
            ", ".join(f"{count} {what}" for what, count in done.items() if count) or "nothing was remembered"
        )
        if yes:
            gone += f", {delete_traveller(owner)} trips, the account"
        self.stdout.write(f"Of {name}: {gone}.")
