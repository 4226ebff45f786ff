"""`make bench`: measures what the project promises, on a throwaway database.

    python -m tests.bench [faults] [hostile] [streams] … [--runs 20] [--streams 1000] [--seed 7]

Ends with 1 when a stated goal of correctness is missed, never for a time: machines differ.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
import traceback
from argparse import Namespace
from collections.abc import Callable

from tests.throwaway import throwaway_project


def dispatch(given: Namespace) -> int:
    """Specialists at the same time. Prints the medians; 1 only when a run did not end in options."""
    from tests.bench.dispatch import RUNS, main

    for line in main(given.runs or RUNS):
        print(line)
    return 0


def model_calls(given: Namespace) -> int:
    """Model calls from the first line to the options: order, cached share, dollars at list prices."""
    from tests.bench.model_calls import main

    return main()


def faults(given: Namespace) -> int:
    """Spoiled plans are caught, good ones raise no alarm."""
    from tests.bench.faults import main

    return main()


def understand(given: Namespace) -> int:
    """Sentences of a public sample are understood; skipped without the sample."""
    if not os.environ.get("WAYFARE_SAMPLES"):
        print("skipped: WAYFARE_SAMPLES names no folder with samples")
        return 0
    from tests.bench.understand_travelbench import main

    return main(show_wrong=False)


def hostile(given: Namespace) -> int:
    """Hostile texts in Chromium: nothing runs, nothing is asked for elsewhere, growing = finished = fresh."""
    from tests.bench.hostile import RUNS, SEED, main

    return main(given.runs or RUNS, SEED if given.seed is None else given.seed)


def streams(given: Namespace) -> int:
    """Many open streams in one process, beside Django's own streaming answer."""
    from tests.bench.streams import main

    return main(given.streams)


def turns(given: Namespace) -> int:
    """From the request of a message to the last byte of its answer, beside the model's bare client."""
    from tests.bench.turns import RUNS, main

    return main(given.runs or RUNS)


def pages(given: Namespace) -> int:
    """Pages a second, beside the same views under Django's own ASGI and under plain WSGI."""
    from tests.bench.pages import ROUNDS, main

    return main(given.runs or ROUNDS)


def access(given: Namespace) -> int:
    """Every address, method, person and id: nobody reads, changes or learns of what is not theirs."""
    from tests.bench.access import main

    return main()


def restore(given: Namespace) -> int:
    """A backup made under load comes back whole, on both engines; counts, checksums and times."""
    from tests.bench.restore import main

    return main()


def locomo(given: Namespace) -> int:
    """Long public conversations are found again; skipped without the sample."""
    from tests.bench.locomo import main

    return main()


def memory_search(given: Namespace) -> int:
    """A search among 1,000 and 100,000 rows (1,000,000 with --large), and of one owner with 100,000."""
    from tests.bench.memory_search import RUNS, main

    return main(given.runs or RUNS, large=given.large, seed=given.seed)


def briefs(given: Namespace) -> int:
    """An agent's brief, with 10 to 100,000 notes of its traveller."""
    from tests.bench.briefs import RUNS, main

    return main(given.runs or RUNS)


def extraction(given: Namespace) -> int:
    """What is sent and paid to learn from a turn."""
    from tests.bench.extraction import main

    return main()


def memory_admin(given: Namespace) -> int:
    """Staff's list of 100,000 notes (1,000,000 with --large): list, search, filters."""
    from tests.bench.memory_admin import LARGE, NOTES, RUNS, main

    return main(LARGE if given.large else NOTES, given.runs or RUNS)


def cities(given: Namespace) -> int:
    """Four days in thirty cities: what is named, best-known sights, what options share."""
    from tests.bench.cities import main

    return main()


def catalogue(given: Namespace) -> int:
    """Start, memory, a plan and a brief with 0, 5,000 and 200,000 imported rows."""
    from tests.bench.catalogue import main

    return main()


BENCHES: dict[str, Callable[[Namespace], int]] = {
    "cities": cities,
    "catalogue": catalogue,
    "faults": faults,
    "extraction": extraction,
    "dispatch": dispatch,
    "model_calls": model_calls,
    "understand": understand,
    "hostile": hostile,
    "streams": streams,
    "turns": turns,
    "pages": pages,
    "restore": restore,
    "access": access,
    "briefs": briefs,
    "locomo": locomo,
    "memory_search": memory_search,
    "memory_admin": memory_admin,
}


def run(name: str, given: Namespace) -> str:
    """One bench; what became of it, in words. A bench that breaks has missed its goal."""
    print(f"\n== {name}", flush=True)
    begin = time.perf_counter()
    try:
        missed = BENCHES[name](given)
    except Exception:
        traceback.print_exc(file=sys.stdout)
        missed = 1
    seconds = time.perf_counter() - begin
    return f"{'MISSED' if missed else 'well  '}  {name:<12} {seconds:6.1f} s"


def main(arguments: list[str] | None = None) -> int:
    """Run the benches named (all without a name) and print a line about each."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="What the project promises.")
    parser.add_argument("names", nargs="*", metavar="bench", help=f"any of: {', '.join(BENCHES)}")
    parser.add_argument("--runs", type=int, default=0, help="how often; each bench has a number of its own")
    parser.add_argument("--streams", type=int, default=1000, help="how many streams are open")
    parser.add_argument("--large", action="store_true", help="also the sizes that take very long")
    parser.add_argument("--seed", type=int, help="of what is generated")
    given = parser.parse_args(arguments)
    unknown = sorted(set(given.names) - set(BENCHES))
    if unknown:
        parser.error(f"no bench is named {', '.join(unknown)}; there are: {', '.join(BENCHES)}")
    with throwaway_project():
        summary = [run(name, given) for name in (given.names or BENCHES)]
    print("\n== summary")
    for line in summary:
        print(line)
    return int(any(line.startswith("MISSED") for line in summary))


if __name__ == "__main__":
    sys.exit(main())
