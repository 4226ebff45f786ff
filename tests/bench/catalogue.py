"""What a catalogue of many imported rows costs: the start of a process, its memory, a plan, a brief.

    python -m tests.bench catalogue

Towns of which nothing ships, with a thousand rows each as large extracts give them, in one SQLite file. Each
size has a process of its own, and its plan a town that the process has not read. Times are the processor's.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

SIZES = (0, 5_000, 200_000)
A_TOWN = {"visits": 250, "food": 500, "stays": 250}
ROWS = sum(A_TOWN.values())
AGAIN = 7
#: Where the towns are taken from, the largest without rows first.
COUNTRIES = ("DE", "US", "IT", "FR", "ES", "JP", "MX", "BR", "IN", "PL")


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="wayfare-bench-") as folder:
        url = f"sqlite:///{Path(folder) / 'bench.sqlite3'}"
        environment = {**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings"}
        for size in SIZES:
            for step in ("fill", "measure"):
                command = [sys.executable, "-m", "tests.bench.catalogue", step, str(size)]
                if subprocess.run(command, env=environment, check=False).returncode:
                    return 1
    return 0


def fill(size: int) -> None:
    """Up to so many rows."""
    from tests.bench.engines import migrated

    migrated()
    from tests.trips.imported import import_town, imported_rows
    from trips.models import PlaceSource

    taken = set(PlaceSource.objects.values_list("city_id", flat=True))
    for number in [one for one in towns(size // ROWS) if one not in taken]:
        import_town(imported_rows(**A_TOWN, city=number))


def towns(count: int) -> list[int]:
    from trips.catalogue.gazetteer import default_gazetteer

    gazetteer = default_gazetteer()
    found = [city.id for code in COUNTRIES for city in gazetteer.cities_of(code, 60) if not city.curated]
    return found[:count]


def measure(size: int) -> None:
    began = time.process_time()
    import django

    django.setup()
    import config.urls  # noqa: F401
    from trips.places import current_gazetteer

    current_gazetteer().best_city("Boston")
    started = time.process_time() - began
    number = towns(size // ROWS)[-1] if size else current_gazetteer().best_city("Boston").id
    first, again = _plan_times(number)
    from tests.bench.briefs_told import measured, told

    brief = max(measured(told(), agent, 30).processor for agent in ("planner", "research"))
    asked = _milliseconds(current_gazetteer)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{size:>7,} imported rows: start {started:.2f} s, options of 3 days {first:.2f} s, then {again:.2f} "
        f"s, a brief {brief:.1f} ms, the gazetteer of a turn {asked:.2f} ms, {memory:.0f} MB"
    )


def _plan_times(number: int) -> tuple[float, float]:
    """Seconds of all options of one town, with their checks: when it is first read, and the median after."""
    import datetime as dt

    from trips.places import current_gazetteer
    from trips.planning.compose import draft, outlines
    from trips.planning.schedule import schedule
    from trips.planning.validator import check_plan
    from trips.schemas import Dates, Destination, Party, TripFacts

    today, start = dt.date(2026, 11, 26), dt.date(2027, 5, 11)

    def plan() -> None:
        gazetteer = current_gazetteer()
        town = gazetteer.city(number)
        there = Destination(name=town.name, city_id=town.id, country=town.country)
        dates = Dates(start=start, end=start + dt.timedelta(days=2))
        facts = TripFacts(destinations=[there], dates=dates, party=Party(adults=2))
        for outline in outlines(facts, gazetteer):
            found = schedule(draft(facts, outline, gazetteer, used=set()), facts, gazetteer, today=today)
            check_plan(found, facts, gazetteer, today=today)

    times = []
    for _ in range(AGAIN):
        began = time.process_time()
        plan()
        times.append(time.process_time() - began)
    return times[0], median(times[1:])


def _milliseconds(call: Callable[[], object]) -> float:
    times = []
    for _ in range(50):
        began = time.process_time()
        call()
        times.append(1000 * (time.process_time() - began))
    return median(times)


if __name__ == "__main__":
    {"fill": fill, "measure": measure}[sys.argv[1]](int(sys.argv[2]))
