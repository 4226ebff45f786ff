"""The figures behind staff's charts: steps into an index each, or a bounded number of rows."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from statistics import median

from django.db.models import Count, Q

from config import clock
from memory.admin.extractions import OUTCOMES, outcomes_of
from memory.admin.lists import values_in_use
from memory.models import AgentMemory, Extraction, Note, SearchLog

#: Rows that are read one by one (extractions, copies of briefs, searches): the newest.
READ = 5_000
WEEK = dt.timedelta(weeks=1)
TRAVELLER = "traveller"

Series = dict[str, list[int]]


def mondays(count: int) -> list[dt.datetime]:
    """The beginnings of so many weeks, UTC, the last one running."""
    now = clock.now().astimezone(dt.UTC)
    monday = now.replace(hour=0, minute=0, second=0, microsecond=0) - dt.timedelta(days=now.weekday())
    return [monday - WEEK * back for back in reversed(range(count))]


def notes_written(weeks: list[dt.datetime]) -> Series:
    """Notes by agent, a number a week. By (agent, created), which is an index."""
    found: Series = {}
    for agent in values_in_use(Note.objects.all(), "agent"):
        rows = Note.objects.filter(agent=agent)
        counts = [rows.filter(created__gte=week, created__lt=week + WEEK).count() for week in weeks]
        if any(counts):
            found[agent or TRAVELLER] = counts
    return found


@dataclass(frozen=True)
class Shares:
    """Of an agent's notes that stand or wait: how many, and how many of them are pinned, shared, proposed."""

    agent: str
    notes: int
    pinned: int
    shared: int
    proposed: int

    def per_cent(self, name: str) -> int:
        return round(100 * getattr(self, name) / self.notes) if self.notes else 0


def shares() -> list[Shares]:
    rows = Note.objects.filter(status__in=Note.STANDING).order_by().values("agent")
    rows = rows.annotate(
        notes=Count("pk"),
        pinned_notes=Count("pk", filter=Q(pinned=True)),
        shared_notes=Count("pk", filter=Q(shared=True)),
        proposed_notes=Count("pk", filter=Q(status=Note.Status.PROPOSED)),
    )
    return [
        Shares(row["agent"] or TRAVELLER, row["notes"], row["pinned_notes"], row["shared_notes"],
               row["proposed_notes"])
        for row in rows.order_by("agent")
    ]  # fmt: skip


def outcomes(weeks: list[dt.datetime]) -> Series:
    """How lines of extractions ended, a number a week; and how many extractions failed."""
    found: Series = {name: [0] * len(weeks) for name in (*OUTCOMES, "failed")}
    rows = Extraction.objects.filter(created__gte=weeks[0]).order_by("-created")
    for created, status, results in rows.values_list("created", "status", "results")[:READ]:
        index = min((created - weeks[0]) // WEEK, len(weeks) - 1)
        if status == Extraction.Status.FAILED:
            found["failed"][index] += 1
        for outcome, count in outcomes_of(results).items():
            if outcome in found:
                found[outcome][index] += count
    return {name: counts for name, counts in found.items() if any(counts)}


@dataclass(frozen=True)
class Sizes:
    """Tokens (characters / 3) of an agent's briefs: the one in the middle, and the largest."""

    agent: str
    briefs: int
    middle: int
    largest: int


def brief_sizes() -> list[Sizes]:
    tokens: dict[str, list[int]] = {}
    for agent, size in AgentMemory.objects.order_by("-pk").values_list("agent", "tokens")[:READ]:
        tokens.setdefault(agent, []).append(size)
    return [
        Sizes(agent, len(sizes), round(median(sizes)), max(sizes)) for agent, sizes in sorted(tokens.items())
    ]


@dataclass(frozen=True)
class Searches:
    by_agent: Series
    all: int
    nothing_found: int
    middle_ms: int


def searches(weeks: list[dt.datetime]) -> Searches:
    since = SearchLog.objects.filter(created__gte=weeks[0]).order_by()
    by_agent: Series = {}
    for index, week in enumerate(weeks):
        rows = since.filter(created__gte=week, created__lt=week + WEEK).values("agent")
        for row in rows.annotate(count=Count("pk")).order_by("agent"):
            by_agent.setdefault(row["agent"] or TRAVELLER, [0] * len(weeks))[index] = row["count"]
    times = list(since.order_by("-pk").values_list("milliseconds", flat=True)[:READ])
    return Searches(
        by_agent=by_agent,
        all=sum(map(sum, by_agent.values())),
        nothing_found=since.filter(found=0).count(),
        middle_ms=round(median(times)) if times else 0,
    )
