"""The fault bench: good plans are spoiled, and each fault must be caught by the check meant for it.

`python -m tests.bench.faults` prints the table; `make bench` runs it, `make test` a smaller part of it.
Good plans: those written by hand in `plans/` and those the composer makes of `wishes`.
"""

from __future__ import annotations

import json
import sys
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from tests.bench import (
    break_clashes,
    break_houses,
    break_quality,
    break_route,
    break_time,
    break_wishes,
    composed,
)
from tests.bench.breakages import BREAKAGES, Breakage, Trip
from tests.trips.given_rows import GivenRows
from trips.catalogue.gazetteer import Gazetteer, default_gazetteer
from trips.planning.validator import check_plan
from trips.planning.validator.document import read_document
from trips.schemas import Place, Verdict

PLANS = Path(__file__).parent / "plans"
TODAY = composed.TODAY
#: Importing a module registers its breakages.
WAYS = (break_route, break_time, break_wishes, break_clashes, break_houses, break_quality)


@dataclass
class Tally:
    """How one breakage fared over all plans it can spoil."""

    breakage: Breakage
    tried: int = 0
    missed: list[str] = field(default_factory=list)


def written_by_hand() -> list[Trip]:
    """The plans of `plans/`, on the rows they were written with: a price corrected since in our data
    makes no good plan a bad one."""
    rows = [Place.model_validate(row) for row in json.loads((PLANS.parent / "rows.json").read_text("utf-8"))]
    gazetteer = Gazetteer(GivenRows(rows))
    found = []
    for path in sorted(PLANS.glob("*.json")):
        document = read_document(path.read_bytes())
        found.append(Trip(path.stem, document.facts, document.plan, gazetteer, document.others))
    return found


def verdict_of(trip: Trip) -> Verdict:
    return check_plan(trip.plan, trip.facts, trip.gazetteer, today=TODAY, others=trip.others)


def alarms(trip: Trip) -> list[str]:
    """What the validator holds against a plan: errors and warnings, not what it could not check."""
    failed = verdict_of(trip).failed
    return [f"{result.id} {result.message}" for result in failed if result.severity != "info"]


def failed_checks(trip: Trip) -> set[int]:
    return {result.id for result in verdict_of(trip).failed}


def try_all(trips: list[Trip]) -> list[Tally]:
    """Every breakage on every plan that it can spoil."""
    before = {trip.name: failed_checks(trip) for trip in trips}
    tallies = []
    for breakage in BREAKAGES:
        tally = Tally(breakage)
        for trip in trips:
            spoiled = trip.copy()
            if breakage.check in before[trip.name] or not breakage.spoil(spoiled):
                continue
            tally.tried += 1
            if breakage.check not in failed_checks(spoiled):
                tally.missed.append(trip.name)
        tallies.append(tally)
    return tallies


def milliseconds(trips: list[Trip]) -> list[float]:
    """How long one verdict takes: the quickest of three, so that a busy machine counts less."""

    def once(trip: Trip) -> float:
        begin = time.perf_counter()
        verdict_of(trip)
        return (time.perf_counter() - begin) * 1000

    return [min(once(trip) for _ in range(3)) for trip in trips]


def main() -> int:
    """Print what was caught, what was missed, which good plans raised an alarm; 1 if any."""
    by_hand = written_by_hand()
    by_composer = composed.trips(default_gazetteer())
    good = by_hand + by_composer
    false = {trip.name: found for trip in good if (found := alarms(trip))}
    tallies = try_all([trip for trip in good if trip.name not in false])
    print(f"{len(BREAKAGES)} ways to spoil a plan")
    per_check: dict[int, list[Tally]] = defaultdict(list)
    for tally in tallies:
        per_check[tally.breakage.check].append(tally)
    for check in sorted(per_check):
        for tally in per_check[check]:
            caught = tally.tried - len(tally.missed)
            name = tally.breakage.name.replace("_", " ")
            missed = f"   missed: {', '.join(tally.missed)}" if tally.missed else ""
            print(f"  check {check:>2}  {name:<52} {caught:>3} of {tally.tried:<3}{missed}")
    times = milliseconds(good)
    print(
        f"{len(good)} good plans ({len(by_hand)} written by hand, {len(by_composer)} composed): "
        f"{len(false)} with an alarm"
    )
    for name, found in false.items():
        print(f"  {name}: {' | '.join(found)}")
    print(f"one verdict: median {median(times):.1f} ms, longest {max(times):.1f} ms")
    tried = sum(tally.tried for tally in tallies)
    missed = sum(len(tally.missed) for tally in tallies)
    idle = [tally.breakage.name for tally in tallies if not tally.tried]
    print(
        f"{tried - missed} of {tried} faults caught; ways that spoiled no plan: {', '.join(idle) or 'none'}"
    )
    return 1 if missed or false or idle else 0


if __name__ == "__main__":
    sys.exit(main())
