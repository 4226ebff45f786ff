"""The tests' database: migrated once for all runs (SQLite), and quickly emptied where tests commit.

Imported by the tests' conftest, whose fixtures these two become; both stand in for those of pytest-django.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.apps import apps
from django.db import connections, transaction
from django.test import TransactionTestCase

from memory.admin import curators

if TYPE_CHECKING:
    from trips.models import Trip

ROOT = Path(__file__).resolve().parents[1]
#: A migration's own imports of the product.
IMPORTED = re.compile(
    r"^(?:from|import) ((?:config|trips|memory|agents)[\w.]*)(?: import (\w+))?", re.MULTILINE
)
#: The same after every migration; to write them again takes longer than most tests.
LASTING = {"django_content_type", "auth_permission"}
#: Rows go in any order: for one transaction nobody asks what refers to them.
UNCHECKED = {
    "sqlite": "PRAGMA defer_foreign_keys = ON",
    "postgresql": "SET LOCAL session_replication_role = replica",
}

#: What functions made of an empty database: its copy in memory, and the trip's key.
BUILT: dict[Callable[[], Trip], tuple[sqlite3.Connection, object]] = {}


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_modify_db_settings: None) -> bool:
    """On SQLite a copy of a migrated file is what the run's migrations begin with."""
    connection = connections["default"]
    if connection.vendor != "sqlite":
        return False
    options = connection.settings_dict["OPTIONS"]  # nothing here has to outlive a power cut
    options["init_command"] = options["init_command"].replace("synchronous=FULL", "synchronous=OFF")
    migrated = migrated_file()
    if migrated.exists():
        shutil.copyfile(migrated, _file())
    return True


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_keepdb: bool, django_db_blocker) -> Iterator[None]:
    if django_db_keepdb and not (migrated := migrated_file()).exists():
        part = migrated.with_suffix(f".{_file().name}")
        with closing(sqlite3.connect(_file())) as connection:
            connection.execute("VACUUM INTO ?", (str(part),))
        part.replace(migrated)  # another process may be doing the same
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", empty)
        yield
    if django_db_keepdb:
        with django_db_blocker.unblock():
            connections.close_all()
        for ending in ("", "-wal", "-shm"):
            Path(f"{_file()}{ending}").unlink(missing_ok=True)


@pytest.fixture
def built(transactional_db: None) -> Callable[[Callable[[], Trip]], Trip]:
    """`built(make)`: the trip that a function makes in an empty database. On SQLite a process calls it
    once; later tests have the database as it was then."""

    def trip_of(make: Callable[[], Trip]) -> Trip:
        from trips.models import Trip

        connection = connections["default"]
        if connection.vendor != "sqlite":
            return make()
        connection.ensure_connection()
        if make in BUILT:
            copy, primary_key = BUILT[make]
            copy.backup(connection.connection)
            return Trip.objects.get(pk=primary_key)
        trip = make()
        copy = sqlite3.connect(":memory:")
        connection.connection.backup(copy)
        BUILT[make] = copy, trip.pk
        return Trip.objects.get(pk=trip.pk)

    return trip_of


def empty(case: TransactionTestCase) -> None:
    """Every table is as it is after migrations, those without rows untouched: Django's own `flush`, which
    creates a file for each table of PostgreSQL, takes a hundred times as long."""
    for alias in case._databases_names(include_mirrors=False):
        connection = connections[alias]
        tables = set(connection.introspection.django_table_names(only_existing=True, include_views=False))
        quoted = [connection.ops.quote_name(table) for table in sorted(tables - LASTING)]
        with transaction.atomic(using=alias), connection.cursor() as cursor:
            cursor.execute(UNCHECKED[connection.vendor])
            with_rows = [f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {name})" for name in quoted]  # noqa: S608
            cursor.execute(" UNION ALL ".join(with_rows))
            for (name,) in cursor.fetchall():
                cursor.execute(f"DELETE FROM {name}")  # noqa: S608
        curators.make_group(apps.get_app_config("memory"), using=alias)


def _file() -> Path:
    return Path(connections["default"].settings_dict["TEST"]["NAME"])


def migrated_file() -> Path:
    """Where the migrated file lies; another name as soon as anything that makes it differs."""
    digest = hashlib.sha256()
    for path in _ingredients():
        digest.update(path.read_bytes())
    folder = ROOT / ".pytest_cache" / "migrated"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{digest.hexdigest()[:16]}.sqlite3"


def _ingredients() -> list[Path]:
    migrations = sorted(ROOT.glob("*/migrations/*.py"))
    modules = {
        ".".join(filter(None, names))
        for path in migrations
        for names in IMPORTED.findall(path.read_text("utf-8"))
    }
    imported = [ROOT / f"{name.replace('.', '/')}.py" for name in sorted(modules)]
    return [*migrations, *filter(Path.exists, imported), ROOT / "requirements.txt"]
