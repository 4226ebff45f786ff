"""Put a backup back."""

from __future__ import annotations

import time
from pathlib import Path

from django.db.migrations.loader import MigrationLoader

from config.backup.archive import Archive, BackupRefused, Manifest
from config.backup.engines import Mending, same_engine
from config.backup.making import Done, in_words


def restore_backup(path: Path, mending: Mending, *, replace: bool = False) -> Done:
    """Make the backup the database. Whatever fails, what was there before is there still.

    `replace`: also over a database that holds something. Raises BackupRefused, Damaged.
    """
    began = time.monotonic()
    with in_words("The restore failed"), Archive(path) as archive:
        engine = same_engine(archive.manifest)
        _refuse_unknown_migrations(archive.manifest)
        engine.restore(archive, mending, replace=replace)
        return Done(path, archive.manifest, time.monotonic() - began)


def migrations_to_run(manifest: Manifest) -> list[str]:
    """What this code has and the backup had not: `migrate` is to follow."""
    loader = _loader()
    replaced = {old for migration in loader.disk_migrations.values() for old in migration.replaces}
    known = {f"{app}.{name}" for app, name in loader.disk_migrations}
    return sorted(known - set(manifest.migrations) - {f"{app}.{name}" for app, name in replaced})


def _refuse_unknown_migrations(manifest: Manifest) -> None:
    loader = _loader()
    known = {f"{app}.{name}" for app, name in loader.disk_migrations}
    for migration in loader.disk_migrations.values():
        known |= {f"{app}.{name}" for app, name in migration.replaces}
    unknown = [name for name in manifest.migrations if name not in known]
    if unknown:
        names = ", ".join(unknown[:4]) + (" …" if len(unknown) > 4 else "")
        raise BackupRefused(
            f"The backup was made by Wayfare {manifest.version} with migrations that this code does not have "
            f"({names}). Install that version first."
        )


def _loader() -> MigrationLoader:
    return MigrationLoader(None)
