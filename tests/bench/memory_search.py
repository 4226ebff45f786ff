"""How long a search takes: 1,000 and 100,000 rows, 1,000 an owner; then an owner with 100,000; both engines.

    python -m tests.bench memory_search [--runs 200] [--large] [--seed 7]

`--large` adds 1,000,000 rows. Rows are sentences of a made vocabulary whose words are as unequal as a
language's (Zipf), in conversations; the questions are words of rows of their owner. Times are of the clock
and of the processor alone (a busy machine makes the first one long); goals are of the first one.
"""

from __future__ import annotations

import os
import random
import statistics
import sys
import time
from collections.abc import Iterator
from itertools import accumulate, islice

from tests.bench.engines import migrated, on_both

RUNS = 200
AN_OWNER = 1_000
SIZES = (1_000, 100_000)
LARGE = 1_000_000
ALONE = 100_000
GOAL = 20.0  # milliseconds, at the 95th percentile
GOAL_ALONE = 60.0
VOCABULARY = 20_000
BATCH = 2_000


def main(runs: int, *, large: bool, seed: int | None) -> int:
    """Prints a line a size and engine. Misses only when a question finds nothing, never for a time."""
    print(f"load of this machine before: {os.getloadavg()[0]:.1f}")
    return on_both(
        "tests.bench.memory_search", [str(runs), "1" if large else "0", str(7 if seed is None else seed)]
    )


def measure(runs: int, *, large: bool, seed: int) -> None:
    vendor = migrated()
    made = random.Random(seed)  # noqa: S311 (rows of a bench)
    rows = 0
    for size in (*SIZES, *((LARGE,) if large else ())):
        begin = time.perf_counter()
        owners = list(_owners((size - rows) // AN_OWNER, AN_OWNER, made))
        rows = size
        _settle()
        filled = time.perf_counter() - begin
        _report(f"{vendor}, {size:,} rows of {AN_OWNER:,} an owner", owners, runs, made, GOAL)
        print(f"    filled in {filled:.0f} s")
    alone = list(_owners(1, ALONE, made))
    _settle()
    _report(f"{vendor}, one owner with {ALONE:,}", alone, max(20, runs // 4), made, GOAL_ALONE)


def _report(what: str, owners: list, runs: int, made: random.Random, goal: float) -> None:
    from memory.models import SearchRow
    from memory.search import search

    wall, processor, found = [], [], 0
    for run in range(runs + 3):
        owner, said = owners[made.randrange(len(owners))]
        words = made.choice(said).split()
        question = " ".join(made.sample(words, 4)) + " and what else"
        begin, begin_processor = time.perf_counter(), time.process_time()
        hits = search(owner, question)
        if run < 3:  # prepared statements, caches of the process
            continue
        wall.append(1000 * (time.perf_counter() - begin))
        processor.append(1000 * (time.process_time() - begin_processor))
        found += bool(hits)
    assert found == runs, f"only {found} of {runs} questions found anything"
    assert SearchRow.objects.count() > 0
    low, high = statistics.median(wall), _share(wall, 0.95)
    own, own_high = statistics.median(processor), _share(processor, 0.95)
    well = "well" if high <= goal else "MISSED"
    print(
        f"{what}: p50 {low:.1f} ms, p95 {high:.1f} ms (goal {goal:.0f}: {well}); "
        f"processor alone p50 {own:.1f}, p95 {own_high:.1f} ms",
        flush=True,
    )


def _owners(count: int, each: int, made: random.Random) -> Iterator[tuple[object, list[str]]]:
    """Owners with a conversation of so many messages each, and some of what they said."""
    from memory.indexing import message_row
    from memory.models import SearchRow
    from trips.models import Member, Message, Traveller
    from trips.starting import start_trip

    sentences = _sentences(made)
    for _ in range(count):
        owner = Traveller.objects.create_user(f"bench-{made.getrandbits(60)}", password=None)
        trip = start_trip(owner)
        name = Member.objects.get(trip=trip).name
        said = list(islice(sentences, each))
        messages = []
        for at in range(0, each, BATCH):
            messages += Message.objects.bulk_create(
                [
                    Message(trip=trip, position=place, author=("traveller", "agent")[place % 2], text=text)
                    for place, text in enumerate(said[at : at + BATCH], start=at + 1)
                ]
            )
        beside = [None, *messages, None]
        rows = [
            message_row(message, beside[place], beside[place + 2], owner_id=owner.pk, name=name)
            for place, message in enumerate(messages)
        ]
        SearchRow.objects.bulk_create(rows, batch_size=BATCH)
        yield owner, said[-200:]


def _sentences(made: random.Random) -> Iterator[str]:
    """Eight to twenty-five words; the n-th of the vocabulary comes about 1/n as often as the first."""
    letters = "bcdfghklmnprst"
    words = [
        "".join(made.choice(letters) + made.choice("aeiou") for _ in range(made.randint(2, 4)))
        for _ in range(VOCABULARY)
    ]
    weights = list(accumulate(1 / (rank + 20) for rank in range(VOCABULARY)))
    while True:
        yield " ".join(made.choices(words, cum_weights=weights, k=made.randint(8, 25)))


def _settle() -> None:
    """As the database would be some time after: statistics, pages merged."""
    from django.db import connection

    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("VACUUM ANALYZE memory_searchrow")
            cursor.execute("VACUUM ANALYZE trips_message")
        else:
            cursor.execute("ANALYZE")


def _share(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


if __name__ == "__main__":
    measure(int(sys.argv[1]), large=sys.argv[2] == "1", seed=int(sys.argv[3]))
