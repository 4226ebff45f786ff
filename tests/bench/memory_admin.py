"""Staff's pages of notes among very many: list, search and filters, each at most 100 ms at the median."""

from __future__ import annotations

import datetime as dt
import logging
import os
import time
from itertools import islice
from random import Random
from statistics import median

from django.conf import settings
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from memory.models import Note
from trips.models import Member, Traveller, Trip

NOTES, LARGE = 100_000, 1_000_000
OWNERS, RUNS, GOAL_MS = 200, 9, 100
YEAR = dt.timedelta(days=365)
AGENTS = ("", "research", "planner", "feedback", "prioritizer", "scheduler", "cost")
WORDS = (
    "museum garden slowly vegetarian early quiet window harbour temple cheese ferry morning market "
    "concert allergic peanuts shellfish budget hostel balcony train tram stairs sunset hiking lake bakery "
    "ramen tagine souk lantern festival umbrella chess violin cathedral ruins lighthouse vineyard tapas"
).split()
RARE = "xylophone"


def pages() -> dict[str, dict[str, str]]:
    """What is asked, by name."""
    return {
        "the list": {},
        "page 100 of it": {"p": "100"},
        "search: a common word": {"q": "museum"},
        "search: a rare word": {"q": RARE},
        "search: two words and a filter": {"q": "museum garden", "status__exact": "proposed"},
        "search: no such word": {"q": "qwertyuiop"},
        "proposed": {"status__exact": "proposed"},
        "retired": {"status__exact": "retired"},
        "pinned": {"pinned__exact": "1"},
        "not pinned": {"pinned__exact": "0"},
        "shared": {"shared__exact": "1"},
        "of an agent": {"agent": "planner"},
        "of the traveller": {"agent": "-"},
        "said by staff": {"author__exact": "staff"},
        "about the traveller": {"about": "traveller"},
        "pinned, of an agent, proposed": {
            "pinned__exact": "1",
            "agent": "research",
            "status__exact": "proposed",
        },
    }


def fill(count: int, seed: int = 7) -> None:
    """So many notes of 200 travellers over a year, in batches."""
    random, now = Random(seed), timezone.now()
    owners = Traveller.objects.bulk_create(Traveller(username=f"traveller-{n}") for n in range(OWNERS))
    trips = Trip.objects.bulk_create(Trip(title=f"Trip {n}") for n in range(OWNERS))
    Member.objects.bulk_create(
        Member(trip=trip, traveller=owner, role=Member.Role.OWNER)
        for trip, owner in zip(trips, owners, strict=True)
    )

    def notes():
        for number in range(count):
            who = random.randrange(OWNERS)
            words = " ".join(random.choices(WORDS, k=8))
            yield Note(
                owner=owners[who],
                created=now - YEAR * (1 - number / count),
                trip=None if random.random() < 0.1 else trips[who],
                agent=random.choice(AGENTS),
                author=random.choices(("traveller", "agent", "tool", "staff"), (40, 50, 9, 1))[0],
                text=f"They said {words}{' ' + RARE if number % 10_000 == 0 else ''}, {number}.",
                hash=f"{number:064x}",
                scope=f"{who}",
                pinned=random.random() < 0.05,
                shared=random.random() < 0.2,
                status=random.choices(("active", "retired", "proposed"), (90, 9.5, 0.5))[0],
            )

    rows, column = notes(), Note._meta.get_field("created")
    column.auto_now_add = False  # spread over the year, the newest last
    try:
        while batch := list(islice(rows, 5_000)):
            Note.objects.bulk_create(batch)
    finally:
        column.auto_now_add = True
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE memory_note")


def measure(runs: int) -> list[tuple[str, float, float, int]]:
    """(name, milliseconds at the median by the clock and of the processor alone, rows on the page)."""
    client = Client()
    client.force_login(
        Traveller.objects.create_superuser("root", password="a-long-enough-word"),
        backend="django.contrib.auth.backends.ModelBackend",
    )
    address, found = reverse("admin:memory_note_changelist"), []
    for name, asked in pages().items():
        times, alone = [], []
        for _ in range(runs + 1):  # the first one warms up
            began, began_alone = time.perf_counter(), time.process_time()
            response = client.get(address, asked)
            times.append((time.perf_counter() - began) * 1000)
            alone.append((time.process_time() - began_alone) * 1000)
            if response.status_code != 200:
                raise RuntimeError(f"{name}: {response.status_code}")
        rows = response.text.count('class="action-select"')
        found.append((name, median(times[1:]), median(alone[1:]), rows))
    return found


def main(count: int = NOTES, runs: int = RUNS) -> int:
    """1 when a page has other rows than it should; slow pages are told, machines differ."""
    settings.ALLOWED_HOSTS = ["testserver"]
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.RATE_LIMITS = False
    logging.disable(logging.CRITICAL)  # a line for every request
    began = time.perf_counter()
    fill(count)
    seconds, load = time.perf_counter() - began, os.getloadavg()[0]
    print(f"{count:,} notes of {OWNERS} travellers on {connection.vendor}, {seconds:.0f} s; load {load:.1f}")
    missed = False
    for name, milliseconds, alone, rows in measure(runs):
        empty = name in ("search: no such word",)
        missed |= bool(rows) == empty
        slow = "" if milliseconds <= GOAL_MS else f"  slower than {GOAL_MS} ms"
        print(
            f"  {name:<32} {milliseconds:7.1f} ms, processor {alone:6.1f} ms  {rows:3} rows{slow}", flush=True
        )
    return int(missed)
