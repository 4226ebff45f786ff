"""How long a brief takes, with 10 to 100,000 notes of its traveller: the Japan story, every agent.

A quarter of the notes are this trip's, a quarter about the traveller, the rest of twenty other trips; shared,
pinned and closed ones among them. Also with all of them in the one trip, the worst case.
"""

from __future__ import annotations

import gc
import random
import statistics
import time
import uuid

from memory.brief import brief_for, destination_context
from memory.files import agents_with_memory
from memory.models import Note
from memory.text import digest
from tests.bench.servers import machine
from tests.memory import story
from trips.models import Traveller, Trip
from trips.starting import start_trip

SIZES = (10, 1_000, 100_000)
RUNS = 200
GOAL = 5.0  # ms, the median
BATCH = 5_000
AGENTS = ("research", "planner", "feedback", "")


def main(runs: int) -> int:
    """Prints medians and 95th percentiles in ms. A time is no goal of correctness: always 0, unless a brief
    has more lines than its zones may have."""
    print(f"{runs} briefs an agent and size; {machine()}")
    missed = 0
    for label, here in (("a quarter of the notes in this trip", 0.25), ("all notes in this trip", 1.0)):
        print(f"{label}:")
        for size in SIZES:
            trip = told()
            fill(trip, size, here=here)
            figures = {agent: measured(trip, agent, runs) for agent in agents_with_memory()}
            worst = max(middle for middle, _slow in figures.values())
            line = ", ".join(f"{agent} {middle:.2f}/{slow:.2f}" for agent, (middle, slow) in figures.items())
            verdict = "" if worst < GOAL else f"  (over {GOAL:g} ms)"
            print(f"  {size:>7,} notes: {line} ms median/p95{verdict}")
            began = time.thread_time()
            destination_context(trip)
            print(f"          destination context {1000 * (time.thread_time() - began):.2f} ms")
            missed |= too_many_lines(trip)
            trip.owner.delete()
    return missed


def told() -> Trip:
    """Japan, on its fourth day."""
    owner = Traveller.objects.create_user(f"briefs-{uuid.uuid4().hex[:8]}")
    trip = story.onboarded(owner, story.JAPAN)
    story.researched(trip, story.JAPAN)
    story.prioritised(trip)
    story.planned(trip)
    story.travelling(trip, story.JAPAN)
    return Trip.objects.get(pk=trip.pk)


def fill(trip: Trip, count: int, *, here: float) -> None:
    """So many notes of the trip's owner, in batches; the same ones every time."""
    chance = random.Random(7)  # noqa: S311  (sizes of a bench)
    others = [start_trip(trip.owner) for _ in range(20)]
    turn = story.turn_of(trip)
    batch: list[Note] = []
    for number in range(count):
        whose = trip if chance.random() < here else None if chance.random() < 0.33 else chance.choice(others)
        agent = chance.choice(AGENTS)
        text = f"Note {number} says that the {chance.choice(('inn', 'train', 'garden'))} is worth the way."
        note = Note(owner=trip.owner, trip=whose, agent=agent, author="agent", text=text, hash=digest(text))
        note.scope = f"{whose.pk if whose else ''}::{agent}"
        note.shared, note.pinned = chance.random() < 0.3, chance.random() < 0.1
        note.status = "active" if chance.random() < 0.8 else "retired"
        note.turn = turn if whose == trip else None
        batch.append(note)
        if len(batch) == BATCH:
            Note.objects.bulk_create(batch)
            batch.clear()
    Note.objects.bulk_create(batch)


def measured(trip: Trip, agent: str, runs: int) -> tuple[float, float]:
    """Median and 95th percentile of one brief in ms of this thread's CPU, of a trip read anew each time.

    The database is in the process and its pages in memory, so CPU is what a brief takes; a busy machine
    only makes it wait longer.
    """
    times = []
    brief_for(trip, agent)  # compiles
    gc.disable()
    try:
        for _ in range(runs):
            fresh = Trip.objects.get(pk=trip.pk)
            began = time.thread_time()
            brief_for(fresh, agent)
            times.append(1000 * (time.thread_time() - began))
    finally:
        gc.enable()
    times.sort()
    return statistics.median(times), times[int(len(times) * 0.95)]


def too_many_lines(trip: Trip) -> int:
    for agent in agents_with_memory():
        sections = brief_for(trip, agent).sections
        notes = sections.get("Agent Notes", "").count("\n")
        if notes > 35 or sections["Cross-Agent Insights"].count("\n") > 15:
            print(f"  MISSED: {agent} is told too much")
            return 1
    return 0
