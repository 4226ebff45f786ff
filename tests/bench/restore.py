"""The restore drill with a larger database, on both engines: counts, checksums and times, printed."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from tests.grown.test_restore_drill import drilled
from tests.throwaway_servers import Missing, PostgreSQL, running

ROWS = 200_000  # events, besides what the writers write
LOAD = ("--seconds", "8", "--writers", "4", "--rows", str(ROWS))


def main() -> int:
    """Prints a report for each engine; 1 when something was lost or differs."""
    print(f"load of this machine before: {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory(prefix="wayfare-restore-") as name:
        missed = _show(drilled(f"sqlite:///{Path(name) / 'drill.sqlite3'}", *LOAD))
    try:
        with running(PostgreSQL) as server:
            missed += _show(drilled(server.make_database(), *LOAD))
    except Missing as missing:
        print(f"skipped: {missing}")
    return int(missed > 0)


def _show(report: dict) -> int:
    tables = report.pop("tables")
    wrong = report.pop("wrong")
    print(f"\n{report.pop('engine')}: {len(tables)} tables, {report.pop('rows'):,} rows")
    for name, rows in tables.items():
        if rows:
            print(f"  {name:<36} {rows:>10,} rows, equal")
    for what, value in report.items():
        print(f"  {what:<44} {value:>12,}")
    for line in wrong:
        print(f"  WRONG  {line}")
    return len(wrong)
