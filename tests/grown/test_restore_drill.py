"""The restore drill, on this run's engine: nothing accepted is lost, nothing differs, the trip goes on."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from django.db import connection

from tests.house.sources import ROOT
from tests.throwaway_servers import PostgreSQL, or_skip, postgresql_programs, running

pytestmark = pytest.mark.xdist_group("grown")


OFFLINE = {"ANTHROPIC_API_KEY": "", "ANTHROPIC_BASE_URL": "", "CELERY_BROKER_URL": ""}


def drilled(url: str, *arguments: str) -> dict:
    """What the drill reports of a database of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.grown.drill", *arguments],
        env={**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings", **OFFLINE},
        cwd=ROOT, capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    assert done.stdout, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


def test_a_backup_made_under_load_comes_back_whole(tmp_path, record_property):
    engine, arguments = connection.vendor, ("--seconds", "2", "--writers", "2")
    if engine == "sqlite":
        report = drilled(f"sqlite:///{tmp_path / 'drill.sqlite3'}", *arguments)
    else:
        or_skip(postgresql_programs)
        with running(PostgreSQL) as server:
            report = drilled(server.make_database(), *arguments)
    record_property("report", report)
    assert report["engine"] == engine
    assert report["wrong"] == []
    assert report["accepted before the backup"] > 0 and report["accepted between backup and restore"] > 0
    assert report["tables"]["trips_turn"] >= report["accepted before the backup"]
