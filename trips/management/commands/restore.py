"""`manage.py restore`: a backup becomes the database; turns that ran in it are taken up again."""

from __future__ import annotations

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from config.backup.archive import BackupRefused
from config.backup.engines import Mending
from config.backup.restoring import migrations_to_run, restore_backup
from trips.models import Turn

#: Whoever worked on a turn before may live on with its old token: no claim reaches this far by itself.
FURTHER = 1000

_RELEASE = """
    UPDATE {turns} SET status = 'queued', lease_token = lease_token + {further}, lease_owner = '',
    lease_until = NULL WHERE status IN ('queued', 'running')
"""


def mending(*, sign_out: bool = False) -> Mending:
    """Turns that ran or waited wait now: the first worker takes them up, with the steps that were done."""
    release = _RELEASE.format(turns=Turn._meta.db_table, further=FURTHER)
    return Mending((release,), sign_out=sign_out)


class Command(BaseCommand):
    help = "Make a backup the database. Stop web and workers first; what fails leaves the old data."
    requires_system_checks = ()

    def add_arguments(self, parser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="also over a database that is not empty")
        parser.add_argument("--sign-out", action="store_true", help="drop every session of the backup")

    def handle(self, *args, file: Path, replace: bool, sign_out: bool, **options) -> None:
        try:
            done = restore_backup(file, mending(sign_out=sign_out), replace=replace)
        except BackupRefused as refused:
            raise CommandError(str(refused)) from refused
        manifest = done.manifest
        for name, table in sorted(manifest.tables.items()):
            self.stdout.write(f"  {name:<32} {table.rows:>10,}")
        self.stdout.write(
            f"Restored what was backed up {manifest.made} by Wayfare {manifest.version}: "
            f"{len(manifest.tables)} tables, {manifest.rows:,} rows, {done.seconds:.1f} s"
        )
        if waiting := migrations_to_run(manifest):
            self.stdout.write(
                f"{len(waiting)} migrations are newer than the backup: run `manage.py migrate` now."
            )
