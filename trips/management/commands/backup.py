"""`manage.py backup`: the whole database as one file, while it is used."""

from __future__ import annotations

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from config.backup.archive import BackupRefused
from config.backup.making import make_backup, verify_backup


class Command(BaseCommand):
    help = "Back the database up into one file, while it is used; or compare a backup with its manifest."
    requires_system_checks = ()  # a backup must be possible whatever else is wrong

    def add_arguments(self, parser) -> None:
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--to", type=Path, help="a file, or a folder for one that is named by the time")
        what.add_argument("--verify", type=Path, metavar="FILE", help="make nothing; look at this backup")

    def handle(self, *args, to: Path | None, verify: Path | None, **options) -> None:
        try:
            done = verify_backup(verify) if verify else make_backup(to)
        except BackupRefused as refused:
            raise CommandError(str(refused)) from refused
        manifest = done.manifest
        if verify:
            self.stdout.write(f"{done.path} is what was written: {done.looked_at}.")
            self.stdout.write(
                f"Made {manifest.made} by Wayfare {manifest.version} of {manifest.engine_version}."
            )
            for name, table in sorted(manifest.tables.items()):
                self.stdout.write(f"  {name:<32} {table.rows:>10,}  {table.checksum}")
        else:
            self.stdout.write(f"{done.path}")
        self.stdout.write(
            f"{len(manifest.tables)} tables, {manifest.rows:,} rows, {done.path.stat().st_size:,} bytes, "
            f"{done.seconds:.1f} s"
        )
