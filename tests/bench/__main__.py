"""`make bench`: measures what the project promises, on a throwaway database.

    python -m tests.bench [dispatch] [faults] [understand] [--runs 20]

Ends with 1 when a stated goal of correctness is missed, never for a time: machines differ.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
import traceback
from collections.abc import Callable

from tests.throwaway import throwaway_project


def dispatch(runs: int) -> int:
    """Specialists at the same time. Prints the medians; 1 only when a run did not end in options."""
    from tests.bench.dispatch import main

    for line in main(runs):
        print(line)
    return 0


def faults(runs: int) -> int:
    """Spoiled plans are caught, good ones raise no alarm."""
    from tests.bench.faults import main

    return main()


def understand(runs: int) -> int:
    """Sentences of a public sample are understood; skipped without the sample."""
    if not os.environ.get("WAYFARE_SAMPLES"):
        print("skipped: WAYFARE_SAMPLES names no folder with samples")
        return 0
    from tests.bench.understand_travelbench import main

    return main(show_wrong=False)


BENCHES: dict[str, Callable[[int], int]] = {
    "faults": faults,
    "dispatch": dispatch,
    "understand": understand,
}


def run(name: str, runs: int) -> str:
    """One bench; what became of it, in words. A bench that breaks has missed its goal."""
    print(f"\n== {name}", flush=True)
    begin = time.perf_counter()
    try:
        missed = BENCHES[name](runs)
    except Exception:
        traceback.print_exc(file=sys.stdout)
        missed = 1
    seconds = time.perf_counter() - begin
    return f"{'MISSED' if missed else 'well  '}  {name:<12} {seconds:6.1f} s"


def main(arguments: list[str] | None = None) -> int:
    """Run the benches named (all without a name) and print a line about each."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="What the project promises.")
    parser.add_argument("names", nargs="*", metavar="bench", help=f"any of: {', '.join(BENCHES)}")
    parser.add_argument("--runs", type=int, default=20, help="how often each dispatch is measured")
    given = parser.parse_args(arguments)
    unknown = sorted(set(given.names) - set(BENCHES))
    if unknown:
        parser.error(f"no bench is named {', '.join(unknown)}; there are: {', '.join(BENCHES)}")
    with throwaway_project():
        summary = [run(name, given.runs) for name in (given.names or BENCHES)]
    print("\n== summary")
    for line in summary:
        print(line)
    return int(any(line.startswith("MISSED") for line in summary))


if __name__ == "__main__":
    sys.exit(main())
