"""`manage.py cleanup`: removes what is older than the settings say; a worker does it once a day by itself."""

from __future__ import annotations

import time

from django.core.management.base import BaseCommand

from agents import retention
from config import clock


class Command(BaseCommand):
    help = "Remove what is kept no longer (docs/operations.md); --dry-run only counts."

    def add_arguments(self, parser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="remove nothing; say what would go")

    def handle(self, *args, dry_run: bool, **options) -> None:
        now, began = clock.now(), time.monotonic()
        if dry_run:
            counts = {rule.name: 0 if rule.off else rule.count(now) for rule in retention.RULES}
        else:
            retention.take_the_chore(now, anyhow=True)
            counts = retention.do_the_chore(now)
        for rule in retention.RULES:
            self.stdout.write(f"  {rule.what:<52} {_after(rule):<16} {counts[rule.name]:>9,}")
        what = "would go" if dry_run else "removed"
        self.stdout.write(f"{sum(counts.values()):,} {what}, {time.monotonic() - began:.1f} s")


def _after(rule: retention.Rule) -> str:
    if rule.days is None:
        return "once expired"
    return "kept for good" if rule.off else f"after {rule.days} days"
