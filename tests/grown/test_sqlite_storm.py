"""Sixteen processes writing on SQLite: nobody hears "database is locked", and nothing is lost."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from django.db import connection
from django.db.models import Count, F, Max

from tests.grown.running import environment
from tests.grown.storm import PROCESSES
from tests.house.sources import ROOT
from trips.models import Message, Turn

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("grown")]

SECONDS = 4


def test_sixteen_processes_write_at_the_same_time(record_property):
    if connection.vendor != "sqlite":
        pytest.skip("about SQLite's locks")
    done = subprocess.run(
        [sys.executable, "-m", "tests.grown.storm", str(SECONDS)],
        env={**environment(), "DJANGO_SETTINGS_MODULE": "config.settings", "BACKGROUND": "threads"},
        cwd=ROOT, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    processes = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(processes) == PROCESSES
    assert [error for process in processes for error in process["errors"]] == []
    assert all(process["turns"] > 0 for process in processes)
    written = sum(process["turns"] for process in processes)
    record_property("turns", written)
    record_property("slowest write, seconds", max(process["slowest"] for process in processes))
    turns = Turn.objects.filter(status=Turn.Status.FAILED)
    assert turns.count() == written
    assert Message.objects.filter(author=Message.Author.AGENT).count() == written
    # queued, five words that went with the end, failed: numbered without a gap
    numbered = turns.annotate(rows=Count("events"), last=Max("events__seq"))
    assert numbered.exclude(last_seq=7).count() == 0
    assert numbered.filter(rows=2, last=F("last_seq")).count() == written
