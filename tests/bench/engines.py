"""A bench that is run on SQLite and on PostgreSQL, each in a process and a database of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path


def on_both(module: str, arguments: Sequence[str] = ()) -> int:
    """Run `python -m module arguments` with DATABASE_URL set to either; how many of the two ended badly."""
    from tests.throwaway_servers import Missing, PostgreSQL, running

    with tempfile.TemporaryDirectory(prefix="wayfare-bench-") as name:
        missed = _run(module, arguments, f"sqlite:///{Path(name) / 'bench.sqlite3'}")
    try:
        with running(PostgreSQL) as server:
            missed += _run(module, arguments, server.make_database())
    except Missing as missing:
        print(f"skipped: {missing}")
    return missed


def migrated() -> str:
    """In the process of the bench: Django with every table. The engine's name."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", interactive=False, verbosity=0)
    return connection.vendor


def _run(module: str, arguments: Sequence[str], url: str) -> int:
    environment = {**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings"}
    sys.stdout.flush()
    command = [sys.executable, "-m", module, *arguments]
    return int(subprocess.run(command, env=environment, check=False).returncode != 0)
