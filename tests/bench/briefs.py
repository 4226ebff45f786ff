"""How long a brief takes, with 10 to 100,000 notes of its traveller, on SQLite and on PostgreSQL.

`tests/bench/briefs_told.py` says what is told and measured; each engine has a process of its own.
"""

from __future__ import annotations

import sys

from tests.bench.engines import migrated, on_both
from tests.bench.servers import machine

RUNS = 200


def main(runs: int) -> int:
    """Prints medians and 95th percentiles. A time is no goal of correctness: 0, unless a brief has more lines
    than its zones may have."""
    print(f"{runs} briefs an agent and size; {machine()}")
    return on_both("tests.bench.briefs", [str(runs)])


if __name__ == "__main__":
    vendor = migrated()
    from tests.bench.briefs_told import measure

    sys.exit(measure(vendor, int(sys.argv[1])))
