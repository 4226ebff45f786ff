"""Stops what the product stands on, in the middle of turns: `python -m tests.outages --help`.

Ends with 1 when an accepted message was lost, answered twice or never, when one that was refused was not told
why, and when nothing could be started.
"""

from __future__ import annotations

import argparse
import os
import secrets
import signal
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from random import Random

from tests.kills.__main__ import PLAIN, SHORT

KINDS = ("redis-stopped", "redis-flushed", "postgresql-fast", "postgresql-immediate", "both", "disk", "quota",
         "clock")  # fmt: skip
#: What an outage is measured with: the product's own limits are on, and far away.
MORE = {
    "RATE_LIMITS": "true",
    **{name: "1000000" for name in ("MESSAGES_A_MINUTE", "TRIPS_AN_HOUR", "GUESTS_AN_HOUR",
                                    "STREAMS_A_MINUTE", "REQUESTS_A_MINUTE")},
}  # fmt: skip


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.outages", description=__doc__.split("\n")[0])
    parser.add_argument("--only", nargs="+", choices=KINDS, default=KINDS, help="these kinds")
    parser.add_argument("--rounds", type=int, default=1, help="each kind so often")
    parser.add_argument("--shortest", type=float, default=5.0, help="seconds of an outage, at least")
    parser.add_argument("--longest", type=float, default=60.0, help="seconds of an outage, at most")
    parser.add_argument("--seed", type=int, default=None, help="of an earlier run")
    parser.add_argument("--product-times", action="store_true", help="leases as long as in production")
    parser.add_argument("--log", type=Path, default=None, help="keep what the processes wrote in this folder")
    wanted = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # servers and processes end with us
    seed = wanted.seed if wanted.seed is not None else secrets.randbelow(1_000_000)
    print(f"outages: {', '.join(wanted.only)}; seed {seed}; load {os.getloadavg()[0]:.1f}", flush=True)

    from tests.outages.sites import Skipped, grown, on_a_small_disk, with_a_clock

    os.environ.update({**PLAIN, **MORE, **({} if wanted.product_times else SHORT)})
    parts = ((grown, KINDS[:5]), (on_a_small_disk, ("disk",)), (on_a_small_disk, ("quota",)),
             (with_a_clock, ("clock",)))  # fmt: skip
    parts = [(part, [kind for kind in kinds if kind in wanted.only]) for part, kinds in parts]
    parts = [(part, kinds) for part, kinds in parts if kinds]
    if len(parts) > 1:  # Django is set up for one database a process
        return _each_alone(parts, wanted, seed)
    part, kinds = parts[0]
    random = Random(seed)  # noqa: S311
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="wayfare-outages-")))
        folder.chmod(0o755)
        try:
            return part(folder, kinds, wanted, random)
        except Skipped as skipped:
            print(f"Skipped: {skipped}.", flush=True)
            return 1 if os.environ.get("CI") == "true" else 0


def _each_alone(parts, wanted: argparse.Namespace, seed: int) -> int:
    import subprocess

    worst = 0
    for _part, kinds in parts:
        command = [sys.executable, "-m", "tests.outages", "--seed", str(seed), "--rounds", str(wanted.rounds),
                   "--shortest", str(wanted.shortest), "--longest", str(wanted.longest),
                   *(["--product-times"] if wanted.product_times else []),
                   *(["--log", str(wanted.log)] if wanted.log else []), "--only", *kinds]  # fmt: skip
        worst = max(worst, abs(subprocess.run(command).returncode))
    return worst


if __name__ == "__main__":
    sys.exit(main())
