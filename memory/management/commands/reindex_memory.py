"""`manage.py reindex_memory [--traveller NAME]`: the index of what is remembered, anew from its rows."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from memory import fulltext
from memory.reindexing import reindex
from trips.models import Traveller


class Command(BaseCommand):
    help = "Write the search index of what was said, noted and found out anew; of one traveller or of all."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--traveller", help="user name; without it everybody")

    def handle(self, *args: Any, traveller: str | None = None, **options: Any) -> None:
        owner = None
        if traveller is not None:
            owner = Traveller.objects.filter(username=traveller).first()
            if owner is None:
                raise CommandError(f"There is no traveller {traveller}.")
        rows = reindex(owner)
        if owner is None:
            fulltext.rebuild()
        self.stdout.write(f"{rows} rows can be searched.")
