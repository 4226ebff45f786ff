"""How well `understand` reads 300 trip requests written by others.

    WAYFARE_SAMPLES=… python tests/bench/understand_travelbench.py [--wrong]

Judged: persons, days, budget, origin, destinations as a set, trip type, rooms. An empty gold value is
not judged; a row counts when every judged slot is right. Names of places are compared as text and by
the city they stand for. The samples are no part of the project: without the folder it says so.
"""

from __future__ import annotations

import ast
import csv
import datetime as dt
import os
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from trips.catalogue.gazetteer import Gazetteer, default_gazetteer  # noqa: E402
from trips.catalogue.names import key  # noqa: E402
from trips.facts import apply_changes, resolve_place  # noqa: E402
from trips.reading import understand  # noqa: E402
from trips.schemas import PlaceName, TripFacts  # noqa: E402

FILE = "travelbench_sample.csv"
TODAY = dt.date(2026, 11, 21)
TRIP_TYPES = {"round": "round", "one_way": "one_way", "one-way": "one_way"}


def same(place: PlaceName | None, gold: str, gazetteer: Gazetteer) -> bool:
    if place is None:
        return False
    if key(place.name) == key(gold):
        return True
    meant = resolve_place(gold, gazetteer)
    return place.city_id is not None and place.city_id == meant.city_id


def wrong_slots(row: dict[str, str], facts: TripFacts, gazetteer: Gazetteer) -> dict[str, tuple]:
    """Slot → (read, gold) of what is wrong; empty gold values are passed over."""
    hard, flight, hotel = (
        ast.literal_eval(row[name]) for name in ("hard_constraints", "req_flight", "req_hotel")
    )
    wrong = {}

    def judge(slot: str, read: object, gold: object, right: bool) -> None:
        if gold not in ("", None, []) and not right:
            wrong[slot] = (read, gold)

    persons, days, budget = hard.get("person_num"), hard.get("days"), hard.get("budget")
    judge("persons", facts.party.size, persons, str(facts.party.size) == str(persons))
    judge("days", facts.dates.days, days, str(facts.dates.days) == str(days))
    judge("budget", facts.budget.amount, budget, str(facts.budget.amount) == str(budget).strip())
    origin, cities = flight.get("departure_city"), flight.get("arrival_city") or []
    judge("origin", facts.origin and facts.origin.name, origin, same(facts.origin, origin, gazetteer))
    read = facts.destinations
    matched = len(read) == len(cities) and all(
        any(same(place, city, gazetteer) for place in read) for city in cities
    )
    judge("destinations", [place.name for place in read], cities, matched)
    trip_type = flight.get("trip_type")
    judge("trip type", facts.trip_type, trip_type, facts.trip_type == TRIP_TYPES.get(trip_type))
    rooms = hotel.get("rooms_count")
    judge("rooms", facts.rooms, rooms, str(facts.rooms) == str(rooms))
    return wrong


#: The share of rows with every judged slot right.
GOAL = 0.9


def main(show_wrong: bool) -> int:
    folder = os.environ.get("WAYFARE_SAMPLES", "")
    path = Path(folder) / FILE
    if not folder or not path.is_file():
        print(f"skipped: WAYFARE_SAMPLES names no folder with {FILE}")
        return 0
    gazetteer = default_gazetteer()
    rows = list(csv.DictReader(path.open(encoding="utf-8")))
    failures: Counter[str] = Counter()
    right, spent = 0, []
    for row in rows:
        started = time.process_time()
        read = understand(row["query"], today=TODAY, gazetteer=gazetteer)
        spent.append(time.process_time() - started)
        facts = apply_changes(TripFacts(), read.changes, today=TODAY, gazetteer=gazetteer).facts
        wrong = wrong_slots(row, facts, gazetteer)
        right += not wrong
        failures.update(wrong.keys())
        if wrong and show_wrong:
            print(f"- {row['query']}\n  {wrong}")
    spent.sort()
    print(f"rows right: {right} of {len(rows)} ({100 * right / len(rows):.1f} %)")
    print("wrong slots:", dict(failures) or "none")
    middle, high = spent[len(spent) // 2], spent[int(len(spent) * 0.95)]
    print(f"processor time a sentence: median {1000 * middle:.1f} ms, 95 % under {1000 * high:.1f} ms")
    return 0 if right >= GOAL * len(rows) else 1


if __name__ == "__main__":
    sys.exit(main("--wrong" in sys.argv[1:]))
